"""Themes in surveys: counts that add, moves that several themes share, and who divides."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.model.estimator import SURE_IN_THEMES, CouponEstimator, count
from gtpengine.model.kos import SIDE
from gtpengine.model.model import Model
from gtpengine.model.outlooks import outlooks
from gtpengine.model.survey import Estimate
from gtpengine.partition.bits import bits_of
from gtpengine.partition.themes import MOST_EMPTY, themes
from gtpengine.report.analysisjson import as_json
from gtpengine.report.analysistext import as_text
from gtpengine.report.view import view_of
from gtpengine.search.tree.temperature import move_gain
from gtpengine.strategy.candidates import candidates
from gtpengine.strategy.situation import Situation
from tests.partition.test_themes import two_groups, weak_groups

CUT = point_of("K10", 19, 19)
TENTH = Fraction(1, 10)


class FixedEstimator:
    """Everything is worth 2 points, and the cut is the best move of the theme with G10."""

    def __init__(self):
        self.asked = []

    def estimate(self, position, region, ownership, seconds, theme=None):
        cuts = point_of("G10", 19, 19) in region.points
        move = CUT if cuts else region.empty[0] if region.empty else None
        heat = Fraction(6 if cuts else 2)
        moves = {BLACK: move, WHITE: move}
        return Estimate(Fraction(0), heat, TENTH, TENTH, moves)

    def gain(self, position, theme, temperature, colour, move, seconds):
        self.asked.append((theme.region.name, colour, move))
        return Fraction(3, 2) if move == CUT else Fraction(0)


def surveyed(estimator, rules=CHINESE, seconds=0.2, **options):
    """Return the survey of two weak groups, in which no time passes."""
    position, groups = two_groups()
    position.rules = rules
    ownership = weak_groups(position, groups)
    model = Model(clock=lambda: 0.0)
    model.estimates.coupons = estimator
    return model.survey(position, ownership, seconds, **{"themes": True, **options})


def test_nothing_is_divided_without_being_asked_for():
    plain = surveyed(FixedEstimator(), themes=False)
    assert all(report.theme is None for report in plain.regions)
    assert any(report.theme is not None for report in surveyed(FixedEstimator()).regions)


def test_a_move_that_two_themes_share_is_worth_the_sum():
    estimator = FixedEstimator()
    survey = surveyed(estimator)
    left, right = (survey.at(point_of(name, 19, 19)) for name in ("G10", "N10"))
    assert left.theme is not None
    assert right.theme is not None
    assert right.estimate.shared[WHITE][CUT] == Fraction(3, 2)
    assert len(estimator.asked) == len(set(estimator.asked))
    concerned = [each for each in survey.regions if each.theme and each.theme.moves >> CUT & 1]
    assert {name for name, colour, move in estimator.asked if (colour, move) == (WHITE, CUT)} == {
        each.region.name for each in concerned if each is not left
    }
    seen = outlooks(survey)
    assert [each.name for each in seen if each.region == left.region.name] == [
        f"the {left.theme.title}"
    ]
    for colour in (BLACK, WHITE):
        best = candidates(Situation(seen, SIDE[colour]))[0]
        assert best.move == survey.best(colour) == CUT
        # by hand: 6 where it is best and 3/2 in each other theme that it concerns
        assert best.worth == 6 + Fraction(3, 2) * (len(concerned) - 1)
        assert {left.region.name, right.region.name} <= set(best.regions)


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_counts_of_themes_add_to_the_count_of_the_region(rules):
    survey = surveyed(CouponEstimator(), rules, seconds=0.05)
    divided = [report for report in survey.regions if report.theme is not None]
    points = sorted(point for report in divided for point in report.region.points)
    assert len(divided) > 3
    large = [region for region in survey.partition.regions if len(region.empty) > MOST_EMPTY]
    assert points == sorted(point for region in large for point in region.points)
    whole = count(points, survey.ownership, SURE_IN_THEMES)
    if rules is JAPANESE:
        # Stones are no territory.
        stones = [colour for report in divided for _, colour in report.region.stones]
        whole -= stones.count(BLACK) - stones.count(WHITE)
    assert sum(report.likely_mean for report in divided) == whole
    # by hand: stones count as their owner's, those of the groups as nobody's; of an empty point 0.3
    # is White's, which counts as 3 eighths where 0.7 is all of it
    position, groups = two_groups()
    weak = frozenset().union(*groups)
    worth = {EMPTY: Fraction(-3, 8), BLACK: 1, WHITE: -1}
    by_hand = sum(0 if p in weak else worth[position.colour_at(p)] for p in points)
    assert count(points, weak_groups(position, groups), SURE_IN_THEMES) == by_hand


def test_both_themes_gain_by_the_cut():
    position, groups = two_groups()
    found = themes(position, bits_of(position.points()), weak_groups(position, groups))
    gains = []
    for name in ("G10", "N10"):
        (theme,) = [each for each in found if point_of(name, 19, 19) in each.region.points]
        goal = bits_of(theme.region.points)
        gain = move_gain(position, goal | theme.moves, CUT, WHITE, 6.0, 2000, goal=goal)
        gains.append(gain)
    assert all(gain is not None and gain.gain > 2 * gain.error > 0 for gain in gains)


def test_a_move_that_is_no_move_gains_nothing():
    position, _ = two_groups()
    goal = bits_of(position.points())
    taken = point_of("G10", 19, 19)
    assert move_gain(position, goal, taken, WHITE, 6.0, 100, goal=goal) is None


def test_reports_name_the_theme():
    survey = surveyed(FixedEstimator())
    found = as_json(survey)
    titles = [report.theme.title for report in survey.regions if report.theme is not None]
    assert [region["theme"] for region in found["regions"] if "theme" in region] == titles
    text = as_text(view_of(found))
    assert all(title in text for title in titles)
    assert f"Best move: Black {vertex_of(CUT)}, White {vertex_of(CUT)}" in text


def test_a_fixed_number_of_playouts_gives_the_same_themes_twice():
    first, second = (surveyed(CouponEstimator(), seconds=None) for _ in range(2))
    assert first.regions == second.regions
    assert any(report.theme is not None for report in first.regions)
