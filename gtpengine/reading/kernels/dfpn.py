"""Depth-first proof-number search on a frame, with zones.

The prover wants the target to be safe (goal LIVE) or to be captured (goal KILL), whatever the
opponent does anywhere. At the opponent's turn he first passes. Where the prover wins even so, the
proof rests on a *zone* of cells: a stone outside cannot disturb it, so that only the opponent's
moves inside the zone remain to be refuted (docs/decisions/0021). A line of play that repeats a
position proves nothing, so what is proved holds under every ko rule; failures are not proofs.

The graph of positions is kept: a row per position, a run of edges per expanded row.
"""

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.reading.kernels.cells import (
    PASS_CELL,
    is_single,
    lowest_bit,
    place,
    spread,
    touched,
)
from gtpengine.reading.kernels.ends import (
    NEVER,
    eye_distance,
    room_left,
    unconditional,
)

# Places in `game`.
ALL = 0  # all cells
PROVER_LIFE = 1  # cells where a stone of the prover is connected to a safe one
OPPONENT_LIFE = 2  # cells where a stone of the opponent may have help from outside
TARGET = 3  # the opponent's stones in KILL, the prover's in LIVE
VITAL = 4  # stones of the prover whose capture is a failure
GOAL = 5
PROVER_OBEYS = 6  # ko bans
OPPONENT_OBEYS = 7
ROWS = 8  # used so far
EDGES = 9
NODES = 10  # positions expanded
LIMIT = 11
PROVER_STONES = 12  # at the root
OPPONENT_STONES = 13
PROVER_FIRST = 14
KO_BAN = 15  # at the root
CLAIM = 16  # in LIVE: cells where the opponent must have no room in the end
DAME = 17  # cells that the owner of the target leaves and the other fills in their order
FIRST = 18  # cells where the prover may make the first move of all
GAME_LEN = 19

LIVE = 0
KILL = 1

# Columns of a row.
MINE = 0  # the prover's stones
THEIRS = 1
STATE = 2  # ko ban | turn | passed
PROOF = 3
DISPROOF = 4
ROW_ZONE = 5
FIRST_EDGE = 6
EDGE_COUNT = 7
PHASE = 8
ON_PATH = 9
BEST = 10  # the proving move
HINT = 11  # what answered a pass of the opponent: often the answer to a move of his as well
ROW_LEN = 12

# In STATE, beside the ban.
TURN_PROVER = 64
PASSED = 128  # the opponent has just passed; at his own turn: both have, and he must move

# Values of PHASE.
NEW = 0
PASSING = 1  # the opponent's pass is being refuted
FULL = 2
ENDED = 3

INFINITE = 1 << 40
DEPTH = 120
STEPS_PER_NODE = 6
STAY_COST = 8  # what it takes to refute every move where both passed, as a proof number
HINT_COST = 3  # what every other answer than the hint is harder, as a proof number
PASS_COST = 2  # what is still to be refuted when the pass is, as a proof number

# What a search comes to.
FAILED = 0
PROVED = 1
EXHAUSTED = 2

I64 = types.int64[::1]
I32 = types.int32[::1]


@inlined
def hashed(mine, theirs, state):
    """Return a scattered non-negative number."""
    code = (mine * 0x9E3779B97F4A7C1) ^ (theirs * 0x2545F4914F6CDD1) ^ (state * 0x5851F42D4C957F3)
    code ^= code >> 29
    code *= 0x369DEA0F31A53F8
    code ^= code >> 32
    return code & 0x7FFFFFFFFFFF


