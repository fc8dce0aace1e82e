"""Sets of points as bits of an int64. Bit = row * stride + column, with one unused column.

The unused column at the end of each row catches what is shifted over the edge, so neighbours need
no masks beside that of the set itself. Rows may overlap where that makes no neighbours of others
(gtpengine.localgame.key.Layout). At most 62 bits are used: the sign stays out of it, and bit 62 is
a mark: with it in the set of its empty points a position is a summand (see opening.py).
"""

from numba import types
from numba.extending import intrinsic

from gtpengine.jit import PURE, inlined

SUMMAND = 1 << 62
POINTS = SUMMAND - 1

if PURE:

    def count_bits(bits):
        """Return how many bits are set."""
        return int(bits).bit_count()

    def lowest_bit(bits):
        """Return the index of the lowest bit.  Pre: bits is not 0."""
        bits = int(bits)
        return (bits & -bits).bit_length() - 1

else:

    @intrinsic
    def _population(typing_context, bits):
        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _trailing_zeros(typing_context, bits):
        def generate(context, builder, signature, arguments):
            zero_is_poison = context.get_constant(types.boolean, 1)
            return builder.cttz(arguments[0], zero_is_poison)

        return types.int64(types.int64), generate

    @inlined
    def count_bits(bits):
        """Return how many bits are set."""
        return _population(bits)

    @inlined
    def lowest_bit(bits):
        """Return the index of the lowest bit.  Pre: bits is not 0."""
        return _trailing_zeros(bits)


@inlined
def beside(bits, stride):
    """Return the neighbours of a set, not masked; may include points of the set."""
    return (bits << 1) | (bits >> 1) | (bits << stride) | (bits >> stride)


@inlined
def connected(seed, bits, stride):
    """Return what of `bits` is connected to `seed`, a part of it."""
    found = seed
    while True:
        grown = (found | beside(found, stride)) & bits
        if grown == found:
            return found
        found = grown
