"""Walls of thermographs, each kept once: a wall is a *shape* and a base in whole points.

A shape is a continuous piecewise-linear function of the area temperature t >= 0 that starts with 0
at t = 0: pieces (t, value, slope), t and value in units of 1/SCALE, slopes whole. Neighbouring
pieces have different slopes, so equal functions have equal pieces, and a table finds them: equal
shapes have equal numbers. Shape 0 is the vertical mast. What two shapes make is looked up before it
is computed; the latest result of each hash is kept. A division that leaves a remainder makes the
result NOT_EXACT.
"""

from collections import namedtuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to

# Divisions come from mast crossings: by 2 without kos, by small numbers with them.
SCALE = 2**26 * 3**6 * 5**3 * 7 * 11
NO_WALL = -1  # unknown, or no move
NOT_EXACT = -2
MAX_PIECES = 60
SHAPE_BITS = 22
GAP_BITS = 8  # of a difference of two bases: 62 points at most, each of which counts twice
# Places in `counts`.
SHAPES, PIECES, FAILED = 0, 1, 3

_HUGE = 1 << 58
_MAXIMUM, _MINIMUM, _TILT, _SETTLE = 0, 1, 2, 3
_LOW = (1 << 31) - 1
_FACTOR = 0x5BD1E995
_GAP = 1 << (GAP_BITS - 1)

# The arrays (or, in fast mode, pointers to them) that hold all shapes of one graph.
Store = namedtuple(
    "Store",
    [
        "counts",  # SHAPES, PIECES, FAILED: failed divisions and overflows
        "begin",  # first piece of each shape
        "time",
        "value",
        "slope",
        "least",  # least and greatest value of each shape
        "greatest",
        "table",  # shape numbers by hash of their pieces, -1 is free
        "table_mask",
        "memo_key",  # what was combined last with this hash, -1 is free
        "memo_wall",  # the result: two shapes and two bases
        "memo_mask",
        "scratch",  # 2 * 3 * (MAX_PIECES + 4) numbers
        "shape_room",
        "piece_room",
    ],
)
ROW = MAX_PIECES + 4
FIRST_ROW, SECOND_ROW = np.int64(0), np.int64(3 * ROW)  # of the scratch
# The arrays as kernels take them: counts to memo_wall and scratch, in this order.
STORE = types.Tuple(
    (
        *(types.int64[::1], types.int32[::1]),
        *([types.int64[::1]] * 5),
        *(types.int32[::1], types.int64[::1], types.int32[::1], types.int64[::1]),
    )
)


@inlined
def store_of(arrays):
    """Return the store that kernels work on."""
    counts, begin, time, value, slope, least, greatest, table, memo_key, memo_wall, scratch = arrays
    return Store(
        pointer_to(counts), pointer_to(begin), pointer_to(time), pointer_to(value),
        pointer_to(slope), pointer_to(least), pointer_to(greatest), pointer_to(table),
        table.size - 1, pointer_to(memo_key), pointer_to(memo_wall), memo_key.size - 1,
        pointer_to(scratch), begin.size - 4, time.size,
    )  # fmt: skip


@inlined
def _mix(state, word):
    state = ((state ^ (word & _LOW)) * _FACTOR) & ((1 << 62) - 1)
    state = (state ^ (state >> 31)) & _LOW
    state = ((state ^ ((word >> 31) & _LOW)) * _FACTOR) & ((1 << 62) - 1)
    return (state ^ (state >> 31)) & _LOW


@inlined
def _add(scratch, at, count, time, value, slope):
    """Append a piece of a continuous function, unless it only prolongs the last one."""
    if count and scratch[at + 2 * ROW + count - 1] == slope:
        return count
    if count and scratch[at + count - 1] == time:
        count -= 1
        if count and scratch[at + 2 * ROW + count - 1] == slope:
            return count
    scratch[at + count] = time
    scratch[at + ROW + count] = value
    scratch[at + 2 * ROW + count] = slope
    return count + 1


