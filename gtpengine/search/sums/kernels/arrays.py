"""The arrays that the sum search hands to its kernels, and their types."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

Ints = npt.NDArray[np.int32]


class SumArrays(NamedTuple):
    """All summands in one pool. Sides are 0 for Black, 1 for White.

    Every node is worth 0 if play stops there: what it stands for beyond that is in the offsets.
    """

    first: Ints  # options of node v and side: edges first[2 v + side] up to first[2 v + side + 1]
    hopeful: Ints  # so many of them, the first ones, are best in some environment
    target: Ints
    offset: Ints  # points for Black that the move brings beside the new node
    lift: Ints  # the node without its ko ban
    keep: Ints  # what Black keeps by answering White's moves in the same summand, or not at all
    hold: Ints  # to what White holds Black in the same way
    estimate: Ints  # twice a guess at its mean: orders moves, decides nothing
    component: Ints  # nodes on one loop share it
    loopy: Ints  # 1 if a loop can be reached
    negative: Ints  # the node of the same game with the colours exchanged; -1 if loopy


INTS = types.int32[::1]
SUM_ARRAYS = types.NamedUniTuple(INTS, len(SumArrays._fields), SumArrays)
FRAMES = types.int32[:, ::1]


class OrderMemory(NamedTuple):
    """What incentive dominance works with; tally[PATIENCE] 0 leaves it out."""

    stack: npt.NDArray[np.int32]
    games: npt.NDArray[np.int32]
    pairs: npt.NDArray[np.int32]
    tally: npt.NDArray[np.int64]


ORDER_MEMORY = types.NamedTuple((FRAMES, FRAMES, FRAMES, types.int64[::1]), OrderMemory)
