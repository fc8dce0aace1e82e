"""The kernel that says where a pool should grow: open nodes that sensible play reaches first.

From the root, either player first, every move costs what it loses against the best one by the
scores of a sweep, and a little for itself, more if it is unlikely; a coupon is a move as well. The
open nodes that are cheapest to reach are wanted. Costs are small whole numbers, so buckets are all
the queue needed.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import kernel
from gtpengine.search.tds.kernels.types import INTS, NODES
from gtpengine.search.tds.pool import EXPANDED, OPEN, Ints

FAR = 1 << 28
BITS = 64  # places of a region for moves


class Reach(NamedTuple):
    """What the search for open nodes works with; rows are 2 * node + side."""

    left: Ints  # scores by node in the layer in question, Left to move, ...
    right: Ints
    left_below: Ints  # ... and in the layer below it
    right_below: Ints
    cost: Ints  # by row
    head: Ints  # by cost: the first entry of that cost, or -1
    entry_row: Ints
    entry_next: Ints
    wanted: Ints  # the answer
    extra: Ints  # by BITS * side + bit: what a move there costs more, since it is unlikely


REACH = types.NamedUniTuple(INTS, len(Reach._fields), Reach)


@kernel(types.int64(NODES, REACH, *([types.int64] * 4)))
def choose_open(pool, reach, coupon, factor, per_loss, per_move):
    """Fill `wanted` with open nodes, cheapest first; return how many were found.

    `coupon` is the layer's coupon in units, `factor` the units of a pool value. A unit lost costs
    `per_loss`, a move `per_move`. What costs more than there are buckets is out of reach.
    """
    cost = reach.cost
    head = reach.head
    limit = len(head)
    cost[: 2 * pool.used[0]] = FAR
    head[:] = -1
    entries = np.int64(0)
    found = 0
    for side in range(2):
        cost[side] = 0
        reach.entry_row[entries] = side
        reach.entry_next[entries] = head[0]
        head[0] = entries
        entries += 1
    for here in range(limit):
        while head[here] >= 0:
            entry = head[here]
            head[here] = reach.entry_next[entry]
            row = np.int64(reach.entry_row[entry])
            if cost[row] != here:
                continue
            node = row >> 1
            side = row & 1
            if pool.state[node] == OPEN:
                if cost[row ^ 1] < here or (cost[row ^ 1] == here and side == 1):
                    continue  # found with the other player to move
                reach.wanted[found] = node
                found += 1
                if found == len(reach.wanted):
                    return found
                continue
            if pool.state[node] != EXPANDED:
                continue
            sign = 1 - 2 * side
            best = sign * np.int64(reach.left[node] if side == 0 else reach.right[node])
            lift = np.int64(pool.lift[node])
            first = pool.first[row]
            for index in range(pool.degree[row] + 1):
                next_cost = here + per_move
                if index < pool.degree[row]:
                    edge = first + index
                    next_cost += reach.extra[BITS * side + pool.move[edge]]
                    target = np.int64(pool.target[edge])
                    worth = np.int64(reach.right[target] if side == 0 else reach.left[target])
                    worth = sign * (worth + pool.offset[edge] * factor)
                else:
                    target = lift
                    worth = np.int64(
                        reach.right_below[lift] if side == 0 else reach.left_below[lift]
                    )
                    worth = sign * worth + coupon
                next_cost += per_loss * max(best - worth, 0)
                other = 2 * target + 1 - side
                if next_cost < limit and next_cost < cost[other]:
                    if entries == len(reach.entry_row):
                        return found
                    cost[other] = next_cost
                    reach.entry_row[entries] = other
                    reach.entry_next[entries] = head[next_cost]
                    head[next_cost] = entries
                    entries += 1
    return found
