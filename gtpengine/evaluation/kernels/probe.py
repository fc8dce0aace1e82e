"""Kernels that ask single questions of the policy: for tests and for looking at a position."""

import numpy as np
from numba import types

from gtpengine.board.kernels.playouts import copy_position, load_random, store_random
from gtpengine.board.kernels.stones import last_liberty
from gtpengine.board.layout import CHAIN, COLOUR
from gtpengine.board.points import NO_POINT
from gtpengine.evaluation.kernels.chains import (
    few_liberties,
    liberties_after,
    liberties_up_to_two,
)
from gtpengine.evaluation.kernels.eyes import is_bad_self_atari
from gtpengine.evaluation.kernels.ladders import runs_out
from gtpengine.evaluation.kernels.policy import heavy_move, move_priors
from gtpengine.evaluation.kernels.shapes import atari_shape_at
from gtpengine.jit import kernel, pointer_to

BOARD = types.int32[::1]
WEIGHTS = types.float32[::1]


@kernel(types.int64(BOARD, WEIGHTS, BOARD, types.int64, types.int64))
def move(start, weights, work, colour, last):
    """Return the policy's move for `colour` in `start`; the random state is that of `work`."""
    board = pointer_to(work)
    copy_position(board, pointer_to(start))
    point, state = heavy_move(
        board, pointer_to(weights), colour, last, np.int64(NO_POINT), load_random(board)
    )
    store_random(board, state)
    return point


@kernel(types.int64(BOARD, types.int64))
def liberties(vector, stone):
    """Return the liberties of the chain of `stone`, at most MANY."""
    board = pointer_to(vector)
    count, _, _ = few_liberties(board, np.int64(board[CHAIN + stone]))
    return count


@kernel(types.UniTuple(types.int64, 3)(BOARD, types.int64, types.int64))
def after(vector, point, colour):
    """Return the liberties after a move by sums (at most 2) and by a walk (MANY), and the size."""
    board = pointer_to(vector)
    sums, size = liberties_up_to_two(board, point, colour)
    walked, _ = liberties_after(board, point, colour)
    return sums, walked, size


@kernel(types.int64(BOARD, types.int64, types.int64))
def shape(vector, point, colour):
    """Return the code of the shape around a point, atari bits included."""
    return atari_shape_at(pointer_to(vector), point, colour)


@kernel(types.boolean(BOARD, types.int64))
def runs(vector, stone):
    """Tell whether the policy would extend the chain of `stone`, which is in atari."""
    board = pointer_to(vector)
    head = np.int64(board[CHAIN + stone])
    return runs_out(board, head, last_liberty(board, head), np.int64(board[COLOUR + stone]))


@kernel(types.boolean(BOARD, types.int64, types.int64))
def bad_self_atari(vector, point, colour):
    """Tell whether the policy refuses the move as a self-atari."""
    return is_bad_self_atari(pointer_to(vector), point, colour)


@kernel(types.void(BOARD, WEIGHTS, types.int64, types.int64, WEIGHTS))
def priors(vector, weights, colour, last, out):
    """Write the priors of a position when only the last move is known."""
    move_priors(pointer_to(vector), pointer_to(weights), colour, last, pointer_to(out))
