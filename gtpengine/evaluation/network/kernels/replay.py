"""Kernels for training: positions of a game as input planes, owners of a finished board."""

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.kernels.playouts import copy_position
from gtpengine.board.kernels.stones import is_legal, play_assuming_legal
from gtpengine.board.layout import CHAIN, COLOUR, HEIGHT, KO_POINT, NEXT, PRISONERS, SIZE, WIDTH
from gtpengine.board.points import EAST, GRID_LEN, NO_POINT, NORTH, PASS, SOUTH, STRIDE, WEST
from gtpengine.evaluation.network.kernels.inputs import write_planes
from gtpengine.jit import kernel, outlined, pointer_to

BOARD = types.int32[::1]
COUNTS = types.int64[::1]
REALS = types.float32[::1]
OWNERS = types.int8[::1]

_SIDES = (SOUTH, WEST, EAST, NORTH)


@outlined
def play_moves(board, moves, count):
    """Play the first `count` moves, colour * 1024 + point; return how many were legal."""
    for index in range(count):
        colour = np.int64(moves[index]) >> 10
        point = np.int64(moves[index]) & 1023
        if point == PASS:
            board[KO_POINT] = NO_POINT
        elif board[COLOUR + point] != EMPTY or not is_legal(board, point, colour):
            return np.int64(index)
        else:
            play_assuming_legal(board, point, colour, False)
    return np.int64(count)


@kernel(types.int64(BOARD, BOARD, BOARD))
def legal_moves_of(start, moves, board):
    """Replay a game from `start` on `board`, a light vector; return how many moves are legal."""
    copy_position(pointer_to(board), pointer_to(start))
    return play_moves(pointer_to(board), moves, np.int64(len(moves)))


@kernel(types.void(BOARD, BOARD, types.int64, BOARD, BOARD, REALS, REALS, types.float32[:, :, ::1]))
def inputs_after(start, moves, count, board, work, weights, strengths, planes):
    """Write the planes of the position after `count` moves, for whoever did not move last.

    `board` (light), `work` (full) and `strengths` are scratch.  Pre: the moves are legal.
    """
    copy_position(pointer_to(board), pointer_to(start))
    play_moves(pointer_to(board), moves, count)
    colour = np.int64(BLACK)
    last = np.int64(NO_POINT)
    before_last = np.int64(NO_POINT)
    if count > 0:
        colour = BLACK + WHITE - (np.int64(moves[count - 1]) >> 10)
        last = np.int64(moves[count - 1]) & 1023
    if count > 1:
        before_last = np.int64(moves[count - 2]) & 1023
    write_planes(
        pointer_to(board),
        pointer_to(work),
        pointer_to(weights),
        pointer_to(strengths),
        colour,
        last,
        before_last,
        planes,
    )


@kernel(types.int64(BOARD, COUNTS, COUNTS, OWNERS, COUNTS))
def settle(vector, black, white, owners, queue):
    """Judge a finished board by playouts; return Black's lead by territory, prisoners included.

    A chain is dead if its points were the other colour's in more than half of the playouts, by the
    counts `black` and `white` over the grid. Dead stones are lifted, and empty points belong to the
    only colour around them. owners[point] becomes 1 (Black's), -1 or 0.  Scratch: queue, over the
    grid.
    """
    board = pointer_to(vector)
    width = np.int64(board[WIDTH])
    height = np.int64(board[HEIGHT])
    lead = np.int64(board[PRISONERS + BLACK]) - np.int64(board[PRISONERS + WHITE])
    for point in range(GRID_LEN):
        owners[point] = 0
    for row in range(1, height + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + width):
            if board[COLOUR + point] == EMPTY or board[CHAIN + point] != point:
                continue
            for_black = np.int64(0)
            at = np.int64(point)
            while True:
                for_black += black[at] - white[at]
                at = np.int64(board[NEXT + at])
                if at == point:
                    break
            is_black = board[COLOUR + point] == BLACK
            size = np.int64(board[SIZE + point])
            if is_black and for_black < 0:
                lead -= size
            elif not is_black and for_black > 0:
                lead += size
            else:
                while True:
                    owners[at] = 1 if is_black else -1
                    at = np.int64(board[NEXT + at])
                    if at == point:
                        break
    # 2 marks what was reached in the present region, 3 regions that are done.
    for row in range(1, height + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + 1 + width):
            if owners[point] != 0:
                continue
            owners[point] = 2
            queue[0] = point
            found = 1
            done = 0
            touches_black = False
            touches_white = False
            while done < found:
                at = queue[done]
                done += 1
                for side in _SIDES:
                    near = at + side
                    if board[COLOUR + near] == WALL:
                        continue
                    touches_black |= owners[near] == 1
                    touches_white |= owners[near] == -1
                    if owners[near] == 0:
                        owners[near] = 2
                        queue[found] = near
                        found += 1
            for index in range(found):
                owners[queue[index]] = 3
            # 4 and 5 until the end: an owner would look like a stone to the regions that follow.
            if touches_black != touches_white:
                lead += found if touches_black else -found
                for index in range(found):
                    owners[queue[index]] = 4 if touches_black else 5
    for point in range(GRID_LEN):
        if owners[point] == 3:
            owners[point] = 0
        elif owners[point] >= 4:
            owners[point] = 1 if owners[point] == 4 else -1
    return lead
