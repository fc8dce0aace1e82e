"""The playout policy: the move of a heavy playout, whole playouts, and priors for a search.

Rules in order, each asked with a probability of its own: answer ataris, chains with two liberties,
nakade; then the shapes around the last move compete, by learned gammas, with the rest of the
board; there, points are drawn at random and accepted according to their shapes. Own eyes are never
filled, and no chain is put into atari unless that captures, throws in or kills.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.playouts import below, next_random
from gtpengine.board.kernels.stones import is_legal, is_own_eye, play_assuming_legal
from gtpengine.board.layout import COLOUR, EMPTIES, EMPTY_COUNT, KO_POINT, PLACE
from gtpengine.board.points import EAST, NO_POINT, NORTH, PASS, SOUTH, STRIDE, WEST
from gtpengine.evaluation.kernels.answers import answer_atari, answer_nakade, answer_weak
from gtpengine.evaluation.kernels.eyes import is_bad_self_atari
from gtpengine.evaluation.kernels.priors import move_priors, move_priors_after
from gtpengine.evaluation.kernels.shapes import shape_at
from gtpengine.evaluation.layout import (
    ASK_ATARI,
    ASK_LOCAL,
    ASK_NAKADE,
    ASK_WEAK,
    FAR_FULL,
    FAR_SHAPE,
    FAR_TRIES,
    NEAR_SHAPE,
    TENUKI,
)
from gtpengine.jit import inlined, outlined

__all__ = ["heavy_move", "move_priors", "move_priors_after", "play_heavy"]

_UNIT = np.float32(1.0 / (1 << 31))
_EIGHT = (
    SOUTH,
    WEST,
    EAST,
    NORTH,
    SOUTH + WEST,
    SOUTH + EAST,
    NORTH + WEST,
    NORTH + EAST,
)


@inlined
def fraction(state):
    """Return a number from 0 to 1 drawn from the state's high bits."""
    return np.float32(state >> 17) * _UNIT


@inlined
def is_sensible(board, point, colour):
    """Tell whether a playout may play there: legal, no own eye, no bad self-atari."""
    return (
        is_legal(board, point, colour)
        and not is_own_eye(board, point, colour)
        and not is_bad_self_atari(board, point, colour)
    )


@inlined
def draw_near(board, weights, colour, last, state):
    """Draw one of the empty points around the last move, or NO_POINT for the rest of the board."""
    best = np.int64(NO_POINT)
    total = weights[TENUKI] * board[EMPTY_COUNT]
    for step in _EIGHT:
        point = last + step
        if board[COLOUR + point] == EMPTY:
            gamma = weights[NEAR_SHAPE + shape_at(board, point, colour)]
            total += gamma
            state = next_random(state)
            if fraction(state) * total < gamma:
                best = point
    return best, state


@inlined
def draw_far(board, weights, colour, state):
    """Draw a sensible point anywhere, accepted by the gamma of its shape; PASS if there is none.

    Points that are not sensible are moved behind those still in the draw.
    """
    candidates = np.int64(board[EMPTY_COUNT])
    tries = np.int64(weights[FAR_TRIES])
    full = weights[FAR_FULL]
    while candidates > 0:
        state = next_random(state)
        place = below(state, candidates)
        point = np.int64(board[EMPTIES + place])
        if tries > 0:
            state = next_random(state)
            gamma = weights[FAR_SHAPE + shape_at(board, point, colour)]
            tries -= 1
            if fraction(state) * full > gamma:
                continue
        if is_sensible(board, point, colour):
            return point, state
        candidates -= 1
        final = board[EMPTIES + candidates]
        board[EMPTIES + candidates] = point
        board[PLACE + point] = candidates
        board[EMPTIES + place] = final
        board[PLACE + final] = place
    return np.int64(PASS), state


@outlined
def heavy_move(board, weights, colour, last, before_last, state):
    """Return the policy's move for `colour` and the next random state.

    `last` and `before_last` are the newest moves, PASS or NO_POINT where there is none.  The move
    is legal but for superko; PASS when nothing sensible is left. The order of EMPTIES may change.
    """
    if last >= STRIDE and board[COLOUR + last] == BLACK + WHITE - colour:
        state = next_random(state)
        if fraction(state) < weights[ASK_ATARI]:
            point, state = answer_atari(board, colour, last, state)
            if point != NO_POINT:
                return point, state
        state = next_random(state)
        if fraction(state) < weights[ASK_WEAK]:
            point, state = answer_weak(board, colour, last, state)
            if point != NO_POINT:
                return point, state
        state = next_random(state)
        if fraction(state) < weights[ASK_NAKADE]:
            point, state = answer_nakade(board, colour, last, state)
            if point != NO_POINT:
                return point, state
        state = next_random(state)
        if fraction(state) < weights[ASK_LOCAL]:
            point, state = draw_near(board, weights, colour, last, state)
            if point != NO_POINT and is_sensible(board, point, colour):
                return point, state
    return draw_far(board, weights, colour, state)


@outlined
def play_heavy(board, weights, colour, last, state, most):
    """Play the policy's moves until both players pass or `most` moves are made.

    `last` is the move before, PASS or NO_POINT if there is none.  Returns the random state and the
    number of moves.
    """
    passes = np.int64(0)
    moves = np.int64(0)
    newest = np.int64(last)
    before = np.int64(NO_POINT)
    player = np.int64(colour)
    while passes < 2 and moves < most:
        point, state = heavy_move(board, weights, player, newest, before, state)
        if point == PASS:
            passes += 1
            board[KO_POINT] = NO_POINT
        else:
            passes = np.int64(0)
            play_assuming_legal(board, point, player, False)
        before = newest
        newest = point
        moves += 1
        player = BLACK + WHITE - player
    return state, moves
