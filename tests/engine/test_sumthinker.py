"""What the tree of the whole board may change in a move of the sum of regions."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.rules import JAPANESE
from gtpengine.engine import sumthinker
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.guard import Guard, Verdict
from gtpengine.engine.lives import LifeReader
from gtpengine.engine.merging import Merging
from gtpengine.engine.settings import Settings
from gtpengine.engine.sumthinker import SumThinker
from gtpengine.engine.survey import Estimate
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thought import Check
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from tests.engine.positions import CORRIDORS, SETTLED, picture


def at(vertex):
    return PASS if vertex == "pass" else point_of(vertex, 9, 9)


def surveyed(text):
    position = picture(text, to_move=BLACK, rules=JAPANESE)
    return Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)


def found(win_rate=0.5, **visits):
    """Return what a tree finds: visits by vertex."""
    moves = sorted(visits.items(), key=lambda item: -item[1])
    return Findings(
        BLACK,
        tuple(MoveFinding(at(v), n, win_rate, 0.0, 0.5, 0.1, (at(v),)) for v, n in moves),
        sum(visits.values()),
        win_rate,
        0.0,
        1.0,
        {},
        100,
        False,
    )


def thought(survey, findings, **settings):
    thinker = SumThinker(LifeReader(), Merging(Surveyor()))
    with Deadline(20.0) as deadline:
        return thinker.think(survey, findings, deadline, Settings(visits=200, **settings))


@pytest.mark.parametrize(
    ("visits", "safer", "theirs"), [(900, None, True), (100, False, False), (100, True, True)]
)
def test_where_a_chain_hangs_the_opponents_move_may_be_better(monkeypatch, visits, safer, theirs):
    """All that is known of a region is a verdict: Black kills by C7, White saves by C3.

    If the tree does not much prefer one of them, searches after each are asked.
    """

    def is_safer(self, position, move, other, deadline, settings):
        assert (move, other) == (at("C7"), at("C3"))
        assert safer is not None
        return safer

    monkeypatch.setattr(Guard, "is_safer", is_safer)
    survey = surveyed(CORRIDORS)
    known = survey.at(at("C7"))
    verdict = Estimate(
        Fraction(0),
        Fraction(5),
        Fraction(0),
        Fraction(0),
        {BLACK: at("C7"), WHITE: at("C3")},
        hangs=True,
    )
    hung = replace(known, value=None, estimate=verdict, moves=verdict.moves, solution=None)
    regions = tuple(hung if each is known else each for each in survey.regions)
    survey = replace(survey, regions=regions)
    move = thought(survey, found(C7=100, C3=visits, A9=900), exact_sums=False)
    assert (move.point == at("C3")) is theirs
    assert ("matters to the opponent too" in move.text) is theirs


@pytest.mark.parametrize(
    ("visits", "says", "looks"),
    [
        (900, [True, True], 2),
        (900, [True, False], 2),  # the second look does not confirm it
        (900, [False], 1),
        (90, [], 0),  # too few to tell
    ],
)
def test_the_best_move_of_the_tree_is_looked_at_twice(monkeypatch, visits, says, looks):
    asked = []

    def overlooked(self, position, proposal, favourite, deadline, settings):
        asked.append((proposal, favourite, settings.seed))
        better = says[len(asked) - 1]
        return Verdict(favourite if better else proposal, better, "A9: overlooked", ())

    monkeypatch.setattr(Guard, "overlooked", overlooked)
    monkeypatch.setattr(sumthinker, "sole_move", lambda _: None)
    move = thought(surveyed(SETTLED), found(A9=visits, E5=visits // 10))
    assert [each[:2] for each in asked] == [(at("E5"), at("A9"))] * looks
    assert len({seed for _, _, seed in asked}) == looks
    played = looks == 2 and all(says)
    assert (move.point == at("A9")) is played
    assert move.vetoed is played


@pytest.mark.parametrize(
    ("alone", "together", "chosen"),
    [
        (4.0, 6.5, "A8"),  # mends what is wrong with the sum's move
        (4.0, 5.5, "A9"),  # hardly better at that than it is worse alone
        (2.0, 20.0, "A9"),  # not needed: other moves bring more
        (None, 20.0, "A9"),  # no better than the sum's move
    ],
)
def test_what_prepares_the_sum_s_move_comes_first(monkeypatch, alone, together, chosen):
    """The tree's A9 and A8 are both better than the sum's E5."""

    def overlooked(self, position, proposal, favourite, deadline, settings):
        assert proposal == at("E5")
        score = 5.0 if favourite == at("A9") else alone
        if score is None:
            return Verdict(proposal, False, "", ())
        return Verdict(favourite, True, "better", (Check(favourite, score, 0.5, 100),))

    def followed(self, position, proposal, moves, deadline, settings):
        assert (proposal, moves) == (at("E5"), [at("A9"), at("A8")])
        return {at("A9"): 4.0, at("A8"): together}

    monkeypatch.setattr(Guard, "overlooked", overlooked)
    monkeypatch.setattr(Guard, "together", followed)
    monkeypatch.setattr(sumthinker, "sole_move", lambda _: None)
    move = thought(surveyed(SETTLED), found(A9=900, A8=800))
    assert move.vetoed
    assert move.point == at(chosen)
    assert ("can follow" in move.text) is (chosen == "A8")


@pytest.mark.parametrize(
    ("alone", "together", "chosen"), [(4.0, 6.5, "A8"), (4.0, 5.5, "A9"), (2.0, 20.0, "A9")]
)
def test_after_a_veto_too(monkeypatch, alone, together, chosen):
    checks = [("A9", 5.0), ("E5", 0.0), ("pass", 0.0), ("A8", alone)]
    verdict = Verdict(
        at("A9"), True, "vetoed", tuple(Check(at(v), score, 0.5, 100) for v, score in checks)
    )

    def followed(self, position, proposal, moves, deadline, settings):
        assert (proposal, moves) == (at("E5"), [at("A9"), at("A8")])
        return {at("A9"): 4.0, at("A8"): together}

    monkeypatch.setattr(Guard, "check", lambda *arguments: verdict)
    monkeypatch.setattr(Guard, "together", followed)
    monkeypatch.setattr(sumthinker, "sole_move", lambda _: None)
    move = thought(surveyed(SETTLED), found(E5=900))
    assert move.vetoed
    assert move.point == at(chosen)
    assert ("prepares E5" in move.text) is (chosen == "A8")


@pytest.mark.parametrize(("visits", "chosen"), [(100, "A8"), (99, "A9")])
def test_a_longer_search_knows_better_which_move_it_is_unless_the_tree_objects(visits, chosen):
    """The tree has nine tenths of its visits at A9; an alarm there was looked at for longer."""
    survey = surveyed(SETTLED)
    tree = found(A9=9800, E5=100, A8=visits)
    assert thought(survey, tree).point == at("A9")
    assert thought(replace(survey, instead={at("A9"): at("A8")}), tree).point == at(chosen)
