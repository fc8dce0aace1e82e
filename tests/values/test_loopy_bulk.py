"""Ko kernels against their slow twin, unit by unit, and the way back from too coarse a scale."""

import random
from fractions import Fraction

import numpy as np
import pytest

from gtpengine.laboratory.benches.ko import region
from gtpengine.values.graph import GameGraph
from gtpengine.values.kernels import ko
from gtpengine.values.loopy import bulk, run
from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.bulk import solve_bulk, to_arrays
from gtpengine.values.loopy.rules import Komaster, units_of
from gtpengine.values.loopy.solver import Known, Setting, Solver
from gtpengine.values.loopy.terminals import Numbers
from gtpengine.values.loopy.unrolling import Unrolled, eternal_loops
from gtpengine.values.notation import parse
from tests.oracles.ko_graphs import anything, chain, iterated, tangled

SCALE = 2**20 * 3**4 * 5 * 7
RULES = (None, *Komaster)


def prepared(graph, scale=SCALE, bottom=-1):
    unrolled = Unrolled(graph)
    lost = {node for part in eternal_loops(graph) for node in part}
    eternal = {node for node, old in enumerate(unrolled.origin) if old in lost}
    numbers = Numbers(scale, bottom * scale)
    given = [
        None if node.number is None else Known(*numbers.walls(node.number))
        for node in unrolled.graph.nodes
    ]
    return unrolled, given, eternal


def by_kernels(graph, rule, scale=SCALE):
    unrolled, given, eternal = prepared(graph, scale)
    arrays = to_arrays(unrolled, scale)
    return solve_bulk(arrays, rule, given, scale=scale, bottom=-scale, barred=eternal)


def by_twin(graph, rule, scale=SCALE):
    unrolled, given, eternal = prepared(graph, scale)
    units = units_of(unrolled, rule, scale)
    solver = Solver(units, Setting(-scale, 0), given, eternal, patient=False)
    solver.run()
    return solver


def assert_same(graph, rule):
    fast, slow = by_kernels(graph, rule), by_twin(graph, rule)
    assert len(fast.state) == len(slow.exact)
    for unit, state in enumerate(fast.state):
        if state == ko.EXACT:
            assert fast.exact(unit) == slow.exact[unit], (graph, rule, unit)
        elif state != ko.FAILED:
            assert slow.exact[unit] is None, (graph, rule, unit)
    return int(np.sum(fast.state == ko.EXACT))


@pytest.mark.checked
@pytest.mark.pure
@pytest.mark.parametrize("rule", RULES)
def test_a_few_units_as_the_twin(rule):
    rng = random.Random(6)
    for kind in (chain, tangled, anything):
        assert assert_same(kind(rng), rule) > 0


@pytest.mark.parametrize("rule", RULES)
def test_all_units_as_the_twin(rule):
    rng = random.Random(12)
    exact = sum(assert_same(rng.choice((chain, tangled, anything))(rng), rule) for _ in range(150))
    assert exact > 1000


@pytest.mark.parametrize("rule", RULES)
def test_a_region_as_the_twin(rule):
    assert assert_same(region(random.Random(5), 400), rule) > 300


def test_a_scale_that_is_too_coarse_fails_visibly():
    graph = parse("G={1|H}; H={G|0}")  # its walls meet at 1/3
    found = by_kernels(graph, Komaster.BLACK, scale=2)
    assert found.state[graph.find("H")] == ko.FAILED
    assert found.exact(graph.find("H")) is None
    # every unit that is exact on the coarse scale is right
    assert all(by_kernels(graph, Komaster.BLACK, scale=3).state[: len(graph)] == ko.EXACT)


@pytest.mark.parametrize("komaster", Komaster)
def test_analysis_is_the_same_with_kernels(komaster, monkeypatch):
    rng = random.Random(44)
    graphs = [rng.choice((chain, tangled, anything))(rng) for _ in range(40)]
    graphs.append(iterated(17, Fraction(5, 3)))
    plain = [analyse(graph, komaster) for graph in graphs]
    monkeypatch.setattr(run, "BULK", 0)
    for graph, slow in zip(graphs, plain, strict=True):
        fast = analyse(graph, komaster)
        for node in range(len(graph)):
            assert fast.is_resolved(node) == slow.is_resolved(node)
            if slow.is_resolved(node):
                assert fast.thermograph(node) == slow.thermograph(node)


def test_numbers_too_large_for_the_kernels_are_left_to_the_twin(monkeypatch):
    monkeypatch.setattr(run, "BULK", 0)
    found = analyse(parse("K={L|0}; L={1000000000000|K}"), Komaster.BLACK).thermograph()
    assert found.mast == Fraction(10**12, 3)


def test_more_room_is_taken(monkeypatch):
    graph = region(random.Random(5), 300)
    wanted = by_kernels(graph, Komaster.NONE)
    monkeypatch.setattr(bulk, "SPACE", 0)
    found = by_kernels(graph, Komaster.NONE)
    assert [found.exact(unit) for unit in range(len(graph))] == [
        wanted.exact(unit) for unit in range(len(graph))
    ]


def test_masts_of_all_nodes():
    graph = iterated(4, 10)
    values, temperatures = by_kernels(graph, Komaster.WHITE).masts()
    assert values[:4].tolist() == [8 * SCALE, 6 * SCALE, 4 * SCALE, 2 * SCALE]
    assert temperatures[:4].tolist() == [2 * SCALE] * 4


def test_results_of_one_rule_serve_the_next():
    graph = region(random.Random(5), 300)
    unrolled, given, _ = prepared(graph)
    arrays = to_arrays(unrolled, SCALE)
    free = solve_bulk(arrays, None, given, scale=SCALE, bottom=-SCALE)
    found = solve_bulk(arrays, Komaster.BLACK, free, scale=SCALE, bottom=-SCALE)
    analysis = analyse(graph, Komaster.BLACK, -1)
    for node in range(len(graph)):
        walls = found.exact(node)
        assert (walls is not None) == analysis.is_resolved(node)
        if walls is not None:
            mast = analysis.thermograph(node).mast
            assert Fraction(walls.left[-1][1], SCALE) == mast


@pytest.mark.parametrize(
    ("stands", "mast"), [(1, 1), (5, 2), (-5, 0)], ids=["kept", "pushed down", "pushed up"]
)
def test_a_position_may_stand_as_it_is(stands, mast):
    # {0|2} with floor 0: both lose by moving, so it is worth what it stands for, from 0 to 2
    graph = GameGraph.from_options({"A": ([0], [2])})
    unrolled, given, _ = prepared(graph, bottom=0)
    arrays = to_arrays(unrolled, SCALE)
    arrays.nodes[ko.STANDS, 0] = stands * SCALE
    found = solve_bulk(arrays, Komaster.NONE, given, scale=SCALE, bottom=0, standing=True)
    assert found.masts()[0][0] == mast * SCALE
