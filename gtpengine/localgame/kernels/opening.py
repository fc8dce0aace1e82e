"""Opening positions of a local graph one by one, and the bounds of those that are not open yet.

The walls of a new position are bounds: what `sure_points` leaves to each player. Walls of opened
ones only ever get closer (`narrow`).

A position that has fallen apart gets its parts: positions of their own, marked as summands, whose
bounds hold in any sum. What can be reached from a summand is marked, too.
"""

from collections import namedtuple

import numpy as np
from numba import types

from gtpengine.jit import kernel, outlined, pointer_to
from gtpengine.localgame.kernels.bits import POINTS, SUMMAND, connected, count_bits, lowest_bit
from gtpengine.localgame.kernels.evaluate import Values, evaluate_ko, is_blocking
from gtpengine.localgame.kernels.expand import (
    BAN,
    DECIDE,
    EDGES,
    FOUND,
    GAIN,
    HASH,
    KEY_WORDS,
    KOS,
    NODES,
    POINT,
    ROOM,
    UNREAD,
    find_or_add,
    hash_of,
    play_stone,
)
from gtpengine.localgame.kernels.solve import agrees
from gtpengine.localgame.kernels.sums import best_first, sum_wall
from gtpengine.localgame.kernels.sure import sure_points
from gtpengine.localgame.kernels.switches import first_wall, switch_wall
from gtpengine.localgame.kernels.walls import STORE, combined, store_of

OPEN, OPENED, EXACT, SUMMED = 0, 1, 2, 3  # states of a node; the last has parts and no options
POOL = 3  # place in `counts`: how much of the pool of parts is used
MOST_PARTS = 8  # a position of more is one of its own
PART_ROW = (ROOM - 1) * FOUND  # of the scratch: beyond all moves, of which there are 2 * 62
NEW = 1 << 11  # so many nodes, edges and numbers in the pool an opening may need: see ROOM
STEP = 3  # numbers in `first` for each node: where Black's list begins, White's, and the end

VALUES = types.Tuple((types.int32[::1], types.int16[::1], types.int32[::1], types.int16[::1]))
Growth = namedtuple(
    "Growth",
    ["keys", "table", "mask", "counts", "first", "child", "offset", "point", "ko_node",
     "ko_point", "state", "found", "stride", "parts", "pool", "sums"],
)  # fmt: skip


@outlined
def closer(store, walls, bases, place, shape, base, sign):
    """Keep the closer one of the wall at a place and an earlier one; return whether it changed.

    Both are bounds, lower (sign 1) or upper (-1) ones, so the better of both is one wherever they
    cross.
    """
    new = walls[place]
    if new == shape and bases[place] == base:
        return False
    if shape < 0:
        return True
    if new >= 0:
        found, change = combined(
            store, np.int64(shape), np.int64(new), np.int64(bases[place] - base), np.int64(sign)
        )
        if found >= 0:
            walls[place] = found
            bases[place] = base + change
            return found != shape or change != 0
    walls[place] = shape
    bases[place] = base
    return False


@outlined
def narrow(store, values, place, shape, base):
    """Do the same for a wall of a node."""
    return closer(store, values.walls, values.bases, place, shape, base, 1 - (place & 2))


@outlined
def narrow_kos(graph, store, values, node, view):
    """Compute the walls after a node's ko captures in one view anew, never wider."""
    for side in range(2):
        if not is_blocking(values.rules, side, view):
            continue
        for edge in range(graph.first[STEP * node + side], graph.first[STEP * node + side + 1]):
            if graph.child[edge] < 0:
                ko = np.int64(-1 - graph.child[edge])
                place = 2 * ko + view
                shape = values.ko_walls[place]
                base = values.ko_bases[place]
                evaluate_ko(graph, store, values, ko, side, view)
                closer(store, values.ko_walls, values.ko_bases, place, shape, base, 1 - 2 * view)


