"""Moves of a proof: the edges of a row, which of them are left out, and which are tried first."""

import numpy as np

from gtpengine.jit import outlined
from gtpengine.reading.kernels.cells import PASS_CELL, is_single, lowest_bit, place, spread
from gtpengine.reading.kernels.proofrows import (
    ALL,
    BEST,
    CLAIM,
    DAME,
    EDGE_COUNT,
    EDGES,
    FIRST,
    FIRST_EDGE,
    FULL,
    GOAL,
    HINT,
    INFINITE,
    LIVE,
    MINE,
    NEW,
    NODES,
    OPPONENT_LIFE,
    OPPONENT_OBEYS,
    PASSED,
    PASSING,
    PHASE,
    PROOF,
    PROVER_LIFE,
    PROVER_OBEYS,
    ROW_LEN,
    ROWS,
    STATE,
    THEIRS,
    TURN_PROVER,
    row_of,
)

HINT_COST = 3  # what every other answer than the hint is harder, as a proof number


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
