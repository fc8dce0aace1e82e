"""Borders put to the test: which values of a survey may be called solved.

A value within a border that is not proved stands only if a ring of land around the region leaves it
as it is (`gtpengine.localgame.borders`). Where it does not, the larger region is what counts.
"""

import math
import time
from dataclasses import replace
from fractions import Fraction
from typing import Final

from gtpengine.localgame.borders import Border, Tried, try_region
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.proving import ProvingSolver
from gtpengine.localgame.solution import LocalValue
from gtpengine.localgame.solver import Solver
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.report.localline import region_move
from gtpengine.report.regionwords import points_text

_NODES: Final = 50_000  # of one grown region; a quarter of a second of processor time or so
_NOT_PROVED: Final = "the border is not proved safe"


def with_tried_borders(
    survey: Survey, seconds: float | None, solver: Solver | None = None
) -> Survey:
    """Return the survey with every solved region's border tried, the hottest first.

    Without `seconds` nothing hangs on the clock.
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
        if left > 0:
            limits = Limits(_NODES, share)
            tried = try_region(survey.position, report.region, report.value, solver, limits)
        reports[place] = _after(report, tried)
    return replace(survey, regions=reports)


def _is_doubtful(report: RegionReport) -> bool:
    return report.value is not None and not report.exact and report.theme is None


def _after(report: RegionReport, tried: Tried) -> RegionReport:
    """Return the report with what the test of its border has shown."""
    remarks = [remark for remark in report.remarks if remark != _NOT_PROVED]
    if tried.border is not Border.CHANGES or tried.solution is None or tried.value is None:
        return replace(report, border=tried.border, remarks=[*remarks, tried.border.value])
    inner, outer = report.value, tried.value
    assert inner is not None
    # The ring is counted elsewhere, as land of those whose stones stand there.
    value = LocalValue(
        outer.left.shifted(-tried.land),
        outer.right.shifted(-tried.land),
        outer.komaster,
        outer.scoring,
    )
    words = (
        f"within its border a move would gain {points_text(inner.temperature)}; with a ring of "
        f"land around it {points_text(outer.temperature)}, which counts"
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
