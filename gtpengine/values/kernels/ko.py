"""The equations of the komaster game in checked integers, for graphs with many nodes.

The same game and method as gtpengine/values/loopy (rules.py, solver.py), which is this kernel's
slow twin: units are positions and, after them, ko captures that block the answer. A view is the
game as Black sees it (0) or the negated game (1). This module finds the captures and evaluates one
unit from what is known of others; ko_solver.py decides in which order.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from gtpengine.jit import kernel, outlined
from gtpengine.values.kernels.lines import balloon, larger, pushed_up, rest_between

UNSOLVED, EXACT, BOUNDS, FAILED, BARRED = 0, 1, 2, 3, 4  # state of a unit
UNKNOWN = -10  # size of a scaffold that is minus infinity for the viewer
BUFFERS = 8

# Rows of `nodes`: first edges of Left and Right (one column more than nodes), position, value.
LEFT, RIGHT, ORIGIN, STANDS = 0, 1, 2, 3
# Rows of `edges`, Left's before Right's: node, points added, unit that the move leads to.
TARGET, OFFSET, UNIT = 0, 1, 2
# Rows of `blocks`: who captured, where to, from which position, points of the blocked answer.
SIDE, NODE, START, ANSWER = 0, 1, 2, 3
# Rows of `units`: state, component; Tarjan's arrays; place, length and room of six walls each:
# exact left and right, view 0 left and right, view 1 left and right. Length 0: no wall.
STATE, COMPONENT, NUMBER, LOW, STACK, ON_STACK, CALL, PLACE, AT, LENGTH, ROOM = (
    *range(8),
    8,
    14,
    20,
)
UNIT_ROWS = 26
# Places in `settings`.
COUNT, BLOCKS, FORCED, BLACK_BLOCKS, WHITE_BLOCKS, BOTTOM, SCALE, STANDING, USED = range(9)
SETTINGS = 9


class KoGame(NamedTuple):
    """A graph, its equations and what is known of their solution; rows are named above."""

    nodes: np.ndarray  # [4, nodes + 1]
    edges: np.ndarray  # [3, edges]
    blocks: np.ndarray  # [4, edges]
    units: np.ndarray  # [UNIT_ROWS, units]
    pool: np.ndarray  # [3, pieces]: t, value, slope of the pieces of walls
    buffers: np.ndarray  # [BUFFERS, 3, pieces of the longest wall]
    settings: np.ndarray


_ROWS = types.int64[:, ::1]
GAME = types.NamedTuple(
    (_ROWS, _ROWS, _ROWS, _ROWS, _ROWS, types.int64[:, :, ::1], types.int64[::1]), KoGame
)


@outlined
def _takes_back(game, edge, start, answer):
    """Return whether a move leads to position `start` with `answer` points added."""
    target = game.edges[TARGET, edge]
    return game.nodes[ORIGIN, target] == start and game.edges[OFFSET, edge] == answer


@kernel(types.int64(GAME))
def find_captures(game):
    """Fill the edges' units and the blocks; return how many blocks there are."""
    count = game.settings[COUNT]
    found = 0
    for node in range(count):
        start = game.nodes[ORIGIN, node]
        for side in range(2):
            blocks = game.settings[BLACK_BLOCKS + side]
            for edge in range(game.nodes[side, node], game.nodes[side, node + 1]):
                target = game.edges[TARGET, edge]
                game.edges[UNIT, edge] = target
                if not blocks:
                    continue
                answer = -game.edges[OFFSET, edge]
                for reply in range(game.nodes[1 - side, target], game.nodes[1 - side, target + 1]):
                    if _takes_back(game, reply, start, answer):
                        game.edges[UNIT, edge] = count + found
                        game.blocks[SIDE, found] = side
                        game.blocks[NODE, found] = target
                        game.blocks[START, found] = start
                        game.blocks[ANSWER, found] = answer
                        found += 1
                        break
    return found


@outlined
def need(game, unit, k):
    """Return the k-th unit that decides `unit`; -1 if that one is not asked, -2 after the last."""
    node = unit
    block = unit - game.settings[COUNT]
    if block >= 0:
        node = game.blocks[NODE, block]
    for side in range(2):
        size = game.nodes[side, node + 1] - game.nodes[side, node]
        if k < size:
            edge = game.nodes[side, node] + k
            if block >= 0:
                if game.blocks[SIDE, block] == side:
                    if not game.settings[FORCED]:
                        return -1
                elif _takes_back(game, edge, game.blocks[START, block], game.blocks[ANSWER, block]):
                    return -1
            return game.edges[UNIT, edge]
        k -= size
    if k == 0 and block >= 0 and not game.settings[FORCED]:
        return node
    return -2


@outlined
def _load(game, unit, view, right, sign, offset, tilt, into):
    """Write a wall as the viewer has it, times sign, plus offset + tilt * t; return its size."""
    if game.units[STATE, unit] == EXACT:
        slot = right if view == 0 else 1 - right
        if view == 1:
            sign = -sign
    else:
        slot = 2 + 2 * view + right
    start = game.units[AT + slot, unit]
    size = game.units[LENGTH + slot, unit]
    for k in range(size):
        t = game.pool[0, start + k]
        game.buffers[into, 0, k] = t
        game.buffers[into, 1, k] = sign * game.pool[1, start + k] + offset + tilt * t
        game.buffers[into, 2, k] = sign * game.pool[2, start + k] + tilt
    return size


