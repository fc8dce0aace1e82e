"""The kernel that grows a local graph only where the value of its root hangs on it.

Every position has a lower and an upper pair of walls. Those of an open one, which has no options
yet, are what `sure_points` leaves to each player. A question is one wall of one
position in one view at one temperature: can it be moved towards the other view? It is handed on
to the option that decides it, from the root down to an open position, which then gets its options.
On the way back walls are computed anew as far as they change. A question about a position that has
fallen apart goes to a part first, and only where no part helps the sum is opened itself.

Which positions to open is a guess; every wall is a bound all the time, for it is computed from
bounds. Where no question leads on (a loop), proof.py computes all walls from nothing by solve.py.
"""

from collections import namedtuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.localgame.kernels.bits import SUMMAND
from gtpengine.localgame.kernels.evaluate import (
    AGAINST,
    Graph,
    Values,
    evaluate_node,
)
from gtpengine.localgame.kernels.expand import EDGES, KEY_WORDS, KOS, NODES, ROOM
from gtpengine.localgame.kernels.opening import (
    EXACT,
    NEW,
    OPEN,
    OPENED,
    POOL,
    STEP,
    SUMMED,
    VALUES,
    Growth,
    add_up,
    narrow,
    narrow_kos,
    open_node,
)
from gtpengine.localgame.kernels.solve import agrees
from gtpengine.localgame.kernels.walls import PIECES, SCALE, SHAPES, STORE, store_of

FULL, CLOSED, PAUSED, STUCK = 0, 1, 2, 3
# Places in `setting`.
STRIDE, ENOUGH, STAMP, TURN, OPENINGS, WOKEN, SUMS = range(7)
SETTINGS = 7
DEEPEST = 120
RARELY = 6  # such questions are all asked again after one opening for 2 ** RARELY positions
LONGEST = 14  # a question that led nowhere so often is let alone for 2 ** LONGEST openings
PATH = 3 * (DEEPEST + 2)
_HUGE = 1 << 60
_LOWER, _UPPER = np.int64(0), np.int64(1)

Question = namedtuple("Question", ["node", "place", "time"])


