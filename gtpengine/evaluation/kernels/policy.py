"""The playout policy: the move of a heavy playout, whole playouts, and priors for a search.

Rules in order, each asked with a probability of its own: answer ataris, chains with two liberties,
nakade; then the shapes around the last move compete, by learned gammas, with the rest of the
board; there, points are drawn at random and accepted according to their shapes. Own eyes are never
filled, and no chain is put into atari unless that captures, throws in or kills.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.playouts import below, next_random
from gtpengine.board.kernels.stones import (
    is_ko_recapture,
    is_legal,
    is_own_eye,
    play_assuming_legal,
)
from gtpengine.board.layout import (
    AROUND,
    AROUND_MASK,
    COLOUR,
    EMPTIES,
    EMPTY_COUNT,
    KO_POINT,
    PLACE,
)
from gtpengine.board.points import EAST, NO_POINT, NORTH, PASS, SOUTH, STRIDE, WEST
from gtpengine.evaluation.kernels.answers import (
    answer_atari,
    answer_nakade,
    answer_weak,
    sees_atari,
    sees_space,
    sees_weak,
)
from gtpengine.evaluation.kernels.eyes import is_bad_self_atari
from gtpengine.evaluation.kernels.priors import move_priors, move_priors_after
from gtpengine.evaluation.kernels.shapes import shape_at
from gtpengine.evaluation.layout import (
    ASK_ATARI,
    ASK_NAKADE,
    ASK_WEAK,
    FAR_DRAWS,
    FAR_SHAPE,
    NEAR_SHAPE,
    TENUKI,
)
from gtpengine.jit import inlined, outlined

__all__ = [
    "free_move",
    "heavy_move",
    "move_priors",
    "move_priors_after",
    "play_heavy",
    "urgent_move",
]

_TEN_BITS = 1023
_UNIT = np.float32(1.0 / (1 << 31))
_BIAS = 32  # makes steps to neighbours positive, below 64
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
    if (board[AROUND + point] & AROUND_MASK) >= 2:
        return not is_ko_recapture(board, point, colour)
    return (
        is_legal(board, point, colour)
        and not is_own_eye(board, point, colour)
        and not is_bad_self_atari(board, point, colour)
    )


@inlined
def draw_near(board, weights, colour, last, state):
    """Draw one of the empty points around the last move, or NO_POINT for the rest of the board."""
    # Collected first and chosen by arithmetic: branches here would be guessed wrong too often.
    steps = np.int64(0)
    count = np.int64(0)
    for step in _EIGHT:
        steps |= np.int64(step + _BIAS) << (6 * count)
        count += board[COLOUR + last + step] == EMPTY
        steps &= (np.int64(1) << (6 * count)) - 1
    best = np.int64(NO_POINT)
    total = weights[TENUKI] * board[EMPTY_COUNT]
    for index in range(count):
        point = last + ((steps >> (6 * index)) & 63) - _BIAS
        gamma = weights[NEAR_SHAPE + shape_at(board, point, colour)]
        total += gamma
        state = next_random(state)
        best += (fraction(state) * total < gamma) * (point - best)
    return best, state


@inlined
def draw_far(board, weights, colour, state):
    """Draw a sensible point anywhere; PASS if there is none.

    A few points are drawn at random, and their gammas decide among them; if the winner is not
    sensible, all others get their chance without regard to gammas. Points that are not sensible
    are moved behind those still in the draw.
    """
    candidates = np.int64(board[EMPTY_COUNT])
    state = next_random(state)
    place = below(state, candidates)
    draws = np.int64(weights[FAR_DRAWS])
    if draws > 1 and candidates > 0:
        total = weights[FAR_SHAPE + shape_at(board, np.int64(board[EMPTIES + place]), colour)]
        for _ in range(1, draws):
            state = next_random(state)
            other = below(state, candidates)
            gamma = weights[FAR_SHAPE + shape_at(board, np.int64(board[EMPTIES + other]), colour)]
            total += gamma
            state = next_random(state)
            place += (fraction(state) * total < gamma) * (other - place)
    while candidates > 0:
        point = np.int64(board[EMPTIES + place])
        if is_sensible(board, point, colour):
            return point, state
        candidates -= 1
        final = board[EMPTIES + candidates]
        board[EMPTIES + candidates] = point
        board[PLACE + point] = candidates
        board[EMPTIES + place] = final
        board[PLACE + final] = place
        state = next_random(state)
        place = below(state, candidates)
    return np.int64(PASS), state


@inlined
def urgent(board, weights, colour, last, state):
    """Return the answer that the rules ask for after `last`, or NO_POINT; and the random state."""
    if last >= STRIDE and board[COLOUR + last] == BLACK + WHITE - colour:
        # One draw serves three rules, ten bits each.
        state = next_random(state)
        chance = state >> 18
        if (chance & _TEN_BITS) < weights[ASK_ATARI] * _TEN_BITS and sees_atari(
            board, colour, last
        ):
            point, state = answer_atari(board, colour, last, state)
            if point != NO_POINT:
                return point, state
        if ((chance >> 10) & _TEN_BITS) < weights[ASK_WEAK] * _TEN_BITS and sees_weak(
            board, colour, last
        ):
            point, state = answer_weak(board, colour, last, state)
            if point != NO_POINT:
                return point, state
        if ((chance >> 20) & _TEN_BITS) < weights[ASK_NAKADE] * _TEN_BITS and sees_space(
            board, colour, last
        ):
            point = answer_nakade(board, colour, last)
            if point != NO_POINT:
                return point, state
    return np.int64(NO_POINT), state


@inlined
def free(board, weights, colour, last, state):
    """Return a move by shapes, near the last one or anywhere, and the random state."""
    if last >= STRIDE and board[COLOUR + last] == BLACK + WHITE - colour:
        point, state = draw_near(board, weights, colour, last, state)
        if point != NO_POINT and is_sensible(board, point, colour):
            return point, state
    return draw_far(board, weights, colour, state)


@inlined
def choose(board, weights, colour, last, state):
    """Return the policy's move and the next random state: see `heavy_move`."""
    point, state = urgent(board, weights, colour, last, state)
    if point != NO_POINT:
        return point, state
    return free(board, weights, colour, last, state)


