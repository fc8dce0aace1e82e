"""Values of local graphs against slow twins: played out with coupons, by fractions, by values."""

import math
import sys
import time
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.rules import Scoring
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame import values as local_values
from gtpengine.localgame.evaluating import evaluate, prepare
from gtpengine.localgame.graph import expand
from gtpengine.localgame.key import place
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.solver import solve
from gtpengine.localgame.values import Order, Rules
from gtpengine.partition.region import Region
from gtpengine.values import bulk
from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.rules import Komaster
from tests.oracles.local_graphs import as_game_graph
from tests.oracles.local_naive import CouponPlay, LongLoop, NaiveRegion, plain_walls

PER_POINT = 12  # coupons per point: delta is 1/12


@pytest.fixture(autouse=True)
def _deep_recursion():
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(old)


def small_region(random, largest):
    return random_region(
        random, random.randint(1, largest), random.choice((0, 0, 1, 2)), random.choice((4, 5, 9))
    )


def test_walls_without_loops_are_those_of_fractions_on_every_legal_position():
    random = Random(20)
    compared = 0
    for _ in range(150):
        region = small_region(random, 4)
        try:
            expected = plain_walls(NaiveRegion(region))
        except LongLoop:
            continue
        value = solve(region).value(scoring=Scoring.AREA)
        assert (value.left, value.right) == expected, region.diagram()
        compared += 1
    assert compared > 60


@pytest.mark.checked
def test_walls_are_what_play_with_coupons_and_the_real_ko_rule_brings():
    random = Random(21)
    compared = kos = 0
    for _ in range(40):
        region = small_region(random, 4)
        solution = solve(region)
        value = solution.value(scoring=Scoring.AREA)
        play = CouponPlay(NaiveRegion(region), PER_POINT)
        try:
            for count in (0, 5, 10, 12, 15, 16, 20, 24, 36, 48):
                for colour, wall in ((BLACK, value.left), (WHITE, value.right)):
                    error = play.wall(colour, count) - wall.value_at(Fraction(count, PER_POINT))
                    # Steps of delta round a wall by delta, or more where it bends between them.
                    assert abs(error) <= Fraction(2, PER_POINT), region.diagram()
        except LongLoop:
            continue
        compared += 1
        kos += solution.graph.kos > 0
    assert compared > 30
    assert kos > 8


@pytest.mark.slow
def test_ko_walls_are_those_of_generalized_thermography():
    random = Random(22)
    nodes = regions = 0
    while regions < 16:
        region = small_region(random, 5)
        solution = solve(region)
        graph = solution.graph
        if graph.kos == 0 or graph.nodes > 150:
            continue
        regions += 1
        for komaster, rules in (
            (Komaster.NONE, Rules.NOBODY),
            (Komaster.BLACK, Rules.BLACK),
            (Komaster.WHITE, Rules.WHITE),
        ):
            values = solution.solved.values(rules)
            if values.unresolved:
                continue
            analysis = analyse(as_game_graph(graph, values), komaster)
            for node in range(graph.nodes):
                assert analysis.is_resolved(node), region.diagram()
                expected = analysis.thermograph(node)
                settled = graph.offset if node == 0 else 0
                walls = values.walls(node)
                assert walls.left == expected.left_wall.shifted(settled), region.diagram()
                assert walls.right == expected.right_wall.shifted(settled), region.diagram()
                nodes += 1
    assert nodes > 1500


def test_walls_without_loops_are_those_of_the_bulk_kernel():
    random = Random(23)
    compared = 0
    while compared < 40:
        region = small_region(random, 7)
        graph = solve(region).graph
        order = Order.of(graph)
        if order.ends.size < graph.nodes:
            continue
        values = evaluate(graph, Rules.NOBODY, order)
        # The bulk kernel knows no offsets, so a node stands there once for each sum of them.
        index = {(0, 0): 0}
        todo = [(0, 0)]
        lists = []
        for node, offset in todo:
            both = []
            for side in (0, 1):
                both.append([])
                for edge in graph.options(node, side):
                    key = (edge.node, offset + edge.offset)
                    if key not in index:
                        index[key] = len(index)
                        todo.append(key)
                    both[side].append(index[key])
            lists.append(both)
        terminal = np.array([not any(graph.sets(node)[:3]) for node, _ in todo], np.uint8)
        score = np.array([graph.score(node) + offset for node, offset in todo], np.int64)
        found = bulk.thermographs(
            *(csr([both[side] for both in lists]) for side in (0, 1)),
            terminal,
            score,
            floor=0,
            standing=True,
        )
        for place_, (node, offset) in enumerate(todo[:200]):
            walls = values.walls(node)
            less = offset - (graph.offset if node == 0 else 0)
            assert found.left_wall(place_) == walls.left.shifted(less), region.diagram()
            assert found.right_wall(place_) == walls.right.shifted(less), region.diagram()
        compared += 1


