"""Borders put to the test: values that stay when a ring of land is added, and others."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.borders import Border, try_border
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.partition.place import parse_mask, place_at


def tried(picture, mask, scoring=Scoring.TERRITORY, doubting=False):
    position = Position.from_diagram(picture)
    place = place_at(position, parse_mask(mask, position.width, position.height))
    if doubting:
        place = replace(place, region=replace(place.region, exact=False))
    solver = ProvingSolver()
    value = solver.solve(place.region).value(scoring=scoring)
    return value, try_border(position, place, value, solver)


@pytest.mark.parametrize("scoring", Scoring)
def test_moves_of_the_land_behind_are_a_game_apart(scoring):
    picture = """
        X X X X O . .
        X X . . O O O
        X X X X O . .
        X X X . O O O
        . X . . O O O
        X X X . O . X
        . X X X X X X
        """
    _, found = tried(picture, "D2:D4,C3", scoring, doubting=True)
    # by hand: White pushes in at D4 or D2; behind Black's wall C6 and D6 are a corridor of two
    assert found.grown is not None
    assert point_of("D6", 7, 7) in found.grown.region.points
    assert found.border is Border.HOLDS


def test_a_wall_with_one_eye_does_not_hold():
    picture = """
        . . X X O . .
        X X X . O . O
        . X . . O O O
        X X X . O . X
        . X X X X X X
        """
    value, found = tried(picture, "D2:D4,C3")
    assert value.temperature == Fraction(1, 2)
    # by hand: Black's F5 leaves White one eye
    assert found.border is Border.CHANGES
    assert found.value.temperature > 3


def test_a_wall_without_eyes_does_not():
    picture = """
        X X X X X X
        X O O O X X
        . O . . X .
        X X X X X X
        """
    value, found = tried(picture, "C2:D2")
    assert value.mean == 0
    assert found.border is Border.CHANGES
    assert not found.holds
    # by hand: four prisoners, and seven points where they stood and beside them, and F2
    assert found.value.mean == 12


def test_proved_walls_need_no_test():
    picture = """
        . X . X . O . O .
        X X X X . O O O O
        """
    _, found = tried(picture, "E1:E2")
    assert found.border is Border.PROVED
