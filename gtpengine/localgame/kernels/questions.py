"""Questions of a proof: which open position does a wall of the root hang on?

A question is one wall of one position in one view at one temperature: can it be moved towards the
other view? It is handed on to the option, or to the part of a sum, that decides it.
"""

from collections import namedtuple

import numpy as np

from gtpengine.jit import inlined, outlined
from gtpengine.localgame.kernels.opening import EXACT, STEP
from gtpengine.localgame.kernels.walls import SCALE

_HUGE = 1 << 60
_LOWER, _UPPER = np.int64(0), np.int64(1)

Question = namedtuple("Question", ["node", "place", "time"])


@outlined
def shape_at(store, shape, t):
    """Return the value of a shape at a time."""
    piece = store.begin[shape]
    end = store.begin[shape + 1]
    while piece + 1 < end and store.time[piece + 1] <= t:
        piece += 1
    return store.value[piece] + store.slope[piece] * (t - store.time[piece])


@inlined
def _wall_at(store, values, place, t):
    """Return the value of a wall, given by its place; beyond everything where it is unknown."""
    shape = values.walls[place]
    if shape < 0:
        return -_HUGE if place & 2 == 0 else _HUGE
    return values.bases[place] * SCALE + shape_at(store, np.int64(shape), t)


@outlined
def _after(graph, store, values, edge, side, view, t):
    """Return what a move brings at a time, no tax paid."""
    target = np.int64(graph.child[edge])
    settled = graph.offset[edge] * SCALE
    if target >= 0:
        return settled + _wall_at(store, values, 4 * target + 2 * view + 1 - side, t)
    place = 2 * (-1 - target) + view
    shape = values.ko_walls[place]
    if shape < 0:
        return -_HUGE if view == 0 else _HUGE
    return settled + values.ko_bases[place] * SCALE + shape_at(store, np.int64(shape), t)


@outlined
def _best_after(graph, store, values, node, side, view, t):
    """Return the best that a move of `side` brings in one view, its tax paid."""
    sign = 1 - 2 * side
    best = np.int64(-_HUGE)
    for edge in range(graph.first[STEP * node + side], graph.first[STEP * node + side + 1]):
        worth = sign * _after(graph, store, values, np.int64(edge), side, view, t)
        best = max(best, worth)
    return sign * (best - t)


@outlined
def _joint_before(store, values, node, view, t):
    """Return the last time up to `t` at which a wall of the node bends in one view."""
    found = np.int64(0)
    for wall in range(2):
        shape = values.walls[4 * node + 2 * view + wall]
        if shape >= 0:
            for piece in range(store.begin[shape], store.begin[shape + 1]):
                if store.time[piece] <= t:
                    found = max(found, store.time[piece])
    return found


@outlined
def _asked(graph, store, values, stamps, stamp, edge, side, view, t):
    """Return node and place of the wall that a move's worth hangs on; the place is -1 if on none.

    After a ko capture the opponent is to move but may not retake; what he does elsewhere leaves the
    next move to the capturing player, so either wall of the position may count.
    """
    target = np.int64(graph.child[edge])
    place = 2 * view + 1 - side
    if target >= 0:
        if stamps[target] >= stamp:
            place = np.int64(-1)
        return target, place
    target = np.int64(graph.ko_node[-1 - target])
    for turn in range(2):
        wall = side if turn == 0 else 1 - side
        at = 4 * target + wall
        if stamps[target] < stamp and (
            _wall_at(store, values, at, t) != _wall_at(store, values, at + 2, t)
        ):
            return target, 2 * view + wall
    return target, np.int64(-1)