@outlined
def shape_of(store, at, count):
    """Return the number and base of the function in the scratch row at `at`; NOT_EXACT if none."""
    scratch = store.scratch
    base, rest = divmod(scratch[at + ROW], SCALE)
    counts = store.counts
    if rest != 0 or counts[SHAPES] >= store.shape_room or counts[PIECES] + count > store.piece_room:
        counts[FAILED] += 1
        return NOT_EXACT, base
    start = base * SCALE
    state = 1
    for index in range(count):
        state = _mix(state, scratch[at + index])
        state = _mix(state, scratch[at + 2 * ROW + index] + 1000)
    slot = state & store.table_mask
    while True:
        shape = store.table[slot]
        if shape < 0:
            break
        begin = store.begin[shape]
        if store.begin[shape + 1] - begin == count:
            same = True
            for index in range(count):
                if (
                    store.time[begin + index] != scratch[at + index]
                    or store.slope[begin + index] != scratch[at + 2 * ROW + index]
                ):
                    same = False
                    break
            if same:
                return shape, base
        slot = (slot + 1) & store.table_mask
    shape = counts[SHAPES]
    counts[SHAPES] = shape + 1
    store.table[slot] = shape
    begin = counts[PIECES]
    least = 0
    greatest = 0
    for index in range(count):
        value = scratch[at + ROW + index] - start
        store.time[begin + index] = scratch[at + index]
        store.value[begin + index] = value
        store.slope[begin + index] = scratch[at + 2 * ROW + index]
        least = min(least, value)
        greatest = max(greatest, value)
    last = scratch[at + 2 * ROW + count - 1]
    store.least[shape] = -_HUGE if last < 0 else least
    store.greatest[shape] = _HUGE if last > 0 else greatest
    counts[PIECES] = begin + count
    store.begin[shape + 1] = begin + count
    return shape, base


@inlined
def memo_slot(store, key):
    """Return where the result for `key` is or belongs; there may be another one."""
    return _mix(1, key) & store.memo_mask


@inlined
def remember(store, slot, key, first, second, first_base, second_base):
    """Keep a result: two shapes and their bases."""
    store.memo_key[slot] = key
    store.memo_wall[4 * slot] = first
    store.memo_wall[4 * slot + 1] = second
    store.memo_wall[4 * slot + 2] = first_base
    store.memo_wall[4 * slot + 3] = second_base


@outlined
def _merge(store, a, b, d, sign):
    """Put the maximum (sign 1) or minimum (-1) of a and b + d into the scratch; return its length.

    0 stands for a division with a remainder or too many pieces.
    """
    i = store.begin[a]
    j = store.begin[b]
    ends_a = store.begin[a + 1]
    ends_b = store.begin[b + 1]
    scratch = store.scratch
    at = FIRST_ROW
    shift = d * SCALE
    count = np.int64(0)
    t = np.int64(0)
    while True:
        x = sign * (store.value[i] + store.slope[i] * (t - store.time[i]))
        y = sign * (store.value[j] + store.slope[j] * (t - store.time[j]) + shift)
        slope_x = sign * store.slope[i]
        slope_y = sign * store.slope[j]
        next_a = store.time[i + 1] if i + 1 < ends_a else _HUGE
        next_b = store.time[j + 1] if j + 1 < ends_b else _HUGE
        end = min(next_a, next_b)
        if x > y or (x == y and slope_x >= slope_y):
            upper = x
            slope = slope_x
            gap = x - y
            closing = slope_y - slope_x
        else:
            upper = y
            slope = slope_y
            gap = y - x
            closing = slope_x - slope_y
        count = _add(scratch, at, count, t, sign * upper, sign * slope)
        if closing > 0 and (end == _HUGE or gap < closing * (end - t)):
            if gap % closing:
                return 0
            step = gap // closing
            value = sign * (upper + slope * step)
            count = _add(scratch, at, count, t + step, value, sign * (slope + closing))
        if end == _HUGE:
            return count
        if count > MAX_PIECES:
            return 0
        t = end
        if next_a == end:
            i += 1
        if next_b == end:
            j += 1


