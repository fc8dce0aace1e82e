"""Bounds of incomplete games: sound, shrinking, and exact at the end."""

from fractions import Fraction
from random import Random

from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.heuristic import TemperatureSearch
from gtpengine.search.tds.budget import Budget
from gtpengine.search.tds.dynamic import Frontier
from gtpengine.search.tds.intervals import interval_of
from gtpengine.search.tds.pool import EXPANDED, OPEN, pool_of
from gtpengine.search.tds.stack import CouponStack
from gtpengine.search.tds.thermographs import pool_thermographs
from gtpengine.values.thermograph import thermograph
from tests.search.tds_games import Unfolding, random_tree

F = Fraction
SPREAD = 6


def truncated(random, pool):
    """Open random inner nodes of a complete pool again: their options are forgotten."""
    share = random.choice((0.1, 0.3, 0.6))
    for node in range(len(pool)):
        if pool.arrays.state[node] == EXPANDED and random.random() < share:
            pool.arrays.state[node] = OPEN
            pool.arrays.low[node] = -bound(pool)
            pool.arrays.high[node] = bound(pool)


def bound(pool):
    # No integer is farther than the terminals by more than the moves that lead to them.
    return SPREAD + 5


def test_five_thousand_truncated_games_lie_within_their_bounds():
    random = Random(1)
    undecided = 0
    for _ in range(5000):
        graph = random_tree(random, random.choice((1, 2, 2, 3)), SPREAD, (0, 1, 1, 2))
        pool = pool_of(graph)
        exact = pool_thermographs(pool)
        mean, temperature = exact.mean_of(graph.root), exact.temperature_of(graph.root)
        truncated(random, pool)
        found = interval_of(pool, graph.root)
        assert found.mean_lower <= mean <= found.mean_upper
        assert found.temperature_lower <= temperature <= found.temperature_upper
        undecided += not found.is_exact
    assert undecided > 1000


def test_bounds_shrink_as_the_game_unfolds():
    random = Random(2)
    for _ in range(40):
        graph = random_tree(random, 3, SPREAD, (0, 1, 1, 2))
        game = Unfolding(graph, SPREAD)
        before = interval_of(game.pool, game.root)
        node = 0
        while node < len(game.pool):
            if game.pool.arrays.state[node] == OPEN:
                game.expand(node)
                now = interval_of(game.pool, game.root)
                assert now.narrowed(before) == now, "an interval grew"
                before = now
            node += 1
        exact = thermograph(graph, -1)
        assert before.is_exact
        assert (before.mean_lower, before.temperature_lower) == (exact.mean, exact.temperature)


def test_bounds_shrink_as_the_search_budget_grows():
    random = Random(3)
    for _ in range(15):
        graph = random_tree(random, 4, SPREAD, (1, 2))
        game = Unfolding(graph, SPREAD)
        search = TemperatureSearch(
            CouponSearch(game.pool, CouponStack(F(-1), F(1, 2), 0), game, loops=False)
        )
        before = None
        for depth in range(1, 8):
            estimate = search.estimate(game.root, Budget(), most_depth=depth)
            now = search.interval(game.root)
            assert before is None or now.narrowed(before) == now
            before = now
        assert estimate.complete
        # What alpha-beta never needed may stay open, but what it found must be possible.
        exact = thermograph(graph, -1)
        assert before.mean_lower <= exact.mean <= before.mean_upper


def test_the_four_trees_of_kao():
    # As in Kao's Fig 7: {{?|10}|{0|?}}, here with ? in 10..30 and in -20..0.
    from gtpengine.search.tds.pool import LEFT, RIGHT, TERMINAL, GamePool

    pool = GamePool.empty(8, 8)
    root, left, right = (pool.add_node(EXPANDED) for _ in range(3))
    high, low = pool.add_node(OPEN), pool.add_node(OPEN)
    ten, zero = pool.add_node(TERMINAL, 10), pool.add_node(TERMINAL, 0)
    pool.arrays.low[high], pool.arrays.high[high] = 10, 30
    pool.arrays.low[low], pool.arrays.high[low] = -20, 0
    for node, side, target in (
        (root, LEFT, left),
        (root, RIGHT, right),
        (left, LEFT, high),
        (left, RIGHT, ten),
        (right, LEFT, zero),
        (right, RIGHT, low),
    ):
        pool.add_options(node, side, [(target, 0)])
    found = interval_of(pool, root)
    # By hand: G_U = {30|10||0} has mean 10, G_L = {10||0|-20} mean 0; G_C = {10|0} has temperature
    # 5, G_H = {30|10||0|-20} has 15: 20 - t meets -10 + t.
    assert found == (0, 10, 5, 15)
    assert pool_thermographs(pool, Frontier.HIGH).mean_of(root) == 10
