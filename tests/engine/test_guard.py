"""The guard: it may only veto, by a margin, and it prefers what the sum of regions likes."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.engine import guard
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.guard import Guard
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Estimate
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thought import Check
from gtpengine.partition.bits import bits_of
from gtpengine.search.montecarlo.fates import Fate
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from tests.engine.positions import CORRIDORS, picture


def at(vertex):
    return PASS if vertex == "pass" else point_of(vertex, 9, 9)


def verdict(monkeypatch, scores, proposals, liked, favourite="pass"):
    """Return the guard's choice when searches expect `scores` and its tree likes `liked`."""
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    by_point = {at(vertex): score for vertex, score in scores.items()}

    def looked_at(position, point, settled, deadline, seconds, settings):
        return Check(point, by_point[point], 0.5, 100) if point in by_point else None

    monkeypatch.setattr(guard, "_looked_at", looked_at)
    moves = tuple(MoveFinding(at(v), 100, 0.5, 0.0, 0.5, 0.1, (at(v),)) for v in liked)
    findings = Findings(BLACK, moves, 100 * len(moves), 0.5, 0.0, 1.0, {}, 1, False)
    monkeypatch.setattr(guard, "_overview", lambda *arguments: findings)
    with Deadline(10.0) as deadline:
        return Guard().check(
            position,
            [at(v) for v in proposals],
            survey,
            deadline,
            Settings(),
            favourite=at(favourite),
        )


def looking(monkeypatch, checks):
    """Return a position on which open looks find `checks`: points and chance by vertex."""
    by_point = {at(vertex): check for vertex, check in checks.items()}

    def looked_at(position, point, settled, deadline, seconds, settings):
        assert settled == {}
        return Check(point, *by_point[point], 100) if point in by_point else None

    monkeypatch.setattr(guard, "_looked_at", looked_at)
    return picture(CORRIDORS, to_move=BLACK)


def test_what_is_settled_is_no_rival():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    settled = survey.settled_owners
    with Deadline(10.0) as deadline:
        found = guard._overview(position, settled, deadline, Settings(visits=200))
    assert found.playouts >= 200
    assert {move.point for move in found.moves} - {PASS} <= {
        point for report in survey.regions for point in report.region.points
    }
    assert settled[at("A1")] == BLACK
    assert settled[at("J9")] == WHITE


def test_what_may_fall_with_a_hanging_chain_does_not_stand():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    chain = position.chain_at(at("A1"))
    area = bits_of({at("A1"), at("B2")})
    hanging = Fate(chain, area, 0.1, 0.9, at("B2"), at("B2"), {}, {})
    assert at("A1") in guard.standing(survey)
    assert at("A1") not in guard.standing(replace(survey, fates=(hanging,)))
    alive = replace(hanging, attacked=0.9)
    assert guard.standing(replace(survey, fates=(alive,))) == survey.settled_owners


def test_what_both_like_is_not_even_looked_at(monkeypatch):
    found = verdict(monkeypatch, {}, ["C7"], ["C7"])
    assert (found.point, found.vetoed, found.checks) == (at("C7"), False, ())


def test_a_rival_must_be_better_by_its_margin(monkeypatch):
    # C7 and C3 lie in solved regions, A9 where all is settled.
    for rival, margin in (("C3", guard.MARGIN_SOLVED), ("A9", guard.MARGIN_SETTLED)):
        for ahead, vetoed in ((margin - 0.1, False), (margin + 0.1, True)):
            scores = {"C7": 1.0, rival: 1.0 + ahead, "pass": 0.0}
            found = verdict(monkeypatch, scores, ["C7"], [rival])
            assert found.vetoed is vetoed
            assert found.point == at(rival if vetoed else "C7")


def test_after_a_veto_the_next_proposal_goes_before_the_tree_s_wish(monkeypatch):
    scores = {"C7": -12.0, "C3": 0.5, "A9": 1.0, "pass": 0.0}
    found = verdict(monkeypatch, scores, ["C7", "C3"], ["A9"])
    assert found.vetoed
    assert found.point == at("C3")
    assert "12.5 points better than C7" in found.text


