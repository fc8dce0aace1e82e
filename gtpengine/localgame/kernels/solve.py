"""The kernel that evaluates a local graph: walls of every position, kos and other loops included.

Outside loops a node is evaluated once; inside, both views (see evaluate.py) are iterated until
nothing changes.
"""

from collections import namedtuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.localgame.kernels.evaluate import (
    Graph,
    Values,
    evaluate_kos,
    evaluate_node,
    score_of,
)
from gtpengine.localgame.kernels.walls import PIECES, SHAPES, STORE, Store

STORE_FULL, DONE, PAUSED = 0, 1, 2
LOWER, UPPER = np.int64(0), np.int64(1)  # views, typed for the sake of one copy of each helper
# Places in `setting`. The last four say where inside a loop the work was interrupted.
STRIDE, RULES, SWEEPS, PARTS, NEXT, ENOUGH, VIEW, ROUND, PLACE, CHANGED = range(10)
SETTINGS = 10
CHUNK = 1 << 12  # nodes of a loop between two looks at how many evaluations are enough
# Places in `report`.
LOOPS, LOOP_NODES, EVALUATIONS, CUT_SHORT = 0, 1, 2, 3

Part = namedtuple("Part", ["nodes", "start", "stop"])


@outlined
def sweep(graph, store, values, known, order, view):
    """Compute all walls of the nodes in `order` once in one view; return whether one changed.

    Nodes that are known keep their own walls, but their ko captures have walls too.
    """
    changed = False
    for place in range(order.start, order.stop):
        node = np.int64(order.nodes[place])
        if evaluate_kos(graph, store, values, node, view):
            changed = True
        if known[node] == 0 and evaluate_node(graph, store, values, node, view):
            changed = True
    return changed


@inlined
def agrees(values, node):
    """Tell whether the two views of a node are the same."""
    place = 4 * node
    for wall in range(2):
        if (
            values.walls[place + wall] < 0
            or values.walls[place + wall] != values.walls[place + 2 + wall]
            or values.bases[place + wall] != values.bases[place + 2 + wall]
        ):
            return False
    return True


@kernel(
    types.int64(
        types.Tuple(
            (types.int64[::1], types.int32[::1], types.int32[::1], types.int8[::1],
             types.int8[::1], types.int32[::1], types.int8[::1])
        ),
        types.Tuple((types.int32[::1], types.int32[::1])),
        STORE,
        types.Tuple(
            (types.int32[::1], types.int16[::1], types.int32[::1], types.int16[::1],
             types.int8[::1])
        ),
        types.int64[::1],
        types.int64[::1],
    )
)  # fmt: skip
def solve(graph_arrays, order_arrays, store_arrays, value_arrays, setting, report_array):
    """Evaluate all nodes that `known` does not mark, component by component.

    `setting` is stride, rules, sweeps per loop, number of components, the component to begin with,
    how many evaluations are enough for this call, and the place inside that component (zeros: its
    begin); component and place are moved on, so that calling again goes on. The last of
    `value_arrays` is `known`: 1 for nodes whose walls are final already; nodes that turn out exact
    get marked there. Returns DONE, PAUSED or STORE_FULL.
    """
    keys, first, child, offset, point, ko_node, ko_point = graph_arrays
    counts, begin, time, value, slope, least, greatest, table, memo_key, memo_wall, scratch = (
        store_arrays
    )
    walls, bases, ko_walls, ko_bases, known_array = value_arrays
    order = pointer_to(order_arrays[0])
    part = pointer_to(order_arrays[1])
    known = pointer_to(known_array)
    report = pointer_to(report_array)
    graph = Graph(
        pointer_to(keys), pointer_to(first), pointer_to(child), pointer_to(offset),
        pointer_to(point), pointer_to(ko_node), pointer_to(ko_point), setting[STRIDE], np.int64(2),
    )  # fmt: skip
    store = Store(
        pointer_to(counts), pointer_to(begin), pointer_to(time), pointer_to(value),
        pointer_to(slope), pointer_to(least), pointer_to(greatest), pointer_to(table),
        table.size - 1, pointer_to(memo_key), pointer_to(memo_wall), memo_key.size - 1,
        pointer_to(scratch), begin.size - 4, time.size,
    )  # fmt: skip
    values = Values(
        pointer_to(walls), pointer_to(bases), pointer_to(ko_walls), pointer_to(ko_bases),
        setting[RULES],
    )  # fmt: skip
    sweeps = setting[SWEEPS]
    enough = report[EVALUATIONS] + setting[ENOUGH]
    start = part[setting[NEXT] - 1] if setting[NEXT] else 0
    for index in range(setting[NEXT], setting[PARTS]):
        stop = part[index]
        node = np.int64(order[start])
        if stop == start + 1:
            if known[node] == 0:
                exact = True
                captures = False
                for edge in range(graph.first[2 * node], graph.first[2 * node + 2]):
                    other = graph.child[edge]
                    if other < 0:
                        captures = True
                        other = graph.ko_node[-1 - other]
                    if known[other] != 1:
                        exact = False
                if captures:
                    # A ko that is no loop leads to an open node.
                    for view in range(2):
                        evaluate_kos(graph, store, values, node, np.int64(view))
                evaluate_node(graph, store, values, node, LOWER)
                report[EVALUATIONS] += 1
                if exact:
                    for wall in range(2):
                        walls[4 * node + 2 + wall] = walls[4 * node + wall]
                        bases[4 * node + 2 + wall] = bases[4 * node + wall]
                else:
                    evaluate_node(graph, store, values, node, UPPER)
                    report[EVALUATIONS] += 1
                if agrees(values, node):
                    known[node] = 1
        else:
            while setting[VIEW] < 2:
                begin_at = start + setting[PLACE]
                end_at = min(begin_at + CHUNK, stop)
                chunk = Part(order, begin_at, end_at)
                if sweep(graph, store, values, known, chunk, setting[VIEW]):
                    setting[CHANGED] = 1
                report[EVALUATIONS] += end_at - begin_at
                setting[PLACE] = end_at - start
                if end_at == stop:
                    setting[PLACE] = 0
                    setting[ROUND] += setting[CHANGED]
                    if setting[CHANGED] == 0 or setting[ROUND] == sweeps:
                        report[CUT_SHORT] += setting[CHANGED]
                        setting[VIEW] += 1
                        setting[ROUND] = 0
                    setting[CHANGED] = 0
                if report[EVALUATIONS] >= enough and setting[VIEW] < 2:
                    setting[NEXT] = index
                    return PAUSED
            setting[VIEW] = 0
            report[LOOPS] += 1
            report[LOOP_NODES] += stop - start
            for place in range(start, stop):
                node = np.int64(order[place])
                if known[node] == 0 and agrees(values, node):
                    known[node] = 1
        if counts[SHAPES] >= store.shape_room or counts[PIECES] + 200 > store.piece_room:
            setting[NEXT] = index
            return STORE_FULL
        start = stop
        if report[EVALUATIONS] >= enough:
            setting[NEXT] = index + 1
            return PAUSED
    setting[NEXT] = setting[PARTS]
    return DONE


@kernel(types.int64(types.int64[::1], types.int64, types.int64))
def node_score(keys, node, stride):
    """Return `score_of` a node, for Python."""
    return score_of(pointer_to(keys), node, stride)
