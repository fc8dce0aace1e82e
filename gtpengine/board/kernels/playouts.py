"""Kernels for uniform random playouts: every legal move that fills no own eye is equally likely."""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.stones import is_legal, is_own_eye, is_surrounded, play_assuming_legal
from gtpengine.board.layout import (
    AROUND,
    AROUND_MASK,
    CHAIN,
    COLOUR,
    EMPTIES,
    EMPTY_COUNT,
    HEADER_LEN,
    HEIGHT,
    KO_POINT,
    LIBERTIES,
    LIBERTY_SQUARES,
    LIMIT,
    NEXT,
    PLACE,
    RANDOM_HIGH,
    RANDOM_LOW,
    SIZE,
    WIDTH,
)
from gtpengine.board.points import NO_POINT, STRIDE
from gtpengine.jit import inlined, kernel, pointer_to

BOARD = types.int32[::1]
COUNTS = types.int64[::1]

# The linear congruential generator of 48 bits known as drand48; its high bits are used.
_FACTOR = 0x5DEECE66D
_SUMMAND = 11
_STATE_MASK = (1 << 48) - 1
_HALF_MASK = (1 << 24) - 1

_POINT_FIELDS = (
    COLOUR,
    CHAIN,
    NEXT,
    LIBERTIES,
    LIBERTY_SQUARES,
    SIZE,
    AROUND,
    PLACE,
)


@inlined
def load_random(board):
    """Return the generator's state."""
    return (np.int64(board[RANDOM_HIGH]) << 24) | np.int64(board[RANDOM_LOW])


@inlined
def store_random(board, state):
    """Keep the generator's state for the next kernel."""
    board[RANDOM_LOW] = state & _HALF_MASK
    board[RANDOM_HIGH] = state >> 24


@inlined
def next_random(state):
    """Return the state that follows `state`."""
    return (state * _FACTOR + _SUMMAND) & _STATE_MASK


@inlined
def below(state, bound):
    """Return a number from 0 to `bound` - 1 drawn from the state's high bits."""
    return ((state >> 17) * bound) >> 31


@inlined
def copy_position(target, source):
    """Copy all that play needs from one vector to another; only the used part of each field."""
    for index in range(HEADER_LEN):
        if index != RANDOM_LOW and index != RANDOM_HIGH:
            target[index] = source[index]
    limit = source[LIMIT]
    for field in _POINT_FIELDS:
        for index in range(field + STRIDE - 1, field + limit):
            target[index] = source[index]
    for index in range(EMPTIES, EMPTIES + source[EMPTY_COUNT]):
        target[index] = source[index]


@inlined
def is_playable(board, point, colour):
    """Tell whether a playout may play there: legal, and no own eye."""
    if board[AROUND + point] & AROUND_MASK:
        return point != board[KO_POINT]
    return is_legal(board, point, colour) and not is_own_eye(board, point, colour)


@inlined
def play_out(board, colour, state, most):
    """Play random moves until both players pass or `most` moves are made.

    Returns the generator's state and the number of moves.  A move is drawn from the empty points
    without repetition: those found unplayable are moved behind the ones still in the draw.
    """
    passes = 0
    moves = 0
    while passes < 2 and moves < most:
        candidates = np.int64(board[EMPTY_COUNT])
        passes += 1
        while candidates > 0:
            state = next_random(state)
            place = below(state, candidates)
            point = np.int64(board[EMPTIES + place])
            if is_playable(board, point, colour):
                play_assuming_legal(board, point, colour, False)
                passes = 0
                break
            candidates -= 1
            last = board[EMPTIES + candidates]
            board[EMPTIES + candidates] = point
            board[PLACE + point] = candidates
            board[EMPTIES + place] = last
            board[PLACE + last] = place
        if passes:
            board[KO_POINT] = NO_POINT
        moves += 1
        colour = BLACK + WHITE - colour
    return state, moves


@inlined
def owner_of(board, point):
    """Return the owner of a point after a playout: its stone, else the only colour beside it."""
    colour = board[COLOUR + point]
    if colour != EMPTY:
        return colour
    if is_surrounded(board, point, BLACK):
        return BLACK
    if is_surrounded(board, point, WHITE):
        return WHITE
    return EMPTY


@kernel(types.int64(BOARD, BOARD, types.int64, types.int64, COUNTS))
def run_playouts(start, work, colour, count, wins):
    """Play `count` random games from `start`, `colour` first; return the moves played in all.

    `work` is a light vector that holds the random state before and after. wins[d + points] counts
    the games that ended with Black ahead by d points on the board, where points = width * height.
    """
    source = pointer_to(start)
    board = pointer_to(work)
    points = np.int64(source[WIDTH]) * source[HEIGHT]
    state = load_random(board)
    total = 0
    for _ in range(count):
        copy_position(board, source)
        state, moves = play_out(board, colour, state, 3 * points)
        total += moves
        lead = 0
        for row in range(1, source[HEIGHT] + 1):
            for point in range(row * STRIDE + 1, row * STRIDE + 1 + source[WIDTH]):
                owner = owner_of(board, point)
                lead += (owner == BLACK) - (owner == WHITE)
        wins[lead + points] += 1
    store_random(board, state)
    return total


@kernel(types.int64(BOARD, BOARD, types.int64, types.int64, COUNTS))
def run_ownership(start, work, colour, count, balance):
    """Play `count` random games like `run_playouts`; return the moves played in all.

    balance[point] gains 1 for each game in which Black owns the point and loses 1 for White.
    """
    source = pointer_to(start)
    board = pointer_to(work)
    balances = pointer_to(balance)
    points = np.int64(source[WIDTH]) * source[HEIGHT]
    state = load_random(board)
    total = 0
    for _ in range(count):
        copy_position(board, source)
        state, moves = play_out(board, colour, state, 3 * points)
        total += moves
        for row in range(1, source[HEIGHT] + 1):
            for point in range(row * STRIDE + 1, row * STRIDE + 1 + source[WIDTH]):
                owner = owner_of(board, point)
                balances[point] += (owner == BLACK) - np.int64(owner == WHITE)
    store_random(board, state)
    return total


@kernel(types.int64(BOARD, BOARD, types.int64, types.int64))
def play_some(start, work, colour, most):
    """Play one random game from `start`, but at most `most` moves; return how many were made.

    `work` shows the board where the game stopped.
    """
    board = pointer_to(work)
    copy_position(board, pointer_to(start))
    state, moves = play_out(board, colour, load_random(board), most)
    store_random(board, state)
    return moves
