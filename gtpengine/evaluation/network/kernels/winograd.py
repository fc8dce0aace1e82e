"""3x3 convolutions by the minimal filtering F(4x4, 3x3) of Winograd.

A board is cut into tiles of 4x4 outputs, each made from 6x6 inputs. The inputs of a tile and the
kernel are transformed; then a convolution is a product of matrices for each of the 36 places: a
quarter of the multiplications. (Winograd 1980; Lavin and Gray 2016 give the transforms.)

Activations are padded: act[board, row + 1, column + 1, channel], flat. What lies off the board, the
padding and the rest of the last tiles, stays zero: it is never written. Tiles are
tiles[place, tile, channel], flat, with a gap after each place. Channels are multiples of LANES.
"""

import numpy as np

from gtpengine.evaluation.network.kernels.lanes import (
    LANES,
    larger,
    load,
    multiply,
    spread,
    store,
)
from gtpengine.jit import inlined, outlined

TILE = 4
PATCH = 6
PLACES = PATCH * PATCH
GAP = 16  # floats: a line of the cache
SCRATCH = PLACES * LANES  # floats that one tile's half-way results take


@inlined
def stride_of(tiles, channels):
    """Return how far apart two places of the tiles are: not at the same place of a page.

    What a transform writes would else meet in the same few lines of the processor's cache.
    """
    return tiles * channels + GAP


@inlined
def patch_of(a, b, c, d, e, f):
    """Transform a line of six inputs."""
    two, four, five = np.float32(2), np.float32(4), np.float32(5)
    up, down = e - four * c, d - four * b
    wide, slope = e - c, two * (d - b)
    return (
        four * a - five * c + e,
        up + down,
        up - down,
        wide + slope,
        wide - slope,
        four * b - five * d + f,
    )


@inlined
def line_of(a, b, c, d, e, f):
    """Transform six places back to a line of four outputs."""
    two, four, eight = np.float32(2), np.float32(4), np.float32(8)
    near, far, lean, tilt = b + c, d + e, b - c, d - e
    return a + near + far, lean + two * tilt, near + four * far, lean + eight * tilt + f


@inlined
def load_six(array, at, step):
    """Return six vectors, one every `step`."""
    return (
        load(array, at),
        load(array, at + step),
        load(array, at + 2 * step),
        load(array, at + 3 * step),
        load(array, at + 4 * step),
        load(array, at + 5 * step),
    )


@inlined
def store_four(array, at, step, vectors):
    """Write the first four of some vectors, one every `step`."""
    store(array, at, vectors[0])
    store(array, at + step, vectors[1])
    store(array, at + 2 * step, vectors[2])
    store(array, at + 3 * step, vectors[3])


@inlined
def store_six(array, at, step, vectors):
    """Write six vectors, one every `step`."""
    store_four(array, at, step, vectors)
    store(array, at + 4 * step, vectors[4])
    store(array, at + 5 * step, vectors[5])


@inlined
def finish(act, at, value, residual):
    """Write a vector, what was there added if `residual`, cut off below zero."""
    if residual:
        value = value + load(act, at)
    store(act, at, larger(value, spread(np.float32(0))))


@outlined
def to_tiles(act, boards, down, across, channels, scratch, tiles):
    """Transform padded activations of so many tiles down and across to tiles."""
    rows, columns = TILE * down + 2, TILE * across + 2
    line, place = columns * channels, stride_of(boards * down * across, channels)
    tile = 0
    for board in range(boards):
        for top in range(0, rows - 2, TILE):
            for left in range(0, columns - 2, TILE):
                corner = ((board * rows + top) * columns + left) * channels
                for lane in range(0, channels, LANES):
                    for x in range(PATCH):
                        here = load_six(act, corner + x * channels + lane, line)
                        store_six(scratch, x * LANES, PATCH * LANES, patch_of(*here))
                    for y in range(PATCH):
                        here = load_six(scratch, PATCH * y * LANES, LANES)
                        at = PATCH * y * place + tile * channels + lane
                        store_six(tiles, at, place, patch_of(*here))
                tile += 1


@outlined
def from_tiles(
    tiles, boards, height, width, down, across, channels, biases, bias, residual, scratch, act
):
    """Transform tiles back, add a bias, cut off below zero, and write the points of the board.

    The bias stands at index `bias` of `biases`. With `residual`, what `act` held is added before
    it is cut off.
    """
    rows, columns = TILE * down + 2, TILE * across + 2
    place = stride_of(boards * down * across, channels)
    tile = 0
    for board in range(boards):
        for top in range(0, rows - 2, TILE):
            for left in range(0, columns - 2, TILE):
                corner = ((board * rows + top + 1) * columns + left + 1) * channels
                for lane in range(0, channels, LANES):
                    for x in range(PATCH):
                        at = x * place + tile * channels + lane
                        here = line_of(*load_six(tiles, at, PATCH * place))
                        store_four(scratch, x * LANES, PATCH * LANES, here)
                    added = load(biases, bias + lane)
                    for y in range(min(TILE, height - top)):
                        here = line_of(*load_six(scratch, PATCH * y * LANES, LANES))
                        at = corner + y * columns * channels + lane
                        finish(act, at, here[0] + added, residual)
                        if width > left + 1:
                            finish(act, at + channels, here[1] + added, residual)
                        if width > left + 2:
                            finish(act, at + 2 * channels, here[2] + added, residual)
                        if width > left + 3:
                            finish(act, at + 3 * channels, here[3] + added, residual)
                tile += 1


@outlined
def convolve(
    source,
    depth,
    boards,
    height,
    width,
    kernels,
    kernel,
    channels,
    biases,
    bias,
    residual,
    scratch,
    tiles,
    products,
    act,
):
    """Write the convolution of `source`, with bias and rectifier, to `act`; see `from_tiles`.

    The transformed kernel (PLACES, depth, channels) stands at index `kernel` of `kernels`. `source`
    has so many channels that `depth` floats are whole vectors.
    """
    down, across = (height + TILE - 1) // TILE, (width + TILE - 1) // TILE
    deep = (depth + LANES - 1) // LANES * LANES
    count = boards * down * across
    to_tiles(source, boards, down, across, deep, scratch, tiles)
    for place in range(PLACES):
        multiply(
            tiles,
            place * stride_of(count, deep),
            deep,
            count,
            depth,
            kernels,
            kernel + place * depth * channels,
            channels,
            products,
            place * stride_of(count, channels),
            channels,
        )
    from_tiles(
        products,
        boards,
        height,
        width,
        down,
        across,
        channels,
        biases,
        bias,
        residual,
        scratch,
        act,
    )
