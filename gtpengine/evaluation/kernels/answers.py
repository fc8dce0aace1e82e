"""Helpers that answer the last move of a playout: ataris, chains with two liberties, nakade.

Each returns a legal move, or NO_POINT when the rule has nothing to say, and where chance takes part
the random state that follows. Where several moves qualify, one is drawn with a chance that grows
with the stones at stake.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.playouts import below, next_random
from gtpengine.board.kernels.stones import (
    count_friends,
    in_atari,
    is_legal,
    is_own_eye,
    last_liberty,
)
from gtpengine.board.layout import AROUND, AROUND_MASK, CHAIN, COLOUR, NEXT, SIZE
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, WEST
from gtpengine.evaluation.kernels.chains import MANY, few_liberties, liberties_after, may_have_two
from gtpengine.evaluation.kernels.eyes import is_bad_self_atari, vital_point
from gtpengine.evaluation.kernels.ladders import runs_out
from gtpengine.jit import inlined, outlined

_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def draw(best, total, point, stake, state):
    """Let `point` take the place of `best` with the chance of its stake in all so far."""
    state = next_random(state)
    total += stake
    if below(state, total) < stake:
        best = point
    return best, total, state


@inlined
def may_close(board, point, colour):
    """Tell, at little cost, whether a point may lie in a small space of the opponent's."""
    empty = np.int64(board[AROUND + point]) & AROUND_MASK
    return (
        (board[COLOUR + point] == EMPTY)
        & ((empty == 1) | (empty == 2))
        & (count_friends(board, point, colour) == 0)
    )


# Each rule has a test that says whether it has something to look at, written without branches,
# which would be guessed wrong too often.


@inlined
def sees_atari(board, colour, last):
    """Tell whether `answer_atari` has something to look at."""
    found = in_atari(board, np.int64(board[CHAIN + last]))
    for side in _SIDES:
        near = last + side
        found |= (board[COLOUR + near] == colour) & in_atari(board, np.int64(board[CHAIN + near]))
    return found


@inlined
def sees_weak(board, colour, last):
    """Tell whether `answer_weak` has something to look at."""
    found = may_have_two(board, np.int64(board[CHAIN + last]))
    for side in _SIDES:
        near = last + side
        found |= (board[COLOUR + near] == colour) & may_have_two(
            board, np.int64(board[CHAIN + near])
        )
    return found


@inlined
def sees_space(board, colour, last):
    """Tell whether `answer_nakade` has something to look at."""
    found = False
    for side in _SIDES:
        found |= may_close(board, last + side, colour)
    return found


@outlined
def rescue_by_capture(board, head, colour, best, total, state):
    """Add to a draw the captures of chains in atari that touch the chain of `head`."""
    other = BLACK + WHITE - colour
    stone = np.int64(head)
    before = np.int64(NO_POINT)
    while True:
        for side in _SIDES:
            near = stone + side
            if board[COLOUR + near] == other:
                enemy = np.int64(board[CHAIN + near])
                if enemy != before and in_atari(board, enemy):
                    before = enemy
                    point = last_liberty(board, enemy)
                    if board[COLOUR + point] == EMPTY and is_legal(board, point, colour):
                        stake = np.int64(board[SIZE + enemy]) + board[SIZE + head]
                        best, total, state = draw(best, total, point, stake, state)
        stone = np.int64(board[NEXT + stone])
        if stone == head:
            break
    return best, total, state


@outlined
def answer_atari(board, colour, last, state):
    """Capture the chain of the last move, or save a chain that it put into atari.

    An extension counts only if it does not run into a ladder that works.
    """
    best = np.int64(NO_POINT)
    total = np.int64(0)
    head = np.int64(board[CHAIN + last])
    if in_atari(board, head):
        point = last_liberty(board, head)
        if is_legal(board, point, colour):
            best, total, state = draw(best, total, point, 2 * np.int64(board[SIZE + head]), state)
    for side in _SIDES:
        near = last + side
        if board[COLOUR + near] != colour:
            continue
        own = np.int64(board[CHAIN + near])
        if in_atari(board, own):
            best, total, state = rescue_by_capture(board, own, colour, best, total, state)
            point = last_liberty(board, own)
            if runs_out(board, own, point, colour):
                stake = 2 * np.int64(board[SIZE + own])
                best, total, state = draw(best, total, point, stake, state)
    return best, state


@outlined
def answer_weak(board, colour, last, state):
    """Strengthen a chain beside the last move that has two liberties, or attack the last move's.

    One liberty of each chain, drawn by chance, is tried. An attack needs a reply that leaves the
    chain in atari; a strengthening move makes MANY.
    """
    other = BLACK + WHITE - colour
    best = np.int64(NO_POINT)
    total = np.int64(0)
    before = np.int64(NO_POINT)
    for side in _SIDES:
        near = last + side
        if board[COLOUR + near] != colour:
            continue
        own = np.int64(board[CHAIN + near])
        if own == before or not may_have_two(board, own):
            continue
        before = own
        count, first, second = few_liberties(board, own)
        if count != 2:
            continue
        state = next_random(state)
        point = first if below(state, 2) == 0 else second
        after, _ = liberties_after(board, point, colour)
        if (
            after >= MANY
            and is_legal(board, point, colour)
            and not is_own_eye(board, point, colour)
        ):
            stake = np.int64(board[SIZE + own])
            best, total, state = draw(best, total, point, stake, state)
    head = np.int64(board[CHAIN + last])
    if not may_have_two(board, head):
        return best, state
    count, first, second = few_liberties(board, head)
    if count == 2:
        state = next_random(state)
        point = first
        escape = second
        if below(state, 2) == 0:
            point, escape = escape, point
        # The point itself still counts among the liberties after the escape.
        after, _ = liberties_after(board, escape, other)
        if (
            after <= 2
            and is_legal(board, point, colour)
            and not is_bad_self_atari(board, point, colour)
        ):
            stake = 2 * np.int64(board[SIZE + head])
            best, total, state = draw(best, total, point, stake, state)
    return best, state


@outlined
def answer_nakade(board, colour, last):
    """Return the vital point of a small eye space that the last move closed, or NO_POINT."""
    other = BLACK + WHITE - colour
    for side in _SIDES:
        near = last + side
        if may_close(board, near, colour):
            point = vital_point(board, near, other)
            if point != NO_POINT and is_legal(board, point, colour):
                return point
    return np.int64(NO_POINT)
