"""Playouts from a leaf to the end of the game, and who owns what then.

Points of the board that hold WALL are no part of the game: see `gtpengine.evaluation.frozen`.
"""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels.stones import play_assuming_legal
from gtpengine.board.layout import COLOUR, EMPTY_COUNT, HEIGHT, KO_POINT, WIDTH
from gtpengine.board.points import EAST, NO_POINT, NORTH, SOUTH, STRIDE, WEST
from gtpengine.evaluation.kernels.field import final_owner
from gtpengine.evaluation.kernels.policy import free_move, heavy_move, urgent_move
from gtpengine.jit import inlined, kernel, pointer_to
from gtpengine.search.local.kernels.tracking import NOT_TRACKED, TABLES, hottest, track

BOARD = types.int32[::1]
WEIGHTS = types.float32[::1]
BYTES = types.uint8[::1]
LONGS = types.int64[::1]

_SIDES = (SOUTH, WEST, EAST, NORTH)
_UNSEEN, _SEEN = 5, 6  # in place of an owner


@inlined
def guided_move(board, weights, tables, states, region, least, colour, last, state):
    """Return a move by the tables where they know one, else the policy's; and the random state.

    In a region that is tracked its table answers; elsewhere the policy's urgent answers come
    first. Then the hottest region is played that is hotter than `least`. `region` is where the
    last move was made.
    """
    if region < 0 or states[region] < 0:
        point, state = urgent_move(board, weights, colour, last, state)
        if point != NO_POINT:
            return point, state
    point = hottest(tables, states, board, colour, least)
    if point != NO_POINT:
        return point, state
    return free_move(board, weights, colour, last, state)


@kernel(
    types.UniTuple(types.int64, 2)(
        BOARD,
        WEIGHTS,
        TABLES,
        types.int32[::1],
        types.float32[::1],
        types.int32[::1],
        types.float64,
        types.float64,
        types.boolean,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
    )
)
def roll_out(
    vector,
    gammas,
    tables,
    states,
    gains,
    amaf,
    window,
    least,
    guided,
    colour,
    last,
    before_last,
    region,
    state,
):
    """Play moves until both players pass: the tables' where `guided`, the policy's elsewhere.

    Returns the generator's state and the moves made before the first pass.  Side effects:
    amaf[point] becomes the colour that was first to play there, where it is still EMPTY; moves are
    noted until there are `window` times as many of them as there were empty points. `states` and
    `gains` follow the moves while `guided`; `region` is that of the last move.
    """
    board = pointer_to(vector)
    weights = pointer_to(gammas)
    most = 3 * np.int64(board[WIDTH]) * board[HEIGHT]
    noted = window * board[EMPTY_COUNT]
    passes = 0
    moves = 0
    before_pass = np.int64(-1)
    while passes < 2 and moves < most:
        if guided:
            point, state = guided_move(
                board, weights, tables, states, region, least, colour, last, state
            )
            region = track(tables, states, gains, region, point, colour)
        else:
            point, state = heavy_move(board, weights, colour, last, before_last, state)
        if point >= STRIDE:
            play_assuming_legal(board, point, colour, False)
            if amaf[point] == EMPTY and moves < noted:
                amaf[point] = colour
            passes = 0
        else:
            board[KO_POINT] = NO_POINT
            passes += 1
            if before_pass < 0:
                before_pass = moves
        before_last = last
        last = point
        moves += 1
        colour = BLACK + WHITE - colour
    return state, moves if before_pass < 0 else before_pass


@kernel(types.int64(BOARD, BYTES, LONGS))
def count_playout(vector, scored, balance):
    """Return Black's lead over the scored points after a playout; adds owners to `balance`."""
    board = pointer_to(vector)
    lead = 0
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            owner = final_owner(board, point)
            mine = np.int64(owner == BLACK) - np.int64(owner == WHITE)
            balance[point] += mine
            lead += mine * scored[point]
    return lead


@kernel(types.float64(BOARD, TABLES, WEIGHTS))
def correction(vector, tables, values):
    """Return what regions count by their tables less what they count by the end of a playout."""
    board = pointer_to(vector)
    total = 0.0
    for region in range(len(tables.roots)):
        if values[region] != NOT_TRACKED:
            total += values[region]
    for place in range(len(tables.inside)):
        point = np.int64(tables.inside[place])
        if values[tables.region_at[point]] != NOT_TRACKED:
            owner = final_owner(board, point)
            total -= np.int64(owner == BLACK) - np.int64(owner == WHITE)
    return total


@kernel(types.int64(BOARD, BYTES, LONGS, LONGS, WEIGHTS))
def count_area(vector, scored, balance, queue, owners):
    """Return Black's lead over the scored points as the board stands; adds owners to `balance`.

    An empty area belongs to the only colour that it touches.  Scratch: queue, owners.
    """
    board = pointer_to(vector)
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            owners[point] = _UNSEEN
    lead = 0
    for row in range(1, board[HEIGHT] + 1):
        for start in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            colour = board[COLOUR + start]
            if colour != EMPTY:
                owners[start] = np.int64(colour == BLACK) - np.int64(colour == WHITE)
            elif owners[start] == _UNSEEN:
                touched = 0
                queue[0] = start
                owners[start] = _SEEN
                size = 1
                done = 0
                while done < size:
                    point = queue[done]
                    done += 1
                    for side in _SIDES:
                        near = point + side
                        stone = board[COLOUR + near]
                        if stone == EMPTY:
                            if owners[near] == _UNSEEN:
                                owners[near] = _SEEN
                                queue[size] = near
                                size += 1
                        elif stone in (BLACK, WHITE):
                            touched |= stone
                mine = np.int64(touched == BLACK) - np.int64(touched == WHITE)
                for index in range(size):
                    owners[queue[index]] = mine
    for row in range(1, board[HEIGHT] + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + board[WIDTH]):
            mine = np.int64(owners[point])
            balance[point] += mine
            lead += mine * scored[point]
    return lead
