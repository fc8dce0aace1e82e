"""Walls of sums of switches: games of which the first to move gets all.

A switch of s points is {s | -s}. Played alternately, the largest first, a sum of them brings its
first player s1 - s2 + s3 ..., and each move costs t: only switches above t are played. Equal ones
cancel, so a sum is a set of sizes.
"""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.localgame.kernels.bits import lowest_bit
from gtpengine.localgame.kernels.walls import FIRST_ROW, ROW, SCALE, combined, shape_of


@outlined
def switch_wall(store, switches, sign):
    """Return shape and base of what a sum brings the player who moves first, times `sign`."""
    if switches == 0:
        return np.int32(0), np.int32(0)
    scratch = store.scratch
    # From the hottest down: what is won, and whether the first player has moved last.
    total = np.int64(0)
    odd = np.int64(0)
    rest = switches
    while rest:
        size = np.int64(lowest_bit(rest))
        rest &= rest - 1
        total = size - total
        odd = 1 - odd
    # Smallest last: above reads s1 - s2 + s3 ... when the sizes come in ascending order.
    at = FIRST_ROW
    count = np.int64(0)
    t = np.int64(0)
    value = total * SCALE
    rest = switches
    while True:
        slope = -odd
        scratch[at + count] = t
        scratch[at + ROW + count] = sign * value
        scratch[at + 2 * ROW + count] = sign * slope
        count += 1
        if rest == 0:
            break
        end = np.int64(lowest_bit(rest)) * SCALE
        rest &= rest - 1
        value += slope * (end - t)
        t = end
        odd = 1 - odd
    shape, base = shape_of(store, at, count)
    return np.int32(shape), np.int32(base)


@outlined
def first_wall(store, switches, front, sign):
    """Return shape and base of what the first player gets, times `sign`.

    With a `front` he may save two points instead, and then the other one moves in the sum.
    """
    shape, base = switch_wall(store, switches, sign)
    if front == 0 or shape < 0:
        return shape, base
    # (2 - t, at least 0) less the sum.
    scratch = store.scratch
    at = FIRST_ROW
    second, second_base = switch_wall(store, switches, -sign)
    if second < 0:
        return shape, base
    begin = store.begin[second]
    end = store.begin[second + 1]
    knee = 2 * SCALE
    count = np.int64(0)
    bent = False
    for piece in range(begin, end):
        t = store.time[piece]
        value = store.value[piece] + second_base * SCALE
        slope = store.slope[piece]
        if not bent and t >= knee:
            if t > knee:
                before = store.slope[piece - 1]
                scratch[at + count] = knee
                scratch[at + ROW + count] = value - before * (t - knee)
                scratch[at + 2 * ROW + count] = before
                count += 1
            bent = True
        scratch[at + count] = t
        scratch[at + ROW + count] = value if bent else value + sign * (knee - t)
        scratch[at + 2 * ROW + count] = slope if bent else slope - sign
        count += 1
    if not bent:
        t = scratch[at + count - 1]
        slope = scratch[at + 2 * ROW + count - 1]
        scratch[at + count] = knee
        scratch[at + ROW + count] = scratch[at + ROW + count - 1] + slope * (knee - t)
        scratch[at + 2 * ROW + count] = slope + sign
        count += 1
    # Pieces that only prolong the last one must go.
    kept = np.int64(1)
    for index in range(1, count):
        if scratch[at + 2 * ROW + index] != scratch[at + 2 * ROW + kept - 1]:
            for row in range(3):
                scratch[at + row * ROW + kept] = scratch[at + row * ROW + index]
            kept += 1
    other, other_base = shape_of(store, at, kept)
    if other < 0:
        return shape, base
    found, change = combined(
        store, np.int64(shape), np.int64(other), np.int64(other_base - base), np.int64(sign)
    )
    if found < 0:
        return shape, base
    return np.int32(found), np.int32(base + change)
