"""Both players first, in one batch, remembered; a partner that is gone is said so and left out."""

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.evaluation.katago.evaluator import Evaluator
from tests.evaluation.katago.test_partner import partner, pytestmark  # noqa: F401


def board(moves=1):
    position = Position(5, rules=JAPANESE)
    for number, vertex in enumerate(["A1", "E1", "A2", "E2"][:moves]):
        position.play((BLACK, WHITE)[number % 2], point_of(vertex, 5, 5))
    return position


def test_both_players_are_asked_first(tmp_path):
    log = tmp_path / "log"
    with partner("answer", "--log", log) as katago:
        evaluator = Evaluator(katago, 7)
        found = evaluator.evaluation(board(3))
        again = evaluator.evaluation(board(3))
    assert again is found
    assert log.read_text().count("maxVisits") == 2
    assert found.by == "KataGo 9.9"
    assert {colour: each.to_move for colour, each in found.judgements.items()} == {
        BLACK: BLACK,
        WHITE: WHITE,
    }
    # White is to move after three moves; the other way round there is no history: lead 0.
    assert found.lead == 3.0
    assert found.judgements[BLACK].lead == 0.0
    assert found.ownership[point_of("A5", 5, 5)] == 1.0
    assert len(found.ownership) == 25


def test_a_game_is_one_batch(tmp_path):
    told = []
    with partner("die", "--at", 3, "--starts", tmp_path / "s", "--until", 2) as katago:
        evaluator = Evaluator(katago, 7)
        evaluator.prepare([board(n) for n in range(5)], lambda done, of: told.append((done, of)))
        found = [evaluator.evaluation(board(n)) for n in range(5)]
    assert [each.lead for each in found] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert told == [(n, 10) for n in range(1, 11)]
    assert not evaluator.trouble


@pytest.mark.parametrize("asks", [1, 2])
def test_a_partner_that_is_gone(asks):
    with partner("no start") as katago:
        evaluator = Evaluator(katago, 7)
        for _ in range(asks):
            assert evaluator.evaluation(board()) is None
        assert evaluator.trouble == "KataGo does not start: Could not open the model file"


def test_what_is_refused_is_left_out():
    with partner("error", "--at", 3) as katago:
        evaluator = Evaluator(katago, 7)
        evaluator.prepare([board(1), board(2)])
        assert evaluator.evaluation(board(1)) is not None
        assert evaluator.evaluation(board(2)) is None
        assert not evaluator.trouble
