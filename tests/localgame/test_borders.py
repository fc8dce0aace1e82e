"""Borders put to the test: values that stay when a ring of land is added, and others."""

from fractions import Fraction

from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.borders import Border, try_border
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.partition.place import parse_mask, place_at


def tried(picture, mask, scoring=Scoring.TERRITORY):
    position = Position.from_diagram(picture)
    place = place_at(position, parse_mask(mask, position.width, position.height))
    solver = ProvingSolver()
    value = solver.solve(place.region).value(scoring=scoring)
    return value, try_border(position, place, value, solver)


def test_a_wall_with_enough_behind_it_holds():
    picture = """
        . . X X O . .
        X X X . O . O
        . X . . O O O
        X X X . O . X
        . X X X X X X
        """
    value, found = tried(picture, "D2:D4,C3")
    assert value.temperature == Fraction(1, 2)
    assert found.border is Border.HOLDS
    assert found.value.temperature == Fraction(1, 2)
    # by hand: A3 is Black's, F4, F5 and G5 are White's, F2 touches both
    assert found.value.mean == value.mean - 2
    assert tried(picture, "D2:D4,C3", Scoring.AREA)[1].holds


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
