"""The partner in the network's place: boards in, the network's form out."""

import sys
from pathlib import Path

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.katago.judge import PartnerJudge, outputs_of, position_of
from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import PartnerGone, PartnerSettings
from gtpengine.evaluation.katago.partner import KataGo

SCRIPTED = Path(__file__).parent / "scripted.py"
KO = """
. X O . .
X . X O .
. X O . .
. . . . .
. . . . .
"""


def at(name):
    return point_of(name, 5, 5)


@pytest.fixture
def position():
    return Position.from_diagram(KO, to_move=WHITE, rules=JAPANESE)


def scripted(*options):
    return KataGo(PartnerSettings((sys.executable, "-I", "-S", str(SCRIPTED), *options)))


def judged(judge, position):
    lasts = np.zeros((1, 2), np.int64)
    colours = np.array([position.to_move], np.int64)
    return judge.evaluate(np.stack([vector_of(position)]), colours, lasts)


def test_a_vector_becomes_the_board_that_it_is(position):
    position.play(WHITE, at("B4"))  # takes C4
    found = position_of(vector_of(position), BLACK)
    assert (found.stones(BLACK), found.stones(WHITE)) == (
        position.stones(BLACK),
        position.stones(WHITE),
    )
    assert (found.to_move, found.komi, found.rules.name) == (BLACK, 0, "chinese")


def test_the_form_is_the_networks(position):
    with scripted() as katago:
        found = judged(PartnerJudge(katago), position)
    # the script: ownership 1 at the upper left, -1 at the lower right; policy 1/8, a pass 1/2
    assert (found.ownership[0, at("A5")], found.ownership[0, at("E1")]) == (1.0, -1.0)
    assert found.moves[0, at("A5")] == 0.0
    assert found.moves[0, at("E1")] == found.other_moves[0, at("E1")] == 0.125
    assert found.passing[0] == found.other_passing[0] == 0.5
    assert found.lead[0] == 0.0
    assert found.spread[0] > 0


def test_a_ban_is_kept_though_the_partner_knows_of_none(position):
    position.play(WHITE, at("B4"))
    assert position.ko_point == at("C4")
    policy = {at("C4"): 0.75, PASS: 0.25}
    both = [Judgement(colour, 1, 3.0, 0.5, (), {}, policy, stdev=10.0) for colour in (BLACK, WHITE)]
    found = outputs_of(np.stack([vector_of(position)]), both[:1], both[1:])
    assert found.moves[0, at("C4")] == 0.0
    assert found.other_moves[0, at("C4")] == 0.75
    assert found.lead[0] == 3.0
    # a logistic distribution of scale s has a standard deviation of s pi / sqrt 3
    assert found.spread[0] == pytest.approx(10 * 3**0.5 / np.pi, rel=1e-3)
    assert found.chance_above(0, 3.0) == 0.5


def test_who_stands_behind_it_answers_when_it_is_gone(position):
    class Behind:
        def evaluate(self, vectors, colours, lasts, *, turned=False):
            return "behind", len(vectors), list(colours)

        def tilt(self, even, spread):
            return even

    gone = KataGo(PartnerSettings(("no-such-katago",)))
    judge = PartnerJudge(gone, Behind())
    assert judge.tilt(7.0, 5.0) == 0.0
    assert judged(judge, position) == ("behind", 1, [WHITE])
    assert "KataGo does not start" in judge.trouble
    assert judge.tilt(7.0, 5.0) == 7.0
    assert judged(judge, position) == ("behind", 1, [WHITE])
    with pytest.raises(PartnerGone):
        judged(PartnerJudge(KataGo(PartnerSettings(("no-such-katago",)))), position)