@outlined
def urgent_move(board, weights, colour, last, state):
    """Return the first half of `heavy_move`: an answer to the last move, or NO_POINT."""
    return urgent(board, weights, colour, last, state)


@outlined
def free_move(board, weights, colour, last, state):
    """Return the second half of `heavy_move`: a move where nothing has to be answered."""
    return free(board, weights, colour, last, state)


@outlined
def heavy_move(board, weights, colour, last, before_last, state):
    """Return the policy's move for `colour` and the next random state.

    `last` and `before_last` are the newest moves, PASS or NO_POINT where there is none; the policy
    looks at the last one only.  The move is legal but for superko; PASS when nothing sensible is
    left. The order of EMPTIES may change.
    """
    return choose(board, weights, colour, last, state)


@outlined
def play_heavy(board, weights, colour, last, state, most):
    """Play the policy's moves until both players pass or `most` moves are made.

    `last` is the move before, PASS or NO_POINT if there is none.  Returns the random state and the
    number of moves.
    """
    passes = np.int64(0)
    moves = np.int64(0)
    newest = np.int64(last)
    player = np.int64(colour)
    while passes < 2 and moves < most:
        point, state = choose(board, weights, player, newest, state)
        if point == PASS:
            passes += 1
            board[KO_POINT] = NO_POINT
        else:
            passes = np.int64(0)
            play_assuming_legal(board, point, player, False)
        newest = point
        moves += 1
        player = BLACK + WHITE - player
    return state, moves
