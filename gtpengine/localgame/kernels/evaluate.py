"""Helpers that compute the walls of one position from those of its options, ko rules included.

Every node has a left wall (Black to move) and a right wall (White to move), each in a lower and an
upper view: in the lower one play without end is lost by Black, in the upper one by White. Outside
loops a node is evaluated once. Inside a loop both views are iterated, from minus and from plus
infinity, until nothing changes; every step is a sound bound, and where the views meet the loop is
settled. After a ko capture the blocked player is to move: that wall is kept per ko.

The rules after a ko capture are those of gtpengine/values/loopy/rules.py. NOBODY: the block ends
with the next play anywhere, and nobody has to go on. BLACK, WHITE: the komaster's captures may not
be taken back, and he has to go on locally. FREE: everything may be taken back. AGAINST: a block
counts only against the player for whom the view is a bound (Black in the lower one), as if the
other one always had a threat elsewhere; such bounds hold in any sum.
"""

from collections import namedtuple

import numpy as np

from gtpengine.jit import inlined, outlined
from gtpengine.localgame.kernels.bits import POINTS, beside, connected, count_bits
from gtpengine.localgame.kernels.expand import KEY_WORDS
from gtpengine.localgame.kernels.walls import (
    NO_WALL,
    NOT_EXACT,
    SCALE,
    combined,
    settled,
    tilted,
)

NOBODY, BLACK, WHITE, FREE, AGAINST = 0, 1, 2, 3, 4
# Places in `walls` and `bases`: four per node; kos have two, lower and upper.
LOW_LEFT, LOW_RIGHT, HIGH_LEFT, HIGH_RIGHT = 0, 1, 2, 3

# Typed, because a literal argument would make numba compile a copy of the helper of its own.
BLACKS, WHITES, ANYWHERE = np.int64(0), np.int64(1), np.int64(-1)

Graph = namedtuple(
    "Graph",
    # A node's lists begin at first[step * node]; step 2: each list ends where the next begins.
    ["keys", "first", "child", "offset", "point", "ko_node", "ko_point", "stride", "step"],
)
Values = namedtuple("Values", ["walls", "bases", "ko_walls", "ko_bases", "rules"])


@outlined
def standing(empty, own, other, near_own, near_other, stride):
    """Return what live points count if play stops: area, one player's minus the other's."""
    score = count_bits(own) - count_bits(other)
    rest = empty
    while rest:
        part = connected(rest & -rest, rest, stride)
        rest &= ~part
        around = beside(part, stride)
        mine = (part & near_own) | (around & own)
        yours = (part & near_other) | (around & other)
        if mine and not yours:
            score += count_bits(part)
        elif yours and not mine:
            score -= count_bits(part)
    return score


@outlined
def score_of(keys, node, stride):
    """Return what the live points of a node count if play stops, Black's minus White's."""
    place = node * KEY_WORDS
    return standing(
        keys[place] & POINTS, keys[place + 1], keys[place + 2], keys[place + 3], keys[place + 4],
        stride,
    )  # fmt: skip


@inlined
def is_blocking(rules, side, view):
    """Tell whether a ko capture of `side` keeps the other player from taking back at once."""
    return rules == NOBODY or rules == 1 + side or (rules == AGAINST and view != side)


@outlined
def best_move(graph, store, values, node, side, view, skipped):
    """Return the best that a move of `side` brings, not taxed: shape, base, whether it is infinite.

    The move at point `skipped` is left out. Infinite: an option is unknown, and in this view that
    is the best there can be. NO_WALL without it: no move, or none that is known.
    """
    begin = graph.first[graph.step * node + side]
    end = graph.first[graph.step * node + side + 1]
    blocks = is_blocking(values.rules, side, view)
    # After Black's move White is to move and the right wall counts.
    wall = 2 * view + 1 - side
    sign = 1 - 2 * side
    shape = np.int32(NO_WALL)
    base = np.int32(0)
    for edge in range(begin, end):
        if graph.point[edge] == skipped:
            continue
        other = graph.child[edge]
        if other >= 0:
            shape_b = values.walls[4 * other + wall]
            base_b = np.int32(values.bases[4 * other + wall])
        elif blocks:
            shape_b = values.ko_walls[2 * (-1 - other) + view]
            base_b = np.int32(values.ko_bases[2 * (-1 - other) + view])
        else:
            other = graph.ko_node[-1 - other]
            shape_b = values.walls[4 * other + wall]
            base_b = np.int32(values.bases[4 * other + wall])
        if shape_b < 0:
            if view != side:
                return np.int32(NO_WALL), np.int32(0), True
            continue
        base_b += graph.offset[edge]
        if shape < 0:
            shape = shape_b
            base = base_b
            continue
        gap = base_b - base
        if shape == shape_b:
            if gap * sign > 0:
                base = base_b
            continue
        # Most options lie wholly on one side of the best so far.
        shift = np.int64(gap) * SCALE
        if sign > 0:
            if store.least[shape] >= shift + store.greatest[shape_b]:
                continue
            if store.greatest[shape] <= shift + store.least[shape_b]:
                shape = shape_b
                base = base_b
                continue
        else:
            if store.greatest[shape] <= shift + store.least[shape_b]:
                continue
            if store.least[shape] >= shift + store.greatest[shape_b]:
                shape = shape_b
                base = base_b
                continue
        found, change = combined(
            store, np.int64(shape), np.int64(shape_b), np.int64(gap), np.int64(sign)
        )
        if found < 0:
            return np.int32(NOT_EXACT), np.int32(0), True
        shape = found
        base += change
    return shape, base, False


