"""Wilson's interval for a share, and means with standard errors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959963984540054  # two-sided 95 % of the normal distribution


@dataclass(frozen=True)
class Estimate:
    """A value and a 95 % interval."""

    value: float
    low: float
    high: float


def wilson(points: float, games: int) -> Estimate:
    """Return the share of points with Wilson's interval; draws count half.  Pre: games >= 1.

    With draws the interval is wider than it need be, never narrower.
    """
    share = points / games
    weight = Z95 * Z95 / games
    centre = (share + weight / 2) / (1 + weight)
    spread = Z95 / (1 + weight) * math.sqrt((share * (1 - share) + weight / 4) / games)
    return Estimate(share, max(0.0, centre - spread), min(1.0, centre + spread))


def mean_with_error(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and its standard error; no error from a single value.  Pre: not empty."""
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))
