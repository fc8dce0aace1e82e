"""How good a move looks: a positive strength per legal move, from simple features.

The chance of a move is its strength over the sum of all.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.stones import in_atari, is_legal, is_own_eye
from gtpengine.board.layout import (
    AROUND,
    AROUND_MASK,
    CHAIN,
    COLOUR,
    EMPTIES,
    EMPTY_COUNT,
    HEIGHT,
    LIBERTIES,
    LIBERTY_BITS,
    SIZE,
    WIDTH,
)
from gtpengine.board.points import EAST, NORTH, SOUTH, STRIDE, WEST
from gtpengine.jit import inlined, outlined

_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def _line_factor(board, point):
    """Return the factor of the distance from the edge where nothing stands near."""
    row = point // STRIDE
    column = point % STRIDE
    line = min(min(row, column), min(board[HEIGHT] + 1 - row, board[WIDTH] + 1 - column))
    for down in range(-2, 3):
        for right in range(-2, 3):
            r = row + down
            c = column + right
            if 1 <= r <= board[HEIGHT] and 1 <= c <= board[WIDTH]:
                stone = board[COLOUR + r * STRIDE + c]
                if stone != EMPTY:
                    return 1.0
    if line == 1:
        return 0.05
    if line == 2:
        return 0.2
    return 3.0 if line <= 4 else 1.5


@inlined
def _near_factor(point, last):
    """Return the factor of being close to the last move."""
    if last < STRIDE:
        return 1.0
    rows = abs(point // STRIDE - last // STRIDE)
    columns = abs(point % STRIDE - last % STRIDE)
    distance = rows + columns + max(rows, columns)
    if distance <= 3:
        return 6.0
    if distance <= 5:
        return 3.0
    return 1.5 if distance <= 8 else 1.0


@inlined
def _tactical_factor(board, point, colour):
    """Return the factor of captures, rescues, ataris and self-ataris."""
    other = BLACK + WHITE - colour
    factor = 1.0
    room = np.int64(board[AROUND + point]) & AROUND_MASK
    captures = 0
    saves = 0
    support = room
    ataris = 0
    for side in _SIDES:
        near = point + side
        stone = board[COLOUR + near]
        if stone in (EMPTY, WALL):
            continue
        head = np.int64(board[CHAIN + near])
        if stone == other:
            if in_atari(board, head):
                captures += board[SIZE + head]
            elif np.int64(board[LIBERTIES + head]) >> LIBERTY_BITS <= 3:
                ataris += 1
        elif in_atari(board, head):
            saves += board[SIZE + head]
        else:
            support += 2
    if captures:
        factor *= 10.0 + 4.0 * captures
    if saves and (support >= 2 or captures):
        factor *= 8.0 + 2.0 * saves
    if captures == 0 and support < 2:
        factor *= 0.1
    if ataris:
        factor *= 2.5
    return factor


@outlined
def list_moves(board, colour, last, points, strengths):
    """Write the legal moves that fill no own eye with their strengths; return how many."""
    found = 0
    for index in range(board[EMPTY_COUNT]):
        point = np.int64(board[EMPTIES + index])
        if is_legal(board, point, colour) and not is_own_eye(board, point, colour):
            points[found] = point
            strengths[found] = (
                _line_factor(board, point)
                * _near_factor(point, last)
                * _tactical_factor(board, point, colour)
            )
            found += 1
    return found
