"""Kernels for single moves on a full vector: load, play, undo, legality, liberties."""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.stones import (
    add_liberty,
    give_to_empties,
    is_ko_recapture,
    is_legal,
    is_own_eye,
    is_suicide,
    play_assuming_legal,
    put,
    toggle_hash,
    undo_to,
)
from gtpengine.board.layout import (
    AROUND,
    AROUND_BLACK,
    AROUND_EMPTY,
    AROUND_WHITE,
    CHAIN,
    COLOUR,
    EMPTY_COUNT,
    HASH_HIGH,
    HASH_LOW,
    HEIGHT,
    JOURNAL_MOST_PER_MOVE,
    JOURNAL_SIZE,
    JOURNAL_TOP,
    KO_POINT,
    LIBERTIES,
    LIBERTY_SQUARES,
    LIMIT,
    MARK,
    NEXT,
    SIZE,
    STAMP,
    SUICIDE_ALLOWED,
    WIDTH,
)
from gtpengine.board.points import EAST, GRID_LEN, NO_POINT, NORTH, PASS, SOUTH, STRIDE, WEST
from gtpengine.jit import inlined, kernel, pointer_to

BOARD = types.int32[::1]

# What `play` answers.
PLAYED = 0
OCCUPIED = 1
SUICIDE = 2
KO = 3
JOURNAL_FULL = 4
OFF_BOARD = 5

_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def _thread_chain(board, head, colour):
    """Label the chain of `head`, ring its stones together and count its liberties.

    The ring grows behind the stone in hand, so walking it visits every stone once.
    """
    board[CHAIN + head] = head
    board[NEXT + head] = head
    point = np.int64(head)
    while True:
        board[SIZE + head] += 1
        for side in _SIDES:
            near = point + side
            if board[COLOUR + near] == EMPTY:
                add_liberty(board, head, near, 1, False)
            elif board[COLOUR + near] == colour and board[CHAIN + near] == 0:
                board[CHAIN + near] = head
                board[NEXT + near] = board[NEXT + point]
                board[NEXT + point] = near
        point = np.int64(board[NEXT + point])
        if point == head:
            break


@kernel(types.void(BOARD))
def load(vector):
    """Derive every field from COLOUR, WIDTH and HEIGHT; ko, prisoners and journal start empty.

    Pre: COLOUR holds WALL off the board, and no chain is without liberty.
    """
    board = pointer_to(vector)
    board[LIMIT] = (board[HEIGHT] + 1) * STRIDE + board[WIDTH] + 2
    board[KO_POINT] = NO_POINT
    board[HASH_LOW] = 0
    board[HASH_HIGH] = 0
    board[EMPTY_COUNT] = 0
    board[JOURNAL_TOP] = 0
    for point in range(GRID_LEN):
        board[CHAIN + point] = 0
        board[LIBERTIES + point] = 0
        board[LIBERTY_SQUARES + point] = 0
        board[SIZE + point] = 0
        board[AROUND + point] = 0
    for point in range(STRIDE, board[LIMIT]):
        colour = board[COLOUR + point]
        if colour == WALL:
            continue
        around = 0
        for side in _SIDES:
            near = board[COLOUR + point + side]
            around += AROUND_EMPTY if near == EMPTY else 0
            around += AROUND_BLACK if near in (BLACK, WALL) else 0
            around += AROUND_WHITE if near in (WHITE, WALL) else 0
        board[AROUND + point] = around
        if colour == EMPTY:
            give_to_empties(board, point, False)
        else:
            toggle_hash(board, point, colour, False)
            if board[CHAIN + point] == 0:
                _thread_chain(board, point, colour)


@kernel(types.int64(BOARD, types.int64, types.int64))
def play(vector, point, colour):
    """Play a stone or PASS; return PLAYED, or the reason why nothing was done.

    Checks all rules but superko and logs the move for `undo`.  Pre: a full vector; `point` is an
    index of the grid.
    """
    board = pointer_to(vector)
    if board[JOURNAL_TOP] + JOURNAL_MOST_PER_MOVE > board[JOURNAL_SIZE]:
        return JOURNAL_FULL
    if point == PASS:
        put(board, KO_POINT, NO_POINT, True)
        return PLAYED
    if board[COLOUR + point] != EMPTY:
        return OFF_BOARD if board[COLOUR + point] == WALL else OCCUPIED
    if is_ko_recapture(board, point, colour):
        return KO
    if not board[SUICIDE_ALLOWED] and is_suicide(board, point, colour):
        return SUICIDE
    play_assuming_legal(board, point, colour, True)
    return PLAYED


@kernel(types.void(BOARD, types.int64))
def undo(vector, top):
    """Restore what stood when JOURNAL_TOP was `top`."""
    undo_to(pointer_to(vector), top)


@kernel(types.boolean(BOARD, types.int64, types.int64))
def legal(vector, point, colour):
    """Tell whether `play` would accept a stone there."""
    board = pointer_to(vector)
    if board[COLOUR + point] != EMPTY:
        return False
    if board[SUICIDE_ALLOWED]:
        return not is_ko_recapture(board, point, colour)
    return is_legal(board, point, colour)


@kernel(types.boolean(BOARD, types.int64, types.int64))
def own_eye(vector, point, colour):
    """Tell whether the empty `point` is an eye of `colour` that must not be filled."""
    board = pointer_to(vector)
    return board[COLOUR + point] == EMPTY and is_own_eye(board, point, colour)


@inlined
def new_stamp(board):
    """Unmark every point and return the mark that is now in use."""
    board[STAMP] += 1
    return board[STAMP]


@inlined
def count_liberties(board, stone, most):
    """Return how many liberties the chain of `stone` has, at most `most`; marks them."""
    stamp = new_stamp(board)
    found = 0
    point = np.int64(stone)
    while True:
        for side in _SIDES:
            near = point + side
            if board[COLOUR + near] == EMPTY and board[MARK + near] != stamp:
                board[MARK + near] = stamp
                found += 1
                if found >= most:
                    return found
        point = np.int64(board[NEXT + point])
        if point == stone:
            return found


@kernel(types.int64(BOARD, types.int64))
def liberties(vector, stone):
    """Return the exact number of liberties of the chain of `stone`.  Scratch: marks."""
    return count_liberties(pointer_to(vector), stone, GRID_LEN)


@kernel(types.int64(BOARD, types.int64, types.int64, types.int64))
def liberties_after(vector, point, colour, most):
    """Return the liberties, at most `most`, of the chain that a stone at `point` would belong to.

    Captures count; -1 when the move is illegal.  Scratch: marks, journal.
    """
    board = pointer_to(vector)
    if board[COLOUR + point] != EMPTY or not is_legal(board, point, colour):
        return -1
    if board[JOURNAL_TOP] + JOURNAL_MOST_PER_MOVE > board[JOURNAL_SIZE]:
        return -1
    top = board[JOURNAL_TOP]
    play_assuming_legal(board, point, colour, True)
    found = count_liberties(board, point, most)
    undo_to(board, top)
    return found
