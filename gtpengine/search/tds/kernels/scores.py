"""What the nodes of a local graph are worth as they stand, for all of them at once."""

from numba import types

from gtpengine.jit import kernel, pointer_to
from gtpengine.localgame.kernels.bits import count_bits
from gtpengine.localgame.kernels.evaluate import score_of
from gtpengine.localgame.kernels.expand import KEY_WORDS
from gtpengine.search.tds.kernels.types import INTS, LONGS


@kernel(types.void(LONGS, types.int64, INTS, INTS))
def score_nodes(keys_array, stride, standing, live):
    """Fill the area score of each node if play stops there, and how many points are undecided."""
    keys = pointer_to(keys_array)
    for node in range(len(standing)):
        place = node * KEY_WORDS
        live[node] = count_bits(keys[place] | keys[place + 1] | keys[place + 2])
        standing[node] = score_of(keys, node, stride)
