"""Depth-first proof-number search for reading: does the attacker take a chain, or does it live?

One search for both answers. A row is proved where the attacker wins and disproved where the owner
does, and either result has a *zone*: a stone of the loser outside these cells changes nothing. Who
is to move looks at a pass as well. If he wins even so, he wins; if not, only his moves in the zone
of the other's win can help him, so that wins of both players prune (docs/decisions/0021). After a
pass the other must move, except that the owner may leave it at that: if then no move of the
attacker helps, the chain stays.

What was won in one position is tried first in the next: a row may have a *guide*, a row that the
same player has won, whose move he tries before others. What repeats itself lives, as in a double
ko, unless the owner had to retake a ko against its ban to get there: no number of threats is enough
for that. Such a result is forgotten when the position that was repeated is left.
"""

import numpy as np
from numba import types

from gtpengine.jit import kernel, outlined, pointer_to
from gtpengine.reading.kernels.cells import PASS_CELL
from gtpengine.reading.kernels.duelmoves import expand
from gtpengine.reading.kernels.duelrows import (
    ALL,
    ATTACKER_FIRST,
    ATTACKER_STONES,
    BEST,
    DISPROOF,
    EDGE_COUNT,
    EDGES,
    ENDED,
    FIRST,
    FIRST_EDGE,
    FULL,
    INFINITE,
    KO_BAN,
    KOS,
    LIMIT,
    NEW,
    NO_PASS,
    NODES,
    ON_PATH,
    OWNER_STONES,
    PHASE,
    PROOF,
    RESTS_ON,
    RESTS_SINCE,
    ROW_LEN,
    ROWS,
    SERIAL,
    STATE,
    TURN,
    end,
    row_of,
)
from gtpengine.reading.kernels.duelzones import confined_by_pass, has_kos, zone_of_win

DEPTH = 120
STEPS_PER_NODE = 6

# What a search comes to.
OPEN = 0
DIES = 1
LIVES = 2

# Columns of a place on the path.
PATH_ROW = 0
MOST_PROOF = 1  # the numbers at which it is left
MOST_DISPROOF = 2
BROKEN = 3  # bans that the owner has broken so far
PATH_LEN = 4

I64 = types.int64[::1]
I32 = types.int32[::1]


@outlined
def is_broken(path, depth, row):
    """Tell whether the owner broke a ban since `row` was entered on the path to `depth`."""
    place_ = depth
    while place_ > 0 and path[PATH_LEN * place_ + PATH_ROW] != row:
        place_ -= 1
    return path[PATH_LEN * depth + BROKEN] > path[PATH_LEN * place_ + BROKEN]


@outlined
def summarise(rows, edges, row, path, depth, pick):
    """Recompute the numbers of a row, which is `depth` deep on the path, from its children's.

    `pick` receives the child to look at next, the second best number, the child's share, the
    row and visit that the result rests on, if it rests on a repetition, and the move to the child.
    """
    start = row * ROW_LEN
    turn = rows[start + STATE] & TURN
    least = np.int64(INFINITE)
    second = np.int64(INFINITE)
    total = np.int64(0)
    unsolved = 0
    endless = False
    best = np.int64(-1)
    share = np.int64(0)
    rests = np.int64(-1)
    since = np.int64(0)
    first = rows[start + FIRST_EDGE]
    small = PROOF if turn else DISPROOF
    large = DISPROOF if turn else PROOF
    ban = rows[start + STATE] & 63
    cell = np.int64(PASS_CELL)
    for place_ in range(rows[start + EDGE_COUNT]):
        child = np.int64(edges[first + place_]) >> 6
        here = child * ROW_LEN
        on = np.int64(-1)
        visit = np.int64(0)
        move = np.int64(edges[first + place_]) & 63
        if rows[here + ON_PATH]:
            broken = turn == 0 and move != PASS_CELL and move == ban
            attacker = broken or is_broken(path, depth, child)
            good = (turn != 0) == attacker
            low = np.int64(0 if good else INFINITE)
            high = np.int64(INFINITE if good else 0)
            on = child
            visit = np.int64(rows[here + ON_PATH])
        else:
            on = np.int64(rows[here + RESTS_ON])
            if on >= 0:
                visit = np.int64(rows[here + RESTS_SINCE])
                if rows[on * ROW_LEN + ON_PATH] != visit:
                    # What it rested on was left: it is open again.
                    on = np.int64(-1)
                    rows[here + RESTS_ON] = -1
                    rows[here + PHASE] = FULL
                    rows[here + PROOF] = 1
                    rows[here + DISPROOF] = 1
            low = np.int64(rows[here + small])
            high = np.int64(rows[here + large])
        if high >= INFINITE:
            endless = True
        elif high:
            unsolved += 1
            total = max(total, high)
        if low < least:
            second = least
            least = low
            best = child
            cell = move
            share = high
            if low == 0:
                rows[start + BEST] = move
                rests = on
                since = visit
        elif low < second:
            second = low
        if low >= INFINITE and on >= 0 and on != row and least > 0:
            rests = on
            since = visit
    if least == 0 or endless:
        total = np.int64(INFINITE)
    elif unsolved:
        # Weak numbers: positions that are reached in many ways are not counted as often.
        total += unsolved - 1
    if rows[start + EDGE_COUNT] == 0:
        least = np.int64(INFINITE)
        total = np.int64(0)
    rows[start + small] = least
    rows[start + large] = total
    pick[0] = best
    pick[1] = second
    pick[2] = share
    pick[3] = rests if rests != row else np.int64(-1)
    pick[4] = since
    pick[5] = cell


