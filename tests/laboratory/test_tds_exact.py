"""Exact TDS: kernels against coupon-by-coupon play, and both against thermographs."""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.exact import exact_results, exact_search, limits_of, with_integers
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.pool import LEFT, RIGHT, pool_of
from gtpengine.search.tds.stack import CouponStack
from gtpengine.search.tds.thermographs import pool_thermographs
from gtpengine.values.graph import GameGraph
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import thermograph, thermographs
from tests.oracles.coupon_search import extended_stack, score
from tests.search.tds_games import random_dag, random_tree

F = Fraction


@pytest.mark.parametrize("delta", [F(1), F(1, 2), F(1, 4), F(1, 6)])
def test_sweep_and_alpha_beta_play_as_the_slow_twin_does(delta):
    random = Random(1)
    for _ in range(12):
        graph = random_tree(random, random.randint(1, 3), random.choice((1, 3)), (0, 1, 1, 2))
        stack = CouponStack.up_to(2, delta)
        coupons = extended_stack(2, delta, extra=16)
        pool = pool_of(graph)
        swept = sweep(pool, stack)
        search = CouponSearch(pool, stack, table_bits=4)
        for side in (LEFT, RIGHT):
            for forced in range(0, stack.layers + 1, 4):
                layer = stack.layers - forced
                rest = coupons[forced:]
                slow = score(graph, rest, side == LEFT)
                assert swept.walls(graph.root).score(side, layer) == slow
                assert search.score(graph.root, side, layer) == slow


@pytest.mark.checked
def test_forced_coupons_play_as_the_slow_twin_does():
    random = Random(2)
    delta = F(1, 2)
    for _ in range(12):
        graph = random_tree(random, 3, 2, (0, 1, 1, 2))
        stack = CouponStack.up_to(2, delta)
        walls = sweep(pool_of(graph), stack).walls(graph.root)
        coupons = extended_stack(2, delta, extra=16)
        for side in (LEFT, RIGHT):
            for layer in range(1, stack.layers + 1, 2):
                forced = stack.layers - layer + 1
                slow = score(graph, coupons, side == LEFT, forced)
                assert walls.forced_score(side, layer) == slow


@pytest.mark.checked
@pytest.mark.pure
@pytest.mark.parametrize(
    ("text", "mean", "temperature", "left", "right"),
    [
        # TDS: 10|0||0 has temperature 0; Left may play it up to 5, Right may not
        ("{{10|0}|0}", 0, 0, None, None),
        ("{-4|3}", 0, -1, -1, -1),  # TDS: a zugzwang, pseudo-terminal
        ("{10|0}", 5, 5, 5, 5),
        ("{{20|10}|0}", F(15, 2), F(15, 2), None, None),
        ("{1|{0|-8}}", 0, 1, None, None),
        ("1/2", F(1, 2), F(-1, 2), None, None),
        ("{0|0}", 0, 0, 0, 0),
    ],
)
def test_worked_examples(text, mean, temperature, left, right):
    found = exact_search(parse(text))
    assert (found.mean, found.temperature) == (mean, temperature)
    if left is not None:
        assert found.walls.reading(LEFT).temperature == left
        assert found.walls.reading(RIGHT).temperature == right


def test_ten_thousand_random_games():
    # One pool of many games at a time: each is solved exactly by the stack that all of them need.
    random = Random(3)
    done = 0
    while done < 10_000:
        spread = random.choice((1, 2, 4, 8))
        graphs = [
            random_tree(random, random.choice((1, 2, 3, 3, 4)), spread, (0, 1, 1, 2))
            for _ in range(500)
        ]
        nodes, roots = [], []
        for graph in graphs:
            base = len(nodes)
            nodes += [moved(node, base) for node in graph.nodes]
            roots.append(base + graph.root)
        pool = pool_of(GameGraph(tuple(nodes)))
        exact = pool_thermographs(pool)
        for root, found in zip(roots, exact_results(pool, roots), strict=True):
            assert found.mean == exact.mean_of(root)
            assert found.temperature == exact.temperature_of(root)
        done += len(graphs)


def moved(node, base):
    from gtpengine.values.graph import Node, Option

    left = tuple(Option(option.node + base) for option in node.left)
    right = tuple(Option(option.node + base) for option in node.right)
    return Node("", node.number, left, right)


def test_own_limits_suffice_game_by_game():
    # Against the plain thermographs of fractions, with transpositions and each game's own stack.
    random = Random(4)
    for _ in range(60):
        graph = random_dag(random, random.randint(5, 12), random.choice((1, 4)))
        found = exact_search(graph)
        exact = thermograph(graph, -1)
        assert (found.mean, found.temperature) == (exact.mean, exact.temperature)


def test_larger_temperature_is_needed():
    # 0|up-like: one player alone reads a temperature that is low by delta somewhere.
    random = Random(5)
    low = 0
    for _ in range(100):
        graph = random_tree(random, 3, 1)
        found = exact_search(graph)
        readings = found.walls.readings()
        low += min(r.temperature for r in readings) < found.temperature
    assert low > 0


def test_limits_hold():
    random = Random(6)
    for _ in range(60):
        graph = random_tree(random, 3, 5)
        limits = limits_of(pool_of(graph))
        for node, exact in enumerate(thermographs(graph)):
            assert exact.temperature <= max(F(int(limits.heat[node]), 2), -1)
            unit = F(1, 1 << int(limits.binary_digits[node]))
            for wall in (exact.left, exact.right):
                for value, temperature in wall.points:
                    assert (value / unit).denominator == 1
                    assert (temperature / unit).denominator == 1


def test_fractions_are_played_out():
    graph = GameGraph.from_options({"G": ([F(5, 4)], [F(-1, 2), "H"]), "H": ([0], [F(-3, 8)])})
    found = exact_search(graph)
    exact = thermograph(graph, -1)
    assert (found.mean, found.temperature) == (exact.mean, exact.temperature)
    assert with_integers(graph).nodes[0] == graph.nodes[0]


def test_what_exact_search_cannot_do():
    with pytest.raises(BadInput, match="loop"):
        exact_search(parse("G={1|H}; H={G|0}"))
    with pytest.raises(BadInput, match="power of two"):
        exact_search(GameGraph.from_options({"G": ([F(1, 3)], [0])}))
    with pytest.raises(BadInput, match="-1"):
        sweep(pool_of(parse("{1|}")), CouponStack.up_to(1, F(1, 2), 0))


@pytest.mark.checked
def test_variation_ends_where_its_score_says():
    random = Random(7)
    for _ in range(30):
        graph = random_tree(random, 3, 6, (1, 2))
        pool = pool_of(graph)
        stack = CouponStack.up_to(6, F(1, 4))
        search = CouponSearch(pool, stack)
        for side in (LEFT, RIGHT):
            value = search.score(graph.root, side, stack.layers)
            taken, last, layer, mover = F(0), graph.root, stack.layers, side
            for move in search.variation(graph.root, side, stack.layers):
                if move.coupon is None:
                    last = int(pool.arrays.target[move.edge])
                else:
                    taken += move.coupon if move.side == LEFT else -move.coupon
                    layer = max(layer - 1, 0)
                mover = 1 - move.side
            if graph.nodes[last].number is not None:
                rest = stack.score(layer) * (1 if mover == LEFT else -1)
                assert graph.nodes[last].number + taken + rest == value
