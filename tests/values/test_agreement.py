"""Four derivations, one answer, on more than 10,000 random games.

Thermographs with fractions, the kernel's integers, the stops of cooled canonical forms, and plain
minimax play of the game beside a stack of coupons. The fifth, M-T search, is compared in
tests/search.
"""

import random
from fractions import Fraction

import numpy as np
import pytest

from gtpengine.values import bulk
from gtpengine.values.cooling import cooled
from gtpengine.values.games import canonical, to_graph
from gtpengine.values.games import values as game_values
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.thermograph import thermographs
from tests.values.samples import random_graph

pytestmark = pytest.mark.slow

SPREAD = 8


def tree_leaves(rng: random.Random, depth: int) -> tuple[list[int], int, int]:
    """Return the leaves of a random binary tree in which no position is cold, and its stops."""
    if depth == 0:
        leaf = rng.randint(-SPREAD, SPREAD)
        return [leaf], leaf, leaf
    while True:
        left, _, left_stop = tree_leaves(rng, depth - 1)
        right, right_stop, _ = tree_leaves(rng, depth - 1)
        if left_stop >= right_stop:
            return left + right, left_stop, right_stop


def forest(leaves: np.ndarray) -> GameGraph:
    """Return one graph with a complete binary tree per row of leaves; their roots come first."""
    count, width = leaves.shape
    nodes = []
    # Level by level: all nodes of a level of all trees, then the next.
    offset = 0
    size = 1
    while size < width:
        below = offset + count * size
        nodes += [
            Node("", None, (Option(below + 2 * i),), (Option(below + 2 * i + 1),))
            for i in range(count * size)
        ]
        offset, size = below, 2 * size
    nodes += [Node("", Fraction(int(leaf))) for leaf in leaves.reshape(-1)]
    return GameGraph(tuple(nodes))


def coupon_play(leaves: np.ndarray, per_point: int, top: int) -> tuple[np.ndarray, np.ndarray]:
    """Play all trees beside coupons of 1, 2, ..., top units; a point is `per_point` units.

    Returns, for k = 0 ... top, what Left gets if Left or Right moves first and the k smallest
    coupons are there, minus the first player's share of the coupons alone.
    """
    scaled = leaves * per_point
    layers = []  # per level from the leaves up: (Left first, Right first) one coupon earlier
    left_first, right_first = [], []
    share = 0
    for k in range(top + 1):
        share = k - share
        now = [(scaled + share, scaled - share)]
        for level in range(1, leaves.shape[1].bit_length()):
            below_left, below_right = now[-1]
            left = below_right[:, 0::2]
            right = below_left[:, 1::2]
            if k:
                before_left, before_right = layers[level]
                left = np.maximum(left, k + before_right)
                right = np.minimum(right, -k + before_left)
            now.append((left, right))
        layers = now
        left_first.append(now[-1][0][:, 0] - share)
        right_first.append(now[-1][1][:, 0] + share)
    return np.array(left_first), np.array(right_first)


@pytest.mark.parametrize(("depth", "count"), [(1, 1_000), (2, 8_000), (3, 1_000)])
def test_trees(depth, count):
    rng = random.Random(70 + depth)
    leaves = np.array([tree_leaves(rng, depth)[0] for _ in range(count)])
    graph = forest(leaves)
    exact = thermographs(graph)
    fast = bulk.from_graph(graph)
    games = game_values(graph)
    # All corners of a tree of this depth are multiples of a grain, and coupons much finer.
    grain = Fraction(1, 2**depth)
    fineness = 8
    per_point = 2**depth * fineness
    left_play, right_play = coupon_play(leaves, per_point, 2 * SPREAD * per_point)
    for index in range(count):
        found = exact[index]
        assert found.left == fast.left_wall(index)
        assert found.right == fast.right_wall(index)
        assert found.temperature == fast.temperature_of(index)
        text = str(leaves[index])
        # At the temperature itself both walls are the mean.
        steps = [int(max(found.temperature, 0) / grain)]
        if index % 3 == 0:
            steps.append(rng.randrange(2 * SPREAD))
        for step in steps:
            t = step * grain
            left, right = found.left.value_at(t), found.right.value_at(t)
            coupons = step * fineness
            played = left_play[coupons, index], right_play[coupons, index]
            assert round(played[0] / fineness) * grain == left, text
            assert round(played[1] / fineness) * grain == right, text
            assert max(abs(played[0] - left * per_point), abs(played[1] - right * per_point)) <= 2
            # Up to the temperature, cooling is the bare recursion, and its stops are the walls.
            cold = cooled(games[index], t)
            if t > found.temperature:
                assert cold.number == left == right == found.mean, text
            else:
                assert (cold.left_stop, cold.right_stop) == (left, right), text


def test_random_graphs_with_cold_positions_and_many_options():
    rng = random.Random(79)
    for _ in range(500):
        graph = random_graph(rng, size=5, spread=5, bits=1)
        exact = thermographs(graph)[0]
        fast = bulk.from_graph(graph)
        game = canonical(graph)
        reduced = thermographs(to_graph(game))[0]
        assert (exact.left, exact.right) == (fast.left_wall(0), fast.right_wall(0))
        assert (exact.left, exact.right) == (reduced.left, reduced.right)
        assert exact.temperature == fast.temperature_of(0) == reduced.temperature
        for t in (Fraction(0), Fraction(1, 2), Fraction(5, 4), max(exact.temperature, Fraction(0))):
            cold = cooled(game, t)
            assert cold.left_stop == exact.left.value_at(t)
            assert cold.right_stop == exact.right.value_at(t)
