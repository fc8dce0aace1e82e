"""Rows of a duel: positions with what is known about them, and the places of the game's numbers.

A row is proved where the attacker wins and disproved where the owner does. Who wins what is looked
at here by static ends only (`ends`, `eyes`).
"""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import PASS_CELL, hashed
from gtpengine.reading.kernels.ends import NEVER, eye_distance, unconditional
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
        end(rows, start, True, np.int64(0))
        return row
    zone = unconditional(mine, theirs, target, everything, owner_life, attacker_life, near, parts)
    if zone:
        end(rows, start, False, zone)
        return row
    zone = enclosed_life(mine, theirs, target, everything, attacker_life, state & TURN == 0, near)
    if zone:
        end(rows, start, False, zone)
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
        end(rows, start, True, zone)
        return row
    rows[start + PROOF] = 1 + 2 * possible
    rows[start + DISPROOF] = 1 + 4 * distance
    return row


@outlined
def end(rows, start, attacker, zone):
    """Note that a player wins a row."""
    rows[start + PROOF] = 0 if attacker else INFINITE
    rows[start + DISPROOF] = INFINITE if attacker else 0
    rows[start + ROW_ZONE] = zone
    rows[start + PHASE] = ENDED


@outlined
def child_of(rows, edges, row, cell):
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
def is_won(rows, row, attacker):
    """Tell whether a row is won by the attacker, or else by the owner."""
    return row >= 0 and rows[row * ROW_LEN + (PROOF if attacker else DISPROOF)] == 0
