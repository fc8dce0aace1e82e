"""Kernels that play many heavy playouts of one position and sum up how they ended."""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.playouts import copy_position, load_random, store_random
from gtpengine.board.kernels.stones import count_friends
from gtpengine.board.layout import COLOUR, HEIGHT, WIDTH
from gtpengine.board.points import STRIDE
from gtpengine.evaluation.kernels.policy import play_heavy
from gtpengine.jit import inlined, kernel, pointer_to

BOARD = types.int32[::1]
WEIGHTS = types.float32[::1]
COUNTS = types.int64[::1]


@inlined
def final_owner(board, point):
    """Return the owner of a point after a playout: its stone, else the only colour beside it."""
    colour = board[COLOUR + point]
    if colour != EMPTY:
        return np.int64(colour)
    black = count_friends(board, point, BLACK)
    white = count_friends(board, point, WHITE)
    if black and not white:
        return np.int64(BLACK)
    if white and not black:
        return np.int64(WHITE)
    return np.int64(EMPTY)


@kernel(types.int64(BOARD, WEIGHTS, BOARD, types.int64, types.int64, types.int64, COUNTS))
def run_heavy(start, weights, work, colour, last, count, leads):
    """Play `count` heavy games from `start`, `colour` first; return the moves played in all.

    `work` is a light vector that holds the random state before and after. leads[d + points] counts
    the games that ended with Black ahead by d points on the board, where points = width * height.
    """
    source = pointer_to(start)
    board = pointer_to(work)
    gammas = pointer_to(weights)
    points = np.int64(source[WIDTH]) * source[HEIGHT]
    state = load_random(board)
    total = 0
    for _ in range(count):
        copy_position(board, source)
        state, moves = play_heavy(board, gammas, colour, last, state, 3 * points)
        total += moves
        lead = 0
        for row in range(1, source[HEIGHT] + 1):
            for point in range(row * STRIDE + 1, row * STRIDE + 1 + source[WIDTH]):
                owner = final_owner(board, point)
                lead += (owner == BLACK) - np.int64(owner == WHITE)
        leads[lead + points] += 1
    store_random(board, state)
    return total


@kernel(
    types.int64(
        BOARD,
        WEIGHTS,
        BOARD,
        types.int64,
        types.int64,
        types.int64,
        types.float64,
        COUNTS,
        COUNTS,
        COUNTS,
        COUNTS,
    )
)
def run_field(start, weights, work, colour, last, count, komi, leads, black, white, won):
    """Play `count` heavy games like `run_heavy`; return how many of them Black won by `komi`.

    black[point] and white[point] count the games in which that colour owned the point, won[point]
    those in which the owner of the point also won the game.
    """
    source = pointer_to(start)
    board = pointer_to(work)
    gammas = pointer_to(weights)
    points = np.int64(source[WIDTH]) * source[HEIGHT]
    state = load_random(board)
    black_wins = 0
    for _ in range(count):
        copy_position(board, source)
        state, _ = play_heavy(board, gammas, colour, last, state, 3 * points)
        lead = 0
        for row in range(1, source[HEIGHT] + 1):
            for point in range(row * STRIDE + 1, row * STRIDE + 1 + source[WIDTH]):
                owner = final_owner(board, point)
                lead += (owner == BLACK) - np.int64(owner == WHITE)
        leads[lead + points] += 1
        winner = BLACK if lead > komi else WHITE
        black_wins += winner == BLACK
        for row in range(1, source[HEIGHT] + 1):
            for point in range(row * STRIDE + 1, row * STRIDE + 1 + source[WIDTH]):
                owner = final_owner(board, point)
                black[point] += owner == BLACK
                white[point] += owner == WHITE
                won[point] += owner == winner
    store_random(board, state)
    return black_wins


@kernel(types.int64(BOARD, WEIGHTS, BOARD, types.int64, types.int64, types.int64))
def play_some_heavy(start, weights, work, colour, last, most):
    """Play one heavy game from `start`, but at most `most` moves; return how many were made.

    `work` shows the board where the game stopped.
    """
    board = pointer_to(work)
    copy_position(board, pointer_to(start))
    state, moves = play_heavy(board, pointer_to(weights), colour, last, load_random(board), most)
    store_random(board, state)
    return moves
