"""The whole board searched for proofs: can a player make sure of a score? It knows no regions.

Board, rules and points are those of full_board.py, and so is the real ko rule; but where that lists
every position, this plays only what a proof needs: depth first, with a table of what is left to
play for, the best answer found so far first. So it reaches 18 to 20 playable points instead of 12.

A position that comes back in a line of play counts as a failure of whoever has to prove. A proof
therefore never uses a repetition, and holds whatever the rules say about one; that none was found
says nothing.

Stones joined to stones that no one can capture stay: they are counted and leave the table's key,
which is the other points and which of them are beside such stones. In one line of play these only
grow in number, so two positions of a line with the same key are the same. A space whose every
neighbour outside is such a stone of one colour, and of whose points at most one is not beside it,
is that colour's: stones of the other colour in there have at most one liberty that their captor
cannot fill at his leisure, so they cannot live, and his own stones there cannot die. Single points
between such stones of both colours are all alike, and each player can have every second one.
Whoever has to prove something leaves points alone that are certain already: his own choice.
"""

import numba
import numpy as np

from gtpengine.localgame.kernels.bits import count_bits, lowest_bit
from tests.oracles.full_board import BLACK, WHITE, TooBig

UNKNOWN, YES, NO = 0, 1, 2
MOST_DEPTH = 200
MOST_MOVES = 64
PASS = 62
NONE = 63
HISTORY = 64
FAR = 1 << 20
WEIGHT = 4  # of a move as an answer to the last one, beside its success anywhere
# Columns of the stack.
STONES, OTHERS, BAN, KIND, CURSOR, COUNT, SLOT, LAST, GOAL = range(9)
# Columns of the table: five sets of points, who moves and what is banned, when, and what is known.
WORD, GENERATION, PROVED, FAILED, BEST, ON_LINE = range(5, 11)


@numba.njit(cache=True)
def spread(start, within, near):
    found = start
    todo = start
    while todo:
        new = near[lowest_bit(todo)] & within & ~found
        todo &= todo - 1
        found |= new
        todo |= new
    return found


@numba.njit(cache=True)
def touched(points, near):
    found = np.int64(0)
    while points:
        found |= near[lowest_bit(points)]
        points &= points - 1
    return found


@numba.njit(cache=True)
def area(black, white, everything, near, held):
    """Return the score of the points that can change, Black minus White."""
    total = count_bits(black) - count_bits(white)
    free = everything & ~(black | white)
    while free:
        space = spread(free & -free, free, near)
        free &= ~space
        edge = touched(space, near)
        one = (edge & black) | (space & held[BLACK])
        two = (edge & white) | (space & held[WHITE])
        if one != 0 and two == 0:
            total += count_bits(space)
        elif two != 0 and one == 0:
            total -= count_bits(space)
    return total


@numba.njit(cache=True)
def certain(key, blacks, whites, near):
    """Return what of `key` is Black's for certain, what is White's, and single points between."""
    rest = key[0] | key[1] | key[2]
    between = np.int64(0)
    while rest:
        space = spread(rest & -rest, rest, near)
        rest &= ~space
        one = space & key[3]
        two = space & key[4]
        if one and not two:
            inner = space & ~one
            if inner & (inner - 1) == 0:
                blacks |= space
        elif two and not one:
            inner = space & ~two
            if inner & (inner - 1) == 0:
                whites |= space
        elif space & (space - 1) == 0 and space & key[0]:
            between |= space
    return blacks, whites, between


@numba.njit(cache=True)
def bounds(blacks, whites, between, everything, player):
    """Return what Black is sure of, and all that White is not sure of."""
    size = count_bits(everything)
    shared = count_bits(between)
    low = count_bits(blacks) + (shared + (player == BLACK)) // 2
    high = count_bits(whites) + (shared + (player == WHITE)) // 2
    return 2 * low - size, size - 2 * high


@numba.njit(cache=True)
def play(own, other, move, everything, near, mine, theirs):
    """Return (legal, own, other, banned point)."""
    free = everything & ~(own | other) & ~move
    taken = np.int64(0)
    here = near[lowest_bit(move)]
    beside = here & other
    while beside:
        chain = spread(beside & -beside, other, near)
        beside &= ~chain
        if not chain & theirs and not touched(chain, near) & free:
            taken |= chain
    if not taken and (here & free or move & mine):
        return True, own | move, other, np.int64(0)
    chain = spread(move, own | move, near)
    liberties = touched(chain, near) & (free | taken)
    if not taken and not chain & mine and not liberties:
        return False, own, other, np.int64(0)
    ban = np.int64(0)
    if (
        taken
        and taken & (taken - 1) == 0
        and chain == move
        and not chain & mine
        and liberties & (liberties - 1) == 0
    ):
        ban = taken
    return True, own | move, other & ~taken, ban


