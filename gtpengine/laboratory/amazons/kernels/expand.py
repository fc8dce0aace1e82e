"""Growing a node pool with Amazons positions: options, terminals, estimates, transpositions.

Values are half points (scale 2). Empty squares that no amazon can ever reach are forgotten, which
lets more positions meet. A position in which no black and white amazon share an area is a number.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined
from gtpengine.laboratory.amazons.kernels.solo import LEVELS, UNPROVED, WIDTH, longest_fill
from gtpengine.laboratory.amazons.kernels.squares import (
    index_of,
    king_fill,
    nearer_squares,
    queen_reach,
    size,
)
from gtpengine.search.tds.kernels.types import INTS, LONGS, NODES
from gtpengine.search.tds.pool import EXPANDED, OPEN, TERMINAL, Ints, Longs

SCALE = 2
MOVES_PER_AMAZON = 441  # 21 squares to go to at most, 21 to shoot at
SCRATCH = 2 * WIDTH * LEVELS + 3 * LEVELS
UNPROVED_COUNT = 0  # place in `notes`: numbers that patience left unproved
NOTES = 1
WORTHS = 512  # in half points: more than what the options of one position can differ


class Squares(NamedTuple):
    """What the positions of a pool look like, and the table that finds them again."""

    empty: Longs
    black: Longs
    white: Longs
    slots: Ints  # node + 1, or 0; a power of two, at most half of them used
    seen: Ints  # by node: the parent and side that listed it last
    scratch: Longs
    notes: Longs


SQUARES = types.NamedTuple((LONGS, LONGS, LONGS, INTS, INTS, LONGS, LONGS), Squares)


@inlined
def mixed(empty, black, white):
    """Return a well mixed hash of a position."""
    x = empty * 0x1E3779B97F4A7C15 + black * 0x2545F4914F6CDD1D + white * 0x3C79AC492BA7B653
    x ^= x >> 31
    x *= 0x1C69B3F74AC4AE35
    return x ^ (x >> 27)


@outlined
def solo_moves(empty, own, board):
    """Return how many moves amazons have in areas of their own; a doubtful answer is counted."""
    total = np.int64(0)
    rest = own
    while rest != 0:
        area = king_fill(rest & -rest, empty | own)
        moves = longest_fill(area & empty, area & own, board.scratch)
        if moves >= UNPROVED:
            moves -= UNPROVED
            board.notes[UNPROVED_COUNT] += 1
        total += moves
        rest &= ~area
    return total


@outlined
def worth_of(empty, black, white, apart, board):
    """Return what a position is worth: its number if the players are `apart`, else an estimate."""
    if apart:
        return SCALE * (solo_moves(empty, black, board) - solo_moves(empty, white, board))
    return nearer_squares(empty, black, white, True) + nearer_squares(empty, black, white, False)


@outlined
def sort_options(pool, begin, end, sign, scratch):
    """Sort edges by what their targets are worth, the best for `sign` first; equal ones stay.

    Pre: they differ by less than WORTHS.  Scratch: WORTHS words, and two for every edge.
    """
    if end - begin < 2:
        return
    highest = sign * np.int64(pool.value[pool.target[begin]])
    for edge in range(begin + 1, end):
        highest = max(highest, sign * np.int64(pool.value[pool.target[edge]]))
    scratch[:WORTHS] = 0
    for edge in range(begin, end):
        scratch[highest - sign * np.int64(pool.value[pool.target[edge]])] += 1
        scratch[WORTHS + 2 * (edge - begin)] = pool.target[edge]
        scratch[WORTHS + 2 * (edge - begin) + 1] = pool.move[edge]
    place = begin
    for loss in range(WORTHS):
        count = scratch[loss]
        scratch[loss] = place
        place += count
        if place == end:
            break
    for index in range(end - begin):
        target = scratch[WORTHS + 2 * index]
        loss = highest - sign * np.int64(pool.value[target])
        place = scratch[loss]
        scratch[loss] = place + 1
        pool.target[place] = target
        pool.move[place] = scratch[WORTHS + 2 * index + 1]


@outlined
def find_or_add(pool, board, squares, black, white):
    """Return the node of a position, added as open or terminal if it is new.

    `squares` may hold empty squares out of everybody's reach; they are dropped.
    """
    occupied = squares | black | white
    by_black = king_fill(black, occupied)
    reached = by_black
    if white & ~by_black != 0:
        reached |= king_fill(white, occupied)
    empty = squares & reached
    mask = len(board.slots) - 1
    slot = mixed(empty, black, white) & mask
    while board.slots[slot] != 0:
        node = np.int64(board.slots[slot]) - 1
        if board.empty[node] == empty and board.black[node] == black and board.white[node] == white:
            return node
        slot = (slot + 1) & mask
    node = pool.used[0]
    pool.used[0] = node + 1
    board.slots[slot] = node + 1
    board.empty[node] = empty
    board.black[node] = black
    board.white[node] = white
    board.seen[node] = 0
    pool.lift[node] = node
    pool.held[node] = 0
    pool.standing[node] = 0
    pool.degree[2 * node] = 0
    pool.degree[2 * node + 1] = 0
    pool.first[2 * node] = 0
    pool.first[2 * node + 1] = 0
    apart = by_black & white == 0
    worth = worth_of(empty, black, white, apart, board)
    pool.value[node] = worth
    if apart:
        pool.state[node] = TERMINAL
        pool.low[node] = worth
        pool.high[node] = worth
        return node
    pool.state[node] = OPEN
    # Nobody makes more moves than there are empty squares where he stands.
    room = size(empty & by_black)
    pool.high[node] = SCALE * room
    pool.low[node] = -SCALE * (room if reached == by_black else size(empty))
    return node


@outlined
def list_options(pool, board, node, side):
    """Append the edges of one player, the best looking first, each position once."""
    empty = board.empty[node]
    own = board.white[node] if side else board.black[node]
    other = board.black[node] if side else board.white[node]
    begin = pool.used[1]
    edge = begin
    stamp = 2 * node + side + 1
    movers = own
    while movers != 0:
        mover = movers & -movers
        movers ^= mover
        targets = queen_reach(mover, empty)
        while targets != 0:
            target = targets & -targets
            targets ^= target
            left = (empty | mover) & ~target
            pieces = (own ^ mover) | target
            arrows = queen_reach(target, left)
            while arrows != 0:
                arrow = arrows & -arrows
                arrows ^= arrow
                after = left & ~arrow
                if side:
                    child = find_or_add(pool, board, after, other, pieces)
                else:
                    child = find_or_add(pool, board, after, pieces, other)
                if board.seen[child] == stamp:
                    continue
                board.seen[child] = stamp
                pool.target[edge] = child
                pool.move[edge] = (
                    (index_of(mover) << 12) | (index_of(target) << 6) | index_of(arrow)
                )
                pool.offset[edge] = 0
                edge += 1
    # Numbers and estimates are the same thing here. Insertion on the way in was 5 to 25 % slower.
    sort_options(pool, begin, edge, 1 - 2 * side, board.scratch)
    pool.first[2 * node + side] = begin
    pool.degree[2 * node + side] = edge - begin
    pool.used[1] = edge


@kernel(types.int64(NODES, SQUARES, types.int64, types.int64))
def expand_from(pool, board, node, last):
    """Expand the open nodes from `node` to `last`; return the first one not looked at.

    `last` may lie ahead of the nodes in use: new ones are then expanded too. It stops early when
    there may not be room for the next.
    """
    while node <= last and node < pool.used[0]:
        if pool.state[node] == OPEN:
            amazons = size(board.black[node]) + size(board.white[node])
            room = amazons * MOVES_PER_AMAZON
            if (
                pool.used[0] + room > len(pool.state)
                or pool.used[1] + room > len(pool.target)
                or 2 * (pool.used[0] + room) > len(board.slots)
            ):
                return node
            list_options(pool, board, node, 0)
            list_options(pool, board, node, 1)
            pool.state[node] = EXPANDED
            if pool.degree[2 * node] + pool.degree[2 * node + 1] == 0:
                pool.state[node] = TERMINAL
                pool.value[node] = 0
        node += 1
    return node


@kernel(types.int64(NODES, SQUARES, types.int64, types.int64, types.int64))
def add_position(pool, board, empty, black, white):
    """Return the node of a position.  Pre: room for one."""
    return find_or_add(pool, board, empty, black, white)


@kernel(types.void(SQUARES, types.int64))
def rehash(board, nodes):
    """Enter the first `nodes` nodes into an empty table."""
    mask = len(board.slots) - 1
    for node in range(nodes):
        slot = mixed(board.empty[node], board.black[node], board.white[node]) & mask
        while board.slots[slot] != 0:
            slot = (slot + 1) & mask
        board.slots[slot] = node + 1
