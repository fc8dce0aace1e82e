"""How hot each node of a graph is, and each player's best move there."""

import numpy as np
from numba import types

from gtpengine.jit import inlined, kernel
from gtpengine.localgame.kernels.walls import SCALE
from gtpengine.search.tds.kernels.types import INT_TABLE, INTS, NODES

NO_EDGE = -1


@kernel(
    types.void(
        NODES,
        INT_TABLE,
        INT_TABLE,
        INTS,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int32[::1],
        types.int32[::1],
    )
)
def read_heats(pool, left, right, alone, nodes, layers, factor, tolerance, layer_of, best):
    """Write for each node the highest layer in which the walls differ, and the best edges there.

    Walls that differ by no more than `tolerance` units are one: a step of the stack blurs them.
    `layer_of` is -1 where they never differ: nothing is left to gain. `best[2 * node + side]` is
    the edge that brings that player most in that layer, NO_EDGE without one. `layers` counts the
    stack's coupons, `factor` the units of a point.
    """
    for node in range(nodes):
        top = -1
        for layer in range(layers, -1, -1):
            gap = (left[node, layer] - alone[layer]) - (right[node, layer] + alone[layer])
            if gap > tolerance:
                top = layer
                break
        layer_of[node] = top
        look = max(top, 0)
        for side in range(2):
            first = pool.first[2 * node + side]
            chosen = np.int64(NO_EDGE)
            brings = np.int64(0)
            if top >= 0:
                for edge in range(first, first + pool.degree[2 * node + side]):
                    target = pool.target[edge]
                    offset = factor * pool.offset[edge]
                    if side == 0:
                        value = np.int64(right[target, look]) + offset
                    else:
                        value = -(np.int64(left[target, look]) + offset)
                    if chosen == NO_EDGE or value > brings:
                        chosen = np.int64(edge)
                        brings = value
            best[2 * node + side] = chosen


@inlined
def wall_at(begin, time, value, slope, shape, base, t):
    """Return a wall of a store at a temperature, both in units of 1/SCALE, as a float of points."""
    place = np.int64(begin[shape])
    end = np.int64(begin[shape + 1])
    while place + 1 < end and time[place + 1] <= t:
        place += 1
    return base + (value[place] + slope[place] * (t - time[place])) / SCALE


@kernel(
    types.void(
        types.Tuple((INTS, INTS, types.int8[::1])),
        types.Tuple((INTS, types.int16[::1], INTS, types.int16[::1], types.int8[::1])),
        types.Tuple((INTS, types.int64[::1], types.int64[::1], types.int64[::1])),
        types.int64,
        types.float32[::1],
        types.float32[::1],
        INTS,
    )
)
def read_exact_heats(graph, values, store, nodes, mean, heat, best):
    """Write for each node its mean and temperature by area, and the best edges at it.

    The same as `read_heats`, from exact walls. Among moves that bring the same at the temperature
    the one counts that brings more when the board has cooled by a point. `graph` is (first, child,
    offset), `values` (walls, bases, ko walls, ko bases, known) and `store` (begin, time,
    value, slope). A node whose walls are not known is cold: it ends what is told of a line.
    """
    first, child, offset = graph
    walls, bases, ko_walls, ko_bases, known = values
    begin, time, value, slope = store
    for node in range(nodes):
        heat[node] = 0.0
        mean[node] = 0.0
        best[2 * node] = best[2 * node + 1] = NO_EDGE
        if not known[node]:
            continue
        top = np.int64(0)
        for side in range(2):
            shape = walls[4 * node + side]
            top = max(top, time[begin[shape + 1] - 1])
        shape = walls[4 * node]
        base = np.int64(bases[4 * node])
        mean[node] = wall_at(begin, time, value, slope, shape, base, top)
        if top == 0:
            continue
        heat[node] = top / SCALE
        cool = max(top - SCALE, 0)
        for side in range(2):
            sign = 1.0 - 2.0 * side
            brings = -1e9
            later = -1e9
            for edge in range(first[2 * node + side], first[2 * node + side + 1]):
                target = np.int64(child[edge])
                if target < 0:
                    place = 2 * (-1 - target)
                    shape = ko_walls[place]
                    base = np.int64(ko_bases[place])
                else:
                    if not known[target]:
                        continue
                    place = 4 * target + 1 - side
                    shape = walls[place]
                    base = np.int64(bases[place])
                if shape < 0:
                    continue
                base += offset[edge]
                now = sign * wall_at(begin, time, value, slope, shape, base, top)
                then = sign * wall_at(begin, time, value, slope, shape, base, cool)
                if now > brings + 1e-9 or (now > brings - 1e-9 and then > later):
                    best[2 * node + side] = edge
                    brings = max(now, brings)
                    later = then
