"""Zones of a duel: on which cells a win rests, and what the loser need not try."""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import PASS_CELL, lowest_bit, place, spread, touched
from gtpengine.reading.kernels.duelrows import (
    ALL,
    ATTACKER_LIFE,
    BEST,
    DISPROOF,
    EDGE_COUNT,
    FIRST_EDGE,
    INFINITE,
    KOS,
    MINE,
    NO_PASS,
    ON_PATH,
    OWNER_LIFE,
    PASSED,
    PROOF,
    RESTS_ON,
    ROW_LEN,
    ROW_ZONE,
    STATE,
    THEIRS,
    TURN,
)
from gtpengine.reading.kernels.zones import with_liberties


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
