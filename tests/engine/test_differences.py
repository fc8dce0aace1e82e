"""What the sum predicts beside what searches find."""

import logging
from fractions import Fraction

import pytest

from gtpengine.board.points import PASS, point_of
from gtpengine.engine.differences import difference, expected
from gtpengine.engine.sumplayer import _report_difference
from gtpengine.engine.thought import Check, Difference, Thought
from gtpengine.localgame.solution import Scoring
from gtpengine.strategy.choice import Candidate

A, B, C, SETTLED = (point_of(vertex, 9, 9) for vertex in ("A1", "B1", "C1", "J9"))
# Three gote of 4, 3 and 1 points, and a move that gains in the first and in the third.
CANDIDATES = (
    Candidate(A, (1,), Fraction(4)),
    Candidate(B, (2,), Fraction(3)),
    Candidate(C, (3,), Fraction(1)),
)
SHARED = (Candidate(SETTLED, (1, 3), Fraction(5)), *CANDIDATES)


def check(point, score):
    return Check(point, score, 0.5, 100)


@pytest.mark.parametrize(
    ("move", "candidates", "scoring", "value"),
    [
        pytest.param(A, CANDIDATES, Scoring.AREA, 4 - 3 + 1, id="the hottest"),
        pytest.param(B, CANDIDATES, Scoring.AREA, 3 - 4 + 1, id="the second"),
        pytest.param(PASS, CANDIDATES, Scoring.AREA, -4 + 3 - 1, id="a pass"),
        pytest.param(PASS, CANDIDATES, Scoring.TERRITORY, -4 + 3 - 1, id="a free pass"),
        pytest.param(SETTLED, CANDIDATES, Scoring.AREA, -4 + 3 - 1, id="a wasted move"),
        pytest.param(SETTLED, CANDIDATES, Scoring.TERRITORY, -4 + 3 - 1 - 1, id="it costs"),
        pytest.param(SETTLED, SHARED, Scoring.AREA, 5 - 3, id="two regions at once"),
        pytest.param(PASS, (), Scoring.AREA, 0, id="nothing is left"),
    ],
)
def test_what_a_move_makes_of_the_sum(move, candidates, scoring, value):  # values: by hand
    assert expected(move, candidates, scoring) == value


def test_the_proposal_is_compared_with_the_best_other_move():
    checks = [check(B, 2.5), check(A, 1.0), check(PASS, -3.0)]
    found = difference(A, CANDIDATES, checks, Scoring.AREA)
    # By hand: the sum has A at 2 and B at 0.
    assert found == Difference(A, B, Fraction(2), -1.5)
    assert found.size == 3.5
    assert found.text == (
        "A1 against B1: the sum of regions expects +2.0 points, the search finds -1.5"
    )


@pytest.mark.parametrize("checks", [[], [check(A, 1.0)], [check(B, 1.0), check(PASS, 0.0)]])
def test_without_both_there_is_no_difference(checks):
    assert difference(A, CANDIDATES, checks, Scoring.AREA) is None


@pytest.mark.parametrize(
    ("details", "lines"),
    [
        ({}, []),
        ({"difference": Difference(A, B, Fraction(2), 1.95)}, []),
        ({"difference": Difference(A, B, Fraction(2), 1.5)}, ["finds +1.5"]),
        ({"difference": Difference(A, B, Fraction(2), -1.5), "vetoed": True}, ["-1.5; vetoed"]),
        (
            {"difference": Difference(A, PASS, Fraction(2), -1.5), "vetoed": True, "merged": True},
            ["-1.5; merged"],
        ),
    ],
    ids=["no check", "they agree", "they differ", "veto", "merge"],
)
def test_one_line_where_they_differ(caplog, capsys, details, lines):
    with caplog.at_level(logging.INFO, "gtpengine"):
        _report_difference(20, Thought(A, (), **details))
    assert len(caplog.messages) == len(lines)
    for message, ending in zip(caplog.messages, lines, strict=True):
        assert message.startswith("move 21: A1 against ")
        assert message.endswith(ending)
    assert capsys.readouterr().out == ""
