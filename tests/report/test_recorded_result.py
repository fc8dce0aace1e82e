"""A record's result beside the count of its last position."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.position import Position
from gtpengine.board.recordwriting import record_of
from gtpengine.board.rules import JAPANESE
from gtpengine.model.model import Model
from gtpengine.report.analysisjson import as_json
from gtpengine.report.recordedresult import result_doubt
from gtpengine.report.review import review_of
from gtpengine.report.reviewwords import totals
from gtpengine.report.view import Closed, view_of

OWNERS = dict.fromkeys(Position(5, 5, JAPANESE, Fraction(0)).points(), 1.0)


def game(result, final, *, komi_named=True):
    """A game with a result, and a view of its last position that counts as `final`."""
    position = Position(5, 5, JAPANESE, Fraction(13, 2))
    position.play(position.to_move, next(iter(position.points())))
    record = replace(record_of(position), result=result, komi_named=komi_named)
    closed = None if final is None else Closed(Fraction(final), frozenset())
    views = [view_of(as_json(Model().survey(record.position(n), OWNERS, 1.0))) for n in (1, 2)]
    return record, [views[0], replace(views[1], closed=closed)]


@pytest.mark.parametrize(
    ("result", "final", "doubted"),
    [
        pytest.param("B+2.5", "5/2", False, id="the same"),
        pytest.param("B+2.5", "-5/2", False, id="protective moves and dame: five points"),
        pytest.param("B+2.5", "-7/2", True, id="more"),
        pytest.param("W+12", "-11", False, id="White's"),
        pytest.param("W+12", "12", True, id="the other player's"),
        pytest.param("W+R", "12", False, id="resignation"),
        pytest.param("B+T", "-12", False, id="time"),
        pytest.param("", "12", False, id="no result"),
        pytest.param("黑胜", "12", False, id="a result in words"),
        pytest.param("B+2.5", None, False, id="the board is open"),
    ],
)
def test_a_result_far_from_the_count_is_said(result, final, doubted):
    record, views = game(result, final)
    said = result_doubt(record, views[-1])
    assert bool(said) == doubted
    found = review_of(record, 1, views)
    assert (totals(found)[-1] == said) == doubted
    if doubted:
        assert f"result is {result}" in said
        assert "moves may be missing" in said


def test_without_a_komi_nothing_is_compared():
    record, views = game("B+2.5", "-13/2", komi_named=False)
    assert result_doubt(record, views[-1]) == ""


def test_of_an_unfinished_review_nothing_is_said():
    record, views = game("B+20", "0")
    assert review_of(record, 1, views[:1]).remark == ""
