"""Kernels that do a known amount of board work, for benchmarks to time."""

from numba import types

from gtpengine.board.colours import EMPTY
from gtpengine.board.kernels.stones import is_legal, play_assuming_legal, undo_to
from gtpengine.board.layout import COLOUR, EMPTIES, EMPTY_COUNT, JOURNAL_TOP
from gtpengine.jit import kernel, pointer_to

BOARD = types.int32[::1]


@kernel(types.int64(BOARD, types.int64, types.int64))
def play_and_undo_all(vector, colour, rounds):
    """Play and take back every legal move, `rounds` times; return how many that were.

    Pre: a full vector with room in the journal.
    """
    board = pointer_to(vector)
    done = 0
    top = board[JOURNAL_TOP]
    for _ in range(rounds):
        # Undo restores the order of the list too, so walking it while playing is safe.
        for index in range(board[EMPTY_COUNT]):
            point = board[EMPTIES + index]
            if is_legal(board, point, colour):
                play_assuming_legal(board, point, colour, True)
                undo_to(board, top)
                done += 1
    return done


@kernel(types.int64(BOARD, types.int64, types.int64))
def count_legal(vector, colour, rounds):
    """Ask of every empty point whether it is legal, `rounds` times; return the number of yeses."""
    board = pointer_to(vector)
    found = 0
    for _ in range(rounds):
        for index in range(board[EMPTY_COUNT]):
            point = board[EMPTIES + index]
            found += board[COLOUR + point] == EMPTY and is_legal(board, point, colour)
    return found
