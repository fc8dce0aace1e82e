"""Helpers that judge chains and moves without playing: few liberties, liberties after a move.

They need no scratch, so they work on light vectors; lists of points are packed into one word.
A chain is *immortal* when the maker of the vector said so (`gtpengine.evaluation.frozen`): its size
is beyond IMMORTAL, and it counts as having many liberties.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.stones import all_liberties_at, in_atari
from gtpengine.board.layout import (
    AROUND,
    AROUND_MASK,
    CHAIN,
    COLOUR,
    LIBERTIES,
    LIBERTY_BITS,
    LIBERTY_ONE,
    LIBERTY_SQUARES,
    NEXT,
    SIZE,
)
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, WEST
from gtpengine.jit import inlined, outlined

IMMORTAL = 1 << 20
MANY = 3  # liberties are counted up to here
_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def may_have_two(board, head):
    """Tell, at little cost, whether a chain may have exactly two liberties.

    One or two stones share no liberty, so their count is exact. A larger chain with two liberties
    is missed where more than four of its stones touch them: one of them is an eye then.
    """
    count = np.int64(board[LIBERTIES + head]) >> LIBERTY_BITS
    return (count == 2) | ((board[SIZE + head] > 2) & (count > 1) & (count <= 4))


@outlined
def few_liberties(board, head):
    """Return the liberties of a chain, at most MANY, and the first two of them."""
    first = np.int64(NO_POINT)
    second = np.int64(NO_POINT)
    # A liberty touches at most four stones, so two liberties make at most eight pseudo-liberties.
    if board[LIBERTIES + head] >> LIBERTY_BITS > 8 or board[SIZE + head] >= IMMORTAL:
        return np.int64(MANY), first, second
    point = np.int64(head)
    while True:
        if board[AROUND + point] & AROUND_MASK:
            for side in _SIDES:
                near = point + side
                if board[COLOUR + near] == EMPTY and near != first and near != second:
                    if first == NO_POINT:
                        first = near
                    elif second == NO_POINT:
                        second = near
                    else:
                        return np.int64(MANY), first, second
        point = np.int64(board[NEXT + point])
        if point == head:
            break
    count = np.int64(0)
    if first != NO_POINT:
        count += 1
    if second != NO_POINT:
        count += 1
    return count, first, second


@inlined
def liberties_up_to_two(board, point, colour):
    """Return the liberties, at most 2, and the size of the chain that a move at `point` makes.

    Liberties that captures open are left out. By sums alone, as two chains are joined.
    """
    head_a = np.int64(NO_POINT)
    head_b = np.int64(NO_POINT)
    head_c = np.int64(NO_POINT)
    size = np.int64(1)
    packed = np.int64(0)
    squares = np.int64(0)
    for side in _SIDES:
        near = point + side
        stone = board[COLOUR + near]
        if stone == EMPTY:
            packed += LIBERTY_ONE + near
            squares += near * near
        elif stone == colour:
            head = np.int64(board[CHAIN + near])
            packed -= LIBERTY_ONE + point
            squares -= point * point
            if head != head_a and head != head_b and head != head_c:
                head_c = head_b
                head_b = head_a
                head_a = head
                packed += board[LIBERTIES + head]
                squares += board[LIBERTY_SQUARES + head]
                size += board[SIZE + head]
    count = packed >> LIBERTY_BITS
    total = packed & (LIBERTY_ONE - 1)
    if count == 0:
        return np.int64(0), size
    if count * squares == total * total:
        return np.int64(1), size
    return np.int64(2), size


@outlined
def liberties_after(board, point, colour):
    """Return the liberties, at most MANY, and the size of the chain that a move at `point` makes.

    Captured stones count as liberties where they touch the point; what their removal opens
    elsewhere does not.  Pre: the point is empty.
    """
    other = BLACK + WHITE - colour
    first = np.int64(NO_POINT)
    second = np.int64(NO_POINT)
    count = np.int64(0)
    size = np.int64(1)
    head_a = np.int64(NO_POINT)
    head_b = np.int64(NO_POINT)
    head_c = np.int64(NO_POINT)
    for side in _SIDES:
        near = point + side
        stone = board[COLOUR + near]
        if stone == WALL:
            continue
        head = np.int64(board[CHAIN + near])
        if stone == EMPTY:
            if near != first and near != second:
                count += 1
                if first == NO_POINT:
                    first = near
                elif second == NO_POINT:
                    second = near
        elif stone == other:
            if all_liberties_at(board, head, point):
                count += 1
                if board[SIZE + head] > 1:
                    count += 1
        elif head != head_a and head != head_b and head != head_c:
            if head_a == NO_POINT:
                head_a = head
            elif head_b == NO_POINT:
                head_b = head
            else:
                head_c = head
            size += board[SIZE + head]
            # The point itself is one of its liberties, so MANY means at least two others.
            if count < MANY and not in_atari(board, head):
                if board[LIBERTIES + head] >> LIBERTY_BITS > 12 or board[SIZE + head] >= IMMORTAL:
                    count = np.int64(MANY)
                    continue
                stone_at = np.int64(head)
                while count < MANY:
                    if board[AROUND + stone_at] & AROUND_MASK:
                        for around in _SIDES:
                            free = stone_at + around
                            if (
                                board[COLOUR + free] == EMPTY
                                and free != point
                                and free != first
                                and free != second
                            ):
                                count += 1
                                if first == NO_POINT:
                                    first = free
                                elif second == NO_POINT:
                                    second = free
                    stone_at = np.int64(board[NEXT + stone_at])
                    if stone_at == head:
                        break
    return min(count, np.int64(MANY)), size
