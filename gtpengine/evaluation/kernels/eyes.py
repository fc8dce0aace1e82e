"""Helpers for small eye spaces: the vital point, and self-ataris that kill instead of losing.

Up to six points are kept in one word, ten bits each.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.stones import all_liberties_at
from gtpengine.board.layout import AROUND, AROUND_MASK, CHAIN, COLOUR, NEXT
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, STRIDE, WEST
from gtpengine.evaluation.kernels.chains import liberties_up_to_two
from gtpengine.jit import inlined, outlined

ROOM = 6  # points that a packed list holds
_BITS = 10
_MASK = (1 << _BITS) - 1
_SIDES = (SOUTH, WEST, EAST, NORTH)
# A space is a mask over a window of eight by eight, its start at the centre.
_CENTRE = 3 * 8 + 3
_BIT_STEPS = (-8, -1, 1, 8)


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


@inlined
def _run(board, start, step):
    """Return how many points beside `start` in that direction are empty, at most three."""
    length = np.int64(0)
    while length < 3 and board[COLOUR + start + (length + 1) * step] == EMPTY:
        length += 1
    return length


@outlined
def _flood(board, start, enemy):
    """Return the space of `start` as a mask, a packed list of its bits and their number.

    The number is 0 if the space is open or larger than `vital_point` can use.
    """
    mask = np.int64(1) << _CENTRE
    queue = np.int64(_CENTRE)
    count = np.int64(1)
    done = np.int64(0)
    while done < count:
        bit = listed(queue, done)
        done += 1
        point = start + ((bit >> 3) - 3) * STRIDE + (bit & 7) - 3
        for turn in range(4):
            side = _SIDES[turn]
            stone = board[COLOUR + point + side]
            if stone == EMPTY:
                near = bit + _BIT_STEPS[turn]
                if not (mask >> near) & 1:
                    if count == ROOM or near < 8 or near >= 56 or (near & 7) in (0, 7):
                        return mask, queue, np.int64(0)
                    mask |= np.int64(1) << near
                    queue |= near << (_BITS * count)
                    count += 1
            elif stone != enemy and stone != WALL:
                return mask, queue, np.int64(0)
    return mask, queue, count


@outlined
def vital_point(board, start, enemy):
    """Return the point that decides between one eye and two in the space of `start`, or NO_POINT.

    The space must be empty and enclosed by stones of `enemy` and edges: three in a row or bent, a T
    of four, bulky and crossed five, rabbity six.  Pre: `start` is empty.
    """
    nowhere = np.int64(NO_POINT)
    # No such space is wider than three points.
    if (
        _run(board, start, NORTH) + _run(board, start, SOUTH) > 2
        or _run(board, start, EAST) + _run(board, start, WEST) > 2
    ):
        return nowhere
    mask, bits, count = _flood(board, start, enemy)
    if count < 3:
        return nowhere
    links = np.int64(0)
    most = np.int64(0)
    best = np.int64(0)
    for index in range(count):
        bit = listed(bits, index)
        degree = np.int64(0)
        for step in _BIT_STEPS:
            degree += (mask >> (bit + step)) & 1
        links += degree
        if degree > most:
            most = degree
            best = bit
    # Links count twice.
    if (
        count == 3
        or (count == 4 and most == 3)
        or (count == 5 and (most == 4 or (links == 10 and most == 3)))
        or (count == 6 and most == 4 and links == 12)
    ):
        return start + ((best >> 3) - 3) * STRIDE + (best & 7) - 3
    return nowhere


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
    liberties, size = liberties_up_to_two(board, point, colour)
    if liberties != 1:
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
