"""Moves of a line on the worker's board, as far as the rules allow them."""

import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.kernels.moves import PLAYED, play, undo
from gtpengine.board.layout import HASH_HIGH, HASH_LOW, JOURNAL_TOP, PRISONERS
from gtpengine.jit import inlined, pointer_to
from gtpengine.search.tree.kernels.types import SUPERKO
from gtpengine.search.whole import SITUATIONAL, WHITE_TURN


@inlined
def board_hash(board):
    """Return the hash of the stones as a signed number of 64 bits."""
    return (np.int64(board[HASH_HIGH]) << 32) | (np.int64(board[HASH_LOW]) & 0xFFFFFFFF)


@inlined
def is_repetition(history, hashes, depth, key):
    """Tell whether `key` stood before on the path or in the game."""
    for index in range(len(history)):
        if history[index] == key:
            return True
    found = False
    for index in range(1, depth + 1):
        found |= hashes[index] == key
    return found


@inlined
def play_if_allowed(words, history, vector, hashes, depth, move, colour):
    """Play a move of a line and note the position's hash; tell whether the rules allow it.

    Where they do not, the board stays as it was. `depth` is that of the node before the move.
    """
    board = pointer_to(vector)
    prisoners = board[PRISONERS + BLACK] + board[PRISONERS + WHITE]
    legal = play(vector, move, colour) == PLAYED
    key = board_hash(board)
    if words[SUPERKO] == SITUATIONAL and colour == BLACK:
        key ^= WHITE_TURN
    captured = board[PRISONERS + BLACK] + board[PRISONERS + WHITE] != prisoners
    if not legal or (captured and is_repetition(history, hashes, depth, key)):
        undo(vector, 0)
        return False
    board[JOURNAL_TOP] = 0
    hashes[depth + 1] = key
    return True