@kernel(types.int64(I64, I64, I64, I32, I32, I64, I64))
def search(game_array, near_array, row_array, index_array, edge_array, part_array, path_array):
    """Search the root of `game`; return DIES, LIVES or OPEN.  Row 0 is the root.

    Pre: `index` is a power of two long and all zero, `rows` has room for half as many and one more
    row, `edges` for 64 more than are counted as enough: the search stops before either is full.
    """
    game = pointer_to(game_array)
    near = pointer_to(near_array)
    rows = pointer_to(row_array)
    index = pointer_to(index_array)
    edges = pointer_to(edge_array)
    parts = pointer_to(part_array)
    path = pointer_to(path_array)
    pick = pointer_to(part_array[128:])
    mask = np.int64(len(index_array) - 1)
    edge_room = np.int64(len(edge_array) - 64)
    game[ROWS] = 0
    game[EDGES] = 0
    game[NODES] = 0
    game[SERIAL] = 0
    state = np.int64(game[KO_BAN])
    if game[ATTACKER_FIRST]:
        state |= TURN
    everything = np.int64(game[ALL])
    if game[FIRST] != everything:
        state |= NO_PASS
    root = row_of(
        game,
        near,
        rows,
        index,
        mask,
        parts,
        np.int64(game[ATTACKER_STONES]),
        np.int64(game[OWNER_STONES]),
        state,
    )
    # The root is looked at in any case: a move is wanted.
    rows[root * ROW_LEN + PROOF] = 1
    rows[root * ROW_LEN + DISPROOF] = 1
    rows[root * ROW_LEN + PHASE] = NEW
    depth = np.int64(0)
    steps = 0
    path[PATH_ROW] = root
    path[MOST_PROOF] = INFINITE
    path[MOST_DISPROOF] = INFINITE
    path[BROKEN] = 0
    entered = True
    while depth >= 0:
        here = PATH_LEN * depth
        row = np.int64(path[here + PATH_ROW])
        start = row * ROW_LEN
        if rows[start + PHASE] == ENDED:
            depth -= 1
            entered = False
            continue
        if entered:
            game[SERIAL] += 1
            rows[start + ON_PATH] = game[SERIAL]
        steps += 1
        if (
            game[NODES] >= game[LIMIT]
            or game[EDGES] > edge_room
            or steps > STEPS_PER_NODE * game[LIMIT]
        ):
            return OPEN
        if depth + 1 >= DEPTH:
            end(rows, start, False, everything)
            rows[start + KOS] = 1
            rows[start + ON_PATH] = 0
            depth -= 1
            entered = False
            continue
        if rows[start + PHASE] == NEW and not expand(
            game, near, rows, index, mask, edges, parts, row
        ):
            return OPEN
        summarise(rows, edges, row, path, depth, pick)
        if rows[start + PROOF] and rows[start + DISPROOF] and confined_by_pass(rows, edges, row):
            summarise(rows, edges, row, path, depth, pick)
        turn = rows[start + STATE] & TURN
        if rows[start + PROOF] == 0 or rows[start + DISPROOF] == 0:
            attacker = rows[start + PROOF] == 0
            if rows[start + EDGE_COUNT]:
                zone = zone_of_win(game, near, rows, edges, row, attacker)
            elif rows[start + STATE] & NO_PASS:
                zone = everything
            else:
                zone = zone_of_win(game, near, rows, edges, row, attacker)
            end(rows, start, attacker, zone)
            rows[start + KOS] = has_kos(rows, edges, row, attacker, zone)
            rows[start + RESTS_ON] = pick[3]
            rows[start + RESTS_SINCE] = pick[4]
            rows[start + ON_PATH] = 0
            depth -= 1
            entered = False
            continue
        if (
            rows[start + PROOF] >= path[here + MOST_PROOF]
            or rows[start + DISPROOF] >= path[here + MOST_DISPROOF]
        ):
            rows[start + ON_PATH] = 0
            depth -= 1
            entered = False
            continue
        child = np.int64(pick[0])
        second = np.int64(pick[1])
        slack = min(second + (second >> 2) + 1, INFINITE)
        own = MOST_PROOF if turn else MOST_DISPROOF
        other = MOST_DISPROOF if turn else MOST_PROOF
        total = rows[start + (DISPROOF if turn else PROOF)]
        breaks = turn == 0 and pick[5] != PASS_CELL and pick[5] == rows[start + STATE] & 63
        depth += 1
        path[here + PATH_LEN + PATH_ROW] = child
        path[here + PATH_LEN + own] = min(path[here + own], slack)
        path[here + PATH_LEN + other] = min(path[here + other] - total + pick[2], INFINITE)
        path[here + PATH_LEN + BROKEN] = path[here + BROKEN] + (1 if breaks else 0)
        entered = True
    if rows[root * ROW_LEN + PROOF] == 0:
        return DIES
    return LIVES if rows[root * ROW_LEN + DISPROOF] == 0 else OPEN
