"""Inlined helpers on a *frame*: up to 62 cells as bits of an int64, with a table of neighbours.

A cell is a point or a whole chain that will not be needed any more once it is captured. The prover
is who wants something proved, the opponent is the other player. Stones that are connected to one of
their colour's `life` cells cannot be captured.
"""

import numpy as np
from numba import types
from numba.extending import intrinsic

from gtpengine.jit import PURE, inlined, outlined

PASS_CELL = 63  # as a move; as a ko ban: none

if PURE:

    def lowest_bit(bits):
        """Return the index of the lowest bit.  Pre: bits is not 0."""
        bits = int(bits)
        return (bits & -bits).bit_length() - 1

else:

    @intrinsic
    def _trailing_zeros(typing_context, bits):
        def generate(context, builder, signature, arguments):
            zero_is_poison = context.get_constant(types.boolean, 1)
            return builder.cttz(arguments[0], zero_is_poison)

        return types.int64(types.int64), generate

    @inlined
    def lowest_bit(bits):
        """Return the index of the lowest bit.  Pre: bits is not 0."""
        return _trailing_zeros(bits)


@inlined
def is_single(bits):
    """Tell whether at most one bit is set."""
    return bits & (bits - 1) == 0


@outlined
def spread(seed, within, near):
    """Return all of `within` that is connected to `seed`, a part of it."""
    found = np.int64(seed)
    todo = found
    while todo:
        new = near[lowest_bit(todo)] & within & ~found
        todo &= todo - 1
        found |= new
        todo |= new
    return found


@outlined
def touched(cells, near):
    """Return all cells beside one of `cells`; members may be among them."""
    found = np.int64(0)
    todo = np.int64(cells)
    while todo:
        found |= near[lowest_bit(todo)]
        todo &= todo - 1
    return found


@outlined
def place(mover, other, cell, everything, mover_life, other_life, near):
    """Return (legal, mover's stones, other's stones, captured, ko ban) after a stone at `cell`.

    The ban is the cell that may not be retaken at once, or PASS_CELL.
    """
    bit = np.int64(1) << cell
    mover |= bit
    free = everything & ~mover & ~other
    beside = near[cell]
    captured = np.int64(0)
    attacked = beside & other
    while attacked:
        chain = spread(attacked & -attacked, other, near)
        attacked &= ~chain
        if chain & other_life == 0 and touched(chain, near) & free == 0:
            captured |= chain
    other &= ~captured
    free |= captured
    ban = np.int64(PASS_CELL)
    if captured:
        if (
            is_single(captured)
            and beside & mover == 0
            and bit & mover_life == 0
            and is_single(beside & free)
        ):
            ban = np.int64(lowest_bit(captured))
    elif beside & free == 0:
        chain = spread(bit, mover, near)
        if chain & mover_life == 0 and touched(chain, near) & free == 0:
            return False, mover, other, captured, ban
    return True, mover, other, captured, ban


@inlined
def hashed(mine, theirs, state):
    """Return a scattered non-negative number."""
    code = (mine * 0x9E3779B97F4A7C1) ^ (theirs * 0x2545F4914F6CDD1) ^ (state * 0x5851F42D4C957F3)
    code ^= code >> 29
    code *= 0x369DEA0F31A53F8
    code ^= code >> 32
    return code & 0x7FFFFFFFFFFF
