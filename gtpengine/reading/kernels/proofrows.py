"""Rows of a proof: positions with what is known about them, and the places of the game's numbers.

A row is proved where the prover reaches his goal, by static ends (`ends`) or by a search.
"""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import PASS_CELL, hashed, spread
from gtpengine.reading.kernels.ends import NEVER, eye_distance, room_left, unconditional

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
STAY_COST = 8  # what it takes to refute every move where both passed, as a proof number


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
