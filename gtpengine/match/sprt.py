"""Sequential probability ratio test on colour pairs: is an engine `elo0` or `elo1` stronger?

A pair of games with the same opening and colours swapped gives 0, 1/2, 1, 3/2 or 2 points: five
kinds of pairs. Their unknown probabilities are nuisances, so the ratio is the generalised one: each
hypothesis gets the probabilities that explain the counts best among those with its expected score.
Pairs, unlike games, are independent: an opening that favours one colour favours both engines once.

With counts n_i of score a_i (0 to 1 per game), N their sum, the best probabilities with mean s are
p_i = (n_i / N) / (1 + x (a_i - s)), where x solves sum n_i (a_i - s) / (1 + x (a_i - s)) = 0: the
Lagrange condition. The ratio is sum n_i log(p1_i / p0_i).
"""

from dataclasses import dataclass
from enum import Enum
from math import log

import numpy as np
import numpy.typing as npt

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
# Kinds of pairs that have not come yet get a trace, so that every mean is possible. Simulated error
# rates for [0, 50] Elo are 5 % with any trace from 0.001 to 0.5; with wide hypotheses ([0, 300]),
# where a few pairs decide, 0.1 did best.
TRACE = 0.1
# A few pairs alike look like certainty to a generalised ratio, so none decides before this many.
LEAST_PAIRS = 10
STEPS = 45  # of bisection: the interval's length times 2^-45


class Decision(Enum):
    """What the test says."""

    GO_ON = "undecided"
    ACCEPT_H0 = "elo0 accepted"
    ACCEPT_H1 = "elo1 accepted"


def expected_score(elo: float) -> float:
    """Return the mean points per game of an engine that is `elo` stronger."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_ratios(counts: npt.ArrayLike, elo0: float, elo1: float) -> npt.NDArray[np.float64]:
    """Return the log-likelihood ratios of rows of five counts (pairs with 0, 1/2, ... 2 points)."""
    seen = np.atleast_2d(np.asarray(counts, dtype=np.float64))
    known = np.where(seen > 0, seen, TRACE)
    log0 = _log_best(known, expected_score(elo0))
    log1 = _log_best(known, expected_score(elo1))
    ratios: npt.NDArray[np.float64] = (known * (log1 - log0)).sum(axis=1)
    return np.where(seen.sum(axis=1) > 0, ratios, 0.0)


def _log_best(counts: npt.NDArray[np.float64], mean: float) -> npt.NDArray[np.float64]:
    """Return the logarithms of the likeliest probabilities with that mean, row by row."""
    offsets = SCORES - mean
    # Between these ends all denominators are positive and the condition falls from + to -.
    low = np.full(len(counts), -1 / offsets[-1])
    high = np.full(len(counts), -1 / offsets[0])
    for _ in range(STEPS):
        middle = (low + high) / 2
        slope = (counts * offsets / (1 + middle[:, None] * offsets)).sum(axis=1)
        low = np.where(slope > 0, middle, low)
        high = np.where(slope > 0, high, middle)
    x = ((low + high) / 2)[:, None]
    shares = counts / counts.sum(axis=1, keepdims=True)
    result: npt.NDArray[np.float64] = np.log(shares) - np.log1p(x * offsets)
    return result


@dataclass(frozen=True)
class Sprt:
    """The test; alpha is the risk of taking elo1 wrongly, beta that of taking elo0 wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """The ratio at which elo0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The ratio at which elo1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def ratio(self, counts: npt.ArrayLike) -> float:
        """Return the log-likelihood ratio of five counts."""
        return float(log_ratios(counts, self.elo0, self.elo1)[0])

    def decision(self, ratio: float, pairs: int) -> Decision:
        """Return what a ratio means after that many pairs."""
        if pairs < LEAST_PAIRS:
            return Decision.GO_ON
        if ratio >= self.upper:
            return Decision.ACCEPT_H1
        return Decision.ACCEPT_H0 if ratio <= self.lower else Decision.GO_ON
