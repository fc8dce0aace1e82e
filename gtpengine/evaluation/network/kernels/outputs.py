"""What the heads say, turned into chances, owners and leads."""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK
from gtpengine.board.points import STRIDE
from gtpengine.evaluation.network.layout import (
    LEAST_SPREAD,
    LEGAL,
    OTHER_LEGAL,
    OTHER_STRENGTH,
    SPREAD_SCALE,
    STRENGTH,
)
from gtpengine.jit import kernel, outlined

REALS = types.float32[::1]
TABLE = types.float32[:, ::1]
CUBE = types.float32[:, :, ::1]
ACTIVATIONS = types.float32[:, :, :, ::1]


@outlined
def write_chances(logits, which, factor, planes, strength, legal, pass_logit, out):
    """Write the softmax over legal moves and the pass to `out`; return the chance of the pass."""
    height, width, _ = planes.shape
    top = pass_logit
    for row in range(height):
        for column in range(width):
            if planes[row, column, legal] > 0:
                logit = logits[row * width + column, which]
                logit += factor * planes[row, column, strength]
                out[(row + 1) * STRIDE + column + 1] = logit
                top = max(top, logit)
    passing = math.exp(pass_logit - top)
    total = passing
    for row in range(height):
        for column in range(width):
            if planes[row, column, legal] > 0:
                point = (row + 1) * STRIDE + column + 1
                out[point] = math.exp(out[point] - top)
                total += out[point]
    for row in range(height):
        for column in range(width):
            if planes[row, column, legal] > 0:
                out[(row + 1) * STRIDE + column + 1] /= np.float32(total)
    return passing / total


@kernel(
    types.void(
        CUBE,
        TABLE,
        REALS,
        ACTIVATIONS,
        types.int64[::1],
        types.float32,
        TABLE,
        REALS,
        TABLE,
        REALS,
        TABLE,
        REALS,
        REALS,
    )
)
def write_outputs(
    points,
    board_outputs,
    strengths,
    planes,
    colours,
    lead_scale,
    moves,
    passing,
    other_moves,
    other_passing,
    ownership,
    lead,
    spread,
):
    """Turn what the heads say, seen by the player to move, into chances, owners and leads.

    Pre: the arrays over the grid hold zeros.
    """
    boards, height, width, _ = planes.shape
    for board in range(boards):
        passing[board] = write_chances(
            points[board],
            0,
            strengths[0],
            planes[board],
            STRENGTH,
            LEGAL,
            board_outputs[board, 0],
            moves[board],
        )
        other_passing[board] = write_chances(
            points[board],
            1,
            strengths[1],
            planes[board],
            OTHER_STRENGTH,
            OTHER_LEGAL,
            board_outputs[board, 1],
            other_moves[board],
        )
        sign = np.float32(1) if colours[board] == BLACK else np.float32(-1)
        total = np.float32(0)
        for row in range(height):
            for column in range(width):
                owner = np.float32(math.tanh(points[board, row * width + column, 2] / 2))
                ownership[board, (row + 1) * STRIDE + column + 1] = sign * owner
                total += owner
        lead[board] = sign * (total + lead_scale * board_outputs[board, 2])
        wide = np.float64(board_outputs[board, 3])
        soft = max(wide, 0.0) + math.log1p(math.exp(-abs(wide)))
        spread[board] = LEAST_SPREAD + SPREAD_SCALE * soft
