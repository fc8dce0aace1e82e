"""Drawing a move from what the network says of a position."""

import numpy as np
from numba import types

from gtpengine.board.kernels.stones import is_own_eye
from gtpengine.board.layout import HEIGHT, WIDTH
from gtpengine.board.points import PASS, STRIDE
from gtpengine.jit import kernel, pointer_to


@kernel(
    types.int64(
        types.int32[::1],
        types.int64,
        types.float32[::1],
        types.float64,
        types.float64,
        types.float64,
    )
)
def draw_move(vector, colour, chances, passing, power, draw):
    """Return a move of `colour`, or PASS, drawn by the chances raised to `power`.

    `chances` are over the grid, 0 where a move is illegal, and are overwritten by their powers. Own
    eyes are never filled. A power of 0 draws any of these moves evenly. `draw` is a random
    number from 0 to 1.
    """
    board = pointer_to(vector)
    total = np.float64(passing**power)
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            chance = np.float64(chances[point])
            if chance > 0:
                if is_own_eye(board, point, colour):
                    chance = 0.0
                else:
                    chance = chance**power
            chances[point] = chance
            total += np.float64(chances[point])
    left = draw * total
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            left -= np.float64(chances[point])
            if chances[point] > 0 and left < 0:
                return np.int64(point)
    return np.int64(PASS)
