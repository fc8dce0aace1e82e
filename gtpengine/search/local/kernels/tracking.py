"""Following regions along a line of play: a region's state is a node of its table.

A move at a point of a region follows an edge. A move that the table does not know ends the tracking
of that region for the line: its state becomes BROKEN, and the region is plain board again. So it is
where a stone of its border is gone or in atari.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.kernels.stones import is_legal
from gtpengine.board.layout import CHAIN, COLOUR, LIBERTIES, LIBERTY_BITS, LIBERTY_SQUARES, SIZE
from gtpengine.board.points import NO_POINT
from gtpengine.evaluation.kernels.chains import IMMORTAL
from gtpengine.jit import inlined, outlined

BROKEN = -1
NO_REGION = -1  # settled: nothing is gained or lost there
UNTRACKED = -2  # in a region without a table
NOT_TRACKED = np.float32(1e9)  # in place of what a region counts
MOST_REGIONS = 128
MOST_BORDER = 12  # chains of a border that are watched

Shorts = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


class Tables(NamedTuple):
    """The tables of all regions of a position in one pool; see `gtpengine.search.local.tables`.

    Edges of node n by side (0 is Black) are first[2 n + side] up to first[2 n + side] + degree.
    """

    region_at: Shorts  # per point: the region that it belongs to, NO_REGION or UNTRACKED
    roots: Ints  # by region: the node of the position
    settled: Floats  # by region: points for Black that are settled in it from the start
    first: Ints
    degree: Ints
    target: Ints  # by edge: the node that it leads to, BROKEN where the table ends
    point: Shorts  # by edge
    gain: Shorts  # by edge: points for Black that the move settles
    mean: Floats  # by node: what it counts for Black, without what was settled on the way
    heat: Floats  # by node: temperature by area
    best: Shorts  # by 2 * node + side: that player's best move, or NO_POINT
    lift: Ints  # by node: the same position after a play elsewhere
    border: Shorts  # MOST_BORDER a region: a stone of each chain around it, NO_POINT behind them
    inside: Shorts  # all points of tracked regions


TABLES = types.NamedTuple(
    (
        types.int16[::1],
        types.int32[::1],
        types.float32[::1],
        types.int32[::1],
        types.int32[::1],
        types.int32[::1],
        types.int16[::1],
        types.int16[::1],
        types.float32[::1],
        types.float32[::1],
        types.int16[::1],
        types.int32[::1],
        types.int16[::1],
        types.int16[::1],
    ),
    Tables,
)


@inlined
def is_in_atari(board, stone):
    """Tell whether the chain of a stone has one liberty; chains that cannot be taken never have."""
    head = board[CHAIN + stone]
    packed = np.int64(board[LIBERTIES + head])
    count = packed >> LIBERTY_BITS
    total = packed & ((1 << LIBERTY_BITS) - 1)
    alone = count * np.int64(board[LIBERTY_SQUARES + head]) == total * total
    return alone and board[SIZE + head] < IMMORTAL


@outlined
def follow(tables, states, gains, region, point, colour):
    """Let one region follow a move at one of its points; its state may become BROKEN.

    `gains` are the points that were settled in each region on the way.
    """
    node = np.int64(states[region])
    if node < 0:
        return
    row = 2 * node + np.int64(colour != BLACK)
    first = tables.first[row]
    for edge in range(first, first + tables.degree[row]):
        if tables.point[edge] == point:
            states[region] = tables.target[edge]
            gains[region] += tables.gain[edge]
            return
    states[region] = BROKEN


@inlined
def track(tables, states, gains, before, point, colour):
    """Follow a move anywhere on the board; return where it was made: see `region_at`.

    `before` is the region of the move before, where a ko ban may have been: a play elsewhere
    lifts it.
    """
    region = np.int64(NO_REGION)
    if point > NO_POINT:
        region = np.int64(tables.region_at[point])
    if before >= 0 and before != region and states[before] >= 0:
        states[before] = tables.lift[states[before]]
    if region >= 0:
        follow(tables, states, gains, region, point, colour)
    return region


@inlined
def begin(tables, states, gains):
    """Let all regions stand as at the root."""
    for region in range(len(tables.roots)):
        states[region] = tables.roots[region]
        gains[region] = tables.settled[region]


@outlined
def sum_of_means(tables, states, gains, colour, tax):
    """Return what all tracked regions count for Black, `colour` being to move: means and tempo.

    With the hottest region at t the player to move expects half of t more than the means; `tax` is
    what a move costs by the rules, a point by territory.
    """
    total = 0.0
    top = tax
    for region in range(len(tables.roots)):
        node = np.int64(states[region])
        if node >= 0:
            total += gains[region] + tables.mean[node]
            top = max(top, np.float64(tables.heat[node]))
    tempo = 0.5 * (top - tax)
    return total + (tempo if colour == BLACK else -tempo)


@outlined
def border_holds(tables, board, region):
    """Tell whether the stones around a region still stand and none of them is in atari."""
    start = MOST_BORDER * region
    for place in range(start, start + MOST_BORDER):
        stone = np.int64(tables.border[place])
        if stone == NO_POINT:
            return True
        if board[COLOUR + stone] == EMPTY or is_in_atari(board, stone):
            return False
    return True


@outlined
def note_values(tables, states, gains, values, tops):
    """Write what each region counts for Black at its present state, and how hot it is there.

    NOT_TRACKED stands for what a region counts that is at no node.
    """
    for region in range(len(tables.roots)):
        node = np.int64(states[region])
        values[region] = NOT_TRACKED
        if node >= 0:
            values[region] = gains[region] + tables.mean[node]
            tops[region] = tables.heat[node]


@outlined
def forget_fallen(tables, values, board, before):
    """Let regions count no more by their tables of whose border a stone has been taken.

    `before` is the board on which all of them stood.
    """
    for region in range(len(tables.roots)):
        start = MOST_BORDER * region
        for place in range(start, start + MOST_BORDER):
            stone = np.int64(tables.border[place])
            if stone == NO_POINT:
                break
            if board[COLOUR + stone] != before[COLOUR + stone]:
                values[region] = NOT_TRACKED
                break


@outlined
def hottest(tables, states, board, colour, least):
    """Return the best move of `colour` in the hottest region above `least`, or NO_POINT.

    Regions whose border does not hold any more are given up on the way.
    """
    best = np.int64(NO_POINT)
    heat = np.float32(least)
    side = np.int64(colour != BLACK)
    for region in range(len(tables.roots)):
        node = np.int64(states[region])
        if node < 0 or tables.heat[node] <= heat:
            continue
        point = np.int64(tables.best[2 * node + side])
        if point == NO_POINT:
            continue
        if not border_holds(tables, board, region):
            states[region] = BROKEN
            continue
        if board[COLOUR + point] == EMPTY and is_legal(board, point, colour):
            best = point
            heat = tables.heat[node]
    return best
