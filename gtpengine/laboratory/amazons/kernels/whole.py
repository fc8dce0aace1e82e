"""Growing a node pool with whole sums of boards: every position of the sum is a node of its own.

A node is three words a board: empty squares, black and white amazons. Nothing is shared between
positions that differ in one board only; moves, estimates and numbers are those of expand.py.
Options are listed for the player to move; the other's degree is UNLISTED until it is needed. The
value of a position is the sum of its boards' values; it is terminal when all of them are numbers.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import kernel, outlined
from gtpengine.laboratory.amazons.kernels.expand import (
    MOVES_PER_AMAZON,
    SQUARES,
    Squares,
    mixed,
    sort_options,
    worth_of,
)
from gtpengine.laboratory.amazons.kernels.squares import king_fill, queen_reach, size
from gtpengine.search.tds.kernels.types import INTS, LONGS, NODES
from gtpengine.search.tds.pool import EXPANDED, OPEN, TERMINAL, Ints, Longs

UNLISTED = -1


class Sums(NamedTuple):
    """What the positions of a pool of sums look like, and the table that finds them again."""

    words: Longs  # 3 * boards a node
    slots: Ints  # node + 1, or 0; a power of two, at most half of them used
    seen: Ints  # by node: the parent and side that listed it last
    turn: Ints  # by node: who was to move when it was added
    draft: Longs  # 3 * boards: the position that is looked for
    squares: Squares  # scratch and notes of the boards' own kernels


SUMS = types.NamedTuple((LONGS, INTS, INTS, INTS, LONGS, SQUARES), Sums)


@outlined
def reached_squares(squares, black, white):
    """Return the empty squares that somebody can still reach."""
    occupied = squares | black | white
    return squares & king_fill(black | white, occupied)


@outlined
def is_apart(empty, black, white):
    """Return whether no black and white amazon share an area: the board is a number."""
    return king_fill(black, empty | black | white) & white == 0


@outlined
def find_or_add_draft(pool, sums, worth, turn, over):
    """Return the node of the draft, added with its worth if it is new; `over`: it is terminal."""
    length = len(sums.draft)
    hashed = np.int64(0)
    for word in range(0, length, 3):
        hashed = hashed * 0x2545F4914F6CDD1D + mixed(
            sums.draft[word], sums.draft[word + 1], sums.draft[word + 2]
        )
    mask = len(sums.slots) - 1
    slot = (hashed ^ (hashed >> 29)) & mask
    while sums.slots[slot] != 0:
        node = np.int64(sums.slots[slot]) - 1
        same = True
        for word in range(length):
            if sums.words[node * length + word] != sums.draft[word]:
                same = False
                break
        if same:
            return node
        slot = (slot + 1) & mask
    node = pool.used[0]
    pool.used[0] = node + 1
    sums.slots[slot] = node + 1
    for word in range(length):
        sums.words[node * length + word] = sums.draft[word]
    sums.seen[node] = 0
    sums.turn[node] = turn
    pool.lift[node] = node
    pool.held[node] = 0
    pool.standing[node] = 0
    for row in (2 * node, 2 * node + 1):
        pool.degree[row] = 0
        pool.first[row] = 0
    pool.state[node] = TERMINAL if over else OPEN
    pool.value[node] = worth
    return node


@outlined
def list_sum_options(pool, sums, node, side):
    """Append the edges of one player in all boards, the best looking first. Moves name boards."""
    length = len(sums.draft)
    begin = pool.used[1]
    edge = begin
    stamp = 2 * node + side + 1
    alive = 0
    for word in range(length):
        sums.draft[word] = sums.words[node * length + word]
    for word in range(0, length, 3):
        alive += not is_apart(sums.draft[word], sums.draft[word + 1], sums.draft[word + 2])
    for word in range(0, length, 3):
        empty = sums.draft[word]
        black = sums.draft[word + 1]
        white = sums.draft[word + 2]
        if is_apart(empty, black, white):
            continue
        rest = pool.value[node] - worth_of(empty, black, white, False, sums.squares)
        movers = white if side else black
        while movers != 0:
            mover = movers & -movers
            movers ^= mover
            targets = queen_reach(mover, empty)
            while targets != 0:
                target = targets & -targets
                targets ^= target
                left = (empty | mover) & ~target
                after_black = black if side else (black ^ mover) | target
                after_white = (white ^ mover) | target if side else white
                arrows = queen_reach(target, left)
                while arrows != 0:
                    arrow = arrows & -arrows
                    arrows ^= arrow
                    after = reached_squares(left & ~arrow, after_black, after_white)
                    apart = is_apart(after, after_black, after_white)
                    worth = worth_of(after, after_black, after_white, apart, sums.squares)
                    sums.draft[word] = after
                    sums.draft[word + 1] = after_black
                    sums.draft[word + 2] = after_white
                    child = find_or_add_draft(
                        pool, sums, rest + worth, 1 - side, apart and alive == 1
                    )
                    if sums.seen[child] == stamp:
                        continue
                    sums.seen[child] = stamp
                    pool.target[edge] = child
                    pool.move[edge] = word // 3
                    pool.offset[edge] = 0
                    edge += 1
        sums.draft[word] = empty
        sums.draft[word + 1] = black
        sums.draft[word + 2] = white
    sort_options(pool, begin, edge, 1 - 2 * side, sums.squares.scratch)
    pool.first[2 * node + side] = begin
    pool.degree[2 * node + side] = edge - begin
    pool.used[1] = edge


@kernel(types.boolean(NODES, SUMS, types.int64))
def expand_sum(pool, sums, node):
    """List the options of the player to move, or of the other if these are listed.

    It returns False if there may not be room for them.
    """
    amazons = 0
    length = len(sums.draft)
    for word in range(0, length, 3):
        base = node * length + word
        amazons += size(sums.words[base + 1]) + size(sums.words[base + 2])
    room = amazons * MOVES_PER_AMAZON
    if (
        pool.used[0] + room > len(pool.state)
        or pool.used[1] + room > len(pool.target)
        or 2 * (pool.used[0] + room) > len(sums.slots)
    ):
        return False
    side = np.int64(sums.turn[node])
    if pool.state[node] == OPEN:
        pool.degree[2 * node + 1 - side] = UNLISTED
        pool.state[node] = EXPANDED
    else:
        side = 1 - side
    list_sum_options(pool, sums, node, side)
    return True


@kernel(types.int64(NODES, SUMS, types.int64))
def add_sum(pool, sums, turn):
    """Return the node of the draft, with `turn` to move.  Pre: room for one."""
    worth = np.int64(0)
    over = True
    for word in range(0, len(sums.draft), 3):
        black = sums.draft[word + 1]
        white = sums.draft[word + 2]
        empty = reached_squares(sums.draft[word], black, white)
        sums.draft[word] = empty
        apart = is_apart(empty, black, white)
        worth += worth_of(empty, black, white, apart, sums.squares)
        over &= apart
    return find_or_add_draft(pool, sums, worth, turn, over)