@outlined
def _enter(store, values, place, sure, mean, side):
    """Put down the walls of what is `sure` to one side as a view, around its mean."""
    sign = 1 - 2 * side
    first, first_base = first_wall(store, sure.switches, sure.front, sign)
    second, second_base = switch_wall(store, sure.switches, -sign)
    if first < 0 or second < 0:
        # No room: at most every point of the switches is lost.
        first = second = np.int32(0)
        first_base = second_base = np.int32(-sign * sure.stakes)
    values.walls[place + side] = first
    values.bases[place + side] = mean + first_base
    values.walls[place + 1 - side] = second
    values.bases[place + 1 - side] = mean + second_base


@outlined
def hold(growth, store, values, node):
    """Give a new node the walls of an open one."""
    place = node * KEY_WORDS
    keys = growth.keys
    empty = keys[place] & POINTS
    black = keys[place + 1]
    white = keys[place + 2]
    near_black = keys[place + 3]
    near_white = keys[place + 4]
    live = count_bits(empty | black | white)
    stride = growth.stride
    lower = sure_points(empty, black, white, near_black, near_white, stride)
    upper = sure_points(empty, white, black, near_white, near_black, stride)
    _enter(store, values, 4 * node, lower, 2 * lower.points + lower.stakes - live, np.int64(0))
    _enter(store, values, 4 * node + 2, upper, live - 2 * upper.points - upper.stakes, np.int64(1))
    for part in range(STEP):
        growth.first[STEP * node + part] = 0
    growth.parts[node] = 0
    growth.state[node] = EXACT if agrees(values, node) else OPEN


@outlined
def add_up(growth, store, values, node):
    """Take the bounds of a node's parts over where they are closer; return whether one was."""
    parts = growth.parts[node]
    changed = False
    for view in range(2):
        for wall in range(2):
            place = 4 * node + 2 * view + wall
            shape = values.walls[place]
            base = values.bases[place]
            if wall == view:
                found, new = best_first(store, values, growth.pool, parts, np.int64(view))
            else:
                found, new = sum_wall(
                    store, values, growth.pool, parts, np.int64(view), np.int64(-1)
                )
            if found >= 0:
                values.walls[place] = found
                values.bases[place] = new
                if narrow(store, values, place, shape, base):
                    changed = True
    if changed and agrees(values, node):
        growth.state[node] = EXACT
    return changed


@outlined
def find_parts(growth, store, values, node):
    """Give a node that was held its parts if it has fallen apart: it is SUMMED then."""
    keys = growth.keys
    found = growth.found
    place = node * KEY_WORDS
    stride = growth.stride
    live = (keys[place] & POINTS) | keys[place + 1] | keys[place + 2]
    part = connected(live & -live, live, stride)
    if part == live:
        return
    count = 0
    rest = live
    while rest:
        rest &= ~connected(rest & -rest, rest, stride)
        count += 1
    if count > MOST_PARTS:
        return
    at = growth.counts[POOL]
    growth.counts[POOL] = at + 1 + count
    growth.pool[at] = count
    growth.parts[node] = at
    growth.state[node] = SUMMED
    row = PART_ROW
    known = False
    rest = live
    while rest:
        part = connected(rest & -rest, rest, stride)
        rest &= ~part
        for word in range(KEY_WORDS):
            found[row + word] = keys[place + word] & part
        found[row] |= SUMMAND
        found[row + HASH] = hash_of(
            found[row], found[row + 1], found[row + 2], found[row + 3], found[row + 4]
        )
        before = growth.counts[NODES]
        target = find_or_add(keys, growth.table, growth.mask, growth.counts, found, row)
        if growth.counts[NODES] > before:
            hold(growth, store, values, np.int64(target))
        elif growth.state[target] != OPEN:
            known = True
        at += 1
        growth.pool[at] = target
    # What is sure of each part is sure of the whole: only what was found out since is more.
    if known:
        add_up(growth, store, values, node)