@outlined
def evaluate_node(graph, store, values, node, view):
    """Compute the walls of a node in one view; return whether they changed."""
    place = 4 * node + 2 * view
    left, base_l, infinite_l = best_move(graph, store, values, node, BLACKS, view, ANYWHERE)
    right, base_r, infinite_r = best_move(graph, store, values, node, WHITES, view, ANYWHERE)
    if left == NOT_EXACT or right == NOT_EXACT:
        return False
    if infinite_r or infinite_l:
        # The other player alone decides what his own move first brings.
        if infinite_r:
            right = np.int32(NO_WALL)
            if left >= 0:
                left = tilted(store, np.int64(left), np.int64(-1))
        else:
            left = np.int32(NO_WALL)
            if right >= 0:
                right = tilted(store, np.int64(right), np.int64(1))
        if left == NOT_EXACT or right == NOT_EXACT:
            return False
    else:
        base = base_l if left >= 0 else base_r
        gap = base_r - base if right >= 0 else np.int32(0)
        rest = np.int64(0)
        if left < 0 or right < 0 or gap > 0:
            rest = score_of(graph.keys, node, graph.stride) - base
        left, right, base_l, base_r = settled(
            store, np.int64(left), np.int64(right), np.int64(gap), rest
        )
        if left < 0 or right < 0:
            return False
        base_l += base
        base_r += base
    changed = (
        values.walls[place] != left
        or values.walls[place + 1] != right
        or (left >= 0 and values.bases[place] != base_l)
        or (right >= 0 and values.bases[place + 1] != base_r)
    )
    values.walls[place] = left
    values.walls[place + 1] = right
    values.bases[place] = base_l
    values.bases[place + 1] = base_r
    return changed


@outlined
def evaluate_ko(graph, store, values, ko, side, view):
    """Compute the wall after the ko capture `ko` of `side`; return whether it changed."""
    node = np.int64(graph.ko_node[ko])
    if graph.first[graph.step * node] == graph.first[graph.step * node + 2]:
        # Not opened (or nothing to play): either player may turn out to have the next move.
        place = 2 * ko + view
        shape = values.walls[4 * node + 1 + view]
        base = values.bases[4 * node + 1 + view]
        changed = values.ko_walls[place] != shape or values.ko_bases[place] != base
        values.ko_walls[place] = shape
        values.ko_bases[place] = base
        return changed
    sign = 1 - 2 * side
    other, base_o, infinite_o = best_move(
        graph, store, values, node, 1 - side, view, np.int64(graph.ko_point[ko])
    )
    if other == NOT_EXACT:
        return False
    if values.rules == NOBODY or values.rules == AGAINST:
        # The blocked player may wait: then it is the capturing player's turn, without a block.
        waited = values.walls[4 * node + 2 * view + side]
        base_w = np.int32(values.bases[4 * node + 2 * view + side])
    elif graph.first[graph.step * node + side] == graph.first[graph.step * node + side + 1]:
        # He cannot go on, so the position stands as it is unless the blocked player moves.
        rest = score_of(graph.keys, node, graph.stride) - base_o
        none = np.int64(NO_WALL)
        zero = np.int64(0)
        if side == 0:
            _, waited, _, base_w = settled(store, none, np.int64(other), zero, rest)
        else:
            waited, _, base_w, _ = settled(store, np.int64(other), none, zero, rest)
        if waited < 0:
            return False
        base_w += base_o
        other = np.int32(NO_WALL)
    else:
        waited, base_w, _ = best_move(graph, store, values, node, side, view, ANYWHERE)
        if waited == NOT_EXACT:
            return False
        if waited >= 0:
            waited = tilted(store, np.int64(waited), np.int64(-sign))
            if waited < 0:
                return False
    if other >= 0:
        other = tilted(store, np.int64(other), np.int64(sign))
        if other < 0:
            return False
    shape = np.int32(NO_WALL)
    base = np.int32(0)
    # In the blocked player's own view an unknown wall is the worst he can get, so he avoids it.
    dreads = view == 1 - side
    if infinite_o:
        pass
    elif waited < 0 or other < 0:
        if waited >= 0:
            shape = waited
            base = base_w
        elif dreads and other >= 0:
            shape = other
            base = base_o
    else:
        shape, change = combined(
            store, np.int64(waited), np.int64(other), np.int64(base_o - base_w), np.int64(-sign)
        )
        if shape < 0:
            return False
        base = base_w + change
    place = 2 * ko + view
    changed = values.ko_walls[place] != shape or (shape >= 0 and values.ko_bases[place] != base)
    values.ko_walls[place] = shape
    values.ko_bases[place] = base
    return changed


@outlined
def evaluate_kos(graph, store, values, node, view):
    """Compute the walls after a node's ko captures in one view; return whether one changed."""
    changed = False
    for side in range(2):
        if is_blocking(values.rules, side, view):
            for edge in range(
                graph.first[graph.step * node + side], graph.first[graph.step * node + side + 1]
            ):
                if graph.child[edge] < 0:
                    ko = -1 - graph.child[edge]
                    if evaluate_ko(graph, store, values, ko, side, view):
                        changed = True
    return changed
