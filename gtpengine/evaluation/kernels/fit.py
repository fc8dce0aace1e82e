"""Kernels that fit the weights: games are replayed, and the moves played are made more likely.

The model: a player chooses among moves with a chance proportional to exp(sum of the parameters of
a move's features). Each position moves the parameters along the gradient of its log-likelihood
(Adagrad: the step of a parameter shrinks with the gradients it has seen). Order and arithmetic are
fixed, so a fit is reproducible.
"""

import math

import numpy as np
from numba import types

from gtpengine.board.kernels.playouts import copy_position
from gtpengine.board.kernels.stones import is_legal, play_assuming_legal
from gtpengine.board.layout import EMPTIES, EMPTY_COUNT, KO_POINT
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.evaluation.kernels.features import distance, features_at
from gtpengine.evaluation.kernels.policy import is_sensible
from gtpengine.evaluation.kernels.shapes import atari_shape_at, shape_at
from gtpengine.evaluation.layout import FEATURE_BITS, FEATURE_COUNT, FEATURE_ROOM, SHAPES
from gtpengine.jit import inlined, kernel, outlined, pointer_to

BOARD = types.int32[::1]
INTS = types.int32[::1]
IDS = types.int32[:, ::1]
REALS = types.float64[::1]

PER_MOVE = FEATURE_COUNT + 3  # parameters that a candidate has at most
# Parameters of the prior model: features, then shapes, then shapes with atari bits.
PRIOR_SHAPES_AT = FEATURE_COUNT * FEATURE_ROOM
PRIOR_ATARI_AT = PRIOR_SHAPES_AT + SHAPES
PRIOR_LEN = PRIOR_ATARI_AT + 16 * SHAPES
# Parameters of the playout model: shapes around the last move, shapes elsewhere.
PLAYOUT_LEN = 2 * SHAPES
# What `statistics` counts.
POSITIONS = 0
LOG_LIKELIHOOD = 1
TOP_1 = 2
TOP_5 = 3
FAR_MASS = 4  # sum over positions of the mean strength of a point elsewhere
STATISTICS_LEN = 8
_NEAR = 3  # distances up to here are the eight neighbours


@outlined
def write_prior_ids(board, point, colour, last, before_last, canonical, ids, row):
    """Write the parameters of a candidate of the prior model to ids[row]."""
    packed = features_at(board, point, colour, last, before_last)
    for feature in range(FEATURE_COUNT):
        value = (packed >> (FEATURE_BITS * feature)) & (FEATURE_ROOM - 1)
        ids[row, feature] = FEATURE_ROOM * feature + value
    code = atari_shape_at(board, point, colour)
    ids[row, FEATURE_COUNT] = PRIOR_SHAPES_AT + canonical[code & (SHAPES - 1)]
    ids[row, FEATURE_COUNT + 1] = PRIOR_ATARI_AT + canonical[code]
    return FEATURE_COUNT + 2


@inlined
def write_playout_ids(board, point, colour, last, canonical, ids, row):
    """Write the parameter of a candidate of the playout model to ids[row]."""
    far = distance(point, last)
    near = far != 0 and far <= _NEAR
    ids[row, 0] = canonical[shape_at(board, point, colour)] + (0 if near else SHAPES)
    return 1


@outlined
def learn(ids, count, width, chosen, theta, squares, scores, rate, decay, statistics):
    """Score one position and, if `rate` is positive, move the parameters along its gradient."""
    top = -1e300
    for row in range(count):
        score = 0.0
        for column in range(width):
            score += theta[ids[row, column]]
        scores[row] = score
        top = max(top, score)
    total = 0.0
    better = 0
    for row in range(count):
        # Equal scores count half each; the chosen one is row `chosen`.
        if row != chosen and scores[row] >= scores[chosen]:
            better += 1
    for row in range(count):
        scores[row] = math.exp(scores[row] - top)
        total += scores[row]
    statistics[POSITIONS] += 1
    statistics[LOG_LIKELIHOOD] += math.log(scores[chosen] / total)
    statistics[TOP_1] += better == 0
    statistics[TOP_5] += better < 5
    if rate <= 0:
        return
    for row in range(count):
        gradient = (1.0 if row == chosen else 0.0) - scores[row] / total
        for column in range(width):
            at = ids[row, column]
            slope = gradient - decay * theta[at] * scores[row] / total
            squares[at] += slope * slope
            theta[at] += rate * slope / math.sqrt(squares[at])


@kernel(
    types.void(
        BOARD,
        BOARD,
        INTS,
        types.boolean,
        INTS,
        REALS,
        REALS,
        IDS,
        REALS,
        types.float64,
        types.float64,
        REALS,
    )
)
def replay(
    start, work, moves, playout, canonical, theta, squares, ids, scores, rate, decay, statistics
):
    """Replay one game from `start`, learning from each of its moves or, at rate 0, judging them.

    `moves` holds colour * 1024 + point. `canonical` maps codes of shapes to the smallest of their
    eight forms. The playout model chooses among sensible moves, the prior model among legal ones;
    a move that is not among them teaches nothing.
    """
    board = pointer_to(work)
    copy_position(board, pointer_to(start))
    last = np.int64(NO_POINT)
    before_last = np.int64(NO_POINT)
    for index in range(len(moves)):
        colour = np.int64(moves[index]) >> 10
        played = np.int64(moves[index]) & 1023
        if played == PASS:
            board[KO_POINT] = NO_POINT
        else:
            count = 0
            chosen = -1
            width = 0
            far_mass = 0.0
            far_count = 0
            for place in range(board[EMPTY_COUNT]):
                point = np.int64(board[EMPTIES + place])
                if playout:
                    if not is_sensible(board, point, colour):
                        continue
                    width = write_playout_ids(board, point, colour, last, canonical, ids, count)
                    if ids[count, 0] >= SHAPES:
                        far_mass += math.exp(theta[ids[count, 0]])
                        far_count += 1
                else:
                    if not is_legal(board, point, colour):
                        continue
                    width = write_prior_ids(
                        board, point, colour, last, before_last, canonical, ids, count
                    )
                if point == played:
                    chosen = count
                count += 1
            if chosen >= 0 and count > 1:
                learn(ids, count, width, chosen, theta, squares, scores, rate, decay, statistics)
                if far_count:
                    statistics[FAR_MASS] += far_mass / far_count
            play_assuming_legal(board, played, colour, False)
        before_last = last
        last = played
