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
from gtpengine.reading.kernels.cells import PASS_CELL, lowest_bit, place, spread, touched
from gtpengine.reading.kernels.dfpn import hashed, with_liberties
from gtpengine.reading.kernels.ends import DIAGONAL, NEVER, eye_distance, unconditional
from gtpengine.reading.kernels.eyes import enclosed_life

# Places in `game`.
ALL = 0  # all cells
ATTACKER_LIFE = 1  # cells where a stone of the attacker is connected to a living one
OWNER_LIFE = 2
TARGET = 3  # stones of the owner that are to live
ATTACKER_OBEYS = 4  # ko bans
OWNER_OBEYS = 5
DAME = 6  # cells that the owner leaves and the attacker fills in their order
FIRST = 7  # cells where the first move of all may be
LIMIT = 8  # positions to expand at most
ATTACKER_STONES = 9  # at the root
OWNER_STONES = 10
ATTACKER_FIRST = 11
KO_BAN = 12  # at the root
ROWS = 13  # used so far
EDGES = 14
NODES = 15  # positions expanded
SERIAL = 16  # of the last row that was put on the path
VITAL = 17  # stones of the owner whose capture is a loss as well
STAYING = 18  # whether the owner may pass; otherwise he must be able to move and live
GAME_LEN = 19

# Columns of a row.
THEIRS = 0  # the attacker's stones
MINE = 1  # the owner's
STATE = 2  # ko ban | turn | no pass
PROOF = 3  # effort for the attacker's win
DISPROOF = 4
ROW_ZONE = 5
FIRST_EDGE = 6
EDGE_COUNT = 7
PHASE = 8
ON_PATH = 9  # serial number of the visit, or 0
BEST = 10  # the winning move of the player to move
GUIDE = 11  # a row, or -1
PASSED = 12  # the row after a pass, or -1
RESTS_ON = 13  # a row that was repeated, or -1
RESTS_SINCE = 14  # and in which visit
KOS = 15  # whether the result may be another one if more kos may be retaken at once
ROW_LEN = 16

# In STATE, beside the ban.
TURN = 64  # the attacker is to move
NO_PASS = 128  # the other has just passed

# Values of PHASE.
NEW = 0
FULL = 1
ENDED = 2

INFINITE = 1 << 40
DEPTH = 120
STEPS_PER_NODE = 6
STAY_COST = 8  # what it takes to refute every move where both passed
HINT_COST = 8  # how much harder other moves seem than the guide's
PASS_COST = 6  # how much harder moves seem than a pass: its refutation tells which can help

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
def row_of(game, near, rows, index, mask, parts, theirs, mine, state):
    """Return the row of a position; a new one is looked at for static ends.  -1: no room."""
    slot = hashed(theirs, mine, state) & mask
    while index[slot]:
        row = np.int64(index[slot] - 1)
        start = row * ROW_LEN
        if (
            rows[start + THEIRS] == theirs
            and rows[start + MINE] == mine
            and rows[start + STATE] == state
        ):
            return row
        slot = (slot + 1) & mask
    row = np.int64(game[ROWS])
    if 2 * row > mask:
        return np.int64(-1)
    game[ROWS] = row + 1
    index[slot] = row + 1
    start = row * ROW_LEN
    rows[start + THEIRS] = theirs
    rows[start + MINE] = mine
    rows[start + STATE] = state
    rows[start + ROW_ZONE] = 0
    rows[start + FIRST_EDGE] = 0
    rows[start + EDGE_COUNT] = 0
    rows[start + PHASE] = NEW
    rows[start + ON_PATH] = 0
    rows[start + BEST] = PASS_CELL
    rows[start + GUIDE] = -1
    rows[start + PASSED] = -1
    rows[start + RESTS_ON] = -1
    rows[start + RESTS_SINCE] = 0
    rows[start + KOS] = 0
    target = np.int64(game[TARGET])
    everything = np.int64(game[ALL])
    attacker_life = np.int64(game[ATTACKER_LIFE])
    owner_life = np.int64(game[OWNER_LIFE])
    if (target | game[VITAL]) & ~mine:
        _end(rows, start, True, np.int64(0))
        return row
    zone = unconditional(mine, theirs, target, everything, owner_life, attacker_life, near, parts)
    if zone:
        _end(rows, start, False, zone)
        return row
    zone = enclosed_life(mine, theirs, target, everything, attacker_life, state & TURN == 0, near)
    if zone:
        _end(rows, start, False, zone)
        return row
    distance, possible, zone = eye_distance(
        mine,
        theirs,
        target,
        everything,
        owner_life,
        attacker_life,
        state & TURN != 0,
        near,
    )
    if distance == NEVER:
        _end(rows, start, True, zone)
        return row
    rows[start + PROOF] = 1 + 2 * possible
    rows[start + DISPROOF] = 1 + 4 * distance
    return row


