"""Sets of squares as int64: counting, steps, what amazons reach, whose squares are whose."""

import numpy as np

from gtpengine.jit import inlined, outlined
from gtpengine.laboratory.amazons.board import STRIDE

_ODD = 0x5555555555555555
_PAIRS = 0x3333333333333333
_NIBBLES = 0x0F0F0F0F0F0F0F0F
_BYTES = 0x0101010101010101


@inlined
def size(squares):
    """Return how many squares are in a set."""
    x = squares - ((squares >> 1) & _ODD)
    x = (x & _PAIRS) + ((x >> 2) & _PAIRS)
    x = (x + (x >> 4)) & _NIBBLES
    return (x * _BYTES) >> 56


@inlined
def index_of(square):
    """Return the number of the only square in a set."""
    return size(square - 1)


@inlined
def ray_up(squares, empty, shift):
    """Return `squares` and the empty squares above them in one direction, up to seven steps."""
    filled = squares | (empty & (squares << shift))
    free = empty & (empty << shift)
    filled |= free & (filled << (2 * shift))
    free &= free << (2 * shift)
    return filled | (free & (filled << (4 * shift)))


@inlined
def ray_down(squares, empty, shift):
    """Return `squares` and the empty squares below them in one direction, up to seven steps."""
    filled = squares | (empty & (squares >> shift))
    free = empty & (empty >> shift)
    filled |= free & (filled >> (2 * shift))
    free &= free >> (2 * shift)
    return filled | (free & (filled >> (4 * shift)))


@inlined
def around(squares):
    """Return the squares that a king reaches in one step from any of `squares`, these included."""
    row = squares | (squares << 1) | (squares >> 1)
    return row | (row << STRIDE) | (row >> STRIDE)


@outlined
def queen_reach(squares, empty):
    """Return the empty squares that a queen reaches in one move from any of `squares`."""
    reached = ray_up(squares, empty, 1) | ray_down(squares, empty, 1)
    reached |= ray_up(squares, empty, STRIDE - 1) | ray_down(squares, empty, STRIDE - 1)
    reached |= ray_up(squares, empty, STRIDE) | ray_down(squares, empty, STRIDE)
    reached |= ray_up(squares, empty, STRIDE + 1) | ray_down(squares, empty, STRIDE + 1)
    return reached & empty


@outlined
def king_fill(squares, allowed):
    """Return all that king steps inside `allowed` reach from `squares`, these included."""
    filled = squares
    while True:
        more = (around(filled) & allowed) | filled
        if more == filled:
            return filled
        filled = more


@outlined
def nearer_squares(empty, black, white, queen):
    """Return the squares nearer to Black minus those nearer to White, by king or by queen moves."""
    by_black = black
    by_white = white
    open_squares = empty
    balance = np.int64(0)
    while open_squares != 0:
        if queen:
            new_black = queen_reach(by_black, empty) & ~by_black
            new_white = queen_reach(by_white, empty) & ~by_white
        else:
            new_black = around(by_black) & empty & ~by_black
            new_white = around(by_white) & empty & ~by_white
        if (new_black | new_white) == 0:
            break
        balance += size(open_squares & new_black & ~new_white)
        balance -= size(open_squares & new_white & ~new_black)
        open_squares &= ~(new_black | new_white)
        by_black |= new_black
        by_white |= new_white
    return balance
