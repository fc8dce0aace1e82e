"""What a network says of nodes: who is asked about, and what becomes of the answers."""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.kernels.playouts import copy_position
from gtpengine.board.points import STRIDE
from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.search.local.kernels.tracking import MOST_REGIONS, sum_of_means
from gtpengine.search.tree.kernels.types import (
    ADVISED,
    ANSWERS,
    ASK_AT,
    COUNT_BITS,
    COUNT_MASK,
    JUDGED,
    JUDGING,
    KOMI,
    NET_POWER,
    NET_SCORE_SCALE,
    NET_SCORE_WEIGHT,
    PRIOR_POWER,
    Q_BEFORE_LAST,
    Q_COLOUR,
    Q_DEPTH,
    Q_LAST,
    Q_NODE,
    Q_PLAYED,
    Q_REST,
    Q_SHARE,
    Q_SPREAD,
    Q_SUM,
    QUEUED,
    QUEUED_UP,
    REST_TEMPO,
    ROOT,
    SCENE,
    TAX,
    TERRITORY,
    TO_MOVE,
    TREE,
    WORKER,
)


@inlined
def sum_with_tempo(scene, worker, colour):
    """Return what the tracked regions count, with the tempo of `colour` there and in the rest."""
    tempo = 0.5 * scene.numbers[REST_TEMPO]
    total = sum_of_means(scene.tables, worker.states, worker.gains, colour, scene.numbers[TAX])
    return total + (tempo if colour == BLACK else -tempo)


@outlined
def enqueue(tree, worker, depth, colour, last, before_last, rest, spread, share, total, played):
    """Put the node at the end of the path into the queue for the network.  Pre: there is room.

    `rest` and `spread` are those of the line so far; the new judgement has that `share` in them.
    The tracked regions count `total`; Black has played so many stones more since the root.
    """
    place = worker.counts[QUEUED]
    worker.counts[QUEUED] = place + 1
    node = worker.path[depth]
    tree.asked[node] |= QUEUED_UP
    row = worker.queue[place]
    row[Q_NODE] = node
    row[Q_COLOUR] = colour
    row[Q_LAST] = last
    row[Q_BEFORE_LAST] = before_last
    row[Q_DEPTH] = depth
    row[Q_PLAYED] = played
    worker.inherited[place, Q_REST] = rest
    worker.inherited[place, Q_SPREAD] = spread
    worker.inherited[place, Q_SHARE] = share
    worker.inherited[place, Q_SUM] = total
    for region in range(MOST_REGIONS):
        worker.held[place, region] = worker.states[region]
    for level in range(depth + 1):
        worker.paths[place, level] = worker.path[level]
    copy_position(pointer_to(worker.boards[place]), pointer_to(worker.board))


@inlined
def judged_value_of(scene, lead, won, centre):
    """Return what a judged lead is worth to Black.

    A judgement has no noise as playouts have, so points count most where they are near the average.
    """
    points = math.atan((lead - centre) / scene.numbers[NET_SCORE_SCALE]) / math.pi
    weight = scene.numbers[NET_SCORE_WEIGHT]
    return (1.0 - weight) * won + weight * (0.5 + points)


@outlined
def judge_line(tree, scene, path, level, area, spread, played):
    """Add a judgement, Black's lead by area, to the nodes of the path down to `level`."""
    root = scene.words[ROOT]
    lead = area - scene.numbers[KOMI]
    if scene.words[TERRITORY] != 0:
        lead -= played
    centre = lead
    if tree.net_visits[root] > 0:
        centre = tree.net_score[root] / tree.net_visits[root]
        if spread > 0 and tree.asked[root] & JUDGED:
            # One spread for all lines: else who is behind looks for positions that are not clear
            # to the network instead of good ones.
            spread = np.float64(tree.spread[root])
    won = 1.0 / (1.0 + math.exp(-max(-500.0, min(500.0, lead / max(spread, 0.1)))))
    value = judged_value_of(scene, lead, won, centre)
    colour = scene.words[TO_MOVE]
    for place in range(level + 1):
        node = path[place]
        tree.net_visits[node] += 1
        tree.net_value[node] += 1.0 - value if colour == BLACK else value
        tree.net_score[node] += lead
        tree.net_wins[node] += won
        colour = BLACK + WHITE - colour