@outlined
def _end(rows, start, attacker, zone):
    """Note that a player wins a row."""
    rows[start + PROOF] = 0 if attacker else INFINITE
    rows[start + DISPROOF] = INFINITE if attacker else 0
    rows[start + ROW_ZONE] = zone
    rows[start + PHASE] = ENDED


@outlined
def _child(rows, edges, row, cell):
    """Return the row after a move, -1 if it is not among the edges."""
    if cell == PASS_CELL:
        return np.int64(rows[row * ROW_LEN + PASSED])
    first = rows[row * ROW_LEN + FIRST_EDGE]
    for place_ in range(rows[row * ROW_LEN + EDGE_COUNT]):
        edge = np.int64(edges[first + place_])
        if edge & 63 == cell:
            return edge >> 6
    return np.int64(-1)


@outlined
def _is_won(rows, row, attacker):
    """Tell whether a row is won by the attacker, or else by the owner."""
    return row >= 0 and rows[row * ROW_LEN + (PROOF if attacker else DISPROOF)] == 0


@outlined
def first_dame(dame, mine, near):
    """Return one of the free cells `dame` for each chain of the owner."""
    found = np.int64(0)
    while dame:
        bit = dame & -dame
        found |= bit
        dame ^= bit
        beside = near[lowest_bit(bit)] & mine
        if beside:
            dame &= ~touched(spread(beside & -beside, mine, near), near)
    return found


@outlined
def is_broken(path, depth, row):
    """Tell whether the owner broke a ban since `row` was entered on the path to `depth`."""
    place_ = depth
    while place_ > 0 and path[PATH_LEN * place_ + PATH_ROW] != row:
        place_ -= 1
    return path[PATH_LEN * depth + BROKEN] > path[PATH_LEN * place_ + BROKEN]


