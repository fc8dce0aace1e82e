"""Move priors: a learned strength for every legal move of a position, where a search starts."""

import numpy as np
from numba import types

from gtpengine.board.colours import EMPTY
from gtpengine.board.kernels.stones import is_legal
from gtpengine.board.layout import COLOUR, HEIGHT, WIDTH
from gtpengine.board.points import NO_POINT, STRIDE
from gtpengine.evaluation.kernels.features import features_at
from gtpengine.evaluation.kernels.shapes import atari_shape_at
from gtpengine.evaluation.layout import (
    FEATURE_BITS,
    FEATURE_COUNT,
    FEATURE_ROOM,
    FEATURES,
    PRIOR_SHAPE,
)
from gtpengine.jit import inlined, kernel, outlined, pointer_to

BOARD = types.int32[::1]
WEIGHTS = types.float32[::1]


@inlined
def gamma_of(board, weights, point, colour, last, before_last):
    """Return the strength of one legal move."""
    packed = features_at(board, point, colour, last, before_last)
    gamma = weights[PRIOR_SHAPE + atari_shape_at(board, point, colour)]
    for feature in range(FEATURE_COUNT):
        value = (packed >> (FEATURE_BITS * feature)) & (FEATURE_ROOM - 1)
        gamma *= weights[FEATURES + FEATURE_ROOM * feature + value]
    return gamma


@outlined
def move_priors_after(board, weights, colour, last, before_last, out):
    """Write to out[point] the strength of every legal move of `colour`, 0 where there is none.

    `last` and `before_last` are the newest moves, PASS or NO_POINT where there is none. Only
    points of the board are written; own eyes are legal moves and get what was learned for them.
    """
    for row in range(1, np.int64(board[HEIGHT]) + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + np.int64(board[WIDTH])):
            gamma = np.float32(0.0)
            if board[COLOUR + point] == EMPTY and is_legal(board, point, colour):
                gamma = gamma_of(board, weights, point, colour, last, before_last)
            out[point] = gamma


@inlined
def move_priors(board, weights, colour, last, out):
    """Write the priors when only the last move is known: see `move_priors_after`."""
    move_priors_after(board, weights, colour, last, np.int64(NO_POINT), out)


@kernel(types.void(BOARD, WEIGHTS, types.int64, types.int64, types.int64, WEIGHTS))
def priors_of(vector, weights, colour, last, before_last, out):
    """Write the priors of a position to `out`, an array over the grid."""
    move_priors_after(
        pointer_to(vector), pointer_to(weights), colour, last, before_last, pointer_to(out)
    )
