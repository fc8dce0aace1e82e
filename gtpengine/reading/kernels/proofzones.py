"""Zones of a proof: the cells on which it rests."""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import PASS_CELL, lowest_bit, place, spread, touched
from gtpengine.reading.kernels.proofrows import (
    ALL,
    BEST,
    EDGE_COUNT,
    FIRST_EDGE,
    MINE,
    OPPONENT_LIFE,
    PASSED,
    PROOF,
    PROVER_LIFE,
    ROW_LEN,
    ROW_ZONE,
    STATE,
    THEIRS,
    TURN_PROVER,
)
from gtpengine.reading.kernels.zones import with_liberties


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
