"""Equal moves: those that a solved region cannot tell apart, and which of them to play in a ko."""

from fractions import Fraction

from gtpengine.engine.outlooks import left_after
from gtpengine.engine.survey import RegionReport, Survey
from gtpengine.localgame.solution import LocalKind

_KOS = (LocalKind.KO, LocalKind.HYPERACTIVE_KO)


def least_threatening(survey: Survey, point: int, allowed: tuple[int, ...] | None) -> int:
    """Return a move that is equal to the player's move in its region and leaves least to play for.

    What is left there would be the opponent's ko threat. So it matters only while there is a ko
    elsewhere; without one, or without a solved region, it is the move itself.

    Args:
        survey: of the position.
        point: the move.
        allowed: the only moves that may take its place; None: all may.
    """
    report = survey.at(point)
    if report is None or report.value is None or report.value.temperature <= 0:
        return point
    if not any(other.kind in _KOS for other in survey.regions if other is not report):
        return point
    moves = [point, *_equals(report, survey, point)]
    left = {
        move: _left(report, survey, move) for move in moves if allowed is None or move in allowed
    }
    return min(left, key=lambda move: left[move], default=point)


def _equals(report: RegionReport, survey: Survey, point: int) -> list[int]:
    """Return the other moves that are best at the same temperatures."""
    assert report.solution is not None
    found = report.solution.best_moves(survey.position.to_move, scoring=survey.scoring)
    own = next((best.ranges for best in found if best.point == point), None)
    return [best.point for best in found if best.point != point and best.ranges == own]


def _left(report: RegionReport, survey: Survey, point: int) -> Fraction:
    assert report.solution is not None
    left = left_after(report.solution, survey.position.to_move, point, survey.scoring)
    return Fraction(0) if left is None else left
