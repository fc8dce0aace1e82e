"""Kernels around the convolutions: 3x3 by the minimal filtering F(4x4, 3x3) of Winograd.

A board is cut into tiles of 4x4 outputs, each made from 6x6 inputs. The inputs of a tile and the
kernel are transformed; then a convolution is a product for each of the 36 places, which BLAS
does: a quarter of the multiplications. (Winograd 1980; Lavin and Gray 2016 give the transforms.)

Activations are padded: act[board, row + 1, column + 1, channel]. What lies off the board, the
padding and the rest of the last tiles, stays zero: it is never written.
"""

import math

import numpy as np
from numba import types

from gtpengine.board.colours import BLACK
from gtpengine.board.points import STRIDE
from gtpengine.evaluation.network.layout import (
    LEAST_SPREAD,
    LEGAL,
    OTHER_LEGAL,
    OTHER_STRENGTH,
    SPREAD_SCALE,
    STRENGTH,
)
from gtpengine.jit import kernel, outlined

TILE = 4
PATCH = 6
PLACES = PATCH * PATCH

REALS = types.float32[::1]
TABLE = types.float32[:, ::1]
CUBE = types.float32[:, :, ::1]
ACTIVATIONS = types.float32[:, :, :, ::1]


@kernel(types.void(ACTIVATIONS, ACTIVATIONS, CUBE))
def to_tiles(act, scratch, tiles):
    """Transform padded activations to tiles[place, tile, channel].

    `scratch` holds at least (1, 6, 6, channels).
    """
    boards, rows, columns, channels = act.shape
    half = scratch[0]
    tile = 0
    for board in range(boards):
        for top in range(0, rows - 2, TILE):
            for left in range(0, columns - 2, TILE):
                for x in range(PATCH):
                    for c in range(channels):
                        a = act[board, top, left + x, c]
                        b = act[board, top + 1, left + x, c]
                        d = act[board, top + 2, left + x, c]
                        e = act[board, top + 3, left + x, c]
                        f = act[board, top + 4, left + x, c]
                        g = act[board, top + 5, left + x, c]
                        half[0, x, c] = np.float32(4) * a - np.float32(5) * d + f
                        half[1, x, c] = f + e - np.float32(4) * (b + d)
                        half[2, x, c] = f - e + np.float32(4) * (b - d)
                        half[3, x, c] = f - d + np.float32(2) * (e - b)
                        half[4, x, c] = f - d - np.float32(2) * (e - b)
                        half[5, x, c] = np.float32(4) * b - np.float32(5) * e + g
                for y in range(PATCH):
                    for c in range(channels):
                        a = half[y, 0, c]
                        b = half[y, 1, c]
                        d = half[y, 2, c]
                        e = half[y, 3, c]
                        f = half[y, 4, c]
                        g = half[y, 5, c]
                        place = PATCH * y
                        tiles[place, tile, c] = np.float32(4) * a - np.float32(5) * d + f
                        tiles[place + 1, tile, c] = f + e - np.float32(4) * (b + d)
                        tiles[place + 2, tile, c] = f - e + np.float32(4) * (b - d)
                        tiles[place + 3, tile, c] = f - d + np.float32(2) * (e - b)
                        tiles[place + 4, tile, c] = f - d - np.float32(2) * (e - b)
                        tiles[place + 5, tile, c] = np.float32(4) * b - np.float32(5) * e + g
                tile += 1


@kernel(
    types.void(
        CUBE, REALS, ACTIVATIONS, types.boolean, ACTIVATIONS, types.int64, types.int64, ACTIVATIONS
    )
)
def from_tiles(tiles, bias, shortcut, use_shortcut, scratch, height, width, act):
    """Transform products back, add bias and shortcut, cut off below zero, write the board's points.

    `scratch` holds at least (1, 6, 6, channels); `shortcut` has the shape of `act`.
    """
    boards, rows, columns, channels = act.shape
    half = scratch[0]
    tile = 0
    for board in range(boards):
        for top in range(0, rows - 2, TILE):
            for left in range(0, columns - 2, TILE):
                for x in range(PATCH):
                    for c in range(channels):
                        a = tiles[x, tile, c]
                        b = tiles[PATCH + x, tile, c]
                        d = tiles[2 * PATCH + x, tile, c]
                        e = tiles[3 * PATCH + x, tile, c]
                        f = tiles[4 * PATCH + x, tile, c]
                        g = tiles[5 * PATCH + x, tile, c]
                        half[0, x, c] = a + b + d + e + f
                        half[1, x, c] = b - d + np.float32(2) * (e - f)
                        half[2, x, c] = b + d + np.float32(4) * (e + f)
                        half[3, x, c] = b - d + np.float32(8) * (e - f) + g
                for y in range(min(TILE, height - top)):
                    for c in range(channels):
                        a = half[y, 0, c]
                        b = half[y, 1, c]
                        d = half[y, 2, c]
                        e = half[y, 3, c]
                        f = half[y, 4, c]
                        g = half[y, 5, c]
                        half[4, 0, c] = a + b + d + e + f + bias[c]
                        half[4, 1, c] = b - d + np.float32(2) * (e - f) + bias[c]
                        half[4, 2, c] = b + d + np.float32(4) * (e + f) + bias[c]
                        half[4, 3, c] = b - d + np.float32(8) * (e - f) + g + bias[c]
                    for x in range(min(TILE, width - left)):
                        if use_shortcut:
                            for c in range(channels):
                                value = (
                                    half[4, x, c] + shortcut[board, top + y + 1, left + x + 1, c]
                                )
                                act[board, top + y + 1, left + x + 1, c] = max(value, np.float32(0))
                        else:
                            for c in range(channels):
                                act[board, top + y + 1, left + x + 1, c] = max(
                                    half[4, x, c], np.float32(0)
                                )
                tile += 1


