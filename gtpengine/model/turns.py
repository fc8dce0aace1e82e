"""What it is worth to move first, above the sum of the means. Importing it loads no kernels."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # they stand above kernels
    from gtpengine.model.survey import RegionReport, Survey

_NOTHING = Fraction(0)
_SENTE = ("Black sente", "White sente")


def first_gain(survey: "Survey") -> Fraction:
    """Return what the player to move gets above the sum of the means by moving first.

    Both take the hottest gote in turn; that is exact for plain gote. What is sente is as good as
    played: its mean says so.
    """
    return in_turn(_heat(report) for report in survey.regions)


def in_turn(heats: Iterable[Fraction]) -> Fraction:
    """Return what the first player gains if both take the largest of these in turn."""
    ordered = sorted((heat for heat in heats if heat > 0), reverse=True)
    return sum(ordered[0::2], _NOTHING) - sum(ordered[1::2], _NOTHING)


def _heat(report: "RegionReport") -> Fraction:
    if report.kind.value in _SENTE or report.likely_temperature is None:
        return _NOTHING
    return report.likely_temperature