@outlined
def combined(store, a, b, d, sign):
    """Return the shape and base of the maximum (sign 1) or minimum (-1) of a and b + d points."""
    if not -_GAP <= d < _GAP:
        store.counts[FAILED] += 1
        return np.int32(NOT_EXACT), np.int32(0)
    operation = _MAXIMUM if sign > 0 else _MINIMUM
    key = ((((np.int64(a) << SHAPE_BITS) | b) << GAP_BITS) | (d + _GAP)) << 2 | operation
    slot = memo_slot(store, key)
    if store.memo_key[slot] == key:
        return store.memo_wall[4 * slot], store.memo_wall[4 * slot + 2]
    count = _merge(store, a, b, d, sign)
    if count == 0:
        store.counts[FAILED] += 1
        return np.int32(NOT_EXACT), np.int32(0)
    shape, base = shape_of(store, FIRST_ROW, count)
    if shape >= 0:
        remember(store, slot, key, shape, shape, base, base)
    return np.int32(shape), np.int32(base)


@outlined
def tilted(store, a, tilt):
    """Return the shape of a plus tilt * t."""
    key = (((np.int64(a) << SHAPE_BITS) << GAP_BITS) | (tilt + _GAP)) << 2 | _TILT
    slot = memo_slot(store, key)
    if store.memo_key[slot] == key:
        return store.memo_wall[4 * slot]
    begin = store.begin[a]
    count = store.begin[a + 1] - begin
    for index in range(count):
        t = store.time[begin + index]
        store.scratch[index] = t
        store.scratch[ROW + index] = store.value[begin + index] + tilt * t
        store.scratch[2 * ROW + index] = store.slope[begin + index] + tilt
    shape, base = shape_of(store, FIRST_ROW, count)
    if shape >= 0:
        remember(store, slot, key, shape, shape, base, base)
    return np.int32(shape)


@outlined
def _balloon(store, a, b, d, mast):
    """Put both walls over the scaffolds a - t and b + d + t into the scratch rows.

    Return the two lengths, 0 for what is not exact. Where the left scaffold is at least the right
    one (a hill) they are the walls. Where it is less (a cave) nobody wants to move, and both walls
    are the mast: going up in t it keeps its value unless a scaffold pushes it aside. `mast` is its
    value at t = 0. A scaffold NO_WALL pushes nobody.
    """
    scratch = store.scratch
    right_row = SECOND_ROW
    i = store.begin[a] if a >= 0 else 0
    j = store.begin[b] if b >= 0 else 0
    ends_a = store.begin[a + 1] if a >= 0 else 0
    ends_b = store.begin[b + 1] if b >= 0 else 0
    count_l = np.int64(0)
    count_r = np.int64(0)
    t = np.int64(0)
    while True:
        if a >= 0:
            slope_x = store.slope[i] - 1
            x = store.value[i] - store.time[i] + slope_x * (t - store.time[i])
        else:
            slope_x = np.int64(0)
            x = np.int64(-_HUGE)
        if b >= 0:
            slope_y = store.slope[j] + 1
            y = store.value[j] + store.time[j] + d * SCALE + slope_y * (t - store.time[j])
        else:
            slope_y = np.int64(0)
            y = np.int64(_HUGE)
        next_a = store.time[i + 1] if i + 1 < ends_a else _HUGE
        next_b = store.time[j + 1] if j + 1 < ends_b else _HUGE
        end = min(next_a, next_b)
        in_cave = False
        slope = np.int64(0)
        while t < end:
            in_cave = x < y or (x == y and slope_x < slope_y)
            if not in_cave:
                count_l = _add(scratch, FIRST_ROW, count_l, t, x, slope_x)
                count_r = _add(scratch, right_row, count_r, t, y, slope_y)
                gap = x - y
                closing = slope_y - slope_x
            else:
                mast = min(max(mast, x), y)
                slope = np.int64(0)
                if mast == x and slope_x > 0:
                    slope = slope_x
                    gap = y - x
                    closing = slope_x - slope_y if b >= 0 else np.int64(0)
                elif mast == y and slope_y < 0:
                    slope = slope_y
                    gap = y - x
                    closing = slope_x - slope_y if a >= 0 else np.int64(0)
                else:
                    # The scaffold that reaches the upright mast first.
                    below = mast - x
                    above = y - mast
                    gap = above
                    closing = -slope_y
                    if slope_x > 0 and (slope_y >= 0 or below * -slope_y <= above * slope_x):
                        gap = below
                        closing = slope_x
                count_l = _add(scratch, FIRST_ROW, count_l, t, mast, slope)
                count_r = _add(scratch, right_row, count_r, t, mast, slope)
            if closing <= 0 or (end < _HUGE and gap >= closing * (end - t)):
                break
            if gap % closing or count_l > MAX_PIECES or count_r > MAX_PIECES:
                return 0, 0
            step = gap // closing
            mast = mast + slope * step if in_cave else x + slope_x * step
            t += step
            x += slope_x * step
            y += slope_y * step
        if end == _HUGE:
            return count_l, count_r
        mast = mast + slope * (end - t) if in_cave else x + slope_x * (end - t)
        t = end
        if next_a == end:
            i += 1
        if next_b == end:
            j += 1


