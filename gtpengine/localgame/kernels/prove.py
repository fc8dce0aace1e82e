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
from gtpengine.localgame.kernels.questions import Question, handed_on, handed_to_part, widest
from gtpengine.localgame.kernels.solve import agrees
from gtpengine.localgame.kernels.walls import PIECES, SHAPES, STORE, store_of

FULL, CLOSED, PAUSED, STUCK = 0, 1, 2, 3
# Places in `setting`.
STRIDE, ENOUGH, STAMP, TURN, OPENINGS, WOKEN, SUMS, RESUMED = range(8)
SETTINGS = 8
DEEPEST = 120
RARELY = 6  # such questions are all asked again after one opening for 2 ** RARELY positions
LONGEST = 14  # a question that led nowhere so often is let alone for 2 ** LONGEST openings
PATH = 3 * (DEEPEST + 2)


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
    moves, path, and kept between calls: until when questions are let alone, when a
    node was last computed, and how often questions there led nowhere.
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
    # At most three quarters of the table are to be in use.
    sizes = (min(state_array.size, 3 * table.size // 4), child.size, ko_node.size, pool.size)
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
            if setting[RESUMED]:
                # The last call ended on the way: `path` still says where.
                depth = setting[RESUMED] - 1
                setting[RESUMED] = 0
            else:
                t = widest(store, values, wall)
                if t < 0:
                    continue
                depth = np.int64(0)
                path[0] = 0
                path[1] = 2 * view + wall
                path[2] = t
            while True:
                if not _has_room(sizes, counts, store):
                    setting[RESUMED] = depth + 1
                    return FULL
                if setting[OPENINGS] >= last:
                    # One question can open any number of positions.
                    setting[RESUMED] = depth + 1
                    return PAUSED
                node = path[3 * depth]
                changed = False
                opens = state[node] == OPEN
                if not opens and seen[node] != setting[STAMP]:
                    seen[node] = setting[STAMP]
                    changed = _evaluate(graph, growth, store, values, node)
                question = Question(np.int64(-1), np.int64(0), np.int64(0))
                if not changed and growth.parts[node] and state[node] != EXACT and depth < DEEPEST:
                    question = handed_to_part(
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
                    question = handed_on(graph, store, values, stamps, setting[STAMP], path, depth)
                if question.node < 0:
                    pause = np.int64(1) << fails[node] if depth else np.int64(1)
                    fails[node] = min(fails[node] + 1, LONGEST)
                    stamps[node] = setting[STAMP] + pause - 1
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
