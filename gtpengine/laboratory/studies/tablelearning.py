"""Learning what a move's place in the tables says about it: gammas on top of the pattern model.

For each position of some games the moves have a prior and a class (`classes_of`); the gammas of the
classes are those that make the moves that were played likeliest, by Newton's method for a
conditional logit with a weak pull towards 1.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.tree.kernels.grow import (
    ANSWER,
    ELSEWHERE,
    GAPS,
    HOTTEST,
    INFERIOR,
    TABLE_CLASSES,
)

_PULL = 1.0  # pseudo-observations that keep a class without examples at 1
_STEPS = 50
_ENOUGH = 1e-6


class Example(NamedTuple):
    """One position: priors and classes of its moves, and which of them was played."""

    priors: npt.NDArray[np.float64]
    classes: npt.NDArray[np.int64]
    played: int


def classes_of(
    tables: Tables, points: Sequence[int], colour: int, last: int = NO_POINT
) -> list[int]:
    """Return the classes of moves at the root of the tables; see `kernels.grow.class_of`."""
    side = 0 if colour == BLACK else 1
    ambient = max((float(tables.heat[root]) for root in tables.roots), default=0.0)
    last_region = int(tables.region_at[last])
    found = []
    for point in points:
        region = int(tables.region_at[point])
        if region < 0:
            found.append(ELSEWHERE)
            continue
        node = int(tables.roots[region])
        if int(tables.best[2 * node + side]) != point:
            found.append(INFERIOR)
            continue
        gap = ambient - float(tables.heat[node])
        if region == last_region and gap <= GAPS[0]:
            found.append(ANSWER)
        else:
            found.append(HOTTEST + sum(gap > limit for limit in GAPS))
    return found


def example_of(priors: Mapping[int, float], classes: Sequence[int], played: int) -> Example | None:
    """Return an example of moves with positive priors; None if the played one is not among them."""
    points = list(priors)
    if played not in priors or priors[played] <= 0:
        return None
    return Example(
        np.array([priors[point] for point in points]),
        np.array(classes, np.int64),
        points.index(played),
    )


def fitted(examples: Sequence[Example]) -> npt.NDArray[np.float64]:
    """Return the gammas of all classes; that of moves elsewhere is 1."""
    logs = np.zeros(TABLE_CLASSES)
    for _ in range(_STEPS):
        gradient = -_PULL * logs
        curvature = np.eye(TABLE_CLASSES) * _PULL
        for each in examples:
            weights = each.priors * np.exp(logs[each.classes])
            shares = np.bincount(each.classes, weights / weights.sum(), TABLE_CLASSES)
            gradient -= shares
            gradient[each.classes[each.played]] += 1.0
            curvature += np.diag(shares) - np.outer(shares, shares)
        step = np.linalg.solve(curvature, gradient)
        logs += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < _ENOUGH:
            break
    gammas: npt.NDArray[np.float64] = np.exp(logs - logs[ELSEWHERE])
    return gammas


def log_loss(examples: Sequence[Example], gammas: npt.NDArray[np.float64]) -> float:
    """Return the mean of -log of the chance that the gammas give to the moves that were played."""
    losses = []
    for each in examples:
        weights = each.priors * gammas[each.classes]
        losses.append(-np.log(weights[each.played] / weights.sum()))
    return float(np.mean(losses))
