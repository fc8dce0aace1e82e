"""Helpers for small eye spaces: the vital point, and self-ataris that kill instead of losing.

Up to six points are kept in one word, ten bits each.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.stones import all_liberties_at
from gtpengine.board.layout import AROUND, AROUND_MASK, CHAIN, COLOUR, NEXT
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, WEST
from gtpengine.evaluation.kernels.chains import liberties_after
from gtpengine.jit import inlined, outlined

ROOM = 6  # points that a packed list holds
_BITS = 10
_MASK = (1 << _BITS) - 1
_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def listed(points, index):
    """Return the point at `index` of a packed list."""
    return (points >> (_BITS * index)) & _MASK


@inlined
def holds(points, count, point):
    """Tell whether the packed list of `count` points has `point`."""
    found = False
    for index in range(count):
        found |= listed(points, index) == point
    return found


@outlined
def closed_space(board, start, enemy):
    """Return the empty points connected to `start` if stones of `enemy` and edges enclose them.

    A packed list and its length; length 0 if they are more than ROOM or touch another stone.
    """
    points = np.int64(start)
    count = np.int64(1)
    done = np.int64(0)
    while done < count:
        point = listed(points, done)
        done += 1
        for side in _SIDES:
            near = point + side
            stone = board[COLOUR + near]
            if stone == EMPTY:
                if not holds(points, count, near):
                    if count == ROOM:
                        return points, np.int64(0)
                    points |= near << (_BITS * count)
                    count += 1
            elif stone != enemy and stone != WALL:
                return points, np.int64(0)
    return points, count


@inlined
def vital_point(points, count):
    """Return the point of a packed space that decides between one eye and two, or NO_POINT."""
    if count < 3:
        return np.int64(NO_POINT)
    links = np.int64(0)
    most = np.int64(0)
    best = np.int64(NO_POINT)
    for index in range(count):
        point = listed(points, index)
        degree = np.int64(0)
        for side in _SIDES:
            degree += holds(points, count, point + side)
        links += degree
        if degree > most:
            most = degree
            best = point
    # Three in a row or bent, T of four, bulky and crossed five, rabbity six; links count twice.
    if (
        (count == 3)
        or (count == 4 and most == 3)
        or (count == 5 and (most == 4 or (links == 10 and most == 3)))
        or (count == 6 and most == 4 and links == 12)
    ):
        return best
    return np.int64(NO_POINT)


@inlined
def is_killing_shape(points, count):
    """Tell whether stones of this shape, once captured, leave no room for two eyes."""
    if count <= 3:
        return True
    links = np.int64(0)
    most = np.int64(0)
    for index in range(count):
        point = listed(points, index)
        degree = np.int64(0)
        for side in _SIDES:
            degree += holds(points, count, point + side)
        links += degree
        most = max(most, degree)
    if count == 4:
        return links == 8 or most == 3
    return count == 5 and (links == 10 or most == 4)


@outlined
def is_bad_self_atari(board, point, colour):
    """Tell whether a move leaves its chain one liberty and gains nothing by it.

    Captures and single stones are no such moves, nor are up to five stones of a killing shape
    inside a space that the opponent encloses.  Pre: the point is empty.
    """
    if (board[AROUND + point] & AROUND_MASK) >= 2:
        return False
    liberties, size = liberties_after(board, point, colour)
    if liberties >= 2:
        return False
    other = BLACK + WHITE - colour
    for side in _SIDES:
        near = point + side
        if board[COLOUR + near] == other and all_liberties_at(
            board, np.int64(board[CHAIN + near]), point
        ):
            return False
    if size == 1:
        return False
    if size > 5:
        return True
    points = np.int64(point)
    count = np.int64(1)
    for side in _SIDES:
        near = point + side
        if board[COLOUR + near] == colour and not holds(points, count, near):
            stone = np.int64(near)
            while True:
                points |= stone << (_BITS * count)
                count += 1
                stone = np.int64(board[NEXT + stone])
                if stone == near:
                    break
    if not is_killing_shape(points, count):
        return True
    # The one liberty that is left must be a dead end, or there is no space to kill.
    for index in range(count):
        for side in _SIDES:
            near = listed(points, index) + side
            if board[COLOUR + near] == EMPTY and near != point:
                for further in _SIDES:
                    beyond = near + further
                    if board[COLOUR + beyond] == EMPTY and beyond != point:
                        return True
                    if board[COLOUR + beyond] == colour and not holds(points, count, beyond):
                        return True
    return False