@outlined
def settled(store, a, b, d, rest):
    """Return the walls over Black's best move a and White's best b + d, none of them taxed yet.

    NO_WALL is no move. `rest` is what the position counts if nobody moves, relative to the base of
    a (of b if there is no a; d is then 0). The result is left shape, right shape, left base, right
    base; bases are relative in the same way, and shapes NOT_EXACT if a division failed.
    """
    if a >= 0 and b >= 0:
        mast = min(max(rest, 0), d) if d > 0 else 0
    elif a >= 0:
        mast = max(rest, 0)
    elif b >= 0:
        mast = min(rest, 0)
    else:
        return np.int32(0), np.int32(0), np.int32(rest), np.int32(rest)
    if not -_GAP < d < _GAP or not -_GAP < mast < _GAP:
        store.counts[FAILED] += 1
        return np.int32(NOT_EXACT), np.int32(NOT_EXACT), np.int32(0), np.int32(0)
    key = (np.int64(a + 1) << SHAPE_BITS) | (b + 1)
    key = ((key << GAP_BITS | (d + _GAP)) << GAP_BITS | (mast + _GAP)) << 2 | _SETTLE
    slot = memo_slot(store, key)
    wall = store.memo_wall
    if store.memo_key[slot] == key:
        return wall[4 * slot], wall[4 * slot + 1], wall[4 * slot + 2], wall[4 * slot + 3]
    count_l, count_r = _balloon(store, a, b, d, np.int64(mast) * SCALE)
    if count_l == 0:
        store.counts[FAILED] += 1
        return np.int32(NOT_EXACT), np.int32(NOT_EXACT), np.int32(0), np.int32(0)
    left, base_l = shape_of(store, FIRST_ROW, count_l)
    right, base_r = shape_of(store, SECOND_ROW, count_r)
    if left >= 0 and right >= 0:
        remember(store, slot, key, left, right, base_l, base_r)
    return np.int32(left), np.int32(right), np.int32(base_l), np.int32(base_r)


@kernel(types.void(STORE))
def enter_shapes(arrays):
    """Enter all shapes into an empty table."""
    counts, begin, time, _, slope, _, _, table, _, _, _ = arrays
    mask = table.size - 1
    for shape in range(counts[SHAPES]):
        state = 1
        for piece in range(begin[shape], begin[shape + 1]):
            state = _mix(state, time[piece])
            state = _mix(state, slope[piece] + 1000)
        slot = state & mask
        while table[slot] >= 0:
            slot = (slot + 1) & mask
        table[slot] = shape
