"""Giving a leaf its children, and the copy of a subtree into a pool of its own."""

import numpy as np
from numba import types

from gtpengine.board.kernels.stones import is_own_eye
from gtpengine.board.layout import HEIGHT, WIDTH
from gtpengine.board.points import PASS, STRIDE
from gtpengine.evaluation.kernels.priors import priors_of
from gtpengine.jit import kernel, outlined, pointer_to
from gtpengine.search.montecarlo.kernels.types import (
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


@kernel(types.boolean(TREE, SCENE, WORKER, types.int64, types.int64, types.int64, types.int64))
def expand(tree, scene, worker, node, colour, last, before_last):
    """Give `node` its children: the best legal moves that fill no own eye, a pass or coupon.

    Returns whether there was room for them.  Pre: the worker's board shows the node's position.
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