@kernel(types.void(ACTIVATIONS, types.int64, types.int64, TABLE))
def pool(act, height, width, pooled):
    """Write for each board the means of the channels over the board, then their maxima."""
    channels = act.shape[3]
    for board in range(len(act)):
        for c in range(2 * channels):
            pooled[board, c] = 0.0
        for row in range(1, height + 1):
            for column in range(1, width + 1):
                for c in range(channels):
                    value = act[board, row, column, c]
                    pooled[board, c] += value
                    pooled[board, channels + c] = max(pooled[board, channels + c], value)
        for c in range(channels):
            pooled[board, c] /= np.float32(height * width)


@kernel(types.void(ACTIVATIONS, TABLE, types.int64, types.int64))
def add_to_board(act, bias, height, width):
    """Add to each board's points that board's bias of each channel, and cut off below zero."""
    channels = act.shape[3]
    for board in range(len(act)):
        for row in range(1, height + 1):
            for column in range(1, width + 1):
                for c in range(channels):
                    act[board, row, column, c] = max(
                        act[board, row, column, c] + bias[board, c], np.float32(0)
                    )


@outlined
def write_chances(logits, which, factor, planes, strength, legal, pass_logit, out):
    """Write the softmax over legal moves and the pass to `out`; return the chance of the pass."""
    height, width, _ = planes.shape
    top = pass_logit
    for row in range(height):
        for column in range(width):
            if planes[row, column, legal] > 0:
                logit = logits[row * width + column, which]
                logit += factor * planes[row, column, strength]
                out[(row + 1) * STRIDE + column + 1] = logit
                top = max(top, logit)
    passing = math.exp(pass_logit - top)
    total = passing
    for row in range(height):
        for column in range(width):
            if planes[row, column, legal] > 0:
                point = (row + 1) * STRIDE + column + 1
                out[point] = math.exp(out[point] - top)
                total += out[point]
    for row in range(height):
        for column in range(width):
            if planes[row, column, legal] > 0:
                out[(row + 1) * STRIDE + column + 1] /= np.float32(total)
    return passing / total


@kernel(
    types.void(
        CUBE,
        TABLE,
        REALS,
        ACTIVATIONS,
        types.int64[::1],
        types.float32,
        TABLE,
        REALS,
        TABLE,
        REALS,
        TABLE,
        REALS,
        REALS,
    )
)
def write_outputs(
    points,
    board_outputs,
    strengths,
    planes,
    colours,
    lead_scale,
    moves,
    passing,
    other_moves,
    other_passing,
    ownership,
    lead,
    spread,
):
    """Turn what the heads say, seen by the player to move, into chances, owners and leads.

    Pre: the arrays over the grid hold zeros.
    """
    boards, height, width, _ = planes.shape
    for board in range(boards):
        passing[board] = write_chances(
            points[board],
            0,
            strengths[0],
            planes[board],
            STRENGTH,
            LEGAL,
            board_outputs[board, 0],
            moves[board],
        )
        other_passing[board] = write_chances(
            points[board],
            1,
            strengths[1],
            planes[board],
            OTHER_STRENGTH,
            OTHER_LEGAL,
            board_outputs[board, 1],
            other_moves[board],
        )
        sign = np.float32(1) if colours[board] == BLACK else np.float32(-1)
        total = np.float32(0)
        for row in range(height):
            for column in range(width):
                owner = np.float32(math.tanh(points[board, row * width + column, 2] / 2))
                ownership[board, (row + 1) * STRIDE + column + 1] = sign * owner
                total += owner
        lead[board] = sign * (total + lead_scale * board_outputs[board, 2])
        wide = np.float64(board_outputs[board, 3])
        soft = max(wide, 0.0) + math.log1p(math.exp(-abs(wide)))
        spread[board] = LEAST_SPREAD + SPREAD_SCALE * soft