@numba.njit(cache=True)
def find(table, generation, key, word, counts):
    """Return the row of a position, made if it is new. Rows of other generations are free."""
    mask = table.shape[0] - 1
    code = word * 0x38B34AE5
    for i in range(5):
        code = ((code ^ key[i]) * 0x5BD1E995) & ((1 << 62) - 1)
        code ^= code >> 29
    slot = (code ^ (code >> 31)) & mask
    while table[slot, GENERATION] == generation:
        row = table[slot]
        if (
            row[0] == key[0]
            and row[1] == key[1]
            and row[2] == key[2]
            and row[3] == key[3]
            and row[4] == key[4]
            and row[WORD] == word
        ):
            return slot
        slot = (slot + 1) & mask
    row = table[slot]
    for i in range(5):
        row[i] = key[i]
    row[WORD] = word
    row[GENERATION] = generation
    row[PROVED] = -FAR
    row[FAILED] = FAR
    row[BEST] = NONE
    row[ON_LINE] = 0
    counts[0] += 1
    return slot


@numba.njit(cache=True)
def list_moves(moves, row, free, best, replies, history):
    """Write the moves of a position: the best known, the usual reply, by past success, a pass."""
    count = 0
    rest = free
    while rest:
        cell = lowest_bit(rest)
        rest &= rest - 1
        weight = history[cell] + WEIGHT * replies[cell]
        if cell == best:
            weight = np.int64(1) << 60
        place = count
        while place > 0 and moves[row, 1, place - 1] < weight:
            moves[row, 0, place] = moves[row, 0, place - 1]
            moves[row, 1, place] = moves[row, 1, place - 1]
            place -= 1
        moves[row, 0, place] = cell
        moves[row, 1, place] = weight
        count += 1
    place = count
    if best == PASS:
        while place > 0:
            moves[row, 0, place] = moves[row, 0, place - 1]
            place -= 1
    moves[row, 0, place] = PASS
    return count + 1


