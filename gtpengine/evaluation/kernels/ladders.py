"""Helpers that tell whether a chain in atari gets away by extending, read along its path."""

import numpy as np

from gtpengine.board.colours import EMPTY, WALL
from gtpengine.board.kernels.stones import all_liberties_at
from gtpengine.board.layout import CHAIN, COLOUR
from gtpengine.board.points import EAST, NORTH, SOUTH, WEST
from gtpengine.evaluation.kernels.chains import MANY, liberties_after
from gtpengine.jit import outlined

_SIDES = (SOUTH, WEST, EAST, NORTH)


@outlined
def runs_out(board, head, point, colour):
    """Tell whether the chain of `head`, in atari, is worth extending at `point`, its liberty.

    Yes with three liberties afterwards; with two, unless both lie side by side with the new stone
    in such a way that each chase leaves it in atari again.
    """
    after, _ = liberties_after(board, point, colour)
    if after >= MANY:
        return True
    if after < 2:
        return False
    # Two liberties: the attacker fills one, the chain runs to the other.
    for side in _SIDES:
        escape = point + side
        if board[COLOUR + escape] == EMPTY:
            room = np.int64(0)
            for further in _SIDES:
                beyond = escape + further
                stone = board[COLOUR + beyond]
                if stone == EMPTY and beyond != point:
                    room += 1
                elif (stone == colour and beyond != point and board[CHAIN + beyond] != head) or (
                    stone != colour
                    and stone != WALL
                    and all_liberties_at(board, np.int64(board[CHAIN + beyond]), escape)
                ):
                    room += 2
            if room < 2:
                return False
    return True
