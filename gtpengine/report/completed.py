"""Small regions that a survey left open, solved by proof: reports owe their reader exact values."""

import time
from dataclasses import replace
from typing import Final

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.rules import Scoring
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.solver import Solver
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.report.localline import region_move

SMALL: Final = 16  # points
_NODES: Final = 4_000_000  # of one region; about half a gigabyte
_NOT_PROVED: Final = "the border is not proved safe"
_LATE: Final = "time limit reached"


def with_small_regions(survey: Survey, seconds: float, solver: Solver | None = None) -> Survey:
    """Return the survey with regions of at most SMALL points solved, as far as time allows.

    Those with the fewest empty points come first, each with an equal share of what is left. What is
    not solved by then keeps its bounds and says that time was short.
    """
    solver = solver or ProvingSolver()
    reports = list(survey.regions)
    todo = sorted(
        (place for place, report in enumerate(reports) if _is_left(report)),
        key=lambda place: len(reports[place].region.empty),
    )
    end = time.monotonic() + seconds
    for count, place in enumerate(todo):
        share = (end - time.monotonic()) / (len(todo) - count)
        report = reports[place]
        reports[place] = replace(report, remarks=list(dict.fromkeys([*report.remarks, _LATE])))
        if share <= 0:
            continue
        solution = solver.solve(report.region, Limits(_NODES, share))
        if solution.is_solved:
            reports[place] = _solved(report, solution, survey.scoring)
    return replace(survey, regions=reports)


def _is_left(report: RegionReport) -> bool:
    return report.value is None and report.theme is None and len(report.region.points) <= SMALL


def _solved(report: RegionReport, solution: Solution, scoring: Scoring) -> RegionReport:
    value = solution.value(scoring=scoring)
    return replace(
        report,
        value=value,
        mean=(value.mean, value.mean),
        temperature=(value.temperature, value.temperature),
        exact=solution.exact,
        kind=solution.kind,
        moves={colour: region_move(solution, colour, value) for colour in (BLACK, WHITE)},
        remarks=[] if solution.exact else [_NOT_PROVED],
        estimate=None,
        solution=solution,
        placed=None,
    )