@outlined
def expand(game, near, rows, index, mask, edges, parts, row):
    """Give a row its edges: the pass and all moves.  Tell whether there is room."""
    start = row * ROW_LEN
    theirs = np.int64(rows[start + THEIRS])
    mine = np.int64(rows[start + MINE])
    state = np.int64(rows[start + STATE])
    ban = state & 63
    everything = np.int64(game[ALL])
    turn = state & TURN
    none = np.int64(PASS_CELL)
    mover = theirs if turn else mine
    other = mine if turn else theirs
    mover_life = np.int64(game[ATTACKER_LIFE if turn else OWNER_LIFE])
    other_life = np.int64(game[OWNER_LIFE if turn else ATTACKER_LIFE])
    attacker_life = np.int64(game[ATTACKER_LIFE])
    obeys = game[ATTACKER_OBEYS if turn else OWNER_OBEYS] != 0
    effort = PROOF if turn else DISPROOF
    first = np.int64(game[EDGES])
    count = 0
    game[NODES] += 1
    # Who has won something like this, and how?
    guide = np.int64(rows[start + GUIDE])
    hint = np.int64(-1)
    if guide >= 0 and _is_won(rows, guide, turn != 0):
        hint = np.int64(rows[guide * ROW_LEN + BEST])
    # A pass; after the attacker's the owner may leave it at that, and he must then find a move.
    passed = np.int64(-1)
    may_pass = state & NO_PASS == 0 if turn else game[STAYING] != 0
    if may_pass and not (row == 0 and game[FIRST] != everything):
        known = game[ROWS]
        passed = row_of(
            game, near, rows, index, mask, parts, theirs, mine, none | NO_PASS | (TURN ^ turn)
        )
        if passed < 0:
            return False
        if passed == known and rows[passed * ROW_LEN + PHASE] == NEW:
            if state & NO_PASS:
                rows[passed * ROW_LEN + DISPROOF] += STAY_COST
            if guide >= 0:
                rows[passed * ROW_LEN + GUIDE] = rows[guide * ROW_LEN + PASSED]
        rows[start + PASSED] = passed
        edges[first] = passed * 64 + PASS_CELL
        count = 1
    free = everything & ~mine & ~theirs
    dame = free & game[DAME]
    free &= ~dame
    if turn:
        free |= first_dame(dame, mine, near)
    if row == 0:
        free &= game[FIRST]
    while free:
        cell = lowest_bit(free)
        free &= free - 1
        if cell == ban and obeys:
            continue
        beside = near[cell]
        if attacker_life >> cell & 1 and (beside | near[DIAGONAL + cell]) & mine == 0:
            continue  # outside, and far from him
        if (
            turn == 0
            and beside
            and beside & ~mine == 0
            and (mover_life | other_life) >> cell & 1 == 0
        ):
            chain = spread(beside & -beside, mine, near)
            if beside & ~chain == 0:
                continue  # an eye of his own
        legal, after, others, _, ko = place(
            mover, other, cell, everything, mover_life, other_life, near
        )
        if not legal:
            continue
        if turn == 0 and not game[ATTACKER_OBEYS]:
            ko = none  # the owner's bans are kept: it counts how often he breaks them
        known = game[ROWS]
        if turn:
            child = row_of(game, near, rows, index, mask, parts, after, others, ko)
        else:
            child = row_of(game, near, rows, index, mask, parts, others, after, ko | TURN)
        if child < 0:
            return False
        here = child * ROW_LEN
        if child == known and rows[here + PHASE] == NEW:
            if hint >= 0:
                # His own guide leads on; others than its move seem harder.
                if hint == cell:
                    rows[here + GUIDE] = _child(rows, edges, guide, hint)
                else:
                    rows[here + effort] += HINT_COST
            else:
                rows[here + effort] += PASS_COST
            if hint < 0 and guide >= 0:
                # The other has won something like this: after the same move, or after a pass.
                same = _child(rows, edges, guide, cell)
                if not _is_won(rows, same, turn == 0):
                    same = np.int64(rows[guide * ROW_LEN + PASSED])
                rows[here + GUIDE] = same
            elif hint < 0:
                rows[here + GUIDE] = passed
        edges[first + count] = child * 64 + cell
        count += 1
    game[EDGES] = first + count
    rows[start + FIRST_EDGE] = first
    rows[start + EDGE_COUNT] = count
    rows[start + PHASE] = FULL
    return True


