"""How many moves a player has in squares that the opponent cannot reach any more."""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.laboratory.amazons.kernels.squares import king_fill, queen_reach, size

WIDTH = 1024  # children per level; more than any amazon has on 6 x 6
LEVELS = 36
PATIENCE = 4000  # positions looked at before the answer is given unproved
UNPROVED = 1 << 20  # added to an answer that patience ended


@outlined
def fill_children(empty, amazons, spare, level, scratch):
    """List the moves that lose at most `spare` squares, losses first none; return how many.

    A child is two words in `scratch`: its empty squares within reach, and the amazons.
    """
    count = 0
    here = size(empty)
    base = level * 2 * WIDTH
    for loss in range(spare + 1):
        movers = amazons
        while movers != 0:
            mover = movers & -movers
            movers ^= mover
            others = amazons ^ mover
            targets = queen_reach(mover, empty)
            while targets != 0:
                target = targets & -targets
                targets ^= target
                left = (empty | mover) & ~target
                arrows = queen_reach(target, left)
                while arrows != 0:
                    arrow = arrows & -arrows
                    arrows ^= arrow
                    after = left & ~arrow
                    pieces = others | target
                    reached = king_fill(pieces, after | pieces) & after
                    if size(reached) == here - 1 - loss and count < WIDTH:
                        scratch[base + 2 * count] = reached
                        scratch[base + 2 * count + 1] = pieces
                        count += 1
    return count


@outlined
def fills_greedily(empty, amazons):
    """Return whether taking the first move that loses no square, again and again, uses them all."""
    while empty != 0:
        here = size(empty)
        found = False
        movers = amazons
        while movers != 0 and not found:
            mover = movers & -movers
            movers ^= mover
            targets = queen_reach(mover, empty)
            while targets != 0 and not found:
                target = targets & -targets
                targets ^= target
                left = (empty | mover) & ~target
                pieces = (amazons ^ mover) | target
                arrows = queen_reach(target, left)
                while arrows != 0:
                    arrow = arrows & -arrows
                    arrows ^= arrow
                    after = left & ~arrow
                    reached = king_fill(pieces, after | pieces) & after
                    if size(reached) == here - 1:
                        empty = reached
                        amazons = pieces
                        found = True
                        break
        if not found:
            return False
    return True


@outlined
def longest_fill(empty, amazons, scratch):
    """Return the most moves that `amazons` alone can make in `empty`, all of it within reach.

    First it looks for a way without a lost square, then with one, and so on. When patience runs out
    the answer is what is not yet refuted, plus UNPROVED.
    Scratch: WIDTH * LEVELS * 2 words for the positions, 3 * LEVELS for the path.
    """
    limit = size(empty)
    # Almost always; it saves listing all moves of every position on the way.
    if fills_greedily(empty, amazons):
        return limit
    path = 2 * WIDTH * LEVELS  # next child, children, spare squares: three words a level
    looked = 0
    for lost in range(limit + 1):
        if lost == limit:
            return np.int64(0)
        level = 0
        scratch[path] = 0
        scratch[path + 1] = fill_children(empty, amazons, lost, 0, scratch)
        scratch[path + 2] = lost
        length = size(empty)
        while level >= 0:
            word = path + 3 * level
            child = scratch[word]
            if child >= scratch[word + 1]:
                level -= 1
                continue
            scratch[word] = child + 1
            place = level * 2 * WIDTH + 2 * child
            squares = scratch[place]
            pieces = scratch[place + 1]
            spare = lost - (length - (level + 1) - size(squares))
            # Squares that are left over at the end are lost as well.
            if size(squares) <= spare:
                return limit - lost
            looked += 1
            if looked > PATIENCE:
                return limit - lost + UNPROVED
            level += 1
            word += 3
            scratch[word] = 0
            scratch[word + 1] = fill_children(squares, pieces, spare, level, scratch)
            scratch[word + 2] = spare
    return np.int64(0)
