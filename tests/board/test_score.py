"""Counting by hand on small pictures."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.diagram import parse_diagram
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import AGA, CHINESE, JAPANESE
from gtpengine.board.score import area_score, owners, result_text, score, territory_score

BOARD = """
    . X O . .
    X X O . X
    . X O O .
    X X . O .
    . X O O .
"""


def position(rules, komi=0):
    return Position.from_diagram(BOARD, rules=rules, komi=Fraction(komi))


DEAD = [point_of("E4", 5, 5)]


def test_area():
    # Black: 7 stones and A5, A3, A1; White: 7 stones and D5, E5, D4, E4 (dead), E3, E2, E1.
    assert area_score(position(CHINESE), DEAD) == 10 - 14
    assert area_score(position(CHINESE, komi="7.5"), DEAD) == Fraction(-23, 2)


def test_a_living_stone_makes_its_surroundings_neutral():
    # Without the dead stone removed, White's side is touched by both colours; C2 always is.
    assert area_score(position(CHINESE)) == 10 + 1 - 7
    assert owners(position(CHINESE), DEAD)[point_of("C2", 5, 5)] == 0


def test_territory():
    # Black: A5, A3, A1 = 3; White: 7 points and a prisoner.
    assert territory_score(position(JAPANESE), DEAD) == 3 - 8
    assert score(position(JAPANESE, komi="6.5"), DEAD) == Fraction(-23, 2)


def test_prisoners_count_only_as_territory():
    game = Position.from_diagram(". X .\nX O .\n. X .", rules=JAPANESE, komi=Fraction(0))
    game.play(BLACK, point_of("C2", 3, 3))
    assert territory_score(game) == 5 + 1
    assert area_score(game) == 9


def test_eyes_in_seki_are_nobodys_under_territory_rules():
    picture = """
        . X O . O
        X X O O O
        X . . X X
        O O O X .
        . . O X X
    """
    game = Position.from_diagram(picture, rules=JAPANESE, komi=Fraction(0))
    stones = parse_diagram(picture)
    assert territory_score(game) == 2 - 3
    assert territory_score(game, seki=[*stones.black, *stones.white]) == 0


def test_handicap_compensation():
    for rules, bonus in ((CHINESE, 2), (AGA, 1), (JAPANESE, 0)):
        game = Position(9, rules=rules, komi=Fraction(1, 2))
        game.place_handicap([point_of("C3", 9, 9), point_of("G7", 9, 9)])
        own = 81 if rules is not JAPANESE else 79
        assert score(game) == own - bonus - Fraction(1, 2)


@pytest.mark.parametrize(
    ("points", "text"),
    [("7/2", "B+3.5"), ("-12", "W+12"), ("0", "0"), ("-1/4", "W+0.25"), ("100", "B+100")],
)
def test_results_as_text(points, text):
    assert result_text(Fraction(points)) == text