def csr(lists):
    pointers = np.zeros(len(lists) + 1, np.int64)
    np.cumsum([len(each) for each in lists], out=pointers[1:])
    return pointers, np.array([option for each in lists for option in each], np.int32)


@pytest.mark.checked
def test_taking_out_what_is_decided_changes_no_value():
    random = Random(24)
    saved = 0
    for _ in range(400):
        region = random_region(
            random, random.randint(2, 6), random.choice((0, 0, 1, 2, 3)), random.choice((5, 9))
        )
        key = place(region).key
        short, full = expand(key), expand(key, decide=False)
        saved += full.nodes - short.nodes
        found = []
        for graph in (short, full):
            order = Order.of(graph)
            free = evaluate(graph, Rules.FREE, order)
            rows = [free]
            rows += [
                evaluate(graph, rules, order, free.store, free)
                for rules in (Rules.NOBODY, Rules.BLACK, Rules.WHITE)
            ]
            found.append([values.bounds() for values in rows])
        # Bounds of play without end may be cut off at different places, exact walls may not.
        assert found[0][1:] == found[1][1:], region.diagram()
    assert saved > 0


@pytest.mark.checked
def test_values_known_beforehand_change_no_other_value():
    random = Random(25)
    for _ in range(100):
        graph = expand(place(small_region(random, 6)).key)
        order = Order.of(graph)
        free = evaluate(graph, Rules.FREE, order)
        alone = evaluate(graph, Rules.NOBODY, order, free.store)
        after = evaluate(graph, Rules.NOBODY, order, free.store, free)
        assert (alone.known == after.known).all()
        for node in np.flatnonzero(alone.known)[:50]:
            assert alone.walls(int(node)) == after.walls(int(node))


def test_lower_views_stay_below_upper_views():
    random = Random(26)
    for _ in range(15):
        graph = expand(place(small_region(random, 6)).key)
        for rules in Rules:
            values = evaluate(graph, rules)
            for node in range(0, graph.nodes, 1 + graph.nodes // 20):
                low_left, low_right, high_left, high_right = values.bounds(node)
                for low, high in ((low_left, high_left), (low_right, high_right)):
                    if low is None or high is None:
                        continue
                    for t in (Fraction(i, 3) for i in range(15)):
                        assert low.value_at(t) <= high.value_at(t)


@pytest.mark.checked
@pytest.mark.parametrize("rules", [Rules.NOBODY, Rules.FREE])
def test_values_that_are_interrupted_inside_a_loop_go_on_to_the_same_walls(monkeypatch, rules):
    region = Region.from_diagram("X o .\nO . .\nO . .\nO o O\n- O -")  # a hyperactive ko
    graph = expand(place(region).key)
    expected = evaluate(graph, rules)
    monkeypatch.setattr(local_values, "_SLICE", 1)
    values = prepare(graph, rules)
    calls = 0
    while not values.finished:
        assert values.loop_text() == "time limit reached"
        values.run(0.0)
        calls += 1
    assert calls > expected.evaluations // 75  # its largest loop has 75 positions
    assert values.evaluations == expected.evaluations
    for node in range(graph.nodes):
        assert values.bounds(node) == expected.bounds(node)


def test_what_was_begun_does_not_go_on_after_its_time(monkeypatch):
    monkeypatch.setattr(local_values, "_SLICE", 1)
    region = Region.from_diagram("X o .\nO . .\nO . .\nO o O\n- O -")
    solved = SolvedGraph(expand(place(region).key), seconds=0.0)
    begun = solved.values(Rules.NOBODY).evaluations
    solved.until = time.monotonic() - 1.0
    assert solved.values(Rules.NOBODY).evaluations == begun
    solved.until = math.inf
    assert solved.values(Rules.NOBODY).evaluations > begun
