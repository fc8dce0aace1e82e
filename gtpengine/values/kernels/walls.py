"""Thermographs of all nodes of a loop-free graph, in checked fixed-point integers.

Everything is an int64 in units of 1/scale. A *rise* is a function of t that starts at the floor
with some value and alternates between slope 1 and slope 0, slope 1 first, 0 at the end; it is kept
as its value at the floor and the sorted list of temperatures at which the slope changes. The right
wall of a loop-free game is a rise, and so is the negated left wall; with P the largest right wall
of Left's options and Q the largest negated left wall of Right's, the negated left wall of the
parent is t - P, its right wall t - Q, up to the temperature at which P + Q = 2t. Only that meeting
divides, and by two: an odd remainder marks the node, and with it all that depend on it.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined
from gtpengine.values.kernels.csr import CSR

DONE, POOL_FULL, SCRATCH_FULL, DISORDER = 0, 1, 2, 3  # status
EXACT, ODD, TAINTED, NO_NUMBER, UNSEEN = 0, 1, 2, 3, 4  # state of a node
SIMPLEST, STANDING = 0, 1  # what a position is worth in which nobody gains by moving
LEFT, RIGHT = 0, 1  # sides: rows of the wall arrays

FAR = 2**62  # farther than any two temperatures are apart

# Places in the array of settings; the last three also carry the run from one call to the next.
FLOOR, SCALE, COLD, NEXT, USED, FAILED = 0, 1, 2, 3, 4, 5
SETTINGS = 6


class Walls(NamedTuple):
    """Results. Row 0 of `at`, `length`, `floor` is the negated left wall, row 1 the right wall."""

    pool: np.ndarray  # int64: temperatures at which slopes change
    at: np.ndarray  # int64 [2, nodes]: where a wall's part of the pool starts
    length: np.ndarray  # int32 [2, nodes]: and how long it is, always odd
    floor: np.ndarray  # int64 [2, nodes]: its value at the floor
    mean: np.ndarray  # int64
    temperature: np.ndarray  # int64
    state: np.ndarray  # uint8


_I64, _I32, _U8 = types.int64[::1], types.int32[::1], types.uint8[::1]
_ROWS = types.int64[:, ::1]
WALLS = types.NamedTuple((_I64, _ROWS, types.int32[:, ::1], _ROWS, _I64, _I64, _U8), Walls)


@outlined
def _larger(a, a_at, a_length, a_value, b, b_at, b_length, b_value, floor, out, out_at):
    """Write the larger of two rises to `out`; return how many changes that took, -1 if too many.

    The value at the floor is the larger one of both and is left to the caller.
    """
    capacity = out.shape[0]
    t = floor
    i = 0
    j = 0
    written = 0
    slope = 1  # of the result, so far
    while True:
        a_slope = 1 - i % 2
        b_slope = 1 - j % 2
        # At a change of length zero (a rise that starts upright) nothing is there to follow.
        if i < a_length and a[a_at + i] == t:
            i += 1
            continue
        if j < b_length and b[b_at + j] == t:
            j += 1
            continue
        if a_value > b_value:
            wanted = a_slope
        elif b_value > a_value:
            wanted = b_slope
        else:
            wanted = max(a_slope, b_slope)
        if wanted != slope:
            if written == capacity - out_at:
                return -1
            out[out_at + written] = t
            written += 1
            slope = wanted
        if i == a_length and j == b_length:
            return written
        step = FAR
        if i < a_length:
            step = a[a_at + i] - t
        if j < b_length:
            step = min(step, b[b_at + j] - t)
        gap = a_value - b_value
        if gap > 0 and b_slope > a_slope and gap < step:
            step = gap
        elif gap < 0 and a_slope > b_slope and -gap < step:
            step = -gap
        t += step
        a_value += a_slope * step
        b_value += b_slope * step


@outlined
def _envelope(walls, row, ptr, options, node, floor, scratch):
    """Find the largest of the rises of a node's options on one side.

    Returns (place, start, length, value at the floor, tainted): the rise lies in row `place` of
    the scratch, or in the pool if `place` is -1; length -1 means that the scratch is too small,
    -2 that an option has not been seen yet. Pre: there is an option.
    """
    pool = walls.pool
    first = options[ptr[node]]
    place = -1
    start = walls.at[row, first]
    length = types.int64(walls.length[row, first])
    value = walls.floor[row, first]
    top = walls.mean[first] if row == RIGHT else -walls.mean[first]
    tainted = walls.state[first] != EXACT
    for e in range(ptr[node], ptr[node + 1]):
        if walls.state[options[e]] == UNSEEN:
            return place, start, types.int64(-2), value, tainted
    for e in range(ptr[node] + 1, ptr[node + 1]):
        other = options[e]
        tainted = tainted or walls.state[other] != EXACT
        other_value = walls.floor[row, other]
        other_top = walls.mean[other] if row == RIGHT else -walls.mean[other]
        # A rise lies between its value at the floor and its mast.
        if value >= other_top:
            continue
        other_start = walls.at[row, other]
        other_length = types.int64(walls.length[row, other])
        if other_value >= top:
            place, start, length = -1, other_start, other_length
        else:
            target = 1 if place == 0 else 0
            source = pool if place < 0 else scratch[place]
            length = _larger(
                source, start, length, value,
                pool, other_start, other_length, other_value,
                floor, scratch[target], 0,
            )  # fmt: skip
            if length < 0:
                return place, start, length, value, tainted
            place, start = target, 0
        value = max(value, other_value)
        top = max(top, other_top)
    return place, start, length, value, tainted


@inlined
def _meeting(p, p_at, p_length, p_value, q, q_at, q_length, q_value, floor):
    """Return (temperature at which P + Q = 2t, P there, remainder).  Pre: P + Q > 2t at floor."""
    t = floor
    i = 0
    j = 0
    while True:
        if i < p_length and p[p_at + i] == t:
            i += 1
            continue
        if j < q_length and q[q_at + j] == t:
            j += 1
            continue
        p_slope = 1 - i % 2
        rate = 2 - p_slope - (1 - j % 2)
        gap = p_value + q_value - 2 * t
        step = FAR
        if i < p_length:
            step = p[p_at + i] - t
        if j < q_length:
            step = min(step, q[q_at + j] - t)
        if rate > 0 and gap - (rate - 1) * step <= step:
            part = gap // rate
            return t + part, p_value + p_slope * part, gap % rate
        t += step
        p_value += p_slope * step
        q_value += (1 - j % 2) * step


@inlined
def _write_flank(source, start, length, floor, top, pool, at):
    """Write the changes of t - P, cut off upright at `top`; return how many.  Pre: they fit."""
    written = 0
    i = 0
    # Where P leans, t - P is upright; but a rise leans first, if only for a piece of length zero.
    if source[start] == floor:
        i = 1
    else:
        pool[at] = floor
        written = 1
    while i < length and source[start + i] < top:
        pool[at + written] = source[start + i]
        written += 1
        i += 1
    if written % 2 == 0:
        pool[at + written] = top
        written += 1
    return written


@inlined
def _between(low, high, has_low, has_high, scale):
    """Return the whole number of scale nearest to 0 from low to high, which may be missing."""
    if has_low and low > 0:
        return -(-low // scale) * scale
    if has_high and high < 0:
        return (high // scale) * scale
    return types.int64(0)


@inlined
def _set_mast(walls, node, mast, floor):
    """Make the node a bare mast; slot 0 of the pool holds its only change, at the floor."""
    for row in range(2):
        walls.at[row, node] = 0
        walls.length[row, node] = 1
    walls.floor[LEFT, node] = -mast
    walls.floor[RIGHT, node] = mast
    walls.mean[node] = mast
    walls.temperature[node] = floor


@kernel(types.int64(CSR, _I32, WALLS, _ROWS, _I64))
def build_walls(graph, order, walls, scratch, settings):
    """Fill `walls` for the nodes of `order`, options first, and return a status.

    Stops at POOL_FULL or SCRATCH_FULL; after enlarging that array, call it again to go on. The pool
    starts with the floor in slot 0 and USED = 1, all states are UNSEEN, the scratch has four rows.
    DISORDER: the order does not put options first.
    """
    pool = walls.pool
    floor = settings[FLOOR]
    scale = settings[SCALE]
    used = settings[USED]
    for place in range(settings[NEXT], order.shape[0]):
        node = order[place]
        settings[NEXT] = place
        settings[USED] = used
        if graph.terminal[node]:
            _set_mast(walls, node, graph.value[node], floor)
            walls.state[node] = EXACT
            continue
        has_left = graph.left_ptr[node + 1] > graph.left_ptr[node]
        has_right = graph.right_ptr[node + 1] > graph.right_ptr[node]
        state = EXACT
        p_place, p_at, p_length, p_value = -1, types.int64(0), types.int64(0), types.int64(0)
        q_place, q_at, q_length, q_value = -1, types.int64(0), types.int64(0), types.int64(0)
        if has_left:
            p_place, p_at, p_length, p_value, tainted = _envelope(
                walls, RIGHT, graph.left_ptr, graph.left, node, floor, scratch[:2]
            )
            if tainted:
                state = TAINTED
        if has_right:
            q_place, q_at, q_length, q_value, tainted = _envelope(
                walls, LEFT, graph.right_ptr, graph.right, node, floor, scratch[2:]
            )
            if tainted:
                state = TAINTED
        if p_length < 0 or q_length < 0:
            return DISORDER if min(p_length, q_length) == -2 else SCRATCH_FULL
        low = p_value - floor
        high = floor - q_value
        if not (has_left and has_right) or low <= high:
            if settings[COLD] == STANDING:
                mast = graph.value[node]
                if has_right:
                    mast = min(mast, high)
                if has_left:
                    mast = max(mast, low)
            else:
                mast = _between(low, high, has_left, has_right, scale)
                if (has_left and mast < low) or (has_right and mast > high):
                    state = max(state, NO_NUMBER)
            _set_mast(walls, node, mast, floor)
            walls.state[node] = state
            settings[FAILED] += state != EXACT
            continue
        if used + p_length + q_length + 4 > pool.shape[0]:
            return POOL_FULL
        p = pool if p_place < 0 else scratch[p_place]
        q = pool if q_place < 0 else scratch[2 + q_place]
        top, p_top, remainder = _meeting(
            p, p_at, p_length, p_value, q, q_at, q_length, q_value, floor
        )
        if remainder != 0 and state == EXACT:
            state = ODD
        written = _write_flank(p, p_at, p_length, floor, top, pool, used)
        walls.at[LEFT, node] = used
        walls.length[LEFT, node] = written
        walls.floor[LEFT, node] = -low
        used += written
        written = _write_flank(q, q_at, q_length, floor, top, pool, used)
        walls.at[RIGHT, node] = used
        walls.length[RIGHT, node] = written
        walls.floor[RIGHT, node] = high
        used += written
        walls.mean[node] = p_top - top
        walls.temperature[node] = top
        walls.state[node] = state
        settings[FAILED] += state != EXACT
    settings[NEXT] = order.shape[0]
    settings[USED] = used
    return DONE