def test_a_pass_goes_before_a_wasted_move(monkeypatch):
    found = verdict(monkeypatch, {"C7": -12.0, "A9": 1.0, "pass": 0.0}, ["C7"], ["A9"])
    assert found.point == PASS


@pytest.mark.parametrize(("score", "chosen"), [(2.9, "C7"), (3.1, "A9")])
def test_the_favourite_of_the_whole_board_is_looked_at(monkeypatch, score, chosen):
    scores = {"C7": 0.0, "A9": score, "pass": -1.0}
    found = verdict(monkeypatch, scores, ["C7"], ["C7"], favourite="A9")
    assert found.point == at(chosen)


def test_around_the_favourite_nothing_is_settled(monkeypatch):
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    seen = {}

    def looked_at(position, point, settled, deadline, seconds, settings):
        seen[point] = set(settled)

    monkeypatch.setattr(guard, "_looked_at", looked_at)
    monkeypatch.setattr(guard, "around", lambda *_: 1 << at("A9") | 1 << at("B8"))
    with Deadline(10.0) as deadline:
        Guard().check(
            position, [at("C7")], survey, deadline, Settings(visits=50), favourite=at("A9")
        )
    assert {at("C7"), at("A9")} <= set(seen)
    assert {at("A9"), at("B8")} <= set(guard.standing(survey))
    for settled in seen.values():
        assert settled == set(guard.standing(survey)) - {at("A9"), at("B8")}


@pytest.mark.parametrize(
    ("scores", "chosen"),
    [
        ({"C7": 0.2, "C3": 0.3, "pass": 0.0}, "C3"),  # a false alarm, and what was proposed next
        ({"C7": 0.2, "C3": -9.0, "pass": 0.0}, "pass"),  # which must not be a blunder
        ({"C7": 0.2, "pass": 0.0}, "C3"),  # nor need it be looked at
        ({"C7": 5.0, "C3": 0.3, "pass": 0.0}, "C7"),  # a true alarm
    ],
)
def test_after_a_false_alarm_no_blunder_is_played(monkeypatch, scores, chosen):
    monkeypatch.setattr(guard, "_alarming", lambda _: {at("C7")})
    found = verdict(monkeypatch, scores, ["C7", "C3"], ["C3"])
    assert found.point == at(chosen)


@pytest.mark.parametrize(
    ("checks", "same"),
    [
        ({"C7": (0.0, 0.5), "A9": (-0.9, 0.48)}, True),
        ({"C7": (0.0, 0.5), "A9": (-1.1, 0.48)}, False),
        ({"C7": (0.0, 0.5), "A9": (-0.9, 0.46)}, False),
        ({"C7": (0.0, 0.5), "A9": (1.0, 0.46)}, True),  # more points for less of a chance
        ({"C7": (0.0, 0.5), "A9": (1.0, 0.44)}, False),
        ({"C7": (0.0, 0.5)}, False),  # no time for it
    ],
)
def test_moves_are_the_same_that_a_closer_look_cannot_tell_apart(monkeypatch, checks, same):
    position = looking(monkeypatch, checks)
    with Deadline(10.0) as deadline:
        assert Guard().same(position, at("C7"), at("A9"), deadline, Settings()) is same


@pytest.mark.parametrize(
    ("checks", "chosen"),
    [
        ({"C7": (0.0, 0.5), "A9": (4.5, 0.6)}, "A9"),
        ({"C7": (0.0, 0.5), "A9": (3.5, 0.6)}, "C7"),  # hardly more points
        ({"C7": (0.0, 0.5), "A9": (4.5, 0.52)}, "C7"),  # hardly more chances
        ({"C7": (0.0, 0.2), "A9": (4.5, 0.3)}, "C7"),  # a swindle in a game that is not close
        ({"C7": (0.0, 0.5), "A9": (6.5, 0.5)}, "A9"),  # but many points
        ({"C7": (0.0, 0.5)}, "C7"),  # no time for the other one
        ({"A9": (4.5, 0.6)}, "C7"),
    ],
)
def test_the_best_move_of_the_tree_may_have_been_overlooked(monkeypatch, checks, chosen):
    position = looking(monkeypatch, checks)
    with Deadline(10.0) as deadline:
        found = Guard().overlooked(position, at("C7"), at("A9"), deadline, Settings())
    assert found.point == at(chosen)
    assert found.vetoed is (chosen == "A9")
    assert ("the whole board open" in found.text) is found.vetoed


