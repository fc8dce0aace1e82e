"""Regions that grow as a search wants them: the same graphs as expanded at once, sound bounds."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from gtpengine.laboratory.samples.regions import random_region
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.localgame.evaluating import evaluate
from gtpengine.localgame.graph import expand
from gtpengine.localgame.key import place
from gtpengine.localgame.values import Rules
from gtpengine.search.tds.bounds import region_interval
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.growing import RegionGame
from gtpengine.search.tds.pool import LEFT, OPEN, RIGHT
from gtpengine.search.tds.regions import Loops, loops_of, region_pool
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.loopy.rules import Komaster

F = Fraction


def random_key(random, most, least=2):
    return place(random_region(random, random.randint(least, most), random.choice((0, 1, 2)))).key


def open_nodes(game):
    return np.flatnonzero(game.pool.arrays.state[: len(game.pool)] == OPEN).astype(np.int32)


def named_moves(graph):
    """Return all moves of a graph, positions named by their sets instead of numbers."""
    return {
        (graph.sets(node), side): sorted(
            (edge.bit, graph.sets(edge.node), edge.offset, edge.ban)
            for edge in graph.options(node, side)
        )
        for node in range(graph.nodes)
        for side in (0, 1)
    }


@pytest.mark.checked
@pytest.mark.pure
def test_a_region_grown_to_the_end_is_its_graph():
    random = Random(1)
    for most in (2, 3, 4, 5, 5):
        key = random_key(random, most)
        whole = expand(key)
        game = RegionGame(key)
        # In any order, one or a few at a time.
        while len(opened := open_nodes(game)):
            game.expand_all(np.array(random.choices(opened.tolist(), k=3), np.int32))
        known = game.known_graph()
        assert known.graph.complete
        assert game.offset == whole.offset
        assert named_moves(known.graph) == named_moves(whole)


@pytest.mark.parametrize("komaster", list(Komaster))
def test_grown_pools_are_searched_like_those_made_of_graphs(komaster):
    random = Random(2)
    stack = CouponStack.up_to(4, F(1, 2), 0, 4)
    done = 0
    while done < 12:
        key = random_key(random, 7)
        pool = region_pool(expand(key), komaster)
        game = RegionGame(key, komaster)
        assert game.complete()
        assert (len(game.pool), game.pool.edges) == (len(pool), pool.edges)
        if loops_of(region_pool(expand(key))) is not Loops.LONG:
            one, other = sweep(pool, stack), sweep(game.pool, stack)
            assert one.left[0].tolist() == other.left[0].tolist()
            assert one.right[0].tolist() == other.right[0].tolist()
            done += 1


def test_alpha_beta_expands_what_it_needs():
    random = Random(3)
    saved = 0
    for _ in range(8):
        key = random_key(random, 6, 4)
        whole = region_pool(expand(key))
        if loops_of(whole) is Loops.LONG:
            continue
        stack = CouponStack.up_to(3, F(1, 2), 0)
        swept = sweep(whole, stack).walls(0)
        game = RegionGame(key)
        search = CouponSearch(game.pool, stack, game, bounded=True, loops=True)
        for side in (LEFT, RIGHT):
            assert search.score(0, side, stack.layers) == swept.score(side, stack.layers)
        saved += not game.pool.is_complete
    assert saved > 0


def test_options_come_best_looking_first():
    game = RegionGame(random_key(Random(4), 9, 9))
    game.complete(2000)
    arrays = game.pool.arrays
    for node in range(500):
        for side, sign in ((LEFT, -1), (RIGHT, 1)):
            edges = list(game.pool.options(node, side))
            worth = [int(arrays.value[arrays.target[e]] + arrays.offset[e]) * sign for e in edges]
            assert worth == sorted(worth)


def test_bounds_of_growing_regions_are_sound_and_never_widen():
    # The full count (thousands of truncated searches) is part of `gtpengine bench regions`.
    random = Random(5)
    checked = 0
    for _ in range(40):
        key = random_key(random, 6)
        walls = evaluate(expand(key), Rules.NOBODY).walls(0)
        if walls is None:
            continue
        mean = walls.left.points[-1][0]
        temperature = max(walls.left.points[-1][1], walls.right.points[-1][1])
        game = RegionGame(key)
        before = None
        while True:
            now = region_interval(game)
            assert now.mean_lower <= mean <= now.mean_upper
            assert now.temperature_lower <= temperature <= now.temperature_upper
            assert before is None or now.narrowed(before) == now, "an interval grew"
            before = now
            checked += 1
            opened = open_nodes(game)
            if not len(opened):
                break
            game.expand_all(np.array(random.choices(opened.tolist(), k=5), np.int32))
        assert now == (mean, mean, temperature, temperature)
    assert checked > 300