@outlined
def _scaffold(game, view, node, side, block, first):
    """Write a scaffold to one of the buffers first to first + 2; return its size and the buffer.

    The viewer's own is written as it is, the opponent's negated; size 0 where there is no move, and
    UNKNOWN where the opponent's is minus infinity. A block leaves out the answer it forbids.
    """
    own = side == view
    best = first
    size = 0
    for edge in range(game.nodes[side, node], game.nodes[side, node + 1]):
        if block >= 0 and _takes_back(
            game, edge, game.blocks[START, block], game.blocks[ANSWER, block]
        ):
            continue
        unit = game.edges[UNIT, edge]
        offset = game.edges[OFFSET, edge] if view == 0 else -game.edges[OFFSET, edge]
        into = best
        if size > 0:
            into = first if best != first else first + 1
        if own:
            got = _load(game, unit, view, 1, 1, offset, -1, into)
        else:
            got = _load(game, unit, view, 0, -1, -offset, -1, into)
            if got == 0:
                return UNKNOWN, best
        if got == 0:
            continue
        if size == 0:
            size = got
            continue
        free = 3 * first + 3 - best - into
        size = larger(game.buffers[best], size, game.buffers[into], got, game.buffers[free])
        if size < 0:
            return size, best
        best = free
    return size, best


@outlined
def _negate(buffer, size):
    for k in range(size):
        buffer[1, k] = -buffer[1, k]
        buffer[2, k] = -buffer[2, k]


@outlined
def _copy(source, size, target):
    for k in range(size):
        for row in range(3):
            target[row, k] = source[row, k]


@outlined
def _rest(game, view, node, left, left_size, right, right_size):
    """Return where a mast starts in a cave at the bottom, and whether that is exact."""
    low = game.buffers[left, 1, 0] if left_size > 0 else 0
    high = -game.buffers[right, 1, 0] if right_size > 0 else 0
    if not game.settings[STANDING]:
        return rest_between(left_size > 0, low, right_size > 0, high, game.settings[SCALE])
    value = game.nodes[STANDS, node] if view == 0 else -game.nodes[STANDS, node]
    if right_size > 0:
        value = min(value, high)
    if left_size > 0:
        value = max(value, low)
    return value, True


@outlined
def _settle(game, view, node, left, left_size, right, right_size):
    """Write walls from scaffolds (right ones negated) to buffers 6 and 7; return their sizes."""
    rest, exact = _rest(game, view, node, left, left_size, right, right_size)
    if not exact:
        return -1, -1
    out_left = game.buffers[6]
    out_right = game.buffers[7]
    if left_size > 0 and right_size > 0:
        return balloon(
            game.buffers[left],
            left_size,
            game.buffers[right],
            right_size,
            rest,
            out_left,
            out_right,
        )
    if right_size > 0:
        size = pushed_up(game.buffers[right], right_size, -rest, out_right)
        if size > 0:
            _copy(out_right, size, out_left)
            _negate(out_left, size)
        return size, size
    size = 1
    if left_size > 0:
        size = pushed_up(game.buffers[left], left_size, rest, out_left)
    else:
        out_left[0, 0] = game.settings[BOTTOM]
        out_left[1, 0] = rest
        out_left[2, 0] = 0
    if size > 0:
        _copy(out_left, size, out_right)
        _negate(out_right, size)
    return size, size


@outlined
def evaluate(game, unit, view):
    """Write the walls of `unit` to buffers 6 (left) and 7 (right, negated); return their sizes.

    A negative size: the scale or the buffers do not suffice. Scratch: all buffers. Every helper is
    called in one place only, because the compiler copies it to each.
    """
    block = unit - game.settings[COUNT]
    is_block = block >= 0
    forced = game.settings[FORCED] != 0
    node = game.blocks[NODE, block] if is_block else unit
    taker = game.blocks[SIDE, block] if is_block else 1 - view
    # A position: the viewer's scaffold, then the opponent's. A block: what the blocked player may
    # still play, then what waiting brings him, namely the taker's scaffold where he is forced to
    # go on and the position itself where he is not.
    size, first = _scaffold(game, view, node, 1 - taker, block, 0)
    waited = 3
    if is_block and not forced:
        got = _load(game, node, view, 0 if taker == view else 1, 1, 0, 0, 3)
    else:
        got, waited = _scaffold(game, view, node, taker, -1, 3)
    if (size < 0 and size != UNKNOWN) or (got < 0 and got != UNKNOWN):
        return -1, -1
    # A player without a local move cannot be forced to make one.
    idle = is_block and forced and game.nodes[taker, node] == game.nodes[taker, node + 1]
    own = is_block and taker == view
    if size == UNKNOWN:
        return 0, 0
    if idle or not is_block:
        if got == UNKNOWN:
            _copy(game.buffers[first], size, game.buffers[6])
            return size, 0
        left, left_size, right, right_size = first, size, waited, got
        if own:
            left, left_size, right, right_size = waited, got, first, size
        left_size, right_size = _settle(game, view, node, left, left_size, right, right_size)
        if left_size > 0 and is_block:
            return (0, right_size) if own else (left_size, 0)
        return left_size, right_size
    return _blocked(game, first, size, waited, max(got, 0), own, forced)


@outlined
def _blocked(game, others, size, waited, got, own, forced):
    """Write the wall of a blocked player from two scaffolds; return the sizes of both walls.

    After his own capture the viewer gets the minimum of what waiting and the opponent's moves
    bring, written negated; after the opponent's the maximum of waiting and his own moves.
    """
    if own and got == 0:
        return 0, 0
    if own or forced:
        _negate(game.buffers[waited], got)
    out = 7 if own else 6
    found = size
    if got > 0 and size > 0:
        found = larger(game.buffers[others], size, game.buffers[waited], got, game.buffers[out])
        if found < 0:
            return -1, -1
    else:
        found = max(size, got)
        _copy(game.buffers[others if got == 0 else waited], found, game.buffers[out])
    return (0, found) if own else (found, 0)
