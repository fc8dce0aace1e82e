"""What must hold for every graph with kos: symmetry, translation, bounds, the loop-free case."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from gtpengine.values.graph import GameGraph, Node
from gtpengine.values.loopy.analysis import analyse, both_komasters
from gtpengine.values.loopy.result import Kind, kind_of
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.loopy.sidling import loop_free_bounds, loops_matter
from gtpengine.values.loopy.walls import (
    best_within,
    cut,
    maximum,
    minimum,
    negated,
    rescaled,
    settled,
    value_at,
)
from gtpengine.values.thermograph import thermographs
from gtpengine.values.trajectory import where_at_least
from tests.oracles.ko_graphs import anything, chain, iterated, loop_free_option, tangled

GRAPHS = [
    pytest.param(kind, seed, id=f"{kind.__name__} {seed}")
    for kind in (anything, chain, tangled)
    for seed in range(16)
]


def never_above(a, b):
    """Whether a <= b at all temperatures; None below is minus, above is plus infinity."""
    return a is None or b is None or where_at_least(b, a) == [(a.floor, None)]


@pytest.mark.parametrize("komaster", Komaster)
@pytest.mark.parametrize(("kind", "seed"), GRAPHS)
def test_the_negative_mirrors_the_other_komaster(kind, seed, komaster):
    graph = kind(random.Random(seed))
    plain = analyse(graph, komaster)
    mirrored = analyse(graph.negated(), komaster.opponent)
    for node in range(len(graph)):
        assert plain.is_resolved(node) == mirrored.is_resolved(node)
        if plain.is_resolved(node):
            here, there = plain.thermograph(node), mirrored.thermograph(node)
            assert here.left_wall == there.right_wall.negated()
            assert here.right_wall == there.left_wall.negated()


@pytest.mark.parametrize("komaster", Komaster)
@pytest.mark.parametrize("seed", range(15))
def test_adding_a_number_shifts(seed, komaster):
    rng = random.Random(seed)
    graph = chain(rng)
    number = Fraction(rng.randint(-9, 9))
    plain = analyse(graph, komaster)
    if any(
        plain.thermograph(i).left_scaffold.value_at(0)
        < plain.thermograph(i).right_scaffold.value_at(0)
        for i, node in enumerate(graph.nodes)
        if node.number is None
    ):
        return  # a cave open at the floor rests on a number by its own right
    nodes = tuple(
        node if node.number is None else Node(node.name, node.number + number)
        for node in graph.nodes
    )
    moved = analyse(GameGraph(nodes), komaster)
    for node in range(len(graph)):
        here, there = plain.thermograph(node), moved.thermograph(node)
        assert here.left_wall.shifted(number) == there.left_wall
        assert here.right_wall.shifted(number) == there.right_wall


@pytest.mark.parametrize("seed", range(40))
def test_loop_free_graphs_have_their_plain_thermographs(seed):
    rng = random.Random(seed)
    spec = {"R": None}
    spec["R"] = (
        [loop_free_option(rng, spec, 4, -4, 9) for _ in range(2)],
        [loop_free_option(rng, spec, 4, -9, 4) for _ in range(2)],
    )
    graph = GameGraph.from_options(spec)
    found = analyse(graph, (*Komaster,)[seed % 3], -1)
    for node, plain in enumerate(thermographs(graph)):
        mine = found.thermograph(node)
        assert (mine.left_wall, mine.right_wall) == (plain.left, plain.right)
        assert (mine.mast, mine.temperature) == (plain.mean, plain.temperature)


@pytest.mark.parametrize("seed", range(10))
def test_iterated_kos_of_any_size(seed):
    rng = random.Random(seed)
    states, size = rng.randint(2, 20), Fraction(rng.randint(1, 40), rng.randint(1, 12))
    graph = iterated(states, size)
    stage = rng.randrange(states)
    black, white = (each.thermograph(stage) for each in both_komasters(graph))
    assert black.mast == white.mast == size * (states - stage) / (states + 1)
    assert black.temperature == size / (states + 1)
    assert kind_of(black, white) is Kind.PLACID


@pytest.mark.parametrize(("kind", "seed"), GRAPHS)
def test_bounds_are_sound(kind, seed):
    # What nobody is forced to do cannot hurt: without threats both bounds hold; a komaster, who is
    # forced to go on, stays within the bound of his opponent's hopes.
    graph = kind(random.Random(seed))
    analyses = {each: analyse(graph, each, -1, bounds_first=False) for each in Komaster}
    for node, bounds in enumerate(loop_free_bounds(graph, -1)):
        assert never_above(bounds.low_left, bounds.high_left)
        assert never_above(bounds.low_right, bounds.high_right)
        for komaster, analysis in analyses.items():
            if analysis.is_resolved(node):
                found = analysis.thermograph(node)
                if komaster is not Komaster.BLACK:
                    assert never_above(bounds.low_left, found.left_wall)
                    assert never_above(bounds.low_right, found.right_wall)
                if komaster is not Komaster.WHITE:
                    assert never_above(found.left_wall, bounds.high_left)
                    assert never_above(found.right_wall, bounds.high_right)


@pytest.mark.parametrize(("kind", "seed"), GRAPHS)
def test_loops_that_do_not_matter_may_be_removed(kind, seed):
    graph = kind(random.Random(seed))
    with_bounds = analyse(graph, Komaster.NONE, -1)
    without = analyse(graph, Komaster.NONE, -1, bounds_first=False)
    for node, matters in enumerate(loops_matter(graph)):
        if not matters:
            assert with_bounds.is_resolved(node)
        if without.is_resolved(node):
            assert with_bounds.thermograph(node) == without.thermograph(node)


def test_bounds_remove_a_loop_of_bad_moves():
    # by hand: play can circle through A, B, C, D, but Black, who starts it, gives up 10 points
    spec = {
        "A": ([10, "B"], [-10]),
        "B": ([0], ["C", -10]),
        "C": (["D"], [-10]),
        "D": ([10], ["A"]),
    }
    graph = GameGraph.from_options(spec)
    assert not loops_matter(graph)[0]
    found = analyse(graph, Komaster.BLACK).thermograph()
    assert (found.mast, found.temperature) == (0, 10)


def random_wall(rng):
    pieces, t, value = [], -4, rng.randint(-8, 8)
    for slope in rng.sample(range(-3, 4), rng.randint(1, 5)):
        pieces.append((t, value, slope))
        step = rng.randint(1, 6)
        t, value = t + step, value + slope * step
    return rescaled(tuple(pieces), 60)


@pytest.mark.parametrize("seed", range(60))
def test_walls_point_by_point(seed):
    rng = random.Random(seed)
    a, b = random_wall(rng), random_wall(rng)
    drop, floor = rng.randint(1, 8) * 60, rng.randint(-4, 2) * 60
    largest, smallest = maximum(a, b), minimum(a, b)
    within, without_end = best_within(a, drop, floor), best_within(a, None, floor)
    for t in range(-240, 1200, 30):
        pair = value_at(a, t), value_at(b, t)
        assert (value_at(smallest, t), value_at(largest, t)) == (min(pair), max(pair))
        assert value_at(negated(a), t) == -pair[0]
        for found, low in ((within, max(t - drop, floor)), (without_end, floor)):
            reachable = [t, *(u for u in range(low, t, 30))]
            assert value_at(found, t) == max(value_at(a, u) for u in reachable)
        if t >= floor:
            assert value_at(cut(a, floor), t) == pair[0]
    for wall in (largest, smallest, within, without_end):
        slopes = [slope for _, _, slope in wall]
        assert all(x != y for x, y in pairwise(slopes))


@pytest.mark.parametrize("seed", range(40))
def test_the_balloon_step_by_step(seed):
    # Every crossing of these walls lies on a whole number, so the path can be followed in steps of
    # one: on a hill the scaffolds are the walls, in a cave the mast drifts up and is pushed aside.
    rng = random.Random(seed)
    left, right = (rescaled(random_wall(rng), 6) for _ in range(2))
    low, high = left[0][1], right[0][1]
    mast = rng.randrange(low, high, 360) if low < high else low
    walls = settled(left, right, mast, -1440)
    for t in range(-1440, 7200):
        x, y = value_at(left, t), value_at(right, t)
        mast = min(max(mast, x), y) if x < y else x
        wanted = (x, y) if x >= y else (mast, mast)
        assert (value_at(walls.left, t), value_at(walls.right, t)) == wanted, t


def test_a_cave_under_a_hill():
    # Left's scaffold rises from 0 to 4 at t = 4 and falls again, Right's is vertical at 1.
    left = ((0, 0, 1), (4, 4, -1))
    right = ((0, 1, 0),)
    walls = settled(left, right, 0, 0)
    # a cave up to t = 1 in which the left scaffold lifts the mast, a hill up to 7, then the mast
    assert walls.left == ((0, 0, 1), (4, 4, -1), (7, 1, 0))
    assert walls.right == ((0, 0, 1), (1, 1, 0))
