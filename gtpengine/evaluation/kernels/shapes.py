"""Helpers that read the shape around a point off the board vector."""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL
from gtpengine.board.kernels.stones import in_atari
from gtpengine.board.layout import CHAIN, COLOUR
from gtpengine.board.points import EAST, NORTH, SOUTH, WEST
from gtpengine.jit import inlined


@inlined
def shape_at(board, point, colour):
    """Return the code of the eight neighbours as `colour` sees them."""
    at = COLOUR + point
    code = (
        np.int64(board[at + SOUTH])
        | np.int64(board[at + WEST]) << 2
        | np.int64(board[at + EAST]) << 4
        | np.int64(board[at + NORTH]) << 6
        | np.int64(board[at + SOUTH + WEST]) << 8
        | np.int64(board[at + SOUTH + EAST]) << 10
        | np.int64(board[at + NORTH + WEST]) << 12
        | np.int64(board[at + NORTH + EAST]) << 14
    )
    if colour != BLACK:
        code = (code & 0x5555) << 1 | (code >> 1) & 0x5555
    return code


@inlined
def atari_at(board, near, bit):
    """Return `bit` if a chain in atari stands at `near`, else 0."""
    stone = board[COLOUR + near]
    if stone != EMPTY and stone != WALL and in_atari(board, np.int64(board[CHAIN + near])):
        return np.int64(bit)
    return np.int64(0)


@inlined
def atari_shape_at(board, point, colour):
    """Return the shape with four more bits: which of the sides hold chains in atari."""
    return (
        shape_at(board, point, colour)
        | atari_at(board, point + SOUTH, 1 << 16)
        | atari_at(board, point + WEST, 1 << 17)
        | atari_at(board, point + EAST, 1 << 18)
        | atari_at(board, point + NORTH, 1 << 19)
    )
