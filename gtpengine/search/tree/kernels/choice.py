"""Which child of a node a line goes on with."""

import math

import numpy as np

from gtpengine.jit import inlined, outlined
from gtpengine.search.tree.kernels.types import (
    ADVISED,
    COUNT_BITS,
    COUNT_MASK,
    FAVOUR,
    FAVOURED,
    FIRST_PLAY_LOSS,
    FORCED,
    JUDGED,
    MOST_FAVOURED,
    NET_GAMES,
    NET_SCORE_SCALE,
    NET_SCORE_WEIGHT,
    NET_SHARE,
    POLICY_POINTS,
    PRIOR_GAMES,
    RAVE_EQUIVALENCE,
    WIDENING_BASE,
    WIDENING_GROWTH,
)


@outlined
def best_child(tree, scene, node, exploration):
    """Return the child to visit next, -1 if there is none that the rules allow."""
    numbers = scene.numbers
    packed = tree.children[node]
    first = packed >> COUNT_BITS
    count = packed & COUNT_MASK
    visits = tree.visits[node]
    root = math.sqrt(visits)
    width = min(count, np.int64(numbers[WIDENING_BASE] + numbers[WIDENING_GROWTH] * root))
    games = numbers[PRIOR_GAMES]
    equivalence = numbers[RAVE_EQUIVALENCE]
    start = 0.5
    if visits > 1:
        start = 1.0 - tree.value[node] / (visits - 1)
    mean = start
    start = games * (start - numbers[FIRST_PLAY_LOSS])
    factor = exploration * root
    net_share = 0.0
    net_games = numbers[NET_GAMES]
    shift = 0.0
    judged_mean = 0.0
    slope = 0.0
    top = 1.0
    if tree.net_visits[node] > 0:
        net_share = numbers[NET_SHARE]
        judged_mean = 1.0 - tree.net_value[node] / tree.net_visits[node]
        shift = judged_mean - mean
    if tree.asked[node] & ADVISED:
        width = count
        if numbers[POLICY_POINTS] > 0 and tree.asked[node] & JUDGED:
            won = tree.net_wins[node] / max(1, tree.net_visits[node])
            weight = numbers[NET_SCORE_WEIGHT]
            slope = weight / (math.pi * numbers[NET_SCORE_SCALE])
            slope += (1.0 - weight) * won * (1.0 - won) / max(1.0, np.float64(tree.spread[node]))
            slope *= numbers[POLICY_POINTS]
            top = 1e-6
            for child in range(first, first + count):
                top = max(top, np.float64(tree.prior[child]))
    best = np.int64(-1)
    best_value = -1e9
    index = 0
    while index < count and (index < width or best < 0):
        child = first + index
        index += 1
        prior = tree.prior[child]
        if prior < 0:
            continue
        seen = tree.visits[child]
        value = (tree.value[child] + start) / (seen + games)
        amaf = tree.rave_visits[child]
        if amaf > 0 and equivalence > 0:
            share = amaf / (amaf + seen + amaf * seen / equivalence)
            value += share * (tree.rave_value[child] / amaf - value)
        if net_share > 0:
            # A move that the network has not seen differs from its node as the playouts say: what
            # they have found is not drowned by a judgement of the node.
            expected = value + shift
            if slope > 0:
                # The network's own choice of moves says how much it expects of them.
                expected = judged_mean + slope * math.log(max(np.float64(prior), 1e-5) / top)
            expected *= net_games
            judged = (tree.net_value[child] + expected) / (tree.net_visits[child] + net_games)
            value += net_share * (judged - value)
        value += factor * prior / (1 + seen)
        if value > best_value:
            best_value = value
            best = child
    return best


@inlined
def due_child(tree, scene, root):
    """Return a child of the root that has less than the share that is due to it, -1 if none.

    Its visit is counted as a forced one.
    """
    for place in range(MOST_FAVOURED):
        child = scene.words[FAVOURED + place]
        least = scene.numbers[FAVOUR + place] * tree.visits[root]
        if child >= 0 and tree.prior[child] >= 0 and tree.visits[child] < least:
            scene.words[FORCED + place] += 1
            return child
    return np.int64(-1)
