"""Partners that really search: our own server always, KataGo where GTPENGINE_KATAGO names it."""

import os

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.cli.main import run
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo
from gtpengine.evaluation.katago.question import Question
from tests.gtp.process import compiled_kernels

COMMAND = os.environ.get("GTPENGINE_KATAGO", "")
PARTNERS = [
    pytest.param("gtpengine analysis", id="ours"),
    pytest.param(
        COMMAND,
        id="katago",
        marks=pytest.mark.skipif(not COMMAND, reason="GTPENGINE_KATAGO names no KataGo"),
    ),
]

# Nobody can invade a column: 18 points each by territory, 36 each by area and nine dame between, so
# by area, with a komi of 7.5, White leads by 6.5 or 8.5, whoever takes the last dame.
HALVES = """
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
    . X . X . O . O .
"""


@pytest.mark.parametrize("command", PARTNERS)
def test_a_partner_knows_two_halves(command):
    if command.startswith("gtpengine"):
        compiled_kernels()
    with KataGo(PartnerSettings.of_line(command)) as katago:
        board = Position.from_diagram(HALVES, to_move=WHITE)
        questions = [
            Question(board, 60, first=first, ownership=True, policy=True)
            for first in (BLACK, WHITE)
        ]
        for asked, found in zip(questions, katago.ask_all(questions), strict=True):
            assert isinstance(found, Judgement), found
            assert found.to_move == asked.to_move
            assert len(found.ownership) == 81
            assert all(found.ownership[point_of(f"A{row}", 9, 9)] > 0.5 for row in range(1, 10))
            assert all(found.ownership[point_of(f"J{row}", 9, 9)] < -0.5 for row in range(1, 10))
            assert -11 < found.lead < -3
            # Only empty points have a chance, and a pass.
            assert set(found.policy) <= {*board.points(), PASS} - {
                point for colour in (BLACK, WHITE) for point in board.stones(colour)
            }
        assert katago.restarts == 0
        assert katago.version


@pytest.mark.parametrize("command", PARTNERS)
def test_a_partner_refuses_an_impossible_board(command):
    if command.startswith("gtpengine"):
        compiled_kernels()
    with KataGo(PartnerSettings.of_line(command)) as katago:
        board = Position(9, rules=JAPANESE)
        # Komi beyond what either takes.
        board.komi += 100_000
        found, good = katago.ask_all([Question(board, 10), Question(Position(9), 10)])
        assert str(found).startswith("KataGo refuses the question: ")
        assert isinstance(good, Judgement)


@pytest.mark.skipif(not COMMAND, reason="GTPENGINE_KATAGO names no KataGo")
def test_the_check_of_a_real_one(capsys):
    assert run(["katago-check", "--katago", COMMAND, "--katago-visits", "20"]) == 0
    said = capsys.readouterr().out
    assert "version      1." in said
    assert "It can be used." in said


def test_the_check_of_one_that_is_not_there(capsys):
    assert run(["katago-check", "--katago", "no-such-katago analysis"]) == 1
    said = capsys.readouterr()
    assert said.err == (
        "gtpengine katago-check: KataGo does not start: program 'no-such-katago' not found\n"
    )
    assert said.out == ""


def test_the_check_of_nothing(capsys):
    assert run(["katago-check"]) == 1
    assert "name a KataGo by --katago" in capsys.readouterr().err
