"""The kernel that hunts one chain: can the attacker capture it, keeping its liberties few?

The game: on its own turn the chain may have at most KEEP liberties (1 is a ladder), or it has
escaped. What is claimed as captured is proved against *every* reply, not only the likely ones:

- A chain in atari is saved only by extending or by capturing a neighbour in atari.
- Otherwise the defender first passes. Where the attacker wins even so, the proof depends on a
  *zone* of points: those played on, the liberties of the chain, and the liberties of attacking
  chains with two or fewer. A stone outside the zone cannot disturb the proof, so only moves inside
  it remain to be refuted.

The attacker tries liberties and the points beside them, so an escape means that these fail.
"""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.moves import new_stamp
from gtpengine.board.kernels.stones import (
    in_atari,
    is_ko_recapture,
    is_suicide,
    last_liberty,
    play_assuming_legal,
    put,
    undo_to,
)
from gtpengine.board.layout import (
    BEST_MOVE,
    CANDIDATES,
    CANDIDATES_LEN,
    CHAIN,
    COLOUR,
    DEPTH_CAP,
    JOURNAL_MOST_PER_MOVE,
    JOURNAL_SIZE,
    JOURNAL_TOP,
    KEEP,
    KO_MASTER,
    KO_MET,
    KO_POINT,
    MARK,
    NEXT,
    NODE_CAP,
    NODES,
    ZONE,
    ZONE_LEN,
)
from gtpengine.board.points import EAST, NO_POINT, NORTH, PASS, SOUTH, STRIDE, WEST
from gtpengine.jit import inlined, kernel, outlined, pointer_to

BOARD = types.int32[::1]

# What a hunt comes to.
ESCAPES = 0
CAPTURED = 1
UNKNOWN = 2
KO_DECIDES = 3

_SIDES = (SOUTH, WEST, EAST, NORTH)


@inlined
def zone_of(depth):
    """Return where the zone of `depth` starts; the set of replies follows it."""
    return ZONE + 2 * depth * ZONE_LEN


