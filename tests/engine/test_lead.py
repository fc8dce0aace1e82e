"""One lead: the sum where it is known, the search's elsewhere; chances that follow from it."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS
from gtpengine.engine.lead import chance, summed_lead, with_one_lead
from gtpengine.gtp.jsonmode.answers import regions_of
from gtpengine.model.turns import first_gain, in_turn
from gtpengine.report.analysisjson import as_json
from tests.engine.test_deciding import decided

LAST = Fraction(7, 2)


@pytest.mark.parametrize(
    ("heats", "gain"),
    [
        ([], 0),
        ([3], 3),
        ([3, 1], 2),
        ([1, 3, 2], 2),
        ([Fraction(1, 2), 2, 2, 0, -1], Fraction(1, 2)),
    ],
)
def test_players_take_the_largest_in_turn(heats, gain):
    assert in_turn(map(Fraction, heats)) == gain


def best_play(heats, sign=1):
    """The slow twin: minimax over switches."""
    return max(
        (heat - best_play(heats[:n] + heats[n + 1 :]) for n, heat in enumerate(heats)), default=0
    )


def test_taking_the_largest_is_best_play_of_switches():
    for heats in ([3, 1, 1], [2, 2, 1, 4], [5, 1, 3, 2, 2]):
        assert in_turn(map(Fraction, heats)) == best_play(heats)


def test_chances_follow_the_lead():
    assert chance(0.0, 1.0) == 0.5
    assert chance(1.0, 1.0) == pytest.approx(0.8413, abs=1e-4)  # one standard deviation
    assert chance(-6.5, 0.15) < 1e-6


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_where_bounds_are_closed_the_lead_is_the_sum(colour):
    found = decided(("E5", 900, 5.0), ("C7", 90, 21.0), ("pass", 50, 1.0), colour=colour)
    sign = 1 if colour == BLACK else -1
    lead = sign * Fraction(-25, 2) + first_gain(found.survey)
    assert summed_lead(found) == lead
    told = with_one_lead(found)
    assert told.lead == lead
    assert (told.win_rate > 0.5) == (lead > 0)
    # the best move keeps the lead, a pass gives the hottest place away, no move gains
    assert max(move.lead for move in (*told.candidates, *told.others)) <= lead
    passed = next(move for move in told.candidates if move.point == PASS)
    assert passed.lead == lead - found.survey.ambient
    # what is not closed is the search's
    blank = [replace(found.survey.regions[0], value=None), *found.survey.regions[1:]]
    assert summed_lead(replace(found, survey=replace(found.survey, regions=blank))) is None


def test_a_move_that_was_hardly_searched_counts_little():
    found = decided(("E5", 900, 5.0), ("C7", 1, 21.0), survey=None)
    told = with_one_lead(found)
    best, wild = (each for each in (*told.candidates, *told.others))
    assert (told.lead, told.win_rate) == (found.lead, found.win_rate)
    assert best.lead == pytest.approx(5.0)
    # by hand: 5 + 16 / 26
    assert wild.lead == pytest.approx(5 + 16 / 26)


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_where_the_game_is_over_every_face_tells_its_score(colour):
    found = replace(decided(("E5", 900, 5.0), ("pass", 50, 1.0), colour=colour), final=LAST)
    blank = [replace(each, value=None, estimate=None) for each in found.survey.regions]
    for regions in ([], blank):
        over = replace(found, survey=replace(found.survey, regions=regions))
        told = as_json(over)
        assert set(told["score"].values()) == {str(LAST)}
        assert regions_of(over)["score"] == told["score"]
        assert told["lead"] == (3.5 if colour == BLACK else -3.5)
        assert with_one_lead(over).lead == told["lead"]


def test_where_a_move_is_worth_something_the_sum_of_means_is_told():
    found = decided(("E5", 900, 5.0))
    assert as_json(replace(found, final=LAST))["score"] == as_json(found)["score"]


def test_at_the_end_dame_cost_nothing_and_own_land_a_point():
    found = decided(("E5", 900, 5.0), ("J1", 90, 4.0), ("pass", 50, 1.0), colour=WHITE)
    survey = replace(found.survey, regions=[])
    free = frozenset({found.point, PASS})
    told = with_one_lead(replace(found, survey=survey, final=LAST, costless=free))
    leads = {move.point: move.lead for move in (*told.candidates, *told.others)}
    assert leads.pop(found.point) == leads.pop(PASS) == told.lead == -3.5
    assert set(leads.values()) == {-4.5}
