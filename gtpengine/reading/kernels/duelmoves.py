"""Moves of a duel: the edges of a row, which of them are left out, and which are tried first."""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import PASS_CELL, lowest_bit, place, spread, touched
from gtpengine.reading.kernels.duelrows import (
    ALL,
    ATTACKER_LIFE,
    ATTACKER_OBEYS,
    BEST,
    DAME,
    DISPROOF,
    EDGE_COUNT,
    EDGES,
    FIRST,
    FIRST_EDGE,
    FULL,
    GUIDE,
    MINE,
    NEW,
    NO_PASS,
    NODES,
    OWNER_LIFE,
    OWNER_OBEYS,
    PASSED,
    PHASE,
    PROOF,
    ROW_LEN,
    ROWS,
    STATE,
    STAYING,
    THEIRS,
    TURN,
    child_of,
    is_won,
    row_of,
)
from gtpengine.reading.kernels.ends import DIAGONAL

STAY_COST = 8  # what it takes to refute every move where both passed
HINT_COST = 8  # how much harder other moves seem than the guide's
PASS_COST = 6  # how much harder moves seem than a pass: its refutation tells which can help


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
    if guide >= 0 and is_won(rows, guide, turn != 0):
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
                    rows[here + GUIDE] = child_of(rows, edges, guide, hint)
                else:
                    rows[here + effort] += HINT_COST
            else:
                rows[here + effort] += PASS_COST
            if hint < 0 and guide >= 0:
                # The other has won something like this: after the same move, or after a pass.
                same = child_of(rows, edges, guide, cell)
                if not is_won(rows, same, turn == 0):
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
