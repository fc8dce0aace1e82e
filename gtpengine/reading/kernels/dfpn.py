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

from gtpengine.jit import kernel, outlined, pointer_to
from gtpengine.reading.kernels.proofmoves import expand
from gtpengine.reading.kernels.proofrows import (
    ALL,
    BEST,
    DISPROOF,
    EDGE_COUNT,
    EDGES,
    ENDED,
    FIRST_EDGE,
    FULL,
    INFINITE,
    KO_BAN,
    LIMIT,
    NEW,
    NODES,
    ON_PATH,
    OPPONENT_STONES,
    PASSING,
    PHASE,
    PROOF,
    PROVER_FIRST,
    PROVER_STONES,
    ROW_LEN,
    ROW_ZONE,
    ROWS,
    STATE,
    TURN_PROVER,
    row_of,
)
from gtpengine.reading.kernels.proofzones import zone_of_proof

DEPTH = 120
STEPS_PER_NODE = 6
PASS_COST = 2  # what is still to be refuted when the pass is: as much again, and this

# What a search comes to.
FAILED = 0
PROVED = 1
EXHAUSTED = 2

I64 = types.int64[::1]
I32 = types.int32[::1]


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
        total += total + PASS_COST
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
        slack = min(second + (second >> 3) + 1, INFINITE)
        turn = rows[start + STATE] & TURN_PROVER
        small = path[3 * depth + (1 if turn else 2)]
        large = path[3 * depth + (2 if turn else 1)]
        total = rows[start + (DISPROOF if turn else PROOF)]
        depth += 1
        path[3 * depth] = child
        path[3 * depth + (1 if turn else 2)] = min(small, slack)
        path[3 * depth + (2 if turn else 1)] = min(large - total + pick[2], INFINITE)
    return PROVED if rows[root * ROW_LEN + PROOF] == 0 else FAILED
