"""Giving a leaf its children, and the copy of a subtree into a pool of its own."""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK
from gtpengine.board.kernels.stones import is_own_eye
from gtpengine.board.layout import HEIGHT, WIDTH
from gtpengine.board.points import PASS, STRIDE
from gtpengine.evaluation.kernels.priors import priors_of
from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.search.local.kernels.tracking import TABLES
from gtpengine.search.tree.kernels.types import (
    COUNT_BITS,
    COUNT_MASK,
    COUPON,
    END_NODE,
    LAYERS,
    MOST_MOVES,
    NEXT_NODE,
    OTHER_SHARE,
    SCENE,
    TREE,
    WORKER,
)

# Classes of moves by what the tables say: see `class_of`.
ELSEWHERE, INFERIOR, ANSWER, HOTTEST, NEAR_HOTTEST, COOLER, COOL, COLD = range(8)
TABLE_CLASSES = 8
GAPS = (0.25, 1.0, 2.0, 4.0)  # points below the hottest region, by class from HOTTEST on


@inlined
def class_of(tables, states, region, point, side, last_region, ambient):
    """Return what a move of a region is by its table: the best one there, and how hot, or not.

    ANSWER is the best move where the last one was made, if nothing else is hotter.  Pre: the
    region's state is a node.
    """
    node = np.int64(states[region])
    if tables.best[2 * node + side] != point:
        return np.int64(INFERIOR)
    gap = ambient - tables.heat[node]
    if region == last_region and gap <= GAPS[0]:
        return np.int64(ANSWER)
    place = np.int64(HOTTEST)
    for limit in GAPS:
        place += np.int64(gap > limit)
    return place


@kernel(
    types.void(
        TABLES,
        types.int32[::1],
        types.float32[::1],
        types.int64,
        types.int64,
        types.int64[::1],
        types.int64,
        types.float32[::1],
    )
)
def weigh_by_tables(tables, states, gammas, colour, last_region, points, count, strengths):
    """Multiply the strengths of moves by the gammas of their classes."""
    ambient = np.float32(0.0)
    for region in range(len(tables.roots)):
        if states[region] >= 0:
            ambient = max(ambient, tables.heat[states[region]])
    side = np.int64(colour != BLACK)
    for index in range(count):
        point = points[index]
        region = np.int64(tables.region_at[point])
        place = np.int64(ELSEWHERE)
        if region >= 0 and states[region] >= 0:
            place = class_of(tables, states, region, point, side, last_region, ambient)
        strengths[index] *= gammas[place]


@outlined
def sort_moves(points, strengths, count):
    """Put the strongest moves first; equal ones stay by point, whatever their order was."""
    gap = count // 2
    while gap > 0:
        for index in range(gap, count):
            point = points[index]
            strength = strengths[index]
            place = index
            while place >= gap and (
                strengths[place - gap] < strength
                or (strengths[place - gap] == strength and points[place - gap] > point)
            ):
                points[place] = points[place - gap]
                strengths[place] = strengths[place - gap]
                place -= gap
            points[place] = point
            strengths[place] = strength
        gap //= 2


@kernel(
    types.boolean(
        TREE, SCENE, WORKER, types.int64, types.int64, types.int64, types.int64, types.int64
    )
)
def expand(tree, scene, worker, node, colour, last, before_last, region):
    """Give `node` its children: the best legal moves that fill no own eye, a pass or coupon.

    Returns whether there was room for them. `region` is that of the last move.  Pre: the worker's
    board and states show the node's position.
    """
    board = pointer_to(worker.board)
    points = worker.points
    strengths = worker.strengths
    priors_of(worker.board, scene.weights, colour, last, before_last, strengths)
    count = 0
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            strength = strengths[point]
            # The list is written behind the place that is read.
            if strength > 0 and not is_own_eye(board, point, colour):
                points[count] = point
                strengths[count] = strength
                count += 1
    if len(scene.tables.roots):
        weigh_by_tables(
            scene.tables,
            worker.states,
            scene.table_gammas,
            colour,
            region,
            points,
            count,
            strengths,
        )
    sort_moves(points, strengths, count)
    total = 0.0
    for index in range(count):
        total += strengths[index]
    count = min(count, scene.words[MOST_MOVES])
    if worker.room[NEXT_NODE] + count + 1 > worker.room[END_NODE]:
        return False
    other_share = scene.numbers[OTHER_SHARE]
    first = worker.room[NEXT_NODE]
    worker.room[NEXT_NODE] = first + count + 1
    # Where the pass or coupon stands among the moves, by its prior.
    place = 0
    while place < count and (1.0 - other_share) * strengths[place] / total > other_share:
        place += 1
    for index in range(count + 1):
        child = first + index
        if index == place:
            tree.move[child] = COUPON if scene.words[LAYERS] >= 0 else PASS
            tree.prior[child] = other_share
        else:
            source = index - np.int64(index > place)
            tree.move[child] = points[source]
            tree.prior[child] = (1.0 - other_share) * strengths[source] / total
        tree.visits[child] = 0
        tree.value[child] = 0.0
        tree.score[child] = 0.0
        tree.wins[child] = 0.0
        tree.rave_visits[child] = 0
        tree.rave_value[child] = 0.0
        tree.children[child] = 0
        tree.asked[child] = 0
        tree.net_visits[child] = 0
        tree.net_value[child] = 0.0
        tree.net_score[child] = 0.0
        tree.net_wins[child] = 0.0
    tree.children[node] = (first << COUNT_BITS) | (count + 1)
    return True


@kernel(types.int64(TREE, types.int64, TREE, types.int64[::1]))
def copy_subtree(source, root, target, origins):
    """Make the subtree of `root` the tree of `target`; return its nodes.

    A node whose children do not fit any more becomes a leaf.  Scratch: origins, as long as target.
    """
    origins[0] = root
    used = 1
    node = 0
    while node < used:
        origin = origins[node]
        target.move[node] = source.move[origin]
        target.visits[node] = source.visits[origin]
        target.value[node] = source.value[origin]
        target.score[node] = source.score[origin]
        target.wins[node] = source.wins[origin]
        target.rave_visits[node] = source.rave_visits[origin]
        target.rave_value[node] = source.rave_value[origin]
        target.prior[node] = source.prior[origin]
        target.asked[node] = source.asked[origin]
        target.net_visits[node] = source.net_visits[origin]
        target.net_value[node] = source.net_value[origin]
        target.net_score[node] = source.net_score[origin]
        target.net_wins[node] = source.net_wins[origin]
        target.rest[node] = source.rest[origin]
        target.spread[node] = source.spread[origin]
        packed = source.children[origin]
        first = packed >> COUNT_BITS
        count = packed & COUNT_MASK
        if count and used + count <= len(target.move):
            target.children[node] = (used << COUNT_BITS) | count
            for index in range(count):
                origins[used + index] = first + index
            used += count
        else:
            target.children[node] = 0
        node += 1
    return used
