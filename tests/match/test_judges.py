"""Judges on boards whose dead stones are plain to see."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.board.score import area_score
from gtpengine.match.counting import Counting
from gtpengine.match.judges import GnugoJudge, OwnJudge, available, setup_commands
from gtpengine.match.settings import JudgeSettings
from gtpengine.processes.programs import find_program
from tests.match.games import PATIENCE

needs_gnugo = pytest.mark.skipif(
    find_program("gnugo") is None, reason="GNU Go is not installed (Debian package gnugo)"
)

# White's stone at B6 is dead, so all of the left side is Black's.
BOARD = """
. . X O . . .
. O X O . . .
. . X O . . .
. . X O . . .
. . X O . . .
. . X O . . .
. . X O . . .
"""


def position(rules):
    return Position.from_diagram(BOARD, BLACK, rules, Fraction(1, 2))


@pytest.mark.parametrize("judge", [OwnJudge(), pytest.param(GnugoJudge(), marks=needs_gnugo)])
# by hand: area 21 - 28 - 1/2; territory 14 and 1 prisoner twice - 21 - 1/2
@pytest.mark.parametrize(
    ("rules", "score"), [(CHINESE, Fraction(-15, 2)), (JAPANESE, Fraction(-13, 2))]
)
def test_dead_stones_are_lifted(judge, rules, score):
    verdict = judge.verdict(position(rules), PATIENCE)
    assert sorted(verdict.dead) == sorted(position(rules).chain_at(min(verdict.dead)).stones)
    assert verdict.score == score
    assert area_score(position(CHINESE)) != verdict.score


def test_a_judge_that_is_not_installed_is_left_out(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("gtpengine.processes.programs.MORE_FOLDERS", ())
    assert available(("gtpengine", "gnugo")) == ("gtpengine",)


def test_setting_up_stones_needs_no_order():
    assert setup_commands(position(CHINESE))[:4] == [
        "boardsize 7",
        "clear_board",
        "komi 0.5",
        "play B C1",
    ]


@needs_gnugo
def test_gnugo_plays_a_dispute_out():
    # Nobody has touched the dead stone; GNU Go takes it off for both.
    counting = Counting(position(CHINESE), JudgeSettings(), {}, PATIENCE)
    assert counting._gnugo_goes_on()
    assert area_score(counting.position) == Fraction(-15, 2)


def test_under_territory_rules_playing_on_only_shows_what_was_dead():
    counting = Counting(position(JAPANESE), JudgeSettings(), {}, PATIENCE)
    counting._final = counting.position.copy()
    judged = OwnJudge().verdict(counting.position, PATIENCE)
    # Black takes the stone with moves in his own territory, which would cost points.
    for liberty in sorted(counting.position.chain_at(max(judged.dead)).liberties):
        counting.position.play(BLACK, liberty)
    assert counting.position.prisoners[BLACK] == 1
    later = OwnJudge().verdict(counting.position, PATIENCE)
    assert later.score < judged.score
    assert counting._as_it_was(later).score == judged.score
