"""Helpers that describe a move for the priors: one value for each feature, packed into a word.

    feature          values (0: does not apply)
    CAPTURE          1 + size class + 3 * saves own stones in atari + 6 * takes the last move
    SAVE             1 + size class + 3 * outcome: 0 in atari again, 1 caught later, 2 two, 3 more
    SELF_ATARI       1 a single stone, 2 to 5 stones that kill, 3 to 5 that do not, 4 more
    ATARI            1 + size class + 3 * the escape fails + 6 * it is the last move's chain
    STRENGTHEN       1 + size class of an own chain that gets more than its two liberties
    DISTANCE         dx + dy + max(dx, dy), at most 17; 0 when there is no last move
    LINE             line from the edge, 1 to 6, + 6 * phase of the game + 18 * on a large board
    EYE              1 own eye, 2 vital point of a space that the opponent encloses, 3 of an own one

Size classes: one stone, two or three, more.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.stones import all_liberties_at, in_atari, is_own_eye
from gtpengine.board.layout import (
    AROUND,
    AROUND_MASK,
    CHAIN,
    COLOUR,
    EMPTY_COUNT,
    HEIGHT,
    NEXT,
    SIZE,
    WIDTH,
)
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, STRIDE, WEST
from gtpengine.evaluation.kernels.chains import MANY, few_liberties, liberties_after
from gtpengine.evaluation.kernels.eyes import is_bad_self_atari, vital_point
from gtpengine.evaluation.kernels.ladders import runs_out
from gtpengine.evaluation.layout import (
    ATARI,
    CAPTURE,
    DISTANCE,
    DISTANCE_BEFORE,
    EYE,
    FEATURE_BITS,
    LINE,
    SAVE,
    SELF_ATARI,
    STRENGTHEN,
)
from gtpengine.jit import inlined, outlined

_SIDES = (SOUTH, WEST, EAST, NORTH)
_LARGE_BOARD = 11  # boards above this width have their own lines


@inlined
def size_class(size):
    """Return 0 for a single stone, 1 for two or three, 2 for more."""
    if size == 1:
        return np.int64(0)
    return np.int64(1) if size <= 3 else np.int64(2)


@inlined
def distance(point, other):
    """Return dx + dy + max(dx, dy), at most 17; 0 if `other` is no point."""
    if other < STRIDE:
        return np.int64(0)
    dx = abs(point % STRIDE - other % STRIDE)
    dy = abs(point // STRIDE - other // STRIDE)
    return min(np.int64(17), dx + dy + max(dx, dy))


@inlined
def line_feature(board, point):
    """Return the LINE feature."""
    width = np.int64(board[WIDTH])
    height = np.int64(board[HEIGHT])
    column = point % STRIDE
    row = point // STRIDE
    line = min(min(column, width + 1 - column), min(row, height + 1 - row))
    empty = np.int64(board[EMPTY_COUNT])
    points = width * height
    phase = np.int64(2)
    if 10 * empty > 8 * points:
        phase = np.int64(0)
    elif 10 * empty > 5 * points:
        phase = np.int64(1)
    large = np.int64(1) if width > _LARGE_BOARD else np.int64(0)
    return min(np.int64(6), line) + 6 * phase + 18 * large


@outlined
def touches_own_atari(board, stone, colour):
    """Tell whether the chain of `stone` touches a chain of `colour` in atari."""
    at = np.int64(stone)
    while True:
        for side in _SIDES:
            near = at + side
            if board[COLOUR + near] == colour and in_atari(board, np.int64(board[CHAIN + near])):
                return True
        at = np.int64(board[NEXT + at])
        if at == stone:
            return False


@inlined
def eye_feature(board, point, colour):
    """Return the EYE feature."""
    if is_own_eye(board, point, colour):
        return np.int64(1)
    if (board[AROUND + point] & AROUND_MASK) >= 1:
        other = BLACK + WHITE - colour
        if vital_point(board, point, other) == point:
            return np.int64(2)
        if vital_point(board, point, colour) == point:
            return np.int64(3)
    return np.int64(0)


@outlined
def features_at(board, point, colour, last, before_last):
    """Return the packed features of a legal move: FEATURE_BITS for each, CAPTURE lowest."""
    other = BLACK + WHITE - colour
    last_head = np.int64(NO_POINT)
    if last >= STRIDE and board[COLOUR + last] == other:
        last_head = np.int64(board[CHAIN + last])
    capture = np.int64(0)
    save = np.int64(0)
    atari = np.int64(0)
    strengthen = np.int64(0)
    after, size = liberties_after(board, point, colour)
    for side in _SIDES:
        near = point + side
        stone = board[COLOUR + near]
        if stone in (EMPTY, WALL):
            continue
        head = np.int64(board[CHAIN + near])
        stones = size_class(board[SIZE + head])
        if stone == other:
            is_last = np.int64(6) if head == last_head else np.int64(0)
            if all_liberties_at(board, head, point):
                saves = np.int64(3) if touches_own_atari(board, near, colour) else np.int64(0)
                capture = max(capture, 1 + stones + saves + is_last)
            else:
                count, first, second = few_liberties(board, head)
                if count == 2:
                    escape = second if first == point else first
                    run, _ = liberties_after(board, escape, other)
                    fails = np.int64(3) if run <= 2 else np.int64(0)
                    atari = max(atari, 1 + stones + fails + is_last)
        elif in_atari(board, head):
            outcome = np.int64(0)
            if after >= MANY:
                outcome = np.int64(3)
            elif after == 2:
                outcome = np.int64(2) if runs_out(board, head, point, colour) else np.int64(1)
            save = max(save, 1 + stones + 3 * outcome)
        elif after >= MANY:
            count, _, _ = few_liberties(board, head)
            if count == 2:
                strengthen = max(strengthen, 1 + stones)
    self_atari = np.int64(0)
    if after == 1 and capture == 0:
        if size == 1:
            self_atari = np.int64(1)
        elif size > 5:
            self_atari = np.int64(4)
        else:
            self_atari = np.int64(3) if is_bad_self_atari(board, point, colour) else np.int64(2)
    return (
        capture << (FEATURE_BITS * CAPTURE)
        | save << (FEATURE_BITS * SAVE)
        | self_atari << (FEATURE_BITS * SELF_ATARI)
        | atari << (FEATURE_BITS * ATARI)
        | strengthen << (FEATURE_BITS * STRENGTHEN)
        | distance(point, last) << (FEATURE_BITS * DISTANCE)
        | distance(point, before_last) << (FEATURE_BITS * DISTANCE_BEFORE)
        | line_feature(board, point) << (FEATURE_BITS * LINE)
        | eye_feature(board, point, colour) << (FEATURE_BITS * EYE)
    )
