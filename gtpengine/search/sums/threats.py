"""Ko threats as summands, and whether a sum has a ko whose outcome matters."""

from collections.abc import Sequence

import numpy as np

from gtpengine.search.sums.solver import BLACK, WHITE, SumSolver, Term
from gtpengine.search.sums.summand import Summand
from gtpengine.search.tds.budget import Budget


def threat(size: int, side: int = BLACK) -> Summand:
    """Return a game that is worth nothing but for a move by `side` that threatens `size` points.

    The opponent has one answer, after which all is over; before the threat he has no move there.
    """
    # Nodes: the threat not yet made, made, answered, carried out.
    sign = 1 if side == BLACK else -1
    places = [side, 2 + side, 2 + 1 - side]
    order = sorted(range(3), key=lambda i: places[i])
    targets = [1, 3, 2]
    first = np.zeros(9, np.int32)
    for place in places:
        first[place + 1 :] += 1
    return Summand(
        first,
        np.array([targets[i] for i in order], np.int32),
        np.zeros(3, np.int32),
        np.array(order, np.int32),
        np.arange(4, dtype=np.int32),
        np.array([0, 0, 0, sign * size], np.int32),
        0,
        {},
    )


def ko_matters(
    solver: SumSolver, terms: Sequence[Term], player: int, budget: Budget, threats: int = 2
) -> bool:
    """Tell whether a few ko threats for Black give another score than as many for White.

    Threats are worthless by themselves, so only a ko can make a difference. False also when the
    budget leaves it open.
    """
    size = 100
    scores = []
    for side in (BLACK, WHITE):
        extra = [Term(("threat", size, side), threat(size, side))] * threats
        scores.append(solver.solve([*terms, *extra], player, budget))
    return scores[0].lower > scores[1].upper
