"""Inlined helpers that put stones on a board vector and take them off again.

`board` is what `pointer_to` returned; `logged` is a constant at every call site and decides whether
stores go to the journal, so that the same code serves searches (True) and playouts (False), which
also go without a hash.
"""

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.layout import (
    AROUND,
    AROUND_BLACK,
    AROUND_BLACK_SHIFT,
    AROUND_EMPTY,
    AROUND_MASK,
    AROUND_WHITE,
    AROUND_WHITE_SHIFT,
    CHAIN,
    COLOUR,
    EMPTIES,
    EMPTY_COUNT,
    HASH_HIGH,
    HASH_LOW,
    JOURNAL,
    JOURNAL_TOP,
    KO_COLOUR,
    KO_POINT,
    LIBERTIES,
    LIBERTY_BITS,
    LIBERTY_ONE,
    LIBERTY_SQUARES,
    NEXT,
    PLACE,
    PRISONERS,
    SIZE,
    ZOBRIST,
)
from gtpengine.board.points import EAST, GRID_LEN, NO_POINT, NORTH, SOUTH, WEST
from gtpengine.jit import inlined, outlined

# The head of what is no stone. Liberty counts of emptiness and edge are kept there and never read:
# counting them as well is cheaper than asking (the branch would be guessed wrong too often).
NO_CHAIN = 0
_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def put(board, index, value, logged):
    """Store `value`; when logged, remember what stood there."""
    if logged:
        top = board[JOURNAL_TOP]
        board[JOURNAL + 2 * top] = index
        board[JOURNAL + 2 * top + 1] = board[index]
        board[JOURNAL_TOP] = top + 1
    board[index] = value


@inlined
def undo_to(board, top):
    """Take back every logged store above `top`, which was JOURNAL_TOP before the move."""
    entry = board[JOURNAL_TOP]
    while entry > top:
        entry -= 1
        board[board[JOURNAL + 2 * entry]] = board[JOURNAL + 2 * entry + 1]
    board[JOURNAL_TOP] = top


@inlined
def side_weight(colour):
    """Return what a stone of `colour` adds to AROUND of its neighbours in place of emptiness."""
    return (AROUND_BLACK if colour == BLACK else AROUND_WHITE) - AROUND_EMPTY


@inlined
def toggle_hash(board, point, colour, logged):
    """Exclusive-or the stone's key into the hash."""
    key = ZOBRIST + 2 * GRID_LEN * (colour - 1) + point
    put(board, HASH_LOW, board[HASH_LOW] ^ board[key], logged)
    put(board, HASH_HIGH, board[HASH_HIGH] ^ board[key + GRID_LEN], logged)


@inlined
def add_liberty(board, head, point, sign, logged):
    """Count the pseudo-liberty `point` for the chain of `head`; `sign` -1 discounts it."""
    put(board, LIBERTIES + head, board[LIBERTIES + head] + sign * (LIBERTY_ONE + point), logged)
    put(board, LIBERTY_SQUARES + head, board[LIBERTY_SQUARES + head] + sign * point * point, logged)


@inlined
def take_from_empties(board, point, logged):
    """Drop `point` from the list of empty points: the last one takes its place."""
    count = board[EMPTY_COUNT] - 1
    place = board[PLACE + point]
    last = board[EMPTIES + count]
    put(board, EMPTIES + place, last, logged)
    put(board, PLACE + last, place, logged)
    put(board, EMPTY_COUNT, count, logged)


@inlined
def give_to_empties(board, point, logged):
    """Append `point` to the list of empty points."""
    count = board[EMPTY_COUNT]
    put(board, EMPTIES + count, point, logged)
    put(board, PLACE + point, count, logged)
    put(board, EMPTY_COUNT, count + 1, logged)


@outlined
def remove_chain(board, stone, colour, logged):
    """Take the chain of `stone` off the board; return how many stones it had."""
    removed = 0
    point = np.int64(stone)
    weight = side_weight(colour)
    while True:
        put(board, COLOUR + point, EMPTY, logged)
        put(board, CHAIN + point, NO_CHAIN, logged)
        give_to_empties(board, point, logged)
        if logged:
            toggle_hash(board, point, colour, logged)
        for side in _SIDES:
            near = point + side
            put(board, AROUND + near, board[AROUND + near] - weight, logged)
            add_liberty(board, np.int64(board[CHAIN + near]), point, 1, logged)
        removed += 1
        point = np.int64(board[NEXT + point])
        if point == stone:
            break
    return removed


@inlined
def join(board, into, head, logged):
    """Make the chain of `head` part of the chain of `into`; the smaller one is relabelled."""
    if board[SIZE + into] < board[SIZE + head]:
        into, head = head, into
    put(board, LIBERTIES + into, board[LIBERTIES + into] + board[LIBERTIES + head], logged)
    put(
        board,
        LIBERTY_SQUARES + into,
        board[LIBERTY_SQUARES + into] + board[LIBERTY_SQUARES + head],
        logged,
    )
    put(board, SIZE + into, board[SIZE + into] + board[SIZE + head], logged)
    point = head
    while True:
        put(board, CHAIN + point, into, logged)
        point = np.int64(board[NEXT + point])
        if point == head:
            break
    after_into = board[NEXT + into]
    put(board, NEXT + into, board[NEXT + head], logged)
    put(board, NEXT + head, after_into, logged)
    return into


