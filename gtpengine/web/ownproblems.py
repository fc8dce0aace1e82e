"""Problems from positions of somebody's own game: all four questions, where the answer is sure.

Asked is only about regions that are solved and whose border is proved safe or holds when a ring of
land is added; whatever else is on the board must not be able to change the answer.

Importing this module loads, or compiles, the kernels of local games.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, Final

from gtpengine.board.points import vertex_of
from gtpengine.localgame.borders import Border
from gtpengine.localgame.solution import LocalKind
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.web.problems import (
    KINDS,
    LEVELS,
    NoProblem,
    Question,
    heat_of,
    largest_moves,
    near_counts,
    problem_json,
    rating_of,
)

_GAP: Final = Fraction(1, 4)  # between gains that are told apart
_ERRORS: Final = 2  # standard errors by which a guessed place must be smaller
_DOUBT: Final = Fraction(1)  # by which a place with a doubtful border must be smaller
_SURE: Final = (Border.PROVED, Border.HOLDS)
_PLACES: Final = 3  # that are to be ordered

_Found = tuple[tuple[RegionReport, ...], tuple[str, ...], tuple[str | int, ...]]


def own_problem(survey: Survey, question: Question | None, seed: int) -> dict[str, Any]:
    """Return a question about a position: the one that is wanted, or any that can be asked.

    Raises:
        NoProblem: no answer would be sure.
    """
    random = Random(seed)
    asks: dict[Question, Callable[[Survey, Random], _Found | None]] = {
        Question.LARGEST: _largest,
        Question.COUNT: _count,
        Question.SENTE: _sente,
        Question.ORDER: _order,
    }
    for asked in random.sample(list(Question), 4) if question is None else [question]:
        found = asks[asked](survey, random)
        if found is not None:
            return _told(survey, asked, found)
    raise NoProblem("no answer is certain here")


def _told(survey: Survey, question: Question, found: _Found) -> dict[str, Any]:
    shown, choices, answer = found
    open_ = sum(report.kind is not LocalKind.NUMBER for report in survey.regions)
    level = min(max(open_, 2), LEVELS[-1])
    return {
        "question": question.value,
        "level": level,
        "seed": None,
        "rating": rating_of(level),
        "name": "",
        **problem_json(survey, shown, choices, answer, settled=survey.partition),
    }


def is_sure(report: RegionReport) -> bool:
    """Tell whether the value of a region may be asked for."""
    if report.value is None or report.theme is not None:
        return False
    return report.exact or report.border in _SURE


def most_heat(report: RegionReport) -> Fraction | None:
    """Return what a move in a region gains at most; None where nobody knows."""
    if is_sure(report):
        return heat_of(report)
    if report.value is not None:
        high = report.temperature[1] if report.temperature else report.value.temperature
        return max(high, report.value.temperature) + _DOUBT
    if report.estimate is not None:
        return report.estimate.temperature + _ERRORS * report.estimate.temperature_error
    return None


def _largest(survey: Survey, random: Random) -> _Found | None:
    known = [each for each in survey.regions if is_sure(each)]
    answer = largest_moves(known, survey.position.to_move, _GAP)
    if answer is None:
        return None
    hottest = max(map(heat_of, known))
    others = [most_heat(each) for each in survey.regions if not is_sure(each)]
    if any(heat is None or hottest - heat < _GAP for heat in others):
        return None
    return (), (), tuple(vertex_of(point) for point in answer)


def _count(survey: Survey, random: Random) -> _Found | None:
    fit = [
        each for each in _warm(survey) if each.value is not None and each.value.mean.denominator < 9
    ]
    if not fit:
        return None
    report = random.choice(fit)
    assert report.value is not None
    counts = near_counts(random, report.value.mean, report.value.temperature)
    return (report,), tuple(map(str, counts)), (str(report.value.mean),)


def _sente(survey: Survey, random: Random) -> _Found | None:
    fit = [each for each in _warm(survey) if each.kind in KINDS]
    if not fit:
        return None
    report = random.choice(fit)
    return (report,), tuple(KINDS.values()), (KINDS[report.kind],)


def _order(survey: Survey, random: Random) -> _Found | None:
    ordered = sorted(_warm(survey), key=heat_of, reverse=True)
    fit: list[RegionReport] = []
    for report in ordered:
        if not fit or heat_of(fit[-1]) - heat_of(report) >= _GAP:
            fit.append(report)
    if len(fit) < _PLACES:
        return None
    shown = random.sample(fit, _PLACES)
    order = sorted(range(_PLACES), key=lambda place: -heat_of(shown[place]))
    assert all(heat_of(shown[a]) > heat_of(shown[b]) for a, b in pairwise(order))
    return tuple(shown), (), tuple(place + 1 for place in order)


def _warm(survey: Survey) -> Sequence[RegionReport]:
    """Return the regions that one can ask about: sure ones where a move gains something."""
    return [
        each
        for each in survey.regions
        if is_sure(each)
        and heat_of(each) > 0
        and each.kind not in (LocalKind.HYPERACTIVE_KO, LocalKind.LOOP, LocalKind.UNKNOWN)
    ]