@outlined
def _evaluate(graph, growth, store, free_values, node):
    """Compute all walls of an opened node anew, never wider; return whether one changed."""
    changed = False
    place = 4 * node
    state = growth.state
    if growth.parts[node]:
        changed = add_up(growth, store, free_values, node)
    if state[node] != OPENED:
        return changed
    values = free_values
    if growth.keys[node * KEY_WORDS] & SUMMAND:
        values = Values(
            values.walls, values.bases, values.ko_walls, values.ko_bases, np.int64(AGAINST)
        )
    for view in range(2):
        narrow_kos(graph, store, values, node, np.int64(view))
        at = place + 2 * view
        left = values.walls[at]
        right = values.walls[at + 1]
        base_l = values.bases[at]
        base_r = values.bases[at + 1]
        if evaluate_node(graph, store, values, node, np.int64(view)):
            if narrow(store, values, at, left, base_l):
                changed = True
            if narrow(store, values, at + 1, right, base_r):
                changed = True
    if changed and agrees(values, node):
        state[node] = EXACT
    return changed


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
        if stamps[4 * target + place] >= stamp:
            place = np.int64(-1)
        return target, place
    target = np.int64(graph.ko_node[-1 - target])
    for turn in range(2):
        wall = side if turn == 0 else 1 - side
        at = 4 * target + wall
        if stamps[at + 2 * view] < stamp and (
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
def _handed_on(graph, store, values, stamps, stamp, path, depth):
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
def _handed_to_part(growth, store, values, stamps, stamp, path, depth):
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
        if growth.state[part] == EXACT or stamps[4 * part + 2 * view + wall] >= stamp:
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
def _widest(store, values, wall):
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


@inlined
def _has_room(growth_sizes, counts, store):
    return (
        counts[NODES] + NEW <= growth_sizes[0]
        and counts[EDGES] + ROOM <= growth_sizes[1]
        and counts[KOS] + ROOM <= growth_sizes[2]
        and counts[POOL] + NEW <= growth_sizes[3]
        and store.counts[SHAPES] < store.shape_room
        and store.counts[PIECES] + 400 <= store.piece_room
    )


_GRAPH = types.Tuple(
    (types.int64[::1], types.int32[::1], types.int64[::1], types.int32[::1], types.int32[::1],
     types.int8[::1], types.int8[::1], types.int32[::1], types.int8[::1], types.int8[::1],
     types.int32[::1], types.int32[::1])
)  # fmt: skip
_WORK = types.Tuple(
    (types.int64[::1], types.int64[::1], types.int32[::1], types.int32[::1], types.int8[::1])
)


@kernel(types.int64(_GRAPH, STORE, VALUES, _WORK, types.int64[::1], types.int64[::1]))
def prove(graph_arrays, store_arrays, value_arrays, work_arrays, setting, wanted):
    """Open nodes until the root's views agree (CLOSED), ENOUGH were (PAUSED) or room lacks (FULL).

    STUCK: no question leads to an open node. The nodes `wanted` are opened first, whatever the
    questions say. `graph_arrays` are keys, table, counts, first (STEP for each node), child,
    offset, point, ko_node, ko_point, state, parts and their pool; `work_arrays` scratch: found
    moves, path, and kept between calls: until when questions are let alone (4 for each node), when
    a node was last computed, and how often questions there led nowhere.
    """
    keys, table, counts, first, child, offset, point, ko_node, ko_point, state_array = graph_arrays[
        :10
    ]
    parts, pool = graph_arrays[10:]
    walls, bases, ko_walls, ko_bases = value_arrays
    stride = setting[STRIDE]
    state = pointer_to(state_array)
    path = pointer_to(work_arrays[1])
    stamps = pointer_to(work_arrays[2])
    seen = pointer_to(work_arrays[3])
    fails = pointer_to(work_arrays[4])
    growth = Growth(
        pointer_to(keys), pointer_to(table), table.size - 1, pointer_to(counts),
        pointer_to(first), pointer_to(child), pointer_to(offset), pointer_to(point),
        pointer_to(ko_node), pointer_to(ko_point), state, pointer_to(work_arrays[0]), stride,
        pointer_to(parts), pointer_to(pool), setting[SUMS],
    )  # fmt: skip
    graph = Graph(
        growth.keys, growth.first, growth.child, growth.offset, growth.point, growth.ko_node,
        growth.ko_point, stride, np.int64(STEP),
    )  # fmt: skip
    store = store_of(store_arrays)
    values = Values(
        pointer_to(walls), pointer_to(bases), pointer_to(ko_walls), pointer_to(ko_bases),
        np.int64(0),
    )  # fmt: skip
    sizes = (state_array.size, child.size, ko_node.size, pool.size)
    for index in range(wanted.size):
        if not _has_room(sizes, counts, store):
            return FULL
        node = wanted[index]
        if state[node] == OPEN or state[node] == SUMMED:
            open_node(growth, store, values, node)
            _evaluate(graph, growth, store, values, node)
            setting[STAMP] += 1
    last = setting[OPENINGS] + setting[ENOUGH]
    while setting[OPENINGS] < last:
        if state[0] == EXACT:
            return CLOSED
        answered = False
        for turn in range(4):
            wall = (setting[TURN] + turn) & 1
            view = ((setting[TURN] + turn) >> 1) & 1
            t = _widest(store, values, wall)
            if t < 0:
                continue
            depth = np.int64(0)
            path[0] = 0
            path[1] = 2 * view + wall
            path[2] = t
            while True:
                if not _has_room(sizes, counts, store):
                    return FULL
                node = path[3 * depth]
                changed = False
                opens = state[node] == OPEN
                if not opens and seen[node] != setting[STAMP]:
                    seen[node] = setting[STAMP]
                    changed = _evaluate(graph, growth, store, values, node)
                question = Question(np.int64(-1), np.int64(0), np.int64(0))
                if not changed and growth.parts[node] and state[node] != EXACT and depth < DEEPEST:
                    question = _handed_to_part(
                        growth, store, values, stamps, setting[STAMP], path, depth
                    )
                    opens = question.node < 0 and state[node] == SUMMED
                if opens:
                    open_node(growth, store, values, node)
                    _evaluate(graph, growth, store, values, node)
                    setting[STAMP] += 1
                    setting[OPENINGS] += 1
                    changed = True
                if changed:
                    # Up again, as far as something changes.
                    answered = True
                    fails[node] = 0
                    while depth > 0 and changed:
                        depth -= 1
                        seen[path[3 * depth]] = setting[STAMP]
                        changed = _evaluate(graph, growth, store, values, path[3 * depth])
                        if changed:
                            fails[path[3 * depth]] = 0
                    if depth == 0:
                        break
                    continue
                if question.node < 0 and state[node] == OPENED and depth < DEEPEST:
                    question = _handed_on(graph, store, values, stamps, setting[STAMP], path, depth)
                if question.node < 0:
                    pause = np.int64(1) << fails[node] if depth else np.int64(1)
                    fails[node] = min(fails[node] + 1, LONGEST)
                    stamps[4 * node + path[3 * depth + 1]] = setting[STAMP] + pause - 1
                    if depth == 0:
                        break
                    depth -= 1
                    continue
                depth += 1
                path[3 * depth] = question.node
                path[3 * depth + 1] = question.place
                path[3 * depth + 2] = question.time
            if answered:
                break
        setting[TURN] += 1
        if not answered:
            if state[0] == EXACT:
                return CLOSED
            if setting[OPENINGS] - setting[WOKEN] <= counts[NODES] >> RARELY:
                return STUCK
            # Now all questions are asked that were let alone for a while.
            setting[STAMP] += 1 << LONGEST
            setting[WOKEN] = setting[OPENINGS]
    return PAUSED