@inlined
def count_friends(board, point, colour):
    """Return how many sides of `point` hold stones of `colour`."""
    around = np.int64(board[AROUND + point])
    black = (around >> AROUND_BLACK_SHIFT) & AROUND_MASK
    white = (around >> AROUND_WHITE_SHIFT) & AROUND_MASK
    walls = (around & AROUND_MASK) + black + white - 4  # an edge was counted in both colours
    return (black if colour == BLACK else white) - walls


@inlined
def play_assuming_legal(board, point, colour, logged):
    """Put a stone, capture, keep every field current; return the stones taken off.

    Suicide takes the own chain off and counts its stones negatively.  Pre: `point` is empty and,
    when logged, the journal has room for JOURNAL_MOST_PER_MOVE entries.
    """
    other = BLACK + WHITE - colour
    friends = count_friends(board, point, colour)
    put(board, COLOUR + point, colour, logged)
    take_from_empties(board, point, logged)
    if logged:
        toggle_hash(board, point, colour, logged)
    weight = side_weight(colour)
    liberties = 0
    liberty_squares = 0
    for side in _SIDES:
        near = point + side
        put(board, AROUND + near, board[AROUND + near] + weight, logged)
        is_empty = np.int64(board[COLOUR + near] == EMPTY)
        liberties += is_empty * (LIBERTY_ONE + near)
        liberty_squares += is_empty * near * near
        add_liberty(board, np.int64(board[CHAIN + near]), point, -1, logged)
    put(board, CHAIN + point, point, logged)
    put(board, NEXT + point, point, logged)
    put(board, SIZE + point, 1, logged)
    put(board, LIBERTIES + point, liberties, logged)
    put(board, LIBERTY_SQUARES + point, liberty_squares, logged)
    head = point
    if friends:
        for side in _SIDES:
            near = point + side
            if board[COLOUR + near] == colour:
                neighbour = np.int64(board[CHAIN + near])
                if neighbour != head:
                    head = join(board, head, neighbour, logged)
    captured = 0
    last_captured = NO_POINT
    for side in _SIDES:
        near = point + side
        if (board[COLOUR + near] == other) & (board[LIBERTIES + board[CHAIN + near]] == 0):
            captured += remove_chain(board, near, other, logged)
            last_captured = near
    put(board, KO_POINT, NO_POINT, logged)
    if captured:
        put(board, PRISONERS + colour, board[PRISONERS + colour] + captured, logged)
        if captured == 1 and friends == 0 and board[LIBERTIES + point] >> LIBERTY_BITS == 1:
            put(board, KO_POINT, last_captured, logged)
            put(board, KO_COLOUR, other, logged)
    elif board[LIBERTIES + head] == 0:
        captured = -remove_chain(board, point, colour, logged)
        put(board, PRISONERS + other, board[PRISONERS + other] - captured, logged)
    return captured


@inlined
def all_liberties_at(board, head, point):
    """Tell whether `point` is the only liberty of the chain of `head`.  Pre: it is a liberty."""
    count = np.int64(board[LIBERTIES + head]) >> LIBERTY_BITS
    return (
        board[LIBERTIES + head] == count * (LIBERTY_ONE + point)
        and board[LIBERTY_SQUARES + head] == count * point * point
    )


@inlined
def in_atari(board, head):
    """Tell whether the chain of `head` has exactly one liberty."""
    count = np.int64(board[LIBERTIES + head]) >> LIBERTY_BITS
    total = np.int64(board[LIBERTIES + head]) & (LIBERTY_ONE - 1)
    return count * board[LIBERTY_SQUARES + head] == total * total


@inlined
def last_liberty(board, head):
    """Return the only liberty of a chain.  Pre: it is in atari."""
    packed = np.int64(board[LIBERTIES + head])
    return (packed & (LIBERTY_ONE - 1)) // (packed >> LIBERTY_BITS)


@inlined
def is_suicide(board, point, colour):
    """Tell whether a stone at `point` would stand without liberty.  Pre: the point is empty."""
    if board[AROUND + point] & AROUND_MASK:
        return False
    for side in _SIDES:
        near = point + side
        stone = board[COLOUR + near]
        if stone != WALL and (
            all_liberties_at(board, board[CHAIN + near], point) != (stone == colour)
        ):
            return False
    return True


@inlined
def is_ko_recapture(board, point, colour):
    """Tell whether the simple ko rule forbids the move."""
    return point == board[KO_POINT] and colour == board[KO_COLOUR]


@inlined
def is_legal(board, point, colour):
    """Tell whether the move breaks no rule but superko.  Pre: `point` is empty."""
    return not is_ko_recapture(board, point, colour) and not is_suicide(board, point, colour)


@inlined
def is_surrounded(board, point, colour):
    """Tell whether all four sides are stones of `colour` or edge."""
    shift = AROUND_BLACK_SHIFT if colour == BLACK else AROUND_WHITE_SHIFT
    return (board[AROUND + point] >> shift) & AROUND_MASK == 4


@inlined
def is_own_eye(board, point, colour):
    """Tell whether the point is an eye of `colour` by its eight neighbours (as `Position` has it).

    Pre: the point is empty.
    """
    if not is_surrounded(board, point, colour):
        return False
    other = BLACK + WHITE - colour
    enemies = 0
    wall = 0
    for corner in (SOUTH + WEST, SOUTH + EAST, NORTH + WEST, NORTH + EAST):
        stone = board[COLOUR + point + corner]
        enemies += stone == other
        if stone == WALL:
            wall = 1
    return enemies + wall < 2