@kernel(
    types.void(
        TREE,
        SCENE,
        WORKER,
        types.int64,
        types.float32[::1],
        types.float32[::1],
        types.float64,
        types.float64,
    )
)
def absorb(tree, scene, worker, place, moves, owners, area, spread):
    """Give a queued node the network's priors and, if it is to judge, the rest of the board.

    Where nodes are asked about at once (ASK_AT is 1), the judgement is added to their path.

    `moves` are chances, `owners` whose each point will be, `area` is Black's lead by
    area at the end and `spread` the scale of its logistic distribution. A prior becomes a product
    of powers of the two that there are; what the rules forbid stays forbidden, and a pass keeps the
    share that it has: records end where nobody played on, which is no reason to stop looking.
    """
    numbers = scene.numbers
    tables = scene.tables
    node = worker.queue[place, Q_NODE]
    if not tree.asked[node] & ADVISED:
        packed = tree.children[node]
        first = packed >> COUNT_BITS
        count = packed & COUNT_MASK
        total = 0.0
        left = 1.0
        for child in range(first, first + count):
            move = np.int64(tree.move[child])
            if tree.prior[child] < 0:
                continue
            if move < STRIDE:
                left -= tree.prior[child]
                continue
            chance = np.float64(moves[move])
            own = max(np.float64(tree.prior[child]), 1e-6) ** numbers[PRIOR_POWER]
            prior = own * max(chance, 1e-6) ** numbers[NET_POWER]
            tree.prior[child] = prior
            total += prior
        if total > 0:
            for child in range(first, first + count):
                if tree.prior[child] > 0 and tree.move[child] >= STRIDE:
                    tree.prior[child] *= left / total
    worker.counts[ANSWERS] += 1
    if scene.words[JUDGING] == 0:
        tree.asked[node] = (tree.asked[node] & JUDGED) | ADVISED
        return
    rest = area
    if len(tables.roots):
        for point in range(STRIDE, len(tables.region_at)):
            region = np.int64(tables.region_at[point])
            if region >= 0 and worker.held[place, region] >= 0:
                rest -= owners[point]
    tempo = 0.5 * numbers[REST_TEMPO]
    rest -= tempo if worker.queue[place, Q_COLOUR] == BLACK else -tempo
    share = worker.inherited[place, Q_SHARE]
    tree.rest[node] = share * rest + (1.0 - share) * worker.inherited[place, Q_REST]
    tree.spread[node] = share * spread + (1.0 - share) * worker.inherited[place, Q_SPREAD]
    tree.asked[node] = JUDGED | ADVISED
    if scene.words[ASK_AT] == 1:
        judge_line(
            tree,
            scene,
            worker.paths[place],
            worker.queue[place, Q_DEPTH],
            np.float64(tree.rest[node]) + worker.inherited[place, Q_SUM],
            np.float64(tree.spread[node]),
            worker.queue[place, Q_PLAYED],
        )


@kernel(types.void(TREE, WORKER))
def withdraw(tree, worker):
    """Empty the queue; its nodes may be asked about again."""
    for place in range(worker.counts[QUEUED]):
        tree.asked[worker.queue[place, Q_NODE]] &= ~QUEUED_UP
    worker.counts[QUEUED] = 0


@kernel(types.void(TREE, types.int64))
def forget_rests(tree, nodes):
    """Forget what the rest of the board counts at every node: the regions are other ones now."""
    for node in range(nodes):
        tree.asked[node] &= ADVISED
