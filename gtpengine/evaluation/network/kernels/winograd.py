"""3x3 convolutions by the minimal filterings F(4x4, 3x3) and F(3x3, 3x3) of Winograd.

A board is cut into tiles of 4x4 outputs, each made from a patch of 6x6 inputs. The inputs of a tile
and the kernel are transformed; then a convolution is a product of matrices for each of the 36
places: a quarter of the multiplications. (Winograd 1980; Lavin and Gray 2016 give the transforms.)
Tiles of 3x3 outputs have patches of 5x5 and suit boards that they fill, such as 9x9.

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

GAP = 16  # floats: a line of the cache
SCRATCH = 40 * LANES  # floats: half-way results of a patch, then a line of outputs
LINE = 36 * LANES  # index of the latter


@inlined
def stride_of(tiles, channels):
    """Return how far apart two places of the tiles are: not at the same place of a page.

    What a transform writes would else meet in the same few lines of the processor's cache.
    """
    return tiles * channels + GAP


@inlined
def transform_inputs(source, at, step, out, to, gap, side):
    """Transform a line of a patch: read a vector every `step`, write one every `gap`."""
    two, three, four, five = np.float32(2), np.float32(3), np.float32(4), np.float32(5)
    a = load(source, at)
    b = load(source, at + step)
    c = load(source, at + 2 * step)
    d = load(source, at + 3 * step)
    e = load(source, at + 4 * step)
    if side == 4:
        f = load(source, at + 5 * step)
        up, down = e - four * c, d - four * b
        wide, slope = e - c, two * (d - b)
        store(out, to, four * a - five * c + e)
        store(out, to + gap, up + down)
        store(out, to + 2 * gap, up - down)
        store(out, to + 3 * gap, wide + slope)
        store(out, to + 4 * gap, wide - slope)
        store(out, to + 5 * gap, four * b - five * d + f)
    else:
        slope = d - b
        store(out, to, two * (a - c) + slope)
        store(out, to + gap, d - c - two * b)
        store(out, to + 2 * gap, d - three * c + two * b)
        store(out, to + 3 * gap, slope)
        store(out, to + 4 * gap, e - c - two * slope)


@inlined
def transform_outputs(source, at, step, out, to, gap, side):
    """Transform a line of places back to `side` outputs: as `transform_inputs` reads and writes."""
    two, four, eight = np.float32(2), np.float32(4), np.float32(8)
    a = load(source, at)
    b = load(source, at + step)
    c = load(source, at + 2 * step)
    d = load(source, at + 3 * step)
    e = load(source, at + 4 * step)
    near, lean = b + c, b - c
    if side == 4:
        f = load(source, at + 5 * step)
        far, tilt = d + e, d - e
        store(out, to, a + near + far)
        store(out, to + gap, lean + two * tilt)
        store(out, to + 2 * gap, near + four * far)
        store(out, to + 3 * gap, lean + eight * tilt + f)
    else:
        store(out, to, a + near + d)
        store(out, to + gap, lean + two * d)
        store(out, to + 2 * gap, near + four * d + e)


@outlined
def to_tiles(act, boards, down, across, side, channels, scratch, tiles):
    """Transform padded activations of so many tiles down and across to tiles."""
    patch = side + 2
    rows, columns = side * down + 2, side * across + 2
    line, place = columns * channels, stride_of(boards * down * across, channels)
    tile = 0
    for board in range(boards):
        for top in range(0, rows - 2, side):
            for left in range(0, columns - 2, side):
                corner = ((board * rows + top) * columns + left) * channels
                for lane in range(0, channels, LANES):
                    for x in range(patch):
                        at = corner + x * channels + lane
                        transform_inputs(act, at, line, scratch, x * LANES, patch * LANES, side)
                    for y in range(patch):
                        at = patch * y * LANES
                        to = patch * y * place + tile * channels + lane
                        transform_inputs(scratch, at, LANES, tiles, to, place, side)
                tile += 1


@outlined
def from_tiles(tiles, boards, height, width, side, channels, biases, bias, residual, scratch, act):
    """Transform tiles back, add a bias, cut off below zero, and write the points of the board.

    The bias stands at index `bias` of `biases`. With `residual`, what `act` held is added before
    it is cut off.
    """
    patch = side + 2
    down, across = (height + side - 1) // side, (width + side - 1) // side
    rows, columns = side * down + 2, side * across + 2
    place = stride_of(boards * down * across, channels)
    zero = spread(np.float32(0))
    tile = 0
    for board in range(boards):
        for top in range(0, rows - 2, side):
            for left in range(0, columns - 2, side):
                corner = ((board * rows + top + 1) * columns + left + 1) * channels
                for lane in range(0, channels, LANES):
                    for x in range(patch):
                        at = x * place + tile * channels + lane
                        transform_outputs(
                            tiles, at, patch * place, scratch, x * LANES, patch * LANES, side
                        )
                    added = load(biases, bias + lane)
                    for y in range(min(side, height - top)):
                        at = patch * y * LANES
                        transform_outputs(scratch, at, LANES, scratch, LINE, LANES, side)
                        at = corner + y * columns * channels + lane
                        for x in range(min(side, width - left)):
                            value = load(scratch, LINE + x * LANES) + added
                            if residual:
                                value = value + load(act, at)
                            store(act, at, larger(value, zero))
                            at += channels
                tile += 1


@outlined
def convolve(
    source,
    depth,
    boards,
    height,
    width,
    side,
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

    The kernel, transformed for tiles of that side, (places, depth, channels), stands at index
    `kernel` of `kernels`. `source` has so many channels that `depth` floats are whole vectors.
    """
    down, across = (height + side - 1) // side, (width + side - 1) // side
    deep = (depth + LANES - 1) // LANES * LANES
    count = boards * down * across
    to_tiles(source, boards, down, across, side, deep, scratch, tiles)
    for place in range((side + 2) * (side + 2)):
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
        products, boards, height, width, side, channels, biases, bias, residual, scratch, act
    )