@inlined
def add_to_zone(board, zone, point):
    """Put `point` into a zone."""
    board[zone + point // STRIDE] |= 1 << (point % STRIDE)


@inlined
def clear_zone(board, zone):
    """Empty a zone."""
    for row in range(ZONE_LEN):
        board[zone + row] = 0


@inlined
def merge_zone(board, zone, other):
    """Put all points of `other` into `zone`."""
    for row in range(ZONE_LEN):
        board[zone + row] |= board[other + row]


@outlined
def list_liberties(board, stone, start, most):
    """Write up to `most` liberties of the chain of `stone` to `start`; return how many; marks."""
    stamp = new_stamp(board)
    found = 0
    point = np.int64(stone)
    while True:
        for side in _SIDES:
            near = point + side
            if board[COLOUR + near] == EMPTY and board[MARK + near] != stamp:
                board[MARK + near] = stamp
                board[start + found] = near
                found += 1
                if found == most:
                    return found
        point = np.int64(board[NEXT + point])
        if point == stone:
            return found


@inlined
def note_if_weak(board, stone, zone):
    """Put the liberties of the chain of `stone` into `zone` if it has at most two."""
    spare = CANDIDATES + DEPTH_CAP * CANDIDATES_LEN
    count = list_liberties(board, stone, spare, 3)
    if count <= 2:
        for index in range(count):
            add_to_zone(board, zone, np.int64(board[spare + index]))


@outlined
def note_weak_attackers(board, stone, zone):
    """Note each chain of the other colour beside the chain of `stone` that is weak."""
    enemy = BLACK + WHITE - board[COLOUR + stone]
    point = np.int64(stone)
    while True:
        for side in _SIDES:
            if board[COLOUR + point + side] == enemy:
                note_if_weak(board, point + side, zone)
        point = np.int64(board[NEXT + point])
        if point == stone:
            return


@inlined
def pop_point(board, zone):
    """Take one point out of a zone and return it, NO_POINT if there is none."""
    for row in range(1, ZONE_LEN):
        if board[zone + row]:
            for column in range(1, STRIDE):
                if board[zone + row] >> column & 1:
                    board[zone + row] ^= 1 << column
                    return row * STRIDE + column
    return NO_POINT


@inlined
def may_play(board, point, colour):
    """Tell whether the move is legal in this search; the ko master ignores bans."""
    if is_ko_recapture(board, point, colour):
        board[KO_MET] = 1
        if colour != board[KO_MASTER]:
            return False
    return not is_suicide(board, point, colour)


@inlined
def list_attacks(board, start, liberties):
    """Append to the `liberties` points at `start` the empty points beside them, if KEEP allows.

    Returns how many candidates there are.
    """
    if board[KEEP] < 2:
        return liberties
    stamp = new_stamp(board)
    for index in range(liberties):
        board[MARK + board[start + index]] = stamp
    found = liberties
    for index in range(liberties):
        for side in _SIDES:
            near = np.int64(board[start + index]) + side
            if board[COLOUR + near] == EMPTY and board[MARK + near] != stamp:
                board[MARK + near] = stamp
                board[start + found] = near
                found += 1
    return found


@inlined
def list_rescues(board, stone, start):
    """Append to the liberty at `start` the moves that capture an attacker beside the chain.

    Returns how many candidates there are, or -1 if they do not fit.
    """
    enemy = BLACK + WHITE - board[COLOUR + stone]
    stamp = new_stamp(board)
    board[MARK + board[start]] = stamp
    found = 1
    point = np.int64(stone)
    while True:
        for side in _SIDES:
            near = point + side
            if board[COLOUR + near] == enemy:
                head = np.int64(board[CHAIN + near])
                if in_atari(board, head):
                    last = last_liberty(board, head)
                    if board[MARK + last] != stamp:
                        if found == CANDIDATES_LEN:
                            return -1
                        board[MARK + last] = stamp
                        board[start + found] = last
                        found += 1
        point = np.int64(board[NEXT + point])
        if point == stone:
            return found


@outlined
def hunt(board, stone, attacking, depth):
    """Search the hunt for the chain of `stone`, the attacker to move if `attacking` is 1.

    Returns ESCAPES, CAPTURED or UNKNOWN; after CAPTURED the zone of `depth` holds what the proof
    depends on. The root (depth 0) leaves its deciding move in BEST_MOVE.
    """
    board[NODES] += 1
    if (
        board[NODES] > board[NODE_CAP]
        or depth >= DEPTH_CAP - 1
        or board[JOURNAL_TOP] + JOURNAL_MOST_PER_MOVE > board[JOURNAL_SIZE]
    ):
        return UNKNOWN
    keep = np.int64(board[KEEP])
    start = CANDIDATES + depth * CANDIDATES_LEN
    zone = zone_of(depth)
    below = zone_of(depth + 1)
    deeper = depth + 1
    turn = 1 - attacking
    top = board[JOURNAL_TOP]
    hunted = np.int64(board[COLOUR + stone])
    mover = BLACK + WHITE - hunted if attacking else hunted
    liberties = list_liberties(board, stone, start, keep + 2)
    if liberties > keep + attacking:
        return ESCAPES
    clear_zone(board, zone)
    for index in range(liberties):
        add_to_zone(board, zone, np.int64(board[start + index]))
    note_weak_attackers(board, stone, zone)
    worst = ESCAPES
    if attacking:
        if liberties == 1:
            last = np.int64(board[start])
            if not may_play(board, last, mover):
                return ESCAPES
            if depth == 0:
                board[BEST_MOVE] = last
            return CAPTURED
        count = list_attacks(board, start, liberties)
        for index in range(count):
            point = np.int64(board[start + index])
            if not may_play(board, point, mover):
                continue
            play_assuming_legal(board, point, mover, True)
            result = hunt(board, stone, turn, deeper)
            if result == CAPTURED:
                # The attacking stone must stay playable: its own few liberties matter too.
                note_if_weak(board, point, zone)
                undo_to(board, top)
                add_to_zone(board, zone, point)
                merge_zone(board, zone, below)
                if depth == 0:
                    board[BEST_MOVE] = point
                return CAPTURED
            undo_to(board, top)
            if board[NODES] > board[NODE_CAP]:
                return UNKNOWN
            worst = max(worst, result)
        return worst
    replies = zone + ZONE_LEN
    clear_zone(board, replies)
    if liberties == 1:
        count = list_rescues(board, stone, start)
        if count < 0:
            return UNKNOWN
    else:
        put(board, KO_POINT, NO_POINT, True)
        result = hunt(board, stone, turn, deeper)
        undo_to(board, top)
        if result != CAPTURED:
            if depth == 0:
                board[BEST_MOVE] = PASS
            return result
        merge_zone(board, zone, below)
        merge_zone(board, replies, zone)
        count = liberties
    # Liberties and captures first: they are the likely rescues. Then whatever else is in the zone.
    index = 0
    while True:
        if index < count:
            point = np.int64(board[start + index])
            board[replies + point // STRIDE] &= ~(1 << (point % STRIDE))
            index += 1
        else:
            point = pop_point(board, replies)
            if point == NO_POINT:
                break
            if board[COLOUR + point] != EMPTY:
                continue
        if not may_play(board, point, mover):
            # A stone that weakens what surrounds the point could make the move possible.
            for side in _SIDES:
                if board[COLOUR + point + side] == BLACK + WHITE - hunted:
                    note_if_weak(board, point + side, zone)
            continue
        play_assuming_legal(board, point, mover, True)
        result = hunt(board, stone, turn, deeper)
        undo_to(board, top)
        if result == ESCAPES:
            if depth == 0:
                board[BEST_MOVE] = point
            return ESCAPES
        if board[NODES] > board[NODE_CAP]:
            return UNKNOWN
        worst = max(worst, result)
        merge_zone(board, zone, below)
    return CAPTURED if worst <= CAPTURED else UNKNOWN


@kernel(types.int64(BOARD, types.int64, types.int64, types.int64, types.int64))
def hunt_chain(vector, stone, attacking, keep, nodes):
    """Hunt the chain of `stone`: return CAPTURED, ESCAPES, KO_DECIDES or UNKNOWN.

    At most `nodes` are spent on each of up to two searches: one in which the defender may ignore ko
    bans, and, where a ban mattered and it was not captured, one in which the attacker may.
    BEST_MOVE is the first move that works for whoever moves, and after CAPTURED the zone of depth
    0 holds the points that the proof depends on.  Pre: a full vector, a stone at `stone`.
    """
    board = pointer_to(vector)
    hunted = np.int64(board[COLOUR + stone])
    board[KEEP] = keep
    board[NODE_CAP] = nodes
    board[NODES] = 0
    board[KO_MET] = 0
    board[BEST_MOVE] = NO_POINT
    board[KO_MASTER] = hunted
    root = np.int64(0)
    first = hunt(board, stone, attacking, root)
    if first == CAPTURED or not board[KO_MET]:
        return first
    board[NODE_CAP] = board[NODES] + nodes
    board[KO_MASTER] = BLACK + WHITE - hunted
    second = hunt(board, stone, attacking, root)
    if second == ESCAPES:
        return ESCAPES
    return KO_DECIDES if first == ESCAPES and second == CAPTURED else UNKNOWN
