"""Kernels that write the input planes of the network, channels last: planes[board, row, column]."""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.capture import CAPTURED, hunt
from gtpengine.board.kernels.playouts import copy_position
from gtpengine.board.kernels.stones import is_ko_recapture, is_legal, is_own_eye
from gtpengine.board.layout import (
    AROUND,
    AROUND_MASK,
    BEST_MOVE,
    CHAIN,
    COLOUR,
    HEIGHT,
    JOURNAL_ROOM,
    JOURNAL_SIZE,
    JOURNAL_TOP,
    KEEP,
    KO_MASTER,
    KO_MET,
    LIBERTIES,
    LIBERTY_BITS,
    NEXT,
    NODE_CAP,
    NODES,
    WIDTH,
)
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, STRIDE, WEST
from gtpengine.evaluation.kernels.priors import move_priors_after
from gtpengine.evaluation.network.layout import (
    BEFORE_LAST,
    KO,
    LADDER_NODES,
    LAST,
    LEGAL,
    LINES,
    OTHER,
    OTHER_CAUGHT,
    OTHER_EYE,
    OTHER_LEGAL,
    OTHER_LIBERTIES,
    OTHER_STRENGTH,
    OWN,
    OWN_CAUGHT,
    OWN_EYE,
    OWN_LIBERTIES,
    PLANES,
    STRENGTH,
    STRENGTH_LEAST,
    STRENGTH_MEAN,
    STRENGTH_SCALE,
)
from gtpengine.evaluation.network.layout import BOARD as BOARD_PLANE
from gtpengine.jit import inlined, kernel, outlined, pointer_to

BOARD = types.int32[::1]
BOARDS = types.int32[:, ::1]
INTS = types.int64[::1]
PAIRS = types.int64[:, ::1]
REALS = types.float32[::1]
INPUTS = types.float32[:, :, :, ::1]

_SIDES = (SOUTH, WEST, EAST, NORTH)
_MANY = 4  # liberties are counted up to here


@outlined
def liberties_of(board, head):
    """Return the liberties of a chain, at most _MANY.  Needs no scratch."""
    # A liberty touches at most four stones, so three make at most twelve pseudo-liberties.
    if board[LIBERTIES + head] >> LIBERTY_BITS > 12:
        return np.int64(_MANY)
    first = np.int64(NO_POINT)
    second = np.int64(NO_POINT)
    third = np.int64(NO_POINT)
    point = np.int64(head)
    while True:
        if board[AROUND + point] & AROUND_MASK:
            for side in _SIDES:
                near = point + side
                if board[COLOUR + near] != EMPTY or near in (first, second, third):
                    continue
                if first == NO_POINT:
                    first = near
                elif second == NO_POINT:
                    second = near
                elif third == NO_POINT:
                    third = near
                else:
                    return np.int64(_MANY)
        point = np.int64(board[NEXT + point])
        if point == head:
            break
    return np.int64(first != NO_POINT) + np.int64(second != NO_POINT) + np.int64(third != NO_POINT)


@outlined
def is_laddered(board, stone, attacking):
    """Tell whether a ladder proves the chain of `stone` caught.  Pre: a full vector."""
    board[KEEP] = 1
    board[NODE_CAP] = LADDER_NODES
    board[NODES] = 0
    board[KO_MET] = 0
    board[BEST_MOVE] = NO_POINT
    board[KO_MASTER] = board[COLOUR + stone]
    root = np.int64(0)
    return hunt(board, stone, attacking, root) == CAPTURED


@inlined
def write_strengths(strengths, planes, width, height, plane):
    """Turn gammas over the grid into one plane of scaled logarithms of chances."""
    total = 1e-30
    for row in range(height):
        for column in range(width):
            total += strengths[(row + 1) * STRIDE + column + 1]
    for row in range(height):
        for column in range(width):
            gamma = strengths[(row + 1) * STRIDE + column + 1]
            logarithm = STRENGTH_LEAST
            if gamma > 0:
                logarithm = max(STRENGTH_LEAST, math.log(gamma / total))
            planes[row, column, plane] = (logarithm - STRENGTH_MEAN) / STRENGTH_SCALE


