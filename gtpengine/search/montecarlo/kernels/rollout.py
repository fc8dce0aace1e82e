"""Playouts from a leaf to the end of the game, and who owns what then.

`amaf` notes for each point who played there first. A board whose EMPTIES lists only some of the
empty points is played out on those alone.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.playouts import below, is_playable, next_random, owner_of
from gtpengine.board.kernels.stones import play_assuming_legal
from gtpengine.board.layout import COLOUR, EMPTIES, EMPTY_COUNT, HEIGHT, KO_POINT, PLACE, WIDTH
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, STRIDE, WEST
from gtpengine.jit import outlined

_SIDES = (SOUTH, WEST, EAST, NORTH)
_UNSEEN, _SEEN = 5, 6  # in place of an owner


@outlined
def roll_out(board, amaf, colour, state):
    """Play random moves until both players pass; return the generator's state."""
    most = 3 * np.int64(board[WIDTH]) * board[HEIGHT]
    passes = 0
    moves = 0
    while passes < 2 and moves < most:
        candidates = np.int64(board[EMPTY_COUNT])
        passes += 1
        while candidates > 0:
            state = next_random(state)
            place = below(state, candidates)
            point = np.int64(board[EMPTIES + place])
            if is_playable(board, point, colour):
                play_assuming_legal(board, point, colour, False)
                if amaf[point] == EMPTY:
                    amaf[point] = colour
                passes = 0
                break
            candidates -= 1
            last = board[EMPTIES + candidates]
            board[EMPTIES + candidates] = point
            board[PLACE + point] = candidates
            board[EMPTIES + place] = last
            board[PLACE + last] = place
        if passes:
            board[KO_POINT] = NO_POINT
        moves += 1
        colour = BLACK + WHITE - colour
    return state


@outlined
def count_playout(board, scored, balance):
    """Return Black's lead over the scored points after a playout; adds owners to `balance`."""
    lead = 0
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            owner = owner_of(board, point)
            mine = np.int64(owner == BLACK) - np.int64(owner == WHITE)
            balance[point] += mine
            lead += mine * scored[point]
    return lead


@outlined
def count_area(board, scored, balance, queue, owners):
    """Return Black's lead over the scored points as the board stands; adds owners to `balance`.

    An empty area belongs to the only colour that it touches.  Scratch: queue, owners.
    """
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            owners[point] = _UNSEEN
    lead = 0
    for row in range(1, board[HEIGHT] + 1):
        for start in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            colour = board[COLOUR + start]
            if colour != EMPTY:
                owners[start] = np.int64(colour == BLACK) - np.int64(colour == WHITE)
            elif owners[start] == _UNSEEN:
                touched = 0
                queue[0] = start
                owners[start] = _SEEN
                size = 1
                done = 0
                while done < size:
                    point = queue[done]
                    done += 1
                    for side in _SIDES:
                        near = point + side
                        stone = board[COLOUR + near]
                        if stone == EMPTY:
                            if owners[near] == _UNSEEN:
                                owners[near] = _SEEN
                                queue[size] = near
                                size += 1
                        elif stone in (BLACK, WHITE):
                            touched |= stone
                mine = np.int64(touched == BLACK) - np.int64(touched == WHITE)
                for index in range(size):
                    owners[queue[index]] = mine
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            mine = np.int64(owners[point])
            balance[point] += mine
            lead += mine * scored[point]
    return lead
