"""Finished games played to their end; all counts by hand."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.board.score import territory_score
from gtpengine.deadline import Deadline
from gtpengine.model.ending import gains, is_closed, played_out
from gtpengine.partition.bits import points_of

# Once E4 is filled D4 is in atari: Black connects at C4, whoever begins.
TEIRE = """
    . . X O . . .
    . . X O . . .
    . X X O O O .
    . X . X . O .
    . X X O O O .
    . . X O . . .
    . . X O . . .
    """
# Who is to move has the last ko: Black closes it at C4, White takes there and closes D4.
KO = """
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . X . X O . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    """


def picture(text, colour="B"):
    to_move = BLACK if colour == "B" else WHITE
    return Position.from_diagram(text, to_move, JAPANESE, Fraction(0))


def ended(text, colour="B"):
    """Return the count without komi and the moves."""
    with Deadline(60.0) as deadline:
        end = played_out(picture(text, colour), 0, deadline)
    moves = [vertex_of(move) for move in end.moves]
    return territory_score(end.position, points_of(end.dead)), moves


@pytest.mark.parametrize("colour", ["B", "W"])
def test_what_dame_threaten_is_protected(colour):
    count, moves = ended(TEIRE, colour)
    assert count == 11 - 15
    assert {"C4", "E4"} <= set(moves)


@pytest.mark.parametrize(("colour", "count"), [("B", 13 - 20), ("W", 13 - 20 - 1)])
def test_the_last_ko_goes_to_who_is_to_move(colour, count):
    assert ended(KO, colour)[0] == count


def test_nothing_is_played_on_settled_land():
    assert ended(KO.replace(". X . X O", ". X X . O"), "B")[1] == ["D4", "pass", "pass"]


def best(text, colour):
    """Return the moves that cost nothing, the best first, and what they gain."""
    found = gains(picture(text, colour), 0)
    return [(vertex_of(gain.point), gain.worth) for gain in found]


def test_dame_come_before_what_the_opponent_could_force():
    # E4 threatens D4: White fills it in sente. Black can only connect at C4, now or then.
    assert best(TEIRE, "W")[0] == ("E4", 1.0)
    assert best(TEIRE, "B") == [("C4", 0.0)]


def test_of_dame_those_come_first_on_which_something_hangs():
    # With D4 and E3 White has the point E4; nothing hangs on D7.
    board = """
        . . X . O . .
        . . X O O O .
        . . X O O O .
        . . X . . O .
        . . X X . O .
        . . . X O O .
        . . . X O . .
        """
    moves = best(board, "B")
    assert {worth for _, worth in moves} == {0.0}
    order = [move for move, _ in moves]
    assert order[0] in {"D4", "E3"}
    assert order.index("D7") > 0


def test_what_is_settled_costs_a_point():
    settled = TEIRE.replace(". X . X . O .", ". X X X O O .")
    assert best(settled, "B") == best(settled, "W") == []


def test_open_boards_are_not_closed():
    assert is_closed(picture(TEIRE), 0, 0.1)
    assert not is_closed(picture(TEIRE.replace("X O", "X .")), 0, 0.1)


def test_without_time_there_is_no_end():
    with Deadline(60.0) as deadline:
        deadline.stop()
        assert played_out(picture(TEIRE), 0, deadline) is None
