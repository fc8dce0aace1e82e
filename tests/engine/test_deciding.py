"""From findings and a survey to a decision: who decides what, and what is said of it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.engine.deciding import decide
from gtpengine.model.model import Model
from gtpengine.model.situations import strategic
from gtpengine.model.worths import worths
from gtpengine.parameters import DecisionSettings
from gtpengine.search.findings import Counts, Findings, MoveFinding
from gtpengine.strategy.chooser import Chooser, Policy
from tests.engine.positions import CORRIDORS, SETTLED, picture

NO_COUNTS = Counts(0, 0, 0, 0)


def at(vertex):
    return PASS if vertex == "pass" else point_of(vertex, 9, 9)


def findings(position, *moves, forced=0):
    """Return findings; `moves` are (vertex, visits, the mover's lead), all but the first forced."""
    found = tuple(
        MoveFinding(
            at(name),
            visits,
            0.6,
            lead,
            0.6,
            0.1,
            (at(name), PASS),
            (visits, 4),
            forced * (place > 0),
        )
        for place, (name, visits, lead) in enumerate(moves)
    )
    score = moves[0][2] if position.to_move == BLACK else -moves[0][2]
    playouts = sum(visits for _, visits, _ in moves)
    return Findings(position.to_move, found, playouts, 0.6, score, 4.0, {}, 1, False)


def decided(*moves, colour=BLACK, rules=JAPANESE, board=CORRIDORS, settings=None, **how):
    position = picture(board, to_move=colour, rules=rules)
    survey = Model().survey(position, dict.fromkeys(position.points(), 0.0), None)
    survey = how.pop("survey", survey)
    choice = None if survey is None else strategic(position, survey, Chooser(Policy()))
    return decide(
        position,
        findings(position, *moves, forced=how.pop("forced", 0)),
        survey,
        NO_COUNTS,
        choice,
        settings or DecisionSettings(),
        **how,
    )


def test_the_search_s_best_move_is_played():
    found = decided(("E5", 900, 5.0), ("C7", 90, 1.0), ("pass", 5, 0.0), ("A9", 0, 0.0))
    assert found.point == at("E5")
    assert [each.point for each in found.candidates] == [at("E5"), at("C7")]
    assert {each.point for each in found.others} == {at("pass"), at("A9")}
    assert not found.proved
    assert "E5: black wins 60% after 900 visits" in found.text


HOT = ("C7", "D3", "G3")


@pytest.mark.parametrize(
    ("votes", "lead", "chosen"),
    [
        pytest.param(900, 5.0, "tied", id="the same votes"),
        pytest.param(900, 1.0, "tied", id="whatever the leads are"),
        pytest.param(810, 5.0, "tied", id="nine tenths"),
        pytest.param(809, 5.0, "best", id="less"),
    ],
)
def test_the_strategy_decides_ties_and_nothing_else(votes, lead, chosen):
    """E5 is dame; D3, G3 and C7 are worth half a point, and the strategy wants one of them."""
    found = decided(("E5", 900, 5.0), *((name, votes, lead) for name in HOT))
    if chosen == "best":
        assert found.point == at("E5")
    else:
        assert found.point in {at(name) for name in HOT}
        assert "to the search the same as E5" in found.text
    assert found.candidates[0].point == found.point


def test_a_move_that_was_never_searched_ties_with_nothing():
    unseen = decided(("E5", 0, 0.0), *((name, 0, 0.0) for name in HOT))
    assert unseen.point == at("E5")


def test_visits_that_were_forced_are_no_votes():
    moves = (("E5", 900, 5.0), *((name, 1000, 5.0) for name in HOT))
    assert decided(*moves, forced=100).point != at("E5")
    assert decided(*moves, forced=300).point == at("E5")


def test_how_equal_votes_must_be_is_a_setting():
    moves = (("E5", 900, 5.0), *((name, 500, 5.0) for name in HOT))
    assert decided(*moves).point == at("E5")
    assert decided(*moves, settings=DecisionSettings(same_share=0.5)).point != at("E5")


def test_what_is_proved_is_played_whatever_the_search_says():
    proved = (at("C7"), at("D3"))
    found = decided(("E5", 900, 5.0), ("D3", 20, 1.0), ("C7", 10, 4.0), proved=proved)
    assert found.point == at("D3")  # of these the one that the search likes most
    assert found.proved
    assert "proved by the exact sum" in found.text
    untried = decided(("E5", 900, 5.0), proved=(at("G3"),))
    assert untried.point == untried.candidates[0].point == at("G3")
    assert untried.candidates[0].visits == 0


def test_on_a_closed_board_small_searches_choose_and_losses_of_points_are_heard():
    left = (at("A9"), PASS)
    within = decided(("E5", 900, 5.0), ("A9", 40, 3.0), ending=left)
    assert within.point == at("A9")
    assert "closed board" in within.text
    beyond = decided(("E5", 900, 5.0), ("A9", 40, 2.9), ending=left)
    assert beyond.point == at("E5")
    few = decided(("E5", 900, 5.0), ("A9", 3, -20.0), ending=left)
    assert few.point == at("A9")
    allowed = DecisionSettings(heard_points=5.0)
    assert decided(("E5", 900, 5.0), ("A9", 40, 2.9), ending=left, settings=allowed).point == at(
        "A9"
    )
    nothing = decided(("E5", 900, 5.0), ("pass", 40, 4.5), ending=(PASS,))
    assert nothing.point == PASS
    assert "nothing is left" in nothing.text


@pytest.mark.parametrize(
    ("visits", "lead", "chosen"),
    [
        pytest.param(40, 5.0, "sum", id="the search sees no loss"),
        pytest.param(40, 3.0, "sum", id="two points, which a search cannot tell"),
        pytest.param(40, 2.9, "search", id="more: something hangs"),
        pytest.param(19, 5.0, "search", id="hardly looked at"),
    ],
)
def test_a_sum_of_solved_regions_is_played_by_the_strategy(visits, lead, chosen):
    moves = ("E5", 900, 5.0), *((name, visits, lead) for name in HOT)
    found = decided(*moves, sums=True)
    assert (found.point == at("E5")) == (chosen == "search")
    assert ("a sum of" in found.text) == (chosen == "sum")


def test_a_board_with_a_region_that_is_not_solved_is_no_sum():
    position = picture(CORRIDORS, rules=JAPANESE)
    survey = Model().survey(position, dict.fromkeys(position.points(), 0.0), None)
    assert survey.is_sum
    open_ = replace(survey, regions=[replace(survey.regions[0], value=None), *survey.regions[1:]])
    assert not open_.is_sum
    moves = ("E5", 900, 5.0), *((name, 40, 5.0) for name in HOT)
    assert decided(*moves, sums=True, survey=open_).point == at("E5")
    assert not replace(survey, regions=[]).is_sum


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_candidates_know_what_they_are_worth_in_their_region(rules, colour):
    moves = (("C7", 500, 2.0), ("E5", 300, 1.0), ("A9", 100, 0.0), ("pass", 50, 0.0))
    found = decided(*moves, colour=colour, rules=rules)
    tax = 1 if rules is CHINESE else 0
    by_point = {each.point: each for each in found.candidates}
    assert by_point[at("C7")].worth == Fraction(1, 2) + tax
    assert by_point[at("E5")].worth == tax
    assert (by_point[at("C7")].kind, by_point[at("E5")].kind) == ("gote", "dame")
    assert by_point[at("C7")].solved
    # A9 is settled, or not a move at all
    assert by_point[at("A9")].worth is None
    assert by_point[PASS].worth is None
    assert found.lead == 2.0


def test_a_solved_region_knows_all_its_moves():
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    survey = Model().survey(position, {}, None)
    for report in survey.regions:
        for colour in (BLACK, WHITE):
            found = worths(report, colour)
            assert max(found.values()) == found[report.moves[colour]] == report.value.temperature


def test_an_undivided_board_is_one_region():
    found = decided(("E5", 900, 5.0), survey=None)
    assert found.survey is None
    assert found.temperature is None
    assert found.exact_lead is None
    assert "the board is one region" in found.text


@pytest.mark.parametrize(("colour", "sign"), [(BLACK, 1), (WHITE, -1)])
def test_the_exact_lead_needs_proofs_everywhere(colour, sign):
    found = decided(("E5", 900, 5.0), colour=colour)
    # by hand: White leads by 12 1/2 when all is counted by means
    assert found.exact_lead == sign * Fraction(-25, 2)
    doubtful = [replace(found.survey.regions[0], exact=False), *found.survey.regions[1:]]
    assert replace(found, survey=replace(found.survey, regions=doubtful)).exact_lead is None


def test_another_leader_and_hidden_moves():
    found = decided(("E5", 900, 5.0), ("C7", 90, 1.0), ("D3", 80, 1.0), ("A9", 1, 0.0))
    led = found.led_by(at("D3"))
    assert led.point == at("D3")
    assert [each.point for each in led.candidates] == [at("D3"), at("E5"), at("C7")]
    from_others = found.led_by(at("A9"))
    assert from_others.candidates[0].point == at("A9")
    assert at("A9") not in {each.point for each in from_others.others}
    assert found.led_by(at("J1")) is found  # nothing is known of it
    hidden = found.without(frozenset({at("C7"), at("A9")}))
    assert [each.point for each in hidden.candidates] == [at("E5"), at("D3")]
    assert hidden.candidate(at("A9")) is None


def test_the_words_name_what_was_solved():
    found = decided(("E5", 900, 5.0), board=SETTLED)
    assert "1 of 1 regions solved" in found.text
