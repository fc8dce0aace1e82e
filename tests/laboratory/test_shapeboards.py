"""Boards of shapes for `scripts/place-bars boards`: the shape stands there with living walls."""

from pathlib import Path

from gtpengine.laboratory.studies.shapeboards import open_board
from gtpengine.localgame.solver import Solver
from gtpengine.partition.partition import strict_partition
from gtpengine.partition.region import Region
from gtpengine.report.shapes import load_shapes

SHAPES = load_shapes(Path(__file__).parents[2] / "configs" / "examples" / "shapes.txt")


def test_shapes_keep_their_points_and_values_on_boards_of_their_own():
    solver = Solver()
    found = same = 0
    for shape in SHAPES[::4]:
        board = open_board(shape.region)
        if board is None:
            continue
        position, points = board
        found += 1
        assert len(points) == len(shape.region.points)
        for region in strict_partition(position).regions:
            if frozenset(region.points) == points:
                value = solver.solve(region).value()
                assert (value.mean, value.temperature) == (shape.count, shape.gain), shape.name
                same += 1
    assert found >= 18
    assert same >= found - 2


def test_walls_without_eyes_are_no_proved_walls():
    region = Region.from_diagram("X . . O\n- X X -")
    position, points = open_board(region, thin=True)
    regions = [set(r.points) for r in strict_partition(position).regions]
    assert not any(found == points for found in regions)


def test_a_picture_between_two_edges_needs_a_board_of_its_size():
    assert open_board(Region.from_diagram("X . . . O")) is None
