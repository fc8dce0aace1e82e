"""The brute force of full_board.py, compiled: the same states and rules, written a second time.

Reaches about 13 playable points. States are numbered in the order in which play finds them; `solve`
returns the scores of the first one and of the states after each of its moves.
"""

import numba
import numpy as np

from tests.oracles.full_board import BLACK, LIMIT, WHITE, TooBig

PASS = -1


@numba.njit(cache=True)
def spread(start, within, near):
    found = start
    todo = start
    while todo:
        low = todo & -todo
        todo ^= low
        cell = 0
        while low >> cell != 1:
            cell += 1
        new = near[cell] & within & ~found
        found |= new
        todo |= new
    return found


@numba.njit(cache=True)
def touched(points, near):
    found = points & 0
    for cell in range(near.size):
        if points >> cell & 1:
            found |= near[cell]
    return found


@numba.njit(cache=True)
def is_single(points):
    return points != 0 and points & (points - 1) == 0


@numba.njit(cache=True)
def area(black, white, everything, near, held):
    total = 0
    for cell in range(near.size):
        total += (black >> cell & 1) - (white >> cell & 1)
    free = everything & ~(black | white)
    while free:
        space = spread(free & -free, free, near)
        free &= ~space
        edge = touched(space, near)
        one = (edge & black) | (space & held[1])
        two = (edge & white) | (space & held[2])
        if (one != 0) != (two != 0):
            for cell in range(near.size):
                if space >> cell & 1:
                    total += 1 if one else -1
    return total


@numba.njit(cache=True)
def play(own, other, move, everything, near, mine, theirs):
    """Return (legal, own, other, banned point)."""
    free = everything & ~(own | other) & ~move
    taken = move & 0
    beside = touched(move, near) & other
    while beside:
        chain = spread(beside & -beside, other, near)
        beside &= ~chain
        if not chain & theirs and not touched(chain, near) & free:
            taken |= chain
    chain = spread(move, own | move, near)
    liberties = touched(chain, near) & (free | taken)
    if not taken and not chain & mine and not liberties:
        return False, own, other, move & 0
    ban = move & 0
    if is_single(taken) and chain == move and not chain & mine and is_single(liberties):
        ban = taken
    return True, own | move, other & ~taken, ban


@numba.njit(cache=True)
def number_of(states, table, count, black, white, ban, kind):
    """Return (number, count): the state's number, given out if it is new. kind = player, passed."""
    mask = table.size - 1
    code = (black * 0x5BD1E995 + white * 0x1B873593 + ban * 0x2C9277B5 + kind * 0x38B34AE5) & (
        (1 << 62) - 1
    )
    slot = (code ^ (code >> 23) ^ (code >> 41)) & mask
    while table[slot] >= 0:
        number = table[slot]
        row = states[number]
        if row[0] == black and row[1] == white and row[2] == ban and row[3] == kind:
            return number, count
        slot = (slot + 1) & mask
    table[slot] = count
    states[count, 0] = black
    states[count, 1] = white
    states[count, 2] = ban
    states[count, 3] = kind
    return count, count + 1


@numba.njit(cache=True)
def explore(states, table, first, after, ends, everything, near, held, pass_lifts):
    """List all states from states[0] on; return how many, or 0 if there is no room."""
    count = 1
    edges = 0
    here = 0
    count = number_of(states, table, 0, states[0, 0], states[0, 1], states[0, 2], states[0, 3])[1]
    while here < count:
        if count + 80 > states.shape[0] or edges + 80 > after.size:
            return 0
        black, white, ban, kind = states[here]
        player, passed = kind & 3, kind >> 2
        first[here] = edges
        for cell in range(near.size):
            move = np.int64(1) << cell
            if (black | white) & move:
                continue
            if (ban > 0 and player == 2 and ban == move) or (
                ban < 0 and player == 1 and -ban == move
            ):
                continue
            if player == 1:
                legal, own, other, taken = play(
                    black, white, move, everything, near, held[1], held[2]
                )
                if legal:
                    number, count = number_of(states, table, count, own, other, taken, 2)
            else:
                legal, own, other, taken = play(
                    white, black, move, everything, near, held[2], held[1]
                )
                if legal:
                    number, count = number_of(states, table, count, other, own, -taken, 1)
            if legal:
                after[edges] = number
                edges += 1
        if passed:
            ends[here] = area(black, white, everything, near, held)
        else:
            kept = ban & 0 if pass_lifts else ban
            number, count = number_of(states, table, count, black, white, kept, 4 + 3 - player)
            after[edges] = number
            edges += 1
        here += 1
    first[count] = edges
    return count


@numba.njit(cache=True)
def settle(states, first, after, ends, count, value):
    """Work scores out backwards until nothing changes."""
    changed = True
    while changed:
        changed = False
        for here in range(count - 1, -1, -1):
            black = states[here, 3] & 3 == 1
            passed = states[here, 3] >> 2
            best = -LIMIT * 2 if black else LIMIT * 2
            if passed:
                best = ends[here]
            for edge in range(first[here], first[here + 1]):
                other = value[after[edge]]
                if (black and other > best) or (not black and other < best):
                    best = other
            if best != value[here]:
                value[here] = best
                changed = True


def solve(board, player, most=4_000_000):
    """Return (low, high, low after each move, high after each move), passing included as None."""
    black, white, ban, _, _ = board.start(player)
    near = np.array(board.near, np.int64)
    held = np.array([0, board.held[BLACK], board.held[WHITE]], np.int64)
    size = 1 << 15
    while True:
        states = np.zeros((size, 4), np.int64)
        states[0] = black, white, ban, player
        table = np.full(2 * size, -1, np.int32)
        first, ends = np.zeros(size + 1, np.int32), np.zeros(size, np.int32)
        after = np.zeros(12 * size, np.int32)
        count = explore(
            states, table, first, after, ends, np.int64(board.all), near, held, board.pass_lifts
        )
        if count:
            break
        size *= 4
        if size > 4 * most:
            raise TooBig
    results = []
    for unknown in (-LIMIT, LIMIT):
        value = np.full(count, unknown, np.int32)
        settle(states, first, after, ends, count, value)
        moves = {}
        for number in after[first[0] : first[1]]:
            other = states[number]
            if other[3] >> 2:
                point = None
            else:
                stones = int(other[0] if player == BLACK else other[1])
                stones &= ~(black if player == BLACK else white)
                point = board.points[stones.bit_length() - 1]
            moves[point] = int(value[number]) + board.fixed
        results.append((int(value[0]) + board.fixed, moves))
    return results[0][0], results[1][0], results[0][1], results[1][1]
