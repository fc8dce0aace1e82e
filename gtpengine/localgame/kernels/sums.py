"""Bounds of sums: positions that have fallen apart, by the bounds of their parts.

Who only answers each move where it was played gets in a sum what he gets in the parts together, and
who moves first may have his first move in one of them. Where all parts but one are cold these
bounds are as close as those of the parts. They hold whatever the ko rule if those of the parts hold
in any sum (AGAINST in evaluate.py).
"""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.localgame.kernels.walls import (
    FIRST_ROW,
    GAP_BITS,
    MAX_PIECES,
    NOT_EXACT,
    ROW,
    SHAPE_BITS,
    combined,
    memo_slot,
    remember,
    shape_of,
)

_ADD = 2  # with a tilt that no wall has
_END = 1 << 58


@outlined
def added(store, a, b):
    """Return the shape of a plus b."""
    if a == 0 or b == 0:
        return np.int32(a + b)
    if a > b:
        a, b = b, a
    key = (((np.int64(a) << SHAPE_BITS) | b) << GAP_BITS) << 2 | _ADD
    slot = memo_slot(store, key)
    if store.memo_key[slot] == key:
        return store.memo_wall[4 * slot]
    i = store.begin[a]
    j = store.begin[b]
    ends_a = store.begin[a + 1]
    ends_b = store.begin[b + 1]
    scratch = store.scratch
    at = FIRST_ROW
    count = np.int64(0)
    t = np.int64(0)
    while True:
        value = store.value[i] + store.slope[i] * (t - store.time[i])
        value += store.value[j] + store.slope[j] * (t - store.time[j])
        slope = store.slope[i] + store.slope[j]
        if count == 0 or scratch[at + 2 * ROW + count - 1] != slope:
            if count >= MAX_PIECES:
                return np.int32(NOT_EXACT)
            scratch[at + count] = t
            scratch[at + ROW + count] = value
            scratch[at + 2 * ROW + count] = slope
            count += 1
        next_a = store.time[i + 1] if i + 1 < ends_a else _END
        next_b = store.time[j + 1] if j + 1 < ends_b else _END
        t = min(next_a, next_b)
        if t == _END:
            break
        if next_a == t:
            i += 1
        if next_b == t:
            j += 1
    shape, base = shape_of(store, at, count)
    if shape >= 0:
        remember(store, slot, key, shape, shape, base, base)
    return np.int32(shape)


@outlined
def sum_wall(store, values, pool, parts, view, first):
    """Return shape and base of a bound of a sum in one view; NOT_EXACT if it cannot be kept.

    `parts` is where the number of parts stands in `pool`, before their nodes. The player for whom
    the view is a bound moves in part `first`, or nowhere if that is -1, and answers elsewhere.
    """
    answering = 1 - view
    shape = np.int32(0)
    base = np.int32(0)
    for index in range(pool[parts]):
        wall = 1 - answering if index == first else answering
        place = 4 * np.int64(pool[parts + 1 + index]) + 2 * view + wall
        if values.walls[place] < 0:
            return np.int32(NOT_EXACT), np.int32(0)
        shape = added(store, np.int64(shape), np.int64(values.walls[place]))
        if shape < 0:
            return np.int32(NOT_EXACT), np.int32(0)
        base += values.bases[place]
    return shape, base


@outlined
def best_first(store, values, pool, parts, view):
    """Return shape and base of the bound for the player who moves first; NOT_EXACT as above."""
    sign = np.int64(1 - 2 * view)
    best, base = sum_wall(store, values, pool, parts, view, np.int64(-1))
    for first in range(pool[parts]):
        place = 4 * np.int64(pool[parts + 1 + first]) + 2 * view
        if (
            values.walls[place] == values.walls[place + 1]
            and values.bases[place] == values.bases[place + 1]
        ):
            continue
        shape, other = sum_wall(store, values, pool, parts, view, np.int64(first))
        if shape < 0 or best < 0:
            return np.int32(NOT_EXACT), np.int32(0)
        best, change = combined(
            store, np.int64(best), np.int64(shape), np.int64(other - base), sign
        )
        base += change
    return best, base