@outlined
def zone_of_win(game, near, rows, edges, row, attacker):
    """Return the zone of a row that a player has won by its edges."""
    start = row * ROW_LEN
    state = np.int64(rows[start + STATE])
    turn = state & TURN
    everything = np.int64(game[ALL])
    mine = np.int64(rows[start + MINE])
    theirs = np.int64(rows[start + THEIRS])
    attacker_life = np.int64(game[ATTACKER_LIFE])
    owner_life = np.int64(game[OWNER_LIFE])
    mover = theirs if turn else mine
    other = mine if turn else theirs
    mover_life = attacker_life if turn else owner_life
    other_life = owner_life if turn else attacker_life
    winner_moves = (turn != 0) == attacker
    passed = np.int64(rows[start + PASSED])
    if not winner_moves and (state & NO_PASS or passed < 0):
        return everything  # every move was refuted, for its own reasons
    zone = np.int64(0)
    asked = np.int64(0)
    if not winner_moves:
        zone = np.int64(rows[passed * ROW_LEN + ROW_ZONE])
        asked = zone
    for place_ in range(rows[start + EDGE_COUNT]):
        edge = np.int64(edges[rows[start + FIRST_EDGE] + place_])
        cell = edge & 63
        child = edge >> 6
        if winner_moves and cell != rows[start + BEST]:
            continue
        if rows[child * ROW_LEN + ON_PATH]:
            return everything
        zone |= rows[child * ROW_LEN + ROW_ZONE]
        if cell == PASS_CELL:
            continue
        bit = np.int64(1) << cell
        asked &= ~bit
        zone |= bit
        _, after, others, captured, _ = place(
            mover, other, cell, everything, mover_life, other_life, near
        )
        if captured:
            zone |= captured | touched(captured, near)
        elif winner_moves:
            # What makes the move legal: an empty neighbour, or a chain with another liberty.
            free = everything & ~after & ~others
            chain = spread(bit, after, near)
            if chain & mover_life == 0:
                if near[cell] & free:
                    if near[cell] & free & zone == 0:
                        zone |= near[cell] & free & -(near[cell] & free)
                else:
                    zone |= chain
                    liberties = touched(chain, near) & free
                    if liberties & zone == 0:
                        zone |= liberties & -liberties
            elif bit & mover_life == 0:
                zone |= chain
    # Moves of the loser that are suicide must stay so.
    asked &= everything & ~mine & ~theirs
    while asked:
        cell = lowest_bit(asked)
        asked &= asked - 1
        zone |= near[cell]
        bit = np.int64(1) << cell
        chain = spread(bit, mover | bit, near)
        zone |= chain | touched(chain, near)
        rest = touched(chain, near) & other
        free = everything & ~mine & ~theirs & ~bit
        while rest:
            wall = spread(rest & -rest, other, near)
            rest &= ~wall
            if wall & other_life == 0:
                liberties = touched(wall, near) & free
                if liberties & zone == 0:
                    zone |= liberties & -liberties
    return with_liberties(zone, theirs, mine, everything, attacker_life, owner_life, near)


@outlined
def has_kos(rows, edges, row, attacker, zone):
    """Tell whether a win by the edges of a row, with its zone, rests on a ban or a repetition."""
    start = row * ROW_LEN
    state = np.int64(rows[start + STATE])
    winner_moves = (state & TURN != 0) == attacker
    ban = state & 63
    if ban != PASS_CELL and zone >> ban & 1 and not winner_moves:
        return True
    if not winner_moves and rows[start + PASSED] >= 0:
        passed = rows[start + PASSED] * ROW_LEN
        if rows[passed + ON_PATH] or rows[passed + KOS]:
            return True
    for place_ in range(rows[start + EDGE_COUNT]):
        edge = np.int64(edges[rows[start + FIRST_EDGE] + place_])
        here = (edge >> 6) * ROW_LEN
        if winner_moves and edge & 63 != rows[start + BEST]:
            continue
        if rows[here + ON_PATH] or rows[here + KOS]:
            return True
    return False


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


@outlined
def confine(rows, edges, row, zone):
    """Drop the edges of a row that lie outside `zone`, and the pass."""
    start = row * ROW_LEN
    first = rows[start + FIRST_EDGE]
    count = 0
    for place_ in range(rows[start + EDGE_COUNT]):
        edge = edges[first + place_]
        cell = np.int64(edge) & 63
        if cell != PASS_CELL and zone >> cell & 1:
            edges[first + count] = edge
            count += 1
    rows[start + EDGE_COUNT] = count


@outlined
def confined_by_pass(rows, edges, row):
    """Drop what lies outside the zone of a pass that is lost.  Tell whether something changed."""
    start = row * ROW_LEN
    state = np.int64(rows[start + STATE])
    passed = np.int64(rows[start + PASSED])
    if state & NO_PASS or passed < 0 or rows[start + EDGE_COUNT] == 0:
        return False
    here = passed * ROW_LEN
    if rows[here + (PROOF if state & TURN else DISPROOF)] < INFINITE or rows[here + RESTS_ON] >= 0:
        return False
    if np.int64(edges[rows[start + FIRST_EDGE]]) & 63 != PASS_CELL:
        return False
    confine(rows, edges, row, np.int64(rows[here + ROW_ZONE]))
    return True


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
            _end(rows, start, False, everything)
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
            _end(rows, start, attacker, zone)
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
