"""What single moves of a region are worth: the best one its temperature, the others less."""

from fractions import Fraction
from typing import TYPE_CHECKING

from gtpengine.board.colours import EMPTY

if TYPE_CHECKING:  # they stand above kernels
    from gtpengine.localgame.solution import LocalValue, Solution
    from gtpengine.model.survey import RegionReport, Survey


def worths(report: "RegionReport", colour: int) -> dict[int, Fraction]:
    """Return by point what a move of `colour` gains, in the scoring of the rules.

    In a solved region these are all its moves: what a move brings at the region's temperature, less
    the mean. Otherwise it is the best move at most.
    """
    best, heat = report.moves[colour], report.likely_temperature
    if report.value is not None and report.solution is not None:
        found = _solved(report.solution, report.value, colour)
        if best is not None and best in found:
            # A ko ban or a tie may have chosen it; it never counts for less than the region.
            found[best] = max(found[best], report.value.temperature)
        return found
    return {} if best is None or heat is None else {best: heat}


def gains_on(survey: "Survey") -> dict[int, tuple[Fraction, "RegionReport"]]:
    """Return what the legal moves of the player to move gain in their regions, and where."""
    position = survey.position
    colour = position.to_move
    found: dict[int, tuple[Fraction, RegionReport]] = {}
    for report in survey.regions:
        for point, worth in worths(report, colour).items():
            legal = position.colour_at(point) == EMPTY and position.is_legal(colour, point)
            if legal and (point not in found or worth > found[point][0]):
                found[point] = (worth, report)
    return found


def _solved(solution: "Solution", value: "LocalValue", colour: int) -> dict[int, Fraction]:
    from gtpengine.board.rules import Scoring
    from gtpengine.localgame.values import Rules

    values = solution.solved.values(Rules.NOBODY)
    side = solution.placement.side(colour)
    sign = 1 if side == 0 else -1
    t = value.temperature + (1 if value.scoring is Scoring.TERRITORY else 0)
    brought: dict[int, Fraction] = {}
    for edge in solution.graph.options(0, side):
        after = values.after(0, side, edge)
        if after is not None:
            brought[solution.placement.points[edge.bit]] = sign * after.value_at(t)
    mean = values.mean(0)
    if mean is None:
        return {}
    # A scaffold holds what is left when the tax is paid: at t the best move brings the mean.
    return {point: value.temperature + brings - sign * mean for point, brings in brought.items()}