@outlined
def row_of(game, near, rows, index, mask, parts, mine, theirs, state):
    """Return the row of a position; a new one is looked at for static ends.  -1: no room."""
    slot = hashed(mine, theirs, state) & mask
    while index[slot]:
        row = np.int64(index[slot] - 1)
        start = row * ROW_LEN
        if (
            rows[start + MINE] == mine
            and rows[start + THEIRS] == theirs
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
    rows[start + MINE] = mine
    rows[start + THEIRS] = theirs
    rows[start + STATE] = state
    rows[start + PROOF] = 1
    rows[start + DISPROOF] = 1
    rows[start + ROW_ZONE] = 0
    rows[start + FIRST_EDGE] = 0
    rows[start + EDGE_COUNT] = 0
    rows[start + PHASE] = NEW
    rows[start + ON_PATH] = 0
    rows[start + BEST] = PASS_CELL
    rows[start + HINT] = PASS_CELL
    target = np.int64(game[TARGET])
    everything = np.int64(game[ALL])
    prover_life = np.int64(game[PROVER_LIFE])
    opponent_life = np.int64(game[OPPONENT_LIFE])
    won = False
    lost = game[VITAL] & ~mine != 0
    zone = np.int64(0)
    room = 0
    open_claim = False
    distance = np.int64(0)
    possible = np.int64(0)
    if game[GOAL] == LIVE:
        if not lost:
            if target:
                zone = unconditional(
                    mine, theirs, target, everything, prover_life, opponent_life, near, parts
                )
            won = zone != 0 or target == 0
            if won and game[CLAIM]:
                immortal = zone & mine
                rest = mine & prover_life
                while rest:
                    chain = spread(rest & -rest, mine, near)
                    rest &= ~chain
                    immortal |= chain
                area, room = room_left(
                    immortal, everything, prover_life, opponent_life, np.int64(game[CLAIM]), near
                )
                if room:
                    won = False
                    open_claim = True
                else:
                    zone |= area | immortal
    elif target & ~theirs:
        won = True
    elif (
        unconditional(theirs, mine, target, everything, opponent_life, prover_life, near, parts)
        != 0
    ):
        lost = True
    else:
        distance, possible, zone = eye_distance(
            theirs,
            mine,
            target,
            everything,
            opponent_life,
            prover_life,
            state & TURN_PROVER != 0,
            near,
        )
        won = distance == NEVER
    if won:
        rows[start + PROOF] = 0
        rows[start + DISPROOF] = INFINITE
        rows[start + ROW_ZONE] = zone
        rows[start + PHASE] = ENDED
    elif lost:
        rows[start + PROOF] = INFINITE
        rows[start + DISPROOF] = 0
        rows[start + PHASE] = ENDED
    elif open_claim:
        # It lives, but part of the claim is open.
        rows[start + PROOF] = 1 + room
        rows[start + DISPROOF] = 8
    elif game[GOAL] == LIVE:
        distance, possible, _ = eye_distance(
            mine,
            theirs,
            target,
            everything,
            prover_life,
            opponent_life,
            state & TURN_PROVER == 0,
            near,
        )
        if distance == NEVER and target:
            # Two eyes are out of reach. That it is a failure claims nothing.
            rows[start + PROOF] = INFINITE
            rows[start + DISPROOF] = 0
            rows[start + PHASE] = ENDED
            return row
        rows[start + PROOF] = 1 + distance + (4 if game[CLAIM] else 0)
        rows[start + DISPROOF] = 1 + possible
        if state & (TURN_PROVER | PASSED) == PASSED:
            rows[start + PROOF] += STAY_COST
    else:
        rows[start + DISPROOF] = 1 + distance
        rows[start + PROOF] = 1 + possible
    return row


@outlined
def expand(game, near, rows, index, mask, edges, parts, row, allowed):
    """Give a row its edges; of the opponent's moves those in `allowed`. Tell whether there is room.

    The edges of a row in PASSING are replaced.
    """
    start = row * ROW_LEN
    mine = np.int64(rows[start + MINE])
    theirs = np.int64(rows[start + THEIRS])
    state = np.int64(rows[start + STATE])
    ban = state & 63
    everything = np.int64(game[ALL])
    prover_life = np.int64(game[PROVER_LIFE])
    opponent_life = np.int64(game[OPPONENT_LIFE])
    first = np.int64(game[EDGES])
    count = 0
    game[NODES] += 1
    turn = state & TURN_PROVER
    none = np.int64(PASS_CELL)
    if turn == 0 and state & PASSED == 0 and rows[start + PHASE] == NEW:
        # Two passes end a game for life; who wants to kill goes on in any case.
        passed = np.int64(PASSED if game[GOAL] == LIVE else 0)
        child = row_of(
            game, near, rows, index, mask, parts, mine, theirs, none | TURN_PROVER | passed
        )
        if child < 0:
            return False
        edges[first] = child * 64 + PASS_CELL
        game[EDGES] = first + 1
        rows[start + FIRST_EDGE] = first
        rows[start + EDGE_COUNT] = 1
        rows[start + PHASE] = PASSING
        return True
    free = everything & ~mine & ~theirs
    dame = free & game[DAME]
    if turn == 0:
        free &= allowed
        dame &= allowed
    free &= ~dame
    if (turn != 0) != (game[GOAL] == LIVE):
        free |= dame & -dame
    hint = np.int64(rows[start + HINT])
    if rows[start + PHASE] == PASSING:
        passing = np.int64(edges[rows[start + FIRST_EDGE]]) >> 6
        hint = np.int64(rows[passing * ROW_LEN + BEST])
    if turn and row == 0:
        free &= game[FIRST]
    if turn:
        # Where both pass the target stays, but nothing is shown about a claim.
        if (
            game[GOAL] == LIVE
            and not (state & PASSED and game[CLAIM])
            and not (row == 0 and game[FIRST] != everything)
        ):
            child = row_of(
                game, near, rows, index, mask, parts, mine, theirs, none | state & PASSED
            )
            if child < 0:
                return False
            edges[first + count] = child * 64 + PASS_CELL
            count += 1
        while free:
            cell = lowest_bit(free)
            free &= free - 1
            if cell == ban:
                continue
            beside = near[cell]
            outer = (opponent_life | prover_life) >> cell & 1
            if game[GOAL] == LIVE and beside & ~mine == 0 and outer == 0 and beside:
                chain = spread(beside & -beside, mine, near)
                if beside & ~chain == 0:
                    continue  # an eye of his own
            legal, after, others, _, ko = place(
                mine, theirs, cell, everything, prover_life, opponent_life, near
            )
            if not legal:
                continue
            if not game[OPPONENT_OBEYS]:
                ko = none
            known = game[ROWS]
            child = row_of(game, near, rows, index, mask, parts, after, others, ko)
            if child < 0:
                return False
            if (
                child == known
                and hint != PASS_CELL
                and hint != cell
                and 0 < rows[child * ROW_LEN + PROOF] < INFINITE
            ):
                rows[child * ROW_LEN + PROOF] += HINT_COST
            edges[first + count] = child * 64 + cell
            count += 1
    else:
        while free:
            cell = lowest_bit(free)
            free &= free - 1
            if cell == ban:
                continue
            legal, after, others, captured, ko = place(
                theirs, mine, cell, everything, opponent_life, prover_life, near
            )
            if not legal:
                continue
            if captured and is_single(captured):
                # Help from outside may be missing on the board: then this is a ko.
                bit = np.int64(1) << cell
                if (
                    spread(bit, after, near) & opponent_life
                    and near[cell] & everything & ~after & ~others == captured
                ):
                    ko = np.int64(lowest_bit(captured))
            if not game[PROVER_OBEYS]:
                ko = none
            child = row_of(game, near, rows, index, mask, parts, others, after, ko | TURN_PROVER)
            if child < 0:
                return False
            if rows[child * ROW_LEN + PHASE] == NEW:
                rows[child * ROW_LEN + HINT] = hint
            edges[first + count] = child * 64 + cell
            count += 1
    game[EDGES] = first + count
    rows[start + FIRST_EDGE] = first
    rows[start + EDGE_COUNT] = count
    rows[start + PHASE] = FULL
    return True


@outlined
def with_liberties(zone, mine, theirs, everything, prover_life, opponent_life, near):
    """Return a zone in which each chain that it touches is whole and has a liberty, if it needs it.

    So no move outside the zone can capture a stone in it.
    """
    free = everything & ~mine & ~theirs
    for side in range(2):
        stones = mine if side == 0 else theirs
        life = prover_life if side == 0 else opponent_life
        rest = zone & stones
        while rest:
            chain = spread(rest & -rest, stones, near)
            rest &= ~chain
            zone |= chain
            if chain & life == 0:
                liberties = touched(chain, near) & free
                if liberties & zone == 0:
                    zone |= liberties & -liberties
    return zone


@outlined
def zone_of_proof(game, near, rows, edges, row):
    """Return the zone of a row that is proved by its edges."""
    start = row * ROW_LEN
    mine = np.int64(rows[start + MINE])
    theirs = np.int64(rows[start + THEIRS])
    state = np.int64(rows[start + STATE])
    everything = np.int64(game[ALL])
    prover_life = np.int64(game[PROVER_LIFE])
    opponent_life = np.int64(game[OPPONENT_LIFE])
    turn = state & TURN_PROVER
    mover = mine if turn else theirs
    other = theirs if turn else mine
    mover_life = prover_life if turn else opponent_life
    other_life = opponent_life if turn else prover_life
    zone = np.int64(rows[start + ROW_ZONE])  # at the opponent's turn: that of his pass
    asked = zone if state & PASSED == 0 else everything
    if turn:
        zone = np.int64(0)
        asked = np.int64(0)
    elif state & PASSED:
        zone = everything
    for place_ in range(rows[start + EDGE_COUNT]):
        edge = np.int64(edges[rows[start + FIRST_EDGE] + place_])
        cell = edge & 63
        child = edge >> 6
        if turn and (cell != rows[start + BEST] or rows[child * ROW_LEN + PROOF] != 0):
            continue
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
        elif turn:
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
    # Moves of the opponent that are suicide must stay so.
    if not turn:
        asked &= everything & ~mine & ~theirs
        while asked:
            cell = lowest_bit(asked)
            asked &= asked - 1
            zone |= near[cell]
            bit = np.int64(1) << cell
            chain = spread(bit, theirs | bit, near)
            zone |= chain | touched(chain, near)
            # The chains around it have liberties elsewhere.
            rest = touched(chain, near) & mine
            free = everything & ~mine & ~theirs & ~bit
            while rest:
                wall = spread(rest & -rest, mine, near)
                rest &= ~wall
                if wall & prover_life == 0:
                    liberties = touched(wall, near) & free
                    if liberties & zone == 0:
                        zone |= liberties & -liberties
    return with_liberties(zone, mine, theirs, everything, prover_life, opponent_life, near)


@outlined
def summarise(game, near, rows, edges, row, pick):
    """Recompute a row's numbers from its children's; return whether it just became proved.

    `pick` receives the child to look at next, the second best number and the child's share.
    """
    start = row * ROW_LEN
    turn = rows[start + STATE] & TURN_PROVER
    least = np.int64(INFINITE)
    second = np.int64(INFINITE)
    total = np.int64(0)
    unsolved = 0
    endless = False
    best = np.int64(-1)
    share = np.int64(0)
    first = rows[start + FIRST_EDGE]
    small = PROOF if turn else DISPROOF
    large = DISPROOF if turn else PROOF
    for place_ in range(rows[start + EDGE_COUNT]):
        child = np.int64(edges[first + place_]) >> 6
        if rows[child * ROW_LEN + ON_PATH]:
            low = np.int64(INFINITE) if turn else np.int64(0)
            high = np.int64(0) if turn else np.int64(INFINITE)
        else:
            low = np.int64(rows[child * ROW_LEN + small])
            high = np.int64(rows[child * ROW_LEN + large])
        if high >= INFINITE:
            endless = True
        elif high:
            unsolved += 1
            total = max(total, high)
        if low < least:
            second = least
            least = low
            best = child
            share = high
            if turn and low == 0:
                rows[start + BEST] = edges[first + place_] & 63
        elif low < second:
            second = low
    if least == 0 or endless:
        total = np.int64(INFINITE)
    elif unsolved:
        # Weak proof numbers: positions that are reached in many ways are not counted as often.
        total += unsolved - 1
    if rows[start + PHASE] == PASSING and 0 < total < INFINITE:
        total += PASS_COST
    if rows[start + EDGE_COUNT] == 0:
        least = np.int64(INFINITE)
        total = np.int64(0)
    rows[start + small] = least
    rows[start + large] = total
    pick[0] = best
    pick[1] = second
    pick[2] = share
    return rows[start + PROOF] == 0


@kernel(types.int64(I64, I64, I64, I32, I32, I64, I64))
def search(game_array, near_array, row_array, index_array, edge_array, part_array, path_array):
    """Search the root of `game`; return PROVED, FAILED or EXHAUSTED.  Row 0 is the root.

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
    state = np.int64(game[KO_BAN])
    if game[PROVER_FIRST]:
        state |= TURN_PROVER
    root = row_of(
        game,
        near,
        rows,
        index,
        mask,
        parts,
        np.int64(game[PROVER_STONES]),
        np.int64(game[OPPONENT_STONES]),
        state,
    )
    depth = np.int64(0)
    steps = 0
    path[0] = root
    path[1] = INFINITE
    path[2] = INFINITE
    everything = np.int64(game[ALL])
    while depth >= 0:
        row = np.int64(path[3 * depth])
        start = row * ROW_LEN
        if rows[start + PHASE] == ENDED:
            depth -= 1
            continue
        rows[start + ON_PATH] = 1
        steps += 1
        if (
            game[NODES] >= game[LIMIT]
            or game[EDGES] > edge_room
            or steps > STEPS_PER_NODE * game[LIMIT]
        ):
            return EXHAUSTED
        if depth + 1 >= DEPTH:
            rows[start + PROOF] = INFINITE
            rows[start + DISPROOF] = 0
            rows[start + PHASE] = ENDED
            rows[start + ON_PATH] = 0
            depth -= 1
            continue
        if rows[start + PHASE] == NEW and not expand(
            game, near, rows, index, mask, edges, parts, row, everything
        ):
            return EXHAUSTED
        proved = summarise(game, near, rows, edges, row, pick)
        if proved and rows[start + PHASE] == PASSING:
            child = np.int64(edges[rows[start + FIRST_EDGE]]) >> 6
            zone = np.int64(rows[child * ROW_LEN + ROW_ZONE])
            rows[start + ROW_ZONE] = zone
            if not expand(game, near, rows, index, mask, edges, parts, row, zone):
                return EXHAUSTED
            if rows[start + EDGE_COUNT]:
                proved = summarise(game, near, rows, edges, row, pick)
        if rows[start + PHASE] == FULL and rows[start + EDGE_COUNT] == 0:
            # The opponent has no move: nothing can happen. The prover always has a pass in LIVE.
            turn = rows[start + STATE] & TURN_PROVER
            proved = turn == 0
            rows[start + PROOF] = INFINITE if turn else 0
            rows[start + DISPROOF] = 0 if turn else INFINITE
        if proved:
            rows[start + ROW_ZONE] = zone_of_proof(game, near, rows, edges, row)
            rows[start + PHASE] = ENDED
        if (
            rows[start + PROOF] == 0
            or rows[start + DISPROOF] == 0
            or rows[start + PROOF] >= path[3 * depth + 1]
            or rows[start + DISPROOF] >= path[3 * depth + 2]
        ):
            rows[start + ON_PATH] = 0
            depth -= 1
            continue
        child = np.int64(pick[0])
        second = np.int64(pick[1])
        slack = min(second + (second >> 2) + 1, INFINITE)
        turn = rows[start + STATE] & TURN_PROVER
        small = path[3 * depth + (1 if turn else 2)]
        large = path[3 * depth + (2 if turn else 1)]
        total = rows[start + (DISPROOF if turn else PROOF)]
        depth += 1
        path[3 * depth] = child
        path[3 * depth + (1 if turn else 2)] = min(small, slack)
        path[3 * depth + (2 if turn else 1)] = min(large - total + pick[2], INFINITE)
    return PROVED if rows[root * ROW_LEN + PROOF] == 0 else FAILED