@outlined
def open_node(growth, store, values, node):
    """Give an open node its options.  Pre: there is ROOM for nodes, edges and kos."""
    keys = growth.keys
    found = growth.found
    counts = growth.counts
    empty = keys[node * KEY_WORDS] & POINTS
    mark = keys[node * KEY_WORDS] & SUMMAND
    edges = counts[EDGES]
    row = 0
    for side in range(2):
        growth.first[STEP * node + side] = edges + row // FOUND
        own = keys[node * KEY_WORDS + 1 + side]
        other = keys[node * KEY_WORDS + 2 - side]
        near_own = keys[node * KEY_WORDS + 3 + side]
        near_other = keys[node * KEY_WORDS + 4 - side]
        todo = empty
        while todo:
            stone = todo & -todo
            todo ^= stone
            legal, new_empty, new_own, new_other, new_near_own, new_near_other, gain, ban = (
                play_stone(
                    stone, empty, own, other, near_own, near_other, growth.stride, np.int64(DECIDE)
                )
            )
            if not legal:
                continue
            found[row] = new_empty | mark
            found[row + 1 + side] = new_own
            found[row + 2 - side] = new_other
            found[row + 3 + side] = new_near_own
            found[row + 4 - side] = new_near_other
            found[row + HASH] = hash_of(
                found[row], found[row + 1], found[row + 2], found[row + 3], found[row + 4]
            )
            found[row + GAIN] = -gain if side else gain
            found[row + BAN] = ban
            found[row + POINT] = lowest_bit(stone)
            row += FOUND
    # As in `expand`: read one by one below, each of these would wait for memory on its own.
    touched = empty & 0
    for at in range(0, row, FOUND):
        met = growth.table[found[at + HASH] & growth.mask]
        if met >= 0:
            touched ^= keys[met * KEY_WORDS]
    found[UNREAD] = touched
    for at in range(0, row, FOUND):
        before = counts[NODES]
        target = find_or_add(keys, growth.table, growth.mask, counts, found, at)
        if counts[NODES] > before:
            hold(growth, store, values, np.int64(target))
            if growth.sums and growth.state[target] == OPEN:
                find_parts(growth, store, values, np.int64(target))
        if found[at + BAN] >= 0:
            ko = counts[KOS]
            growth.ko_node[ko] = target
            growth.ko_point[ko] = found[at + BAN]
            for view in range(2):
                # Until it is computed: a ban helps the other player no more than a move would.
                values.ko_walls[2 * ko + view] = values.walls[4 * target + 1 + view]
                values.ko_bases[2 * ko + view] = values.bases[4 * target + 1 + view]
            counts[KOS] = ko + 1
            target = -1 - ko
        growth.child[edges] = target
        growth.offset[edges] = found[at + GAIN]
        growth.point[edges] = found[at + POINT]
        edges += 1
    growth.first[STEP * node + 2] = edges
    counts[EDGES] = edges
    growth.state[node] = OPENED


_NEW = types.Tuple((*VALUES.types, types.int8[::1]))


@kernel(types.void(STORE, VALUES, _NEW))
def take_closer(store_arrays, value_arrays, new_arrays):
    """Go on with walls that were computed where they are closer; where they are unknown none is.

    `new_arrays` are walls and bases of nodes and kos, and the states of the nodes, which may become
    EXACT.
    """
    store = store_of(store_arrays)
    walls, bases, ko_walls, ko_bases = value_arrays
    values = Values(
        pointer_to(walls), pointer_to(bases), pointer_to(ko_walls), pointer_to(ko_bases),
        np.int64(0),
    )  # fmt: skip
    new_walls, new_bases, new_ko_walls, new_ko_bases, state = new_arrays
    for place in range(new_walls.size):
        shape = values.walls[place]
        base = values.bases[place]
        if new_walls[place] >= 0 and (shape != new_walls[place] or base != new_bases[place]):
            values.walls[place] = new_walls[place]
            values.bases[place] = new_bases[place]
            narrow(store, values, np.int64(place), shape, base)
    for place in range(new_ko_walls.size):
        shape = values.ko_walls[place]
        base = values.ko_bases[place]
        if new_ko_walls[place] >= 0:
            values.ko_walls[place] = new_ko_walls[place]
            values.ko_bases[place] = new_ko_bases[place]
            closer(
                store, values.ko_walls, values.ko_bases, np.int64(place), shape, base,
                np.int64(1 - 2 * (place & 1)),
            )  # fmt: skip
    for node in range(new_walls.size // 4):
        if state[node] != EXACT and agrees(values, np.int64(node)):
            state[node] = EXACT