@pytest.mark.parametrize(
    ("checks", "safer"),
    [
        ({"C7": (9.0, 0.8), "A9": (5.0, 0.85)}, True),  # though it brings fewer points
        ({"C7": (5.0, 0.8), "A9": (9.0, 0.83)}, False),
        ({"C7": (5.0, 0.8)}, False),  # no time
    ],
)
def test_of_two_moves_at_a_place_one_may_win_more_often(monkeypatch, checks, safer):
    position = looking(monkeypatch, checks)
    with Deadline(10.0) as deadline:
        assert Guard().is_safer(position, at("C7"), at("A9"), deadline, Settings()) is safer


def test_together_a_move_is_followed_by_the_proposal(monkeypatch):
    """After A9 and C3 it is Black's turn again; C7 itself cannot be played twice."""
    scores = {"A9": 2.0, "C3": None}  # no time for the last one
    seen = []

    def looked_at(position, point, settled, deadline, seconds, settings):
        assert (point, position.to_move, settled) == (at("C7"), BLACK, {})
        vertex = next(each for each in scores if position.colour_at(at(each)) == BLACK)
        seen.append(vertex)
        score = scores[vertex]
        return None if score is None else Check(point, score, 0.5, 100)

    monkeypatch.setattr(guard, "_looked_at", looked_at)
    position = picture(CORRIDORS, to_move=BLACK)
    stone = next(iter(position.stones(BLACK)))
    with Deadline(10.0) as deadline:
        moves = [at("A9"), stone, at("C3")]
        found = Guard().together(position, at("C7"), moves, deadline, Settings())
    assert seen == ["A9", "C3"]
    assert found == {at("A9"): 2.0}
    assert position.to_move == BLACK
    assert not position.moves


@pytest.mark.parametrize("proposals", [["C7"], ["C7", "C3"]])
def test_without_time_for_the_proposal_it_stands(monkeypatch, proposals):
    found = verdict(monkeypatch, {"A9": 9.0}, proposals, ["A9"])
    assert (found.point, found.vetoed) == (at("C7"), False)


def test_what_hangs_is_trusted_by_what_is_at_stake():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    report = survey.at(at("C7"))
    heat = Fraction(9)
    moves = {BLACK: at("C7"), WHITE: None}
    guess = Estimate(Fraction(0), heat, Fraction(1), Fraction(1), moves, hangs=True)
    hanging = replace(report, value=None, estimate=guess, moves=guess.moves)
    survey = replace(survey, regions=[hanging if r is report else r for r in survey.regions])
    assert guard._trust(at("C7"), survey) == 9.0
    assert guard._trust(at("C3"), survey) == 0.0
    assert guard._trust(PASS, survey) == 0.0
    open_region = replace(hanging, estimate=replace(guess, hangs=False))
    survey = replace(survey, regions=[open_region if r is hanging else r for r in survey.regions])
    assert guard._trust(at("C7"), survey) == 0.0


def test_what_hangs_may_be_a_false_alarm_too():
    position = picture(CORRIDORS, to_move=BLACK)
    survey = Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)
    assert guard._alarming(survey) == set()
    report = survey.at(at("C7"))
    moves = {BLACK: at("C7"), WHITE: None}
    guess = Estimate(Fraction(0), Fraction(9), Fraction(1), Fraction(1), moves, hangs=True)
    hanging = replace(report, value=None, estimate=guess, moves=guess.moves)
    hung = replace(survey, regions=[hanging if r is report else r for r in survey.regions])
    assert guard._alarming(hung) == {at("C7")}
    for_white = replace(hung, position=picture(CORRIDORS, to_move=WHITE))
    assert guard._alarming(for_white) == set()
