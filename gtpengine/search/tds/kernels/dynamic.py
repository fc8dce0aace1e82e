"""TDS by dynamic programming: the value of every node in every layer of a coupon stack.

`left[v, j]` and `right[v, j]` are the scores, Black's minus White's, with Left and with Right to
move in layer j, coupons already taken left out, in units of the stack. The recurrence:

    left[v, j] = max(right[child, j] + offset over Left's moves, coupon(j) + right[lift v, j - 1])

and its mirror image. Layer 0 has coupons of the floor's value without end, but two in a row end the
game, with `standing` for the position. A coupon leads to a lower layer, so only loops of board
moves need more than one sweep.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from gtpengine.jit import kernel, outlined
from gtpengine.search.tds.kernels.types import INT_TABLE, INTS, LONGS, NODES
from gtpengine.search.tds.pool import EXPANDED, OPEN, Ints, Longs

FAR = np.int32(1 << 28)  # beyond every score
# Places of the settings.
FLOOR, LAYERS, FACTOR, STANDS, FRONTIER, SWEEPS = 0, 1, 2, 3, 4, 5
SETTINGS = 6
# What stands for an open node.
BY_ESTIMATE, BY_LOW, BY_HIGH = 0, 1, 2


class Sweep(NamedTuple):
    """What a sweep reads and fills; tables have a row per node and a column per layer."""

    settings: Longs  # the named places above; FLOOR in units, FACTOR units per pool value
    order: Ints  # nodes by component, options first
    starts: Ints  # where the components begin, and the end
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    board: Ints  # best board moves in layer 0, by 2 * node + side
    coupons: Ints  # by layer: the top coupon, ...
    alone: Ints  # ... and V(C, Left)
    scratch: npt.NDArray[np.int32]  # two rows


SWEEP = types.NamedTuple(
    (LONGS, INTS, INTS, INT_TABLE, INT_TABLE, INTS, INTS, INTS, INT_TABLE), Sweep
)


@outlined
def sweep_node(pool, node, sweep):
    """Bring all layers of `node` up to date; return whether anything changed."""
    settings = sweep.settings
    left = sweep.left
    right = sweep.right
    board = sweep.board
    alone = sweep.alone
    layers = settings[LAYERS] + 1
    factor = settings[FACTOR]
    state = pool.state[node]
    if state != EXPANDED:
        number = np.int64(pool.value[node])
        if state == OPEN and settings[FRONTIER] == BY_LOW:
            number = np.int64(pool.low[node])
        elif state == OPEN and settings[FRONTIER] == BY_HIGH:
            number = np.int64(pool.high[node])
        number *= factor
        for j in range(layers):
            left[node, j] = number + alone[j]
            right[node, j] = number - alone[j]
        board[2 * node] = -FAR
        board[2 * node + 1] = FAR
        return False
    black = sweep.scratch[0]
    white = sweep.scratch[1]
    for j in range(layers):
        black[j] = -FAR
        white[j] = FAR
    for edge in range(pool.first[2 * node], pool.first[2 * node] + pool.degree[2 * node]):
        row = right[pool.target[edge]]
        offset = np.int32(pool.offset[edge] * factor)
        for j in range(layers):
            black[j] = max(black[j], row[j] + offset)
    start = pool.first[2 * node + 1]
    for edge in range(start, start + pool.degree[2 * node + 1]):
        row = left[pool.target[edge]]
        offset = np.int32(pool.offset[edge] * factor)
        for j in range(layers):
            white[j] = min(white[j], row[j] + offset)
    changed = board[2 * node] != black[0] or board[2 * node + 1] != white[0]
    board[2 * node] = black[0]
    board[2 * node + 1] = white[0]
    lift = pool.lift[node]
    left_held = (pool.held[node] & 1) != 0 and pool.degree[2 * node] > 0
    right_held = (pool.held[node] & 2) != 0 and pool.degree[2 * node + 1] > 0
    floor = settings[FLOOR]
    standing = np.int64(pool.standing[lift]) * factor
    # The answer to a refusal: a move here, or the same refusal, which ends the game.
    answer_left = np.int64(board[2 * lift])
    answer_right = np.int64(board[2 * lift + 1])
    ends = settings[STANDS] != 0
    left_stays = (pool.held[node] & 5) != 0 and pool.degree[2 * node] > 0
    right_stays = (pool.held[node] & 10) != 0 and pool.degree[2 * node + 1] > 0
    if not left_stays and (ends or answer_left == -FAR):
        answer_left = max(answer_left, standing + floor // 2)
    if not right_stays and (ends or answer_right == FAR):
        answer_right = min(answer_right, standing - floor // 2)
    last_left = np.int64(black[0]) if left_stays else max(np.int64(black[0]), floor + answer_right)
    last_right = np.int64(white[0]) if right_stays else min(np.int64(white[0]), answer_left - floor)
    changed |= left[node, 0] != last_left or right[node, 0] != last_right
    left[node, 0] = last_left
    right[node, 0] = last_right
    coupons = sweep.coupons
    for j in range(1, layers):
        coupon = np.int64(coupons[j])
        best_left = np.int64(black[j])
        best_right = np.int64(white[j])
        if not left_held:
            best_left = max(best_left, coupon + right[lift, j - 1])
        if not right_held:
            best_right = min(best_right, left[lift, j - 1] - coupon)
        changed |= left[node, j] != best_left or right[node, j] != best_right
        left[node, j] = best_left
        right[node, j] = best_right
    return changed


@kernel(types.int64(NODES, SWEEP, types.int64))
def sweep_pool(pool, sweep, components):
    """Fill `left` and `right` for all nodes in `order`; return how many nodes did not settle."""
    settings = sweep.settings
    layers = settings[LAYERS] + 1
    alone = sweep.alone
    unsettled = 0
    for component in range(components):
        begin = sweep.starts[component]
        end = sweep.starts[component + 1]
        if end - begin == 1:
            sweep_node(pool, sweep.order[begin], sweep)
            continue
        for place in range(begin, end):
            node = sweep.order[place]
            # Until play says otherwise a loop stands where it is.
            number = np.int64(pool.standing[node]) * settings[FACTOR]
            for j in range(layers):
                sweep.left[node, j] = number + alone[j]
                sweep.right[node, j] = number - alone[j]
            sweep.board[2 * node] = number
            sweep.board[2 * node + 1] = number
        sweeps = 0
        changed = True
        while changed and sweeps < settings[SWEEPS]:
            changed = False
            sweeps += 1
            for place in range(begin, end):
                if sweep_node(pool, sweep.order[place], sweep):
                    changed = True
        if changed:
            unsettled += end - begin
    return unsettled
