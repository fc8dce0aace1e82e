"""Move priors of a position: how strong each legal move looks, as learned from games."""

import numpy as np
import numpy.typing as npt

from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.vector import Vector
from gtpengine.evaluation.kernels.priors import priors_of
from gtpengine.evaluation.weights import Weights, default_weights

Strengths = npt.NDArray[np.float32]


def move_strengths(
    vector: Vector, colour: int, last: int = NO_POINT, weights: Weights | None = None
) -> Strengths:
    """Return the strength of every legal move of `colour` by point, 0 where there is none.

    Args:
        vector: the board, whole or frozen (`gtpengine.evaluation.frozen`).
        colour: whose moves.
        last: the opponent's last move; NO_POINT: nothing is known of it.
        weights: those of the package by default.
    """
    strengths = np.zeros(GRID_LEN, dtype=np.float32)
    learned = default_weights() if weights is None else weights
    priors_of(vector, learned, colour, last, NO_POINT, strengths)
    return strengths