@outlined
def write_planes(board, work, weights, strengths, colour, last, before_last, planes):
    """Write all planes of one position; planes has the shape of the board.

    `work` is a full vector, `strengths` an array over the grid, both scratch.
    """
    width = np.int64(board[WIDTH])
    height = np.int64(board[HEIGHT])
    other = BLACK + WHITE - colour
    copy_position(work, board)
    work[JOURNAL_TOP] = 0
    work[JOURNAL_SIZE] = JOURNAL_ROOM
    for row in range(height):
        for column in range(width):
            for plane in range(PLANES):
                planes[row, column, plane] = 0.0
    for row in range(height):
        for column in range(width):
            point = (row + 1) * STRIDE + column + 1
            planes[row, column, BOARD_PLANE] = 1.0
            line = min(min(row, height - 1 - row), min(column, width - 1 - column))
            if line < 3:
                planes[row, column, LINES + line] = 1.0
            stone = np.int64(board[COLOUR + point])
            if stone == EMPTY:
                if is_ko_recapture(board, point, colour):
                    planes[row, column, KO] = 1.0
                if is_legal(board, point, colour):
                    planes[row, column, LEGAL] = 1.0
                if is_legal(board, point, other):
                    planes[row, column, OTHER_LEGAL] = 1.0
                if is_own_eye(board, point, colour):
                    planes[row, column, OWN_EYE] = 1.0
                elif is_own_eye(board, point, other):
                    planes[row, column, OTHER_EYE] = 1.0
                continue
            planes[row, column, OWN if stone == colour else OTHER] = 1.0
            if board[CHAIN + point] != point:
                continue
            # The head writes for its whole chain.
            liberties = liberties_of(board, point)
            if liberties >= _MANY:
                continue
            own = stone == colour
            caught = False
            if liberties == 1:
                caught = is_laddered(work, point, np.int64(0))
            elif liberties == 2:
                caught = is_laddered(work, point, np.int64(1))
            plane = (OWN_LIBERTIES if own else OTHER_LIBERTIES) + liberties - 1
            at = point
            while True:
                y = at // STRIDE - 1
                x = at % STRIDE - 1
                planes[y, x, plane] = 1.0
                if caught:
                    planes[y, x, OWN_CAUGHT if own else OTHER_CAUGHT] = 1.0
                at = np.int64(board[NEXT + at])
                if at == point:
                    break
    if last >= STRIDE:
        planes[last // STRIDE - 1, last % STRIDE - 1, LAST] = 1.0
    if before_last >= STRIDE:
        planes[before_last // STRIDE - 1, before_last % STRIDE - 1, BEFORE_LAST] = 1.0
    move_priors_after(board, weights, colour, last, before_last, strengths)
    write_strengths(strengths, planes, width, height, STRENGTH)
    # To the opponent, the player's last move is the newest one.
    move_priors_after(board, weights, other, before_last, last, strengths)
    write_strengths(strengths, planes, width, height, OTHER_STRENGTH)


@kernel(types.void(BOARDS, INTS, PAIRS, REALS, BOARD, REALS, INPUTS))
def inputs_of(vectors, colours, lasts, weights, work, strengths, planes):
    """Write the planes of several boards of one size.

    `lasts` holds the newest move and the one before, NO_POINT or PASS where there is none. `work`
    is a full vector and `strengths` an array over the grid, both scratch.  Pre: planes has the
    shape (boards, height, width, PLANES).
    """
    for index in range(len(vectors)):
        write_planes(
            pointer_to(vectors[index]),
            pointer_to(work),
            pointer_to(weights),
            pointer_to(strengths),
            colours[index],
            lasts[index, 0],
            lasts[index, 1],
            planes[index],
        )
