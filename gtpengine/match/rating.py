"""Elo ratings of any number of engines by penalised maximum likelihood, with 95 % intervals.

Model (Bradley and Terry): Black's mean score is 1 / (1 + 10^(-(black - white + advantage) / 400)).
Draws are half a win. The ratings' mean is 0; the advantage of the first move is estimated too.

Prior: one virtual draw in each pairing that has met. For two engines that is Jeffreys' prior, which
takes away the first-order bias of the maximum and keeps ratings finite after a whitewash. The
intervals are those of the normal approximation at the maximum.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.match.intervals import Z95, Estimate

ELO_PER_NAT = 400 / np.log(10)
VIRTUAL_DRAWS = 1.0
# So weak that it matters only between engines that no chain of games connects, in nats.
LOOSE_PRIOR = 1 / 100.0**2
ADVANTAGE_PRIOR = 1 / 1.0**2
MOST_STEPS = 100


@dataclass(frozen=True)
class Ratings:
    """The result: an estimate per engine in Elo, and what the first move is worth.

    Attributes:
        engines: relative to the average of all.
        advantage: Black's.
        covariance: of the engines' ratings, in Elo squared.
    """

    engines: tuple[Estimate, ...]
    advantage: Estimate
    covariance: npt.NDArray[np.float64]

    def difference(self, first: int, second: int) -> Estimate:
        """Return how much stronger the first engine is than the second."""
        value = self.engines[first].value - self.engines[second].value
        cov = self.covariance
        variance = cov[first, first] + cov[second, second] - 2 * cov[first, second]
        return _estimate(value, float(variance))


def _estimate(value: float, variance: float) -> Estimate:
    spread = Z95 * float(np.sqrt(max(0.0, variance)))
    return Estimate(value, value - spread, value + spread)


def rate(count: int, results: Iterable[tuple[int, int, float, float]]) -> Ratings:
    """Return the ratings of `count` engines.

    Args:
        count: how many engines there are.
        results: rows (black, white, Black's points, games), in any number per pairing.
    """
    rows = list(results)
    met = {frozenset((black, white)) for black, white, _, games in rows if games}
    for pair in met:
        first, second = sorted(pair)
        for black, white in ((first, second), (second, first)):
            rows.append((black, white, VIRTUAL_DRAWS / 4, VIRTUAL_DRAWS / 2))
    design, points, games = _regression(count, rows)
    precision = np.full(count + 1, LOOSE_PRIOR)
    precision[count] = ADVANTAGE_PRIOR
    weights, covariance = _maximum(design, points, games, precision)
    # Ratings relative to their mean: the projection takes the loose prior's common shift out.
    centre = np.eye(count) - 1 / count
    ratings = ELO_PER_NAT * centre @ weights[:count]
    spread = ELO_PER_NAT**2 * centre @ covariance[:count, :count] @ centre
    return Ratings(
        tuple(_estimate(float(ratings[n]), float(spread[n, n])) for n in range(count)),
        _estimate(ELO_PER_NAT * float(weights[count]), ELO_PER_NAT**2 * float(covariance[-1, -1])),
        spread,
    )


def _regression(
    count: int, rows: Sequence[tuple[int, int, float, float]]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the design matrix (engines, then advantage), points and games of the rows."""
    design = np.zeros((len(rows), count + 1))
    for place, (black, white, _, _) in enumerate(rows):
        design[place, black] += 1
        design[place, white] -= 1
        design[place, count] = 1
    points = np.array([row[2] for row in rows], dtype=np.float64)
    games = np.array([row[3] for row in rows], dtype=np.float64)
    return design, points, games


def _maximum(
    design: npt.NDArray[np.float64],
    points: npt.NDArray[np.float64],
    games: npt.NDArray[np.float64],
    precision: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the weights of most posterior density and the inverse curvature there.

    Newton's method; the function is concave, and a step that would not climb is halved.
    """
    weights = np.zeros(len(precision))

    def density(at: npt.NDArray[np.float64]) -> float:
        logit = design @ at
        likelihood = points * logit - games * np.logaddexp(0, logit)
        return float(likelihood.sum() - (precision * at * at).sum() / 2)

    best = density(weights)
    for _ in range(MOST_STEPS):
        share = 1 / (1 + np.exp(-(design @ weights)))
        slope = design.T @ (points - games * share) - precision * weights
        curvature = (design.T * (games * share * (1 - share))) @ design + np.diag(precision)
        step = np.linalg.solve(curvature, slope)
        while density(weights + step) < best and np.abs(step).max() > 1e-12:
            step = step / 2
        weights = weights + step
        best = density(weights)
        if np.abs(step).max() < 1e-10:
            break
    share = 1 / (1 + np.exp(-(design @ weights)))
    curvature = (design.T * (games * share * (1 - share))) @ design + np.diag(precision)
    covariance: npt.NDArray[np.float64] = np.linalg.inv(curvature).astype(np.float64)
    return weights, covariance