@outlined
def _decisive(graph, store, values, stamps, stamp, path, depth, node, side, view, t):
    """Return the edge that decides a question about what a move of `side` brings, or -1.

    Where the mover wants to show a good move it is the one with the best middle, where he has to
    give up all hopes the one with the highest.
    """
    sign = 1 - 2 * side
    place = 4 * node + side
    low = _wall_at(store, values, place, t)
    high = _wall_at(store, values, place + 2, t)
    floor = low if side == 0 else high
    chosen = np.int64(-1)
    best = np.int64(-4 * _HUGE)
    for edge in range(graph.first[STEP * node + side], graph.first[STEP * node + side + 1]):
        target, asked = _asked(graph, store, values, stamps, stamp, np.int64(edge), side, view, t)
        if asked < 0:
            continue
        lower = _after(graph, store, values, np.int64(edge), side, _LOWER, t)
        upper = _after(graph, store, values, np.int64(edge), side, _UPPER, t)
        if lower == upper:
            continue
        hope = upper if side == 0 else lower
        if sign * hope - t <= sign * floor:
            continue
        worth = sign * (lower // 2 + upper // 2) if view == side else sign * hope
        if worth > best:
            on_path = False
            for index in range(depth + 1):
                if path[3 * index] == target:
                    on_path = True
            if not on_path:
                best = worth
                chosen = np.int64(edge)
    return chosen


@outlined
def handed_on(graph, store, values, stamps, stamp, path, depth):
    """Return the question that decides the last one of the path, with node -1 if none does."""
    node = path[3 * depth]
    place = path[3 * depth + 1]
    t = path[3 * depth + 2]
    side = place & 1
    view = place >> 1
    black = _best_after(graph, store, values, node, np.int64(0), view, t)
    white = _best_after(graph, store, values, node, np.int64(1), view, t)
    edge = np.int64(-1)
    if black >= white:
        edge = _decisive(graph, store, values, stamps, stamp, path, depth, node, side, view, t)
    if edge < 0:
        # Where nobody moves, the mast is what it was where the walls met below, in either view.
        asked_at = t
        for turn in range(6):
            if turn < 2:
                t = _joint_before(store, values, node, view, asked_at)
            elif turn < 4:
                t = asked_at
            else:
                t = _joint_before(store, values, node, 1 - view, asked_at)
            mover = side if turn & 1 == 0 else 1 - side
            edge = _decisive(graph, store, values, stamps, stamp, path, depth, node, mover, view, t)
            if edge >= 0:
                side = mover
                break
    if edge < 0:
        return Question(np.int64(-1), np.int64(0), t)
    target, asked = _asked(graph, store, values, stamps, stamp, edge, side, view, t)
    return Question(target, asked, t)


@outlined
def handed_to_part(growth, store, values, stamps, stamp, path, depth):
    """Return the question about a part on which the last one of the path, about a sum, hangs most.

    Its node is -1 if there is none.
    """
    node = path[3 * depth]
    place = path[3 * depth + 1]
    t = path[3 * depth + 2]
    view = place >> 1
    answering = 1 - view
    sign = 1 - 2 * view
    at = growth.parts[node]
    # Whoever moves first does it where that brings most.
    first = np.int64(-1)
    most = np.int64(0)
    if place & 1 != answering:
        for index in range(growth.pool[at]):
            wall = 4 * np.int64(growth.pool[at + 1 + index])
            gain = np.int64(0)
            for each in range(0, 4, 2):
                gain += _wall_at(store, values, wall + each + 1 - answering, t)
                gain -= _wall_at(store, values, wall + each + answering, t)
            if sign * gain > most:
                most = sign * gain
                first = np.int64(index)
    chosen = np.int64(-1)
    asked = np.int64(0)
    most = np.int64(0)
    for index in range(growth.pool[at]):
        part = np.int64(growth.pool[at + 1 + index])
        wall = 1 - answering if index == first else answering
        if growth.state[part] == EXACT or stamps[part] >= stamp:
            continue
        gap = _wall_at(store, values, 4 * part + 2 + wall, t)
        gap -= _wall_at(store, values, 4 * part + wall, t)
        if gap > most:
            on_path = False
            for index_on_path in range(depth + 1):
                if path[3 * index_on_path] == part:
                    on_path = True
            if not on_path:
                most = gap
                chosen = part
                asked = 2 * view + wall
    return Question(chosen, asked, t)


@outlined
def widest(store, values, wall):
    """Return at which time the views of a wall of the root lie farthest apart, -1 if nowhere."""
    low = values.walls[wall]
    high = values.walls[wall + 2]
    if low == high and values.bases[wall] == values.bases[wall + 2]:
        return np.int64(-1)
    if low < 0 or high < 0:
        return np.int64(0)
    best = np.int64(0)
    found = np.int64(0)
    for view in range(2):
        shape = values.walls[wall + 2 * view]
        for piece in range(store.begin[shape], store.begin[shape + 1]):
            t = store.time[piece]
            gap = _wall_at(store, values, wall + 2, t) - _wall_at(store, values, wall, t)
            if gap > best:
                best = gap
                found = t
    return found
