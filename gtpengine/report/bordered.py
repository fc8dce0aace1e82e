"""Borders put to the test: which values of a survey may be called solved.

A value within a border that is not proved stands only if a ring of land around the region leaves it
as it is (`gtpengine.localgame.borders`). Where it does not, the larger region is what counts, less
what the survey counts for the ring elsewhere; a ring that reaches into another region of the survey
leaves the value as it is, and in doubt.
"""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.rules import Scoring
from gtpengine.localgame.borders import Border, Tried, stays, try_region
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.localgame.solution import LocalValue
from gtpengine.localgame.solver import Solver
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.partition.bits import bits_of
from gtpengine.report.language import say
from gtpengine.report.localline import region_move
from gtpengine.report.regionwords import points_text

_NODES: Final = 50_000  # of one grown region; a quarter of a second of processor time or so
_NOT_PROVED: Final = "the border is not proved safe"


def with_tried_borders(
    survey: Survey,
    seconds: float | None,
    solver: Solver | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Survey:
    """Return the survey with the borders of solved regions tried, the hottest first, each once.

    Without `seconds` nothing hangs on the clock. Once `is_stopped`, no other trial begins.
    """
    solver = solver or ProvingSolver()
    reports = list(survey.regions)
    todo = sorted(
        (place for place, report in enumerate(reports) if _is_doubtful(report)),
        key=lambda place: (-(reports[place].likely_temperature or Fraction(0)), place),
    )
    end = math.inf if seconds is None else time.monotonic() + seconds
    for count, place in enumerate(todo):
        left = end - time.monotonic()
        share = left / (len(todo) - count)
        report = reports[place]
        assert report.value is not None
        tried = Tried(Border.UNKNOWN)
        if left > 0 and not is_stopped():
            limits = Limits(_NODES, share)
            tried = try_region(survey.position, report.region, report.value, solver, limits)
        reports[place] = _after(report, tried, _counted(survey, report, tried))
    return replace(survey, regions=reports)


def _is_doubtful(report: RegionReport) -> bool:
    open_border = report.border is None and not report.exact
    return report.value is not None and report.theme is None and open_border


def _counted(survey: Survey, report: RegionReport, tried: Tried) -> int | None:
    """Return what the survey counts outside of all regions for the ring of one that was grown.

    None if there is no ring, or another region has a share in it.
    """
    if tried.grown is None:
        return None
    added = bits_of(tried.grown.region.points) & ~bits_of(report.region.points)
    if any(added & bits_of(other.region.points) for other in survey.regions if other is not report):
        return None
    partition = survey.partition
    count = 0
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        land = partition.territory[colour] & added
        if survey.scoring is Scoring.AREA:
            count += sign * (land | partition.safe[colour] & added).bit_count()
        else:
            own = bits_of(survey.position.stones(colour))
            count += sign * ((land & ~own).bit_count() + (land & partition.dead).bit_count())
    return count


def _after(report: RegionReport, tried: Tried, counted: int | None) -> RegionReport:
    """Return the report with what the test of its border has shown."""
    remarks = [remark for remark in report.remarks if remark != _NOT_PROVED]
    inner, outer = report.value, tried.value
    assert inner is not None
    border = tried.border
    if outer is not None and counted is not None and stays(inner, outer, counted):
        border = Border.HOLDS
    is_other = border is Border.CHANGES and counted is not None and tried.solution is not None
    if not is_other:
        return replace(report, border=border, remarks=[*remarks, border.value])
    assert outer is not None
    assert counted is not None
    assert tried.solution is not None
    value = LocalValue(
        outer.left.shifted(-counted),
        outer.right.shifted(-counted),
        outer.komaster,
        outer.scoring,
    )
    words = say(
        "within its border a move would gain {inner}; with a ring of land around it {outer}, "
        "which counts",
        inner=points_text(inner.temperature),
        outer=points_text(outer.temperature),
    )
    return replace(
        report,
        value=value,
        mean=_range(inner.mean, value.mean),
        temperature=_range(inner.temperature, value.temperature),
        kind=tried.solution.kind,
        moves={colour: region_move(tried.solution, colour, value) for colour in report.moves},
        komasters={},
        solution=tried.solution,
        border=tried.border,
        remarks=[*remarks, words],
    )


def _range(one: Fraction, other: Fraction) -> tuple[Fraction, Fraction]:
    return min(one, other), max(one, other)
