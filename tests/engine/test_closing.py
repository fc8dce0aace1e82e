"""What is known of closed boards, and when nothing is said of them."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.closing import Closer
from gtpengine.engine.settings import Settings

# Once E6 is filled D6 is in atari, and Black connects at C6.
TEIRE = """
    . . X O . O . O .
    . X X O . O O O .
    . X X O O O . O .
    . X . X . O . O .
    . X X O O O . O .
    X X X O . O O O .
    . X X O O O . O .
    X . X O . O . O .
    . X X O . O . O .
    """
EMPTY = "\n".join([". " * 9] * 9)


def look(text, colour=BLACK, rules=JAPANESE, seconds=60.0):
    position = Position.from_diagram(text, colour, rules, Fraction(0))
    with Deadline(seconds) as deadline:
        return Closer().look(position, deadline, Settings())


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_the_score_is_that_of_the_game_played_to_its_end(colour):
    found = look(TEIRE, colour)
    # C6 is filled and no point of Black's, E6 is dame
    land = [row.split() for row in TEIRE.strip().splitlines()]
    black = sum(row[:3].count(".") for row in land) - 1
    white = sum(row[4:].count(".") for row in land) - 1
    assert found.final == black - white
    assert PASS not in [gain.point for gain in found.gains]
    moves = found.moves(frozenset(), fill_dame=True)
    assert moves[-1] == PASS
    assert {vertex_of(move) for move in moves[:-1]} <= {"C6", "E6"}


def test_without_filling_dame_only_gains_are_played():
    found = look(TEIRE, BLACK)
    worth = {gain.point: gain.worth for gain in found.gains}
    moves = found.moves(frozenset(), fill_dame=False)
    assert all(worth[move] > 0 for move in moves[:-1])
    assert found.moves(frozenset({PASS}), fill_dame=True)[-1:] != (PASS,)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param({"text": EMPTY}, id="an empty board"),
        pytest.param({"text": TEIRE, "rules": CHINESE}, id="by area"),
        pytest.param({"text": TEIRE, "seconds": 0.0}, id="without time"),
        pytest.param({"text": TEIRE.replace("X O", ". .")}, id="an open border"),
    ],
)
def test_of_other_boards_nothing_is_said(how):
    assert look(**how) is None


@pytest.mark.parametrize("rules", [JAPANESE, CHINESE])
def test_after_two_passes_a_game_has_the_score_that_is_told_as_final(rules):
    # half of the board is White's stones and land, the rest is open
    text = EMPTY.replace(". . . . . . . . . ", ". . . O . . . . . ")
    position = Position.from_diagram(text, BLACK, rules, Fraction(13, 2))
    passed = position.copy()
    passed.play(BLACK, PASS)
    passed.play(WHITE, PASS)
    with Deadline(60.0) as deadline:
        assert Closer().look(position, deadline, Settings()) is None
        found = Closer().look(passed, deadline, Settings())
    lead = -81 if rules is CHINESE else -72
    assert found.final == lead - Fraction(13, 2)
    # who asks for a move does not agree that it is over: the search looks for it
    assert found.moves(frozenset(), fill_dame=True) == ()
