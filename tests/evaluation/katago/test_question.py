"""What KataGo is asked: history, stones, komi and rules as it takes them."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import AGA, CHINESE, JAPANESE, NEW_ZEALAND
from gtpengine.evaluation.katago.question import Question


def played(rules=JAPANESE, komi=None):
    position = Position(5, rules=rules, komi=komi)
    for colour, vertex in (
        (BLACK, "B2"),
        (WHITE, "A1"),
        (BLACK, "A2"),
        (WHITE, "D4"),
        (BLACK, "B1"),
    ):
        position.play(colour, point_of(vertex, 5, 5))
    return position


def test_a_game_is_told_with_its_history():
    fields = Question(played(), 30, ownership=True).fields()
    assert fields["moves"] == [["B", "B2"], ["W", "A1"], ["B", "A2"], ["W", "D4"], ["B", "B1"]]
    assert fields["initialStones"] == []
    assert fields["initialPlayer"] == "B"
    assert (fields["boardXSize"], fields["boardYSize"], fields["maxVisits"]) == (5, 5, 30)
    assert fields["komi"] == 6.5
    assert fields["includeOwnership"]
    assert "includePolicy" not in fields
    assert fields["rules"] == {
        **{"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False},
        **{"hasButton": False, "whiteHandicapBonus": "0"},
    }


def test_the_other_player_first_gets_a_board_that_was_set_up():
    # Black has taken one stone: without history it is in the komi, where prisoners count.
    position = played()
    assert position.prisoners[BLACK] == 1
    fields = Question(position, 30, first=BLACK).fields()
    assert fields["moves"] == []
    assert fields["initialPlayer"] == "B"
    assert fields["initialStones"] == [["B", "B1"], ["B", "A2"], ["B", "B2"], ["W", "D4"]]
    assert fields["komi"] == 5.5
    assert Question(played(CHINESE), 30, first=BLACK).fields()["komi"] == 7.5
    assert Question(position, 30, first=WHITE).fields()["moves"] != []


def test_a_setup_in_the_middle_of_a_game_keeps_its_prisoners():
    position = played()
    position.setup(black=[point_of("E5", 5, 5)], to_move=WHITE)
    fields = Question(position, 30).fields()
    assert fields["komi"] == 5.5
    assert fields["initialPlayer"] == "W"
    assert ["B", "E5"] in fields["initialStones"]


@pytest.mark.parametrize(
    ("komi", "sent", "surplus"),
    [
        ("13/2", 6.5, "0"),
        ("7", 7, "0"),
        ("15/4", 4, "1/4"),
        ("-11/4", -2.5, "1/4"),
        ("27/5", 5.5, "1/10"),
        ("26/5", 5, "-1/5"),
    ],
)
def test_komi_finer_than_a_half_is_rounded_and_made_good(komi, sent, surplus):
    asked = Question(Position(5, komi=Fraction(komi)), 1)
    assert asked.fields()["komi"] == sent
    assert asked.surplus == Fraction(surplus)


@pytest.mark.parametrize(
    ("rules", "komi"), [(CHINESE, 3.5), (AGA, 2.5), (NEW_ZEALAND, 0.5), (JAPANESE, 0.5)]
)
def test_a_handicap_is_stones_and_komi(rules, komi):
    position = Position(9, rules=rules, komi=Fraction(1, 2))
    position.place_handicap([point_of(vertex, 9, 9) for vertex in ("C3", "G7", "C7")])
    fields = Question(position, 1).fields()
    assert fields["komi"] == komi
    assert fields["initialPlayer"] == "W"
    assert len(fields["initialStones"]) == 3
    assert fields["rules"]["whiteHandicapBonus"] == "0"