@numba.njit(cache=True)
def prove(start, prover, target, everything, near, held, table, stack, moves, past, counts):
    """Return YES or NO: has `prover` a proof that the score is at least (White: at most) `target`.

    `start` is black, white, ban, player + 4 * passed. UNKNOWN when counts[0] passes counts[1].
    Results of failed lines may hang on the way there, so NO means that no proof was found.
    """
    generation = counts[2]
    key = np.zeros(5, np.int64)
    sign = 1 if prover == BLACK else -1
    depth = -1
    black, white, ban, kind = start[0], start[1], start[2], start[3]
    last = np.int64(NONE)
    result = np.int64(UNKNOWN)
    fresh = True
    while True:
        if fresh:
            # A position that was just reached: decide it at sight, or open it.
            fresh = False
            player = kind & 3
            result = np.int64(UNKNOWN)
            own_black = spread(black & held[BLACK], black, near)
            own_white = spread(white & held[WHITE], white, near)
            key[0] = everything & ~(black | white)
            key[1] = black & ~own_black
            key[2] = white & ~own_white
            left = key[0] | key[1] | key[2]
            key[3] = (held[BLACK] | touched(own_black, near)) & left
            key[4] = (held[WHITE] | touched(own_white, near)) & left
            blacks, whites, between = certain(key, own_black, own_white, near)
            if kind & 4 == 0:
                low, high = bounds(blacks, whites, between, everything, player)
                if prover == BLACK:
                    if low >= target:
                        result = np.int64(YES)
                    elif high < target:
                        result = np.int64(NO)
                elif high <= target:
                    result = np.int64(YES)
                elif low > target:
                    result = np.int64(NO)
            else:
                good = sign * (area(black, white, everything, near, held) - target) >= 0
                if good and player == prover:
                    result = np.int64(YES)
                elif not good and player != prover:
                    result = np.int64(NO)
            if result == UNKNOWN:
                banned = lowest_bit(ban) if ban else np.int64(NONE)
                slot = find(table, generation, key, kind | banned << 3, counts)
                row = table[slot]
                goal = sign * (target - count_bits(own_black) + count_bits(own_white))
                if row[PROVED] >= goal:
                    result = np.int64(YES)
                elif row[FAILED] <= goal or row[ON_LINE]:
                    result = np.int64(NO)
                else:
                    if counts[0] >= counts[1] or depth + 1 == MOST_DEPTH:
                        return UNKNOWN
                    row[ON_LINE] = 1
                    depth += 1
                    frame = stack[depth]
                    frame[STONES], frame[OTHERS], frame[BAN], frame[KIND] = black, white, ban, kind
                    frame[CURSOR] = 0
                    frame[SLOT] = slot
                    frame[LAST] = last
                    frame[GOAL] = goal
                    free = key[0] & ~(ban | (between & (between - 1)))
                    if player == prover:
                        # Stones of the other player in one's own space may have to be captured.
                        own, theirs = (blacks, whites) if player == BLACK else (whites, blacks)
                        if not own & (white if player == BLACK else black):
                            free &= ~own
                        free &= ~theirs
                    frame[COUNT] = list_moves(
                        moves, depth, free, row[BEST], past[player, last], past[player, HISTORY]
                    )
            if depth < 0:
                return result
        frame = stack[depth]
        player = frame[KIND] & 3
        wanted = YES if player == prover else NO
        if result != UNKNOWN and (result == wanted or frame[CURSOR] == frame[COUNT]):
            row = table[frame[SLOT]]
            if result == wanted:
                best = moves[depth, 0, frame[CURSOR] - 1]
                past[player, HISTORY, best] += 1
                past[player, frame[LAST], best] += 1
                row[BEST] = best
            if result == YES:
                row[PROVED] = max(row[PROVED], frame[GOAL])
            else:
                row[FAILED] = min(row[FAILED], frame[GOAL])
            row[ON_LINE] = 0
            depth -= 1
            if depth < 0:
                return result
            continue
        if frame[CURSOR] == frame[COUNT]:
            # Only illegal moves were left after the last result.
            result = np.int64(NO if wanted == YES else YES)
            continue
        cell = moves[depth, 0, frame[CURSOR]]
        frame[CURSOR] += 1
        result = np.int64(UNKNOWN)
        other = BLACK + WHITE - player
        black, white = frame[STONES], frame[OTHERS]
        last = cell
        ban = np.int64(0)
        if cell == PASS:
            if frame[KIND] & 4:
                good = sign * (area(black, white, everything, near, held) - target) >= 0
                result = np.int64(YES if good else NO)
                continue
            kind = np.int64(other + 4)
            fresh = True
            continue
        move = np.int64(1) << cell
        if player == BLACK:
            legal, black, white, ban = play(
                black, white, move, everything, near, held[BLACK], held[WHITE]
            )
        else:
            legal, white, black, ban = play(
                white, black, move, everything, near, held[WHITE], held[BLACK]
            )
        if legal:
            kind = np.int64(other)
            fresh = True


class ProofBoard:
    """One board of full_board.py; `rows` is how many positions a question may look at."""

    def __init__(self, board, rows=1 << 21):
        self.board = board
        slots = 1 << (4 * rows // 3).bit_length()
        self._table = np.zeros((slots, 11), np.int64)
        self._stack = np.zeros((MOST_DEPTH, 9), np.int64)
        self._moves = np.zeros((MOST_DEPTH, 2, MOST_MOVES), np.int64)
        self._past = np.zeros((3, HISTORY + 1, HISTORY), np.int64)
        self._counts = np.zeros(3, np.int64)
        self._rows = rows
        self.searched = 0

    def reload(self, board):
        """Go on to another board with the same memory."""
        self.board = board
        self._past[:] = 0

    def proves(self, prover, target, state):
        """Tell whether `prover` has a proof that the whole board's score is `target` or better.

        `state` is one of full_board.py.

        Raises:
            TooBig: it takes more positions than allowed.
        """
        board = self.board
        black, white, ban, player, passed = state
        start = np.array([black, white, abs(ban), player + 4 * passed], np.int64)
        self._counts[0] = 0
        self._counts[1] = self._rows
        self._counts[2] += 1
        self._past //= 8
        answer = prove(
            start,
            prover,
            target - board.fixed,
            np.int64(board.all),
            np.array(board.near, np.int64),
            np.array([0, board.held[BLACK], board.held[WHITE]], np.int64),
            self._table,
            self._stack,
            self._moves,
            self._past,
            self._counts,
        )
        self.searched += int(self._counts[0])
        if answer == UNKNOWN:
            raise TooBig
        return answer == YES
