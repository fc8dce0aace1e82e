"""Of moves that are equal in their region, the one that leaves least to threaten with in a ko."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of
from gtpengine.board.rules import JAPANESE
from gtpengine.engine import equals
from gtpengine.engine.equals import least_threatening
from gtpengine.engine.outlooks import left_after
from gtpengine.engine.surveyor import Surveyor
from gtpengine.localgame.solution import LocalKind, Scoring
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Region
from tests.engine.positions import CORRIDORS, SETTLED, picture


def surveyed(diagram: str):
    position = picture(diagram, to_move=BLACK, rules=JAPANESE)
    return Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)


def with_ko(survey, place):
    """Return the survey with a ko in the place of another region."""
    regions = list(survey.regions)
    regions[place] = replace(regions[place], kind=LocalKind.KO)
    return replace(survey, regions=regions)


@pytest.fixture
def survey(monkeypatch):
    """Return a board whose hottest region has a second move, which leaves nothing to play for."""
    found = surveyed(CORRIDORS)
    hot = max(found.regions, key=lambda each: each.likely_temperature)
    other = next(point for point in hot.region.empty if point != hot.moves[BLACK])
    left = {hot.moves[BLACK]: Fraction(1), other: Fraction(-1)}
    monkeypatch.setattr(equals, "_equals", lambda *_: [other])
    monkeypatch.setattr(equals, "left_after", lambda solution, colour, point, scoring: left[point])
    return found, hot, other


def test_beside_a_ko_the_move_is_played_that_leaves_least(survey):
    found, hot, other = survey
    move = hot.moves[BLACK]
    place = next(number for number, each in enumerate(found.regions) if each is not hot)
    ko = with_ko(found, place)
    assert least_threatening(ko, move, None) == other
    assert least_threatening(ko, move, (move, other)) == other
    assert least_threatening(ko, move, (move,)) == move  # the other one is not optimal in the sum
    assert least_threatening(ko, other, None) == other


def test_without_a_ko_elsewhere_nothing_is_changed(survey):
    found, hot, _ = survey
    move = hot.moves[BLACK]
    assert least_threatening(found, move, None) == move
    own = next(number for number, each in enumerate(found.regions) if each is hot)
    assert least_threatening(with_ko(found, own), move, None) == move


def test_dame_passes_and_settled_points_stay_what_they_are():
    found = surveyed(SETTLED)
    for vertex in ("E5", "C9"):
        point = point_of(vertex, 9, 9)
        assert least_threatening(found, point, None) == point
    assert least_threatening(found, PASS, None) == PASS


def test_what_a_move_leaves():
    """White's push into a corridor leaves the next one; Black's block leaves nothing."""
    solution = solve(Region.from_diagram("X X X X X\nX . . . O\nX X X X X"))
    (block,) = solution.best_moves(BLACK)
    (push,) = solution.best_moves(WHITE)
    assert block.point == push.point
    assert left_after(solution, BLACK, block.point, Scoring.TERRITORY) == -1
    assert left_after(solution, WHITE, push.point, Scoring.TERRITORY) == Fraction(1, 2)
    assert left_after(solution, WHITE, push.point, Scoring.AREA) == Fraction(3, 2)
    assert left_after(solution, WHITE, PASS, Scoring.AREA) is None
