"""Helpers that tell whether a chain in atari gets away by extending, read along its path.

A ladder is a staircase: from its newest stone the chain can go in two directions, the attacker
closes one, the chain takes the other, and so on, until an edge or a hostile stone ends it or a
friendly one saves it. Only the board as it stands is read, so the answer is a good guess.
"""

from gtpengine.board.colours import EMPTY
from gtpengine.board.layout import AROUND, AROUND_MASK, CHAIN, COLOUR
from gtpengine.board.points import EAST, NORTH, SOUTH, WEST
from gtpengine.evaluation.kernels.chains import MANY, liberties_after
from gtpengine.jit import inlined, outlined

_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def _has_help(board, point, head, colour):
    """Tell whether a stone of `colour` that is not of the chain of `head` stands beside `point`."""
    found = False
    for side in _SIDES:
        near = point + side
        found |= (board[COLOUR + near] == colour) & (board[CHAIN + near] != head)
    return found


@outlined
def is_caught(board, head, point, closed, taken, colour):
    """Tell whether the staircase works for the attacker.

    The newest stone stands at `point`; the attacker closes the direction `closed`, so the chain
    runs in direction `taken`.
    """
    at = point + taken
    ahead = taken
    aside = closed
    # A third way out at the first step means no ladder; later the attacker's stones close it.
    behind = board[COLOUR + at - aside]
    if (behind == EMPTY) | (behind == colour):
        return False
    while not _has_help(board, at, head, colour):
        if board[COLOUR + at + ahead] != EMPTY or board[COLOUR + at + aside] != EMPTY:
            return True
        at += aside
        ahead, aside = aside, ahead
    return False


@outlined
def runs_out(board, head, point, colour):
    """Tell whether the chain of `head`, in atari, is worth extending at `point`, its liberty.

    Yes with three liberties afterwards; with two, unless a ladder catches it.
    """
    after, _ = liberties_after(board, point, colour)
    if after >= MANY:
        return True
    if after < 2:
        return False
    if (board[AROUND + point] & AROUND_MASK) != 2:
        return True
    for ahead in (NORTH, SOUTH):
        for aside in (WEST, EAST):
            if board[COLOUR + point + ahead] == EMPTY and board[COLOUR + point + aside] == EMPTY:
                return not (
                    is_caught(board, head, point, aside, ahead, colour)
                    or is_caught(board, head, point, ahead, aside, colour)
                )
    return True
