"""Plain alpha-beta over a sum of games in one pool: the global search that TDS is measured against.

A position is a list of nodes. Values belong to the player to move, in pool units; a leaf is the sum
of its parts' numbers and estimates. Options stand in the pool best looking first, so the moves of
the sum come out in order by merging the parts' lists, and one ply before the horizon the first of
each list is enough. Playing in a number of one's own costs a point; when both do so in turn the
game is over.

Like the search of alphabeta.py it stops with EXPAND or LIMIT and goes on when called again.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import kernel, pointer_to
from gtpengine.search.tds.kernels.types import LONGS, NODES
from gtpengine.search.tds.pool import OPEN, TERMINAL, Longs

EXPAND, LIMIT, DONE = 0, 1, 2
NUMBER, NOTHING = -1, -2  # moves that are no edges: one in a number, none
NEVER = 1 << 40

# Places of the control words.
HEIGHT, WANTED, NODE_COUNT, NODE_LIMIT, VALUE, BEST, PART, SIDE, POINT, TABLE_MASK, WHOLE = range(
    11
)
CONTROLS = 11
# Places in a frame.
DEPTH, ALPHA, BETA, SCORE, MOVE, FIRST, STAGE, TRIED, MOVED, BEFORE, LOWEST, HASH, ENTIRE = range(
    13
)
FRAME = 16
KEY, VALUES, NOTE = range(3)
SLOT = 4
MOST_DEPTH = 64
_FAR_DEPTH = 255  # of values that no horizon touched


class SumSearch(NamedTuple):
    """What a search of a sum works with."""

    control: Longs
    parts: Longs  # the nodes of the sum, changed while the search goes on
    frames: Longs  # FRAME words each, MOST_DEPTH of them
    places: Longs  # by depth and part: how far its list was merged
    table: Longs  # SLOT words each


SUM = types.NamedUniTuple(LONGS, 5, SumSearch)


@kernel(types.int64(NODES, SUM))
def search_sum(pool, work):
    """Go on searching; return EXPAND, LIMIT or DONE."""
    control = pointer_to(work.control)
    parts = pointer_to(work.parts)
    frames = pointer_to(work.frames)
    places = pointer_to(work.places)
    table = pointer_to(work.table)
    states = pointer_to(pool.state)
    values = pointer_to(pool.value)
    counts = pointer_to(pool.degree)
    firsts = pointer_to(pool.first)
    targets = pointer_to(pool.target)
    many = len(work.parts)
    point = control[POINT]
    mask = control[TABLE_MASK]
    nodes = control[NODE_COUNT]
    level = control[HEIGHT]
    side = (control[SIDE] + level) & 1
    entering = True
    value = np.int64(0)
    entire = np.int64(0)
    while True:
        here = level * FRAME
        sign = 1 - 2 * side
        if entering:
            depth = frames[here + DEPTH]
            alpha = frames[here + ALPHA]
            beta = frames[here + BETA]
            base = np.int64(0)
            hash_value = np.int64(side + 1)
            over = True
            for part in range(many):
                node = parts[part]
                base += sign * values[node]
                over &= states[node] == TERMINAL
                mixed = (node + 1) * 0x1E3779B97F4A7C15
                mixed ^= mixed >> 29
                hash_value += mixed * 0x2545F4914F6CDD1D
            hash_value ^= hash_value >> 31
            refused = level > 0 and frames[here - FRAME + TRIED] == NUMBER
            if refused:
                hash_value ^= 0x3C79AC492BA7B653
                if level > 1 and frames[here - 2 * FRAME + TRIED] == NUMBER:
                    # Nobody wants to move: what is open is worth nothing.
                    over = True
                    base = np.int64(0)
                    for part in range(many):
                        if states[parts[part]] == TERMINAL:
                            base += sign * values[parts[part]]
            first = np.int64(NOTHING)
            known = False
            entire = np.int64(0)
            best = np.int64(NOTHING)
            best_part = np.int64(0)
            if over:
                # Only numbers are left: having to move costs half of the last tempo.
                value = base - point // 2
                entire = np.int64(1)
                best = np.int64(NUMBER)
                known = True
            elif depth <= 0:
                value = base
                known = True
            else:
                slot = (hash_value & mask) * SLOT
                if table[slot + KEY] == hash_value:
                    note = table[slot + NOTE]
                    first = (note & 0xFFFFFFFF) - 2
                    if level > 0 and ((note >> 40) & 0xFF) >= depth:
                        kind = (note >> 32) & 3
                        stored = table[slot + VALUES]
                        if (
                            kind == 0
                            or (kind == 1 and stored >= beta)
                            or (kind == 2 and stored <= alpha)
                        ):
                            value = stored
                            entire = np.int64(((note >> 40) & 0xFF) == _FAR_DEPTH)
                            known = True
                if not known:
                    for part in range(many):
                        # A negative degree: this player's options are not listed yet.
                        if states[parts[part]] == OPEN or counts[2 * parts[part] + side] < 0:
                            control[WANTED] = parts[part]
                            control[HEIGHT] = level
                            control[NODE_COUNT] = nodes
                            return EXPAND
                    if depth == 1:
                        gain = -point
                        best = np.int64(NUMBER)
                        for part in range(many):
                            row = 2 * parts[part] + side
                            if counts[row] > 0:
                                move = np.int64(firsts[row])
                                more = sign * (values[targets[move]] - values[parts[part]])
                                if more > gain or best == NUMBER:
                                    gain = np.int64(more)
                                    best = move
                                    best_part = np.int64(part)
                        value = base + gain
                        known = True
            nodes += 1
            if known:
                if level == 0:
                    control[VALUE] = value
                    control[BEST] = best
                    control[PART] = best_part
                    control[WHOLE] = entire
                    control[NODE_COUNT] = nodes
                    return DONE
            else:
                if nodes > control[NODE_LIMIT]:
                    control[HEIGHT] = level
                    control[NODE_COUNT] = nodes - 1
                    return LIMIT
                frames[here + SCORE] = -NEVER
                frames[here + MOVE] = NOTHING
                frames[here + FIRST] = first
                frames[here + STAGE] = 0
                frames[here + LOWEST] = alpha
                frames[here + HASH] = hash_value
                frames[here + ENTIRE] = 1
                for part in range(many):
                    places[level * many + part] = 0
            entering = False
            if known:
                level -= 1
                side = 1 - side
                here = level * FRAME
                sign = -sign
                # Undo the move and judge it.
                score = -value
                tried = frames[here + TRIED]
                if tried == NUMBER:
                    score -= point
                else:
                    parts[frames[here + MOVED]] = frames[here + BEFORE]
            else:
                score = np.int64(-NEVER)
                tried = np.int64(NOTHING)
                entire = np.int64(1)
        # Judge `score` of the move `tried`, then choose the next one.
        while True:
            cut = False
            if score > frames[here + SCORE]:
                frames[here + SCORE] = score
                frames[here + MOVE] = tried
                if level == 0:
                    control[PART] = frames[here + MOVED]
                if score > frames[here + ALPHA]:
                    frames[here + ALPHA] = score
                    if score >= frames[here + BETA]:
                        frames[here + ENTIRE] = entire
                        cut = True
            if not cut:
                frames[here + ENTIRE] &= entire
            move = np.int64(NOTHING)
            moved = np.int64(0)
            if not cut and frames[here + STAGE] == 0:
                frames[here + STAGE] = 1
                first = frames[here + FIRST]
                if first >= 0:
                    for part in range(many):
                        row = 2 * parts[part] + side
                        if firsts[row] <= first < firsts[row] + counts[row]:
                            move = first
                            moved = np.int64(part)
                            break
                frames[here + FIRST] = move
            if not cut and move == NOTHING and frames[here + STAGE] == 1:
                gain = np.int64(-NEVER)
                for part in range(many):
                    row = 2 * parts[part] + side
                    place = places[level * many + part]
                    if place < counts[row] and firsts[row] + place == frames[here + FIRST]:
                        place += 1
                        places[level * many + part] = place
                    if place < counts[row]:
                        edge = np.int64(firsts[row] + place)
                        more = sign * (values[targets[edge]] - values[parts[part]])
                        if more > gain:
                            gain = np.int64(more)
                            move = edge
                            moved = np.int64(part)
                if move == NOTHING:
                    frames[here + STAGE] = 2
                    move = np.int64(NUMBER)
                else:
                    places[level * many + moved] += 1
            if move != NOTHING:
                frames[here + TRIED] = move
                frames[here + MOVED] = moved
                child = here + FRAME
                loss = np.int64(0)
                if move == NUMBER:
                    loss = point
                else:
                    frames[here + BEFORE] = parts[moved]
                    parts[moved] = targets[move]
                frames[child + DEPTH] = frames[here + DEPTH] - 1
                frames[child + ALPHA] = -frames[here + BETA] - loss
                frames[child + BETA] = -frames[here + ALPHA] - loss
                level += 1
                side = 1 - side
                entering = True
                break
            # The frame is finished.
            value = frames[here + SCORE]
            entire = frames[here + ENTIRE]
            best = frames[here + MOVE]
            slot = (frames[here + HASH] & mask) * SLOT
            kind = 0
            if value >= frames[here + BETA]:
                kind = 1
            elif value <= frames[here + LOWEST]:
                kind = 2
            depth = _FAR_DEPTH if entire else frames[here + DEPTH]
            table[slot + KEY] = frames[here + HASH]
            table[slot + VALUES] = value
            table[slot + NOTE] = (depth << 40) | (kind << 32) | (best + 2)
            if level == 0:
                control[VALUE] = value
                control[BEST] = best
                control[WHOLE] = entire
                control[NODE_COUNT] = nodes
                return DONE
            level -= 1
            side = 1 - side
            here = level * FRAME
            sign = 1 - 2 * side
            score = -value
            tried = frames[here + TRIED]
            if tried == NUMBER:
                score -= point
            else:
                parts[frames[here + MOVED]] = frames[here + BEFORE]
