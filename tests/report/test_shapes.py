"""The collection of shapes: each value by the whole graph and by a second way."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gtpengine.localgame.key import place
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.solver import Solver
from gtpengine.report.shapes import BadShape, load_shapes, shapes_page, solved_shape
from tests.oracles.local_naive import LongLoop, NaiveRegion, plain_walls

ROOT = Path(__file__).parents[2]
SHAPES = load_shapes(ROOT / "configs" / "examples" / "shapes.txt")


def test_values_are_those_of_the_solver():
    solver = Solver()
    for shape in SHAPES:
        assert solved_shape(shape.name, shape.picture, solver) == shape


def test_values_are_those_of_a_proof_by_bounds():
    for shape in SHAPES:
        placement = place(shape.region)
        walls = Prover(placement.key).run().values.walls()
        stones = sum(1 if colour == 1 else -1 for _, colour in shape.region.stones)
        sign = -1 if placement.swapped else 1
        assert sign * walls.left.points[-1][0] - stones == shape.count, shape.name
        heat = max(walls.left.points[-1][1], walls.right.points[-1][1])
        assert heat - 1 == shape.gain, shape.name


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
