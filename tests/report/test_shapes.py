"""The collection of shapes: each value by the whole graph and by a second way."""

import sys
from fractions import Fraction
from math import lcm
from pathlib import Path

import pytest

from gtpengine.laboratory.tds.ko import COPIES
from gtpengine.localgame.evaluating import evaluate
from gtpengine.localgame.graph import expand
from gtpengine.localgame.key import place
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.solver import Solver
from gtpengine.localgame.values import Rules
from gtpengine.report.shapes import BadShape, load_shapes, shapes_page, solved_shape
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.regions import Loops, loops_of, region_pool
from gtpengine.search.tds.stack import CouponStack
from tests.oracles.local_naive import LongLoop, NaiveRegion, plain_walls

ROOT = Path(__file__).parents[2]
SHAPES = load_shapes(ROOT / "configs" / "examples" / "shapes.txt")


def test_values_are_those_of_the_solver():
    solver = Solver()
    for shape in SHAPES:
        assert solved_shape(shape.name, shape.picture, solver, shape.source) == shape


def test_values_are_those_of_a_proof_by_bounds():
    for shape in SHAPES:
        placement = place(shape.region)
        walls = Prover(placement.key).run().values.walls()
        stones = sum(1 if colour == 1 else -1 for _, colour in shape.region.stones)
        sign = -1 if placement.swapped else 1
        assert sign * walls.left.points[-1][0] - stones == shape.count, shape.name
        heat = max(walls.left.points[-1][1], walls.right.points[-1][1])
        assert heat - 1 == shape.gain, shape.name


def test_values_are_those_of_temperature_discovery_by_sweep():
    compared = 0
    for shape in SHAPES:
        placement = place(shape.region)
        graph = expand(placement.key)
        pool = region_pool(graph)
        loops = loops_of(pool)
        if graph.nodes > 2_000 or loops is Loops.LONG or len(pool) < 2:
            continue
        exact = evaluate(graph, Rules.NOBODY)
        known = [walls for node in range(graph.nodes) if (walls := exact.walls(node)) is not None]
        corners = [c for each in known for wall in (each.left, each.right) for c in wall.points]
        finest = lcm(*(number.denominator for corner in corners for number in corner))
        if finest > 128:
            continue
        delta = Fraction(1, finest)
        top = max(temperature for _, temperature in corners) + delta
        swept = sweep(pool, CouponStack.up_to(top, delta, 0, COPIES))
        if swept.unsettled:
            continue
        found = swept.walls(0).largest()
        sign = -1 if placement.swapped else 1
        stones = sum(1 if colour == 1 else -1 for _, colour in shape.region.stones)
        assert sign * (found.mean + graph.offset) - stones == shape.count, shape.name
        assert max(found.temperature - 1, 0) == max(shape.gain, 0), shape.name
        compared += 1
    assert compared >= 30


@pytest.mark.parametrize(
    ("name", "dead", "alive"),
    [
        # by hand: dead are all stones and points, less the stone that killed; alive two eyes
        ("Eye of three in a row on the side", 2 * 7 + 3 - 1, -2),
        ("Eye of three in a row in the corner", 2 * 5 + 3 - 1, -2),
        ("Bent three in the corner", 2 * 5 + 3 - 1, -2),
        # by hand: White's move leaves five points
        ("Rectangular six in the corner", 2 * 6 + 6 - 1, -5),
        # by hand: four stones, both points
        ("Capturing race, one liberty each", 2 * 3 + 1, -(2 * 3 + 1)),
    ],
)
def test_life_and_death_is_a_switch(name, dead, alive):
    shape = next(s for s in SHAPES if s.name == name)
    assert shape.count == Fraction(dead + alive, 2)
    assert shape.gain == Fraction(dead - alive, 2)


def test_the_collection_has_every_kind():
    kinds = {shape.kind for shape in SHAPES}
    assert kinds >= {"gote", "Black sente", "White sente", "ko", "hyperactive ko", "number", "dame"}
    assert len({shape.name for shape in SHAPES}) == len(SHAPES) >= 90
    assert sum(bool(shape.source) for shape in SHAPES) >= 20


def test_small_ones_are_those_of_play_by_the_rules_alone():
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    compared = 0
    for shape in SHAPES:
        if len(shape.region.points) > 4:
            continue
        try:
            left, right = plain_walls(NaiveRegion(shape.region))
        except LongLoop:
            continue
        stones = sum(1 if colour == 1 else -1 for _, colour in shape.region.stones)
        assert left.points[-1][0] - stones == shape.count, shape.name
        assert max(left.points[-1][1], right.points[-1][1]) - 1 == shape.gain, shape.name
        compared += 1
    sys.setrecursionlimit(old)
    assert compared >= 12


@pytest.mark.parametrize("length", range(2, 8))
def test_corridors_are_those_of_the_books(length):
    # value: Berlekamp and Wolfe, Mathematical Go: n - 2 + 1/2^(n-1), and 1 - 1/2^(n-1) to gain
    shape = next(s for s in SHAPES if s.name == f"Corridor of {length}, open to White at one end")
    half = Fraction(1, 2 ** (length - 1))
    assert (shape.count, shape.gain) == (length - 2 + half, 1 - half)


def test_the_page_is_up_to_date():
    written = (ROOT / "docs" / "VALUES-OF-SHAPES.md").read_text(encoding="utf-8")
    assert written == shapes_page(SHAPES)


def test_a_block_without_a_value_is_refused(tmp_path):
    path = tmp_path / "shapes.txt"
    path.write_text("# nothing\nX . O\n", encoding="utf-8")
    with pytest.raises(BadShape, match="nothing"):
        load_shapes(path)
