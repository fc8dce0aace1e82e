"""The whole network between input planes and what its heads say, in one kernel."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from gtpengine.evaluation.network.kernels.lanes import (
    COLUMNS,
    LANES,
    REALS,
    larger,
    load,
    multiply,
    spread,
    store,
)
from gtpengine.evaluation.network.kernels.winograd import convolve
from gtpengine.evaluation.network.layout import PLANES
from gtpengine.jit import kernel, outlined

Floats = npt.NDArray[np.float32]

DEEP = (PLANES + LANES - 1) // LANES * LANES  # channels that the planes take, the last ones zero
POINT_OUTPUTS = 3
BOARD_OUTPUTS = 4


class Weights(NamedTuple):
    """All weights, flat, inputs before outputs. What a shape pads is zero.

    Channels are a multiple of COLUMNS, the outputs of the last two layers are COLUMNS.
    """

    stem: Floats  # (places, PLANES, channels), transformed
    kernels: Floats  # (2 * blocks, places, channels, channels), transformed
    biases: Floats  # (1 + 2 * blocks, channels): the stem's, the blocks'
    pools: Floats  # (blocks, 2 * channels, channels)
    pool_biases: Floats  # (blocks, channels)
    head: Floats  # (channels, channels)
    head_pool: Floats  # (2 * channels, channels)
    head_bias: Floats  # (channels,)
    points: Floats  # (channels, COLUMNS)
    points_bias: Floats  # (COLUMNS,)
    board: Floats  # (2 * channels, COLUMNS)
    board_bias: Floats  # (COLUMNS,)


class Buffers(NamedTuple):
    """Where the work for so many boards of one size is done; what is off the board stays zero."""

    planes: Floats  # padded, DEEP channels
    trunk: Floats  # padded
    inner: Floats  # padded
    tiles: Floats
    products: Floats  # of tiles; then the head's activations, (height * width, channels)
    scratch: Floats
    pooled: Floats  # (boards, 2 * channels)
    extra: Floats  # (boards, channels): biases from the whole board
    wide: Floats  # (height * width, COLUMNS)


WEIGHTS = types.NamedUniTuple(REALS, len(Weights._fields), Weights)
BUFFERS = types.NamedUniTuple(REALS, len(Buffers._fields), Buffers)


@outlined
def pool(act, start, line, height, width, channels, pooled, where):
    """Write the means of the channels over a board, then their maxima.

    The first point stands at index `start`, the next row `line` further; no value is below zero.
    """
    share = np.float32(1) / np.float32(height * width)
    for lane in range(0, channels, LANES):
        total = spread(np.float32(0))
        top = spread(np.float32(0))
        for row in range(height):
            at = start + row * line + lane
            for _ in range(width):
                value = load(act, at)
                total = total + value
                top = larger(top, value)
                at += channels
        store(pooled, where + lane, share * total)
        store(pooled, where + channels + lane, top)


@outlined
def add_to_board(act, start, line, height, width, channels, biases, bias):
    """Add a bias to each point, and cut off below zero; see `pool`."""
    zero = spread(np.float32(0))
    for lane in range(0, channels, LANES):
        added = load(biases, bias + lane)
        for row in range(height):
            at = start + row * line + lane
            for _ in range(width):
                store(act, at, larger(load(act, at) + added, zero))
                at += channels


@outlined
def pad_planes(planes, side, padded):
    """Write planes (boards, height, width, PLANES) to where the stem reads them."""
    boards, height, width, count = planes.shape
    rows = (height + side - 1) // side * side + 2
    columns = (width + side - 1) // side * side + 2
    for board in range(boards):
        for row in range(height):
            at = ((board * rows + row + 1) * columns + 1) * DEEP
            for column in range(width):
                for plane in range(count):
                    padded[at + plane] = planes[board, row, column, plane]
                at += DEEP


@kernel(
    types.void(
        types.float32[:, :, :, ::1],
        types.int64,
        WEIGHTS,
        types.boolean[::1],
        types.int64,
        BUFFERS,
        types.float32[:, :, ::1],
        types.float32[:, ::1],
    )
)
def heads_of(planes, side, weights, pooling, channels, buffers, points, board_outputs):
    """Write what the heads say of each point and each board; see `model.Model`.

    `planes` is (boards, height, width, PLANES), `side` that of the tiles; `pooling` says for each
    block whether it has a bias from the whole board. Written: `points`, (boards, height * width,
    POINT_OUTPUTS), and `board_outputs`, (boards, BOARD_OUTPUTS).
    """
    boards, height, width, _ = planes.shape
    columns = (width + side - 1) // side * side + 2
    rows = (height + side - 1) // side * side + 2
    layer = (side + 2) * (side + 2) * channels * channels
    line = columns * channels
    size = rows * line
    first = line + channels  # index of a board's first point
    scratch, tiles, products = buffers.scratch, buffers.tiles, buffers.products
    trunk, inner, pooled, extra = buffers.trunk, buffers.inner, buffers.pooled, buffers.extra
    pad_planes(planes, side, buffers.planes)
    # fmt: off
    convolve(
        buffers.planes, PLANES, boards, height, width, side, weights.stem, 0, channels,
        weights.biases, 0, False, scratch, tiles, products, trunk,
    )
    for block in range(len(pooling)):
        convolve(
            trunk, channels, boards, height, width, side,
            weights.kernels, 2 * block * layer, channels,
            weights.biases, (1 + 2 * block) * channels, False, scratch, tiles, products, inner,
        )
        if pooling[block]:
            for board in range(boards):
                start = board * size + first
                pool(inner, start, line, height, width, channels, pooled, 2 * board * channels)
            multiply(
                pooled, 0, 2 * channels, boards, 2 * channels,
                weights.pools, 2 * block * channels * channels, channels, extra, 0, channels,
            )
            for board in range(boards):
                for c in range(channels):
                    extra[board * channels + c] += weights.pool_biases[block * channels + c]
                start = board * size + first
                add_to_board(
                    inner, start, line, height, width, channels, extra, board * channels
                )
        convolve(
            inner, channels, boards, height, width, side,
            weights.kernels, (1 + 2 * block) * layer, channels,
            weights.biases, (2 + 2 * block) * channels, True, scratch, tiles, products, trunk,
        )
    head, wide = products, buffers.wide
    count, short = height * width, width * channels
    for board in range(boards):
        start = board * size + first
        pool(trunk, start, line, height, width, channels, pooled, 0)
        multiply(
            pooled, 0, 2 * channels, 1, 2 * channels, weights.head_pool, 0, channels,
            extra, 0, channels,
        )
        for c in range(channels):
            extra[c] += weights.head_bias[c]
        for row in range(height):
            multiply(
                trunk, start + row * line, channels, width, channels, weights.head, 0, channels,
                head, row * short, channels,
            )
        add_to_board(head, 0, short, height, width, channels, extra, 0)
        multiply(head, 0, channels, count, channels, weights.points, 0, COLUMNS, wide, 0, COLUMNS)
        for point in range(count):
            for output in range(POINT_OUTPUTS):
                points[board, point, output] = (
                    wide[point * COLUMNS + output] + weights.points_bias[output]
                )
        pool(head, 0, short, height, width, channels, pooled, 0)
        multiply(
            pooled, 0, 2 * channels, 1, 2 * channels, weights.board, 0, COLUMNS, wide, 0, COLUMNS
        )
        for output in range(BOARD_OUTPUTS):
            board_outputs[board, output] = wide[output] + weights.board_bias[output]
    # fmt: on
