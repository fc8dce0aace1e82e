"""The kernel that grows the pool of a Go region, node by node, wherever a search wants to look.

A node is a position of the local graph (five sets of points, see localgame/kernels/expand.py) and a
ban: 0, or 2 * (point + 1) + the side that captured there, which the other one may not take back.
"""

from collections import namedtuple
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from gtpengine.jit import inlined, kernel, outlined, pointer_to
from gtpengine.localgame.kernels.bits import beside, count_bits, lowest_bit
from gtpengine.localgame.kernels.evaluate import score_of
from gtpengine.localgame.kernels.expand import DECIDE, KEY_WORDS, hash_of, play_stone
from gtpengine.search.tds.kernels.types import INTS, LONGS, NODES
from gtpengine.search.tds.pool import EXPANDED, HELD, OPEN, TERMINAL, Ints, Longs

ROOM = 128  # at most so many edges come from one node; each may need two new ones
# Places of the settings.
STRIDE, BLOCKING, FORCED = 0, 1, 2  # BLOCKING: bits of the sides whose ko captures block
SETTINGS = 3


class Positions(NamedTuple):
    """What a pool's nodes look like."""

    settings: Longs
    keys: Longs  # KEY_WORDS each
    ban: Ints
    plain: Ints  # the same position without its ban
    table: Ints  # a power of two of slots, node + 1 or 0


POSITIONS = types.NamedTuple((LONGS, LONGS, INTS, INTS, INTS), Positions)

# Pool and positions as pointers: what helpers are given, because whole arrays are slow to hand on.
Work = namedtuple(
    "Work",
    ["state", "held", "value", "low", "high", "standing", "lift", "first", "degree", "target",
     "offset", "move", "used", "keys", "ban", "plain", "table", "mask", "stride", "blocking",
     "forced"],
)  # fmt: skip


@inlined
def pointers(pool, positions):
    """Return pool and positions as helpers take them."""
    return Work(
        pointer_to(pool.state), pointer_to(pool.held), pointer_to(pool.value),
        pointer_to(pool.low), pointer_to(pool.high), pointer_to(pool.standing),
        pointer_to(pool.lift), pointer_to(pool.first), pointer_to(pool.degree),
        pointer_to(pool.target), pointer_to(pool.offset), pointer_to(pool.move),
        pointer_to(pool.used), pointer_to(positions.keys), pointer_to(positions.ban),
        pointer_to(positions.plain), pointer_to(positions.table), len(positions.table) - 1,
        positions.settings[STRIDE], positions.settings[BLOCKING], positions.settings[FORCED],
    )  # fmt: skip


@inlined
def slot_of(work, empty, black, white, near_black, near_white, ban):
    """Return the slot of a node, or the free one where it belongs."""
    slot = (hash_of(empty, black, white, near_black, near_white) + ban * 0x9E3779B1) & work.mask
    keys = work.keys
    while True:
        node = np.int64(work.table[slot]) - 1
        if node < 0:
            return slot
        place = node * KEY_WORDS
        if (
            keys[place] == empty
            and keys[place + 1] == black
            and keys[place + 2] == white
            and keys[place + 3] == near_black
            and keys[place + 4] == near_white
            and work.ban[node] == ban
        ):
            return slot
        slot = (slot + 1) & work.mask


@outlined
def leaning(empty, black, white, near_black, near_white, stride):
    """Return a guess at the score: unsafe stones stay, empty points go to the nearer colour."""
    blacks = empty & (near_black | beside(black, stride))
    whites = empty & (near_white | beside(white, stride))
    rest = empty
    score = count_bits(black) - count_bits(white)
    while blacks | whites:
        rest &= ~(blacks | whites)
        both = blacks & whites
        blacks &= ~both
        whites &= ~both
        score += count_bits(blacks) - count_bits(whites)
        # Contested points hand nothing on.
        blacks = beside(blacks, stride) & rest
        whites = beside(whites, stride) & rest
    return score


@outlined
def node_of(work, empty, black, white, near_black, near_white, ban):
    """Return the node of a position, made if it is new.  Pre: there is room for two."""
    slot = slot_of(work, empty, black, white, near_black, near_white, ban)
    found = np.int64(work.table[slot])
    if found > 0:
        return found - 1
    node = work.used[0]
    work.used[0] = node + 1
    work.table[slot] = node + 1
    place = node * KEY_WORDS
    work.keys[place] = empty
    work.keys[place + 1] = black
    work.keys[place + 2] = white
    work.keys[place + 3] = near_black
    work.keys[place + 4] = near_white
    work.ban[node] = ban
    stride = work.stride
    live = count_bits(empty | black | white)
    standing = score_of(work.keys, node, stride)
    work.state[node] = OPEN if live else TERMINAL
    work.standing[node] = standing
    work.value[node] = leaning(empty, black, white, near_black, near_white, stride)
    work.low[node] = -live
    work.high[node] = live
    work.held[node] = 0
    work.lift[node] = node
    work.plain[node] = node
    work.first[2 * node] = work.used[1]
    work.first[2 * node + 1] = work.used[1]
    work.degree[2 * node] = 0
    work.degree[2 * node + 1] = 0
    return node


@outlined
def blocked_node(work, empty, black, white, near_black, near_white, ban):
    """Return the node of a position with a ban; its plain position gets one, too."""
    plain = node_of(work, empty, black, white, near_black, near_white, np.int64(0))
    node = node_of(work, empty, black, white, near_black, near_white, ban)
    work.plain[node] = plain
    if work.forced != 0:
        work.held[node] = HELD << (ban & 1)
    else:
        work.lift[node] = plain
    return node


@outlined
def sort_options(work, first, count, sign):
    """Bring the edges of one player into order: the best by estimate first."""
    for index in range(first + 1, first + count):
        target = work.target[index]
        offset = work.offset[index]
        move = work.move[index]
        worth = sign * (work.value[target] + offset)
        place = index
        while place > first:
            before = place - 1
            if sign * (work.value[work.target[before]] + work.offset[before]) >= worth:
                break
            work.target[place] = work.target[place - 1]
            work.offset[place] = work.offset[place - 1]
            work.move[place] = work.move[place - 1]
            place -= 1
        work.target[place] = target
        work.offset[place] = offset
        work.move[place] = move


@outlined
def expand_node(work, node):
    """Give an open node its options.  Pre: there is ROOM for edges and twice as many nodes."""
    stride = work.stride
    keys = work.keys
    place = node * KEY_WORDS
    empty = keys[place]
    ban = np.int64(work.ban[node])
    edges = work.used[1]
    for side in range(2):
        row = 2 * node + side
        work.first[row] = edges
        own = keys[place + 1 + side]
        other = keys[place + 2 - side]
        near_own = keys[place + 3 + side]
        near_other = keys[place + 4 - side]
        todo = empty
        if ban != 0:
            if side != (ban & 1):
                todo &= ~(np.int64(1) << ((ban >> 1) - 1))
            elif work.forced == 0:
                # A play elsewhere lifts the ban, so the capturing player never moves here.
                todo = np.int64(0)
        while todo:
            stone = todo & -todo
            todo ^= stone
            legal, n_empty, n_own, n_other, n_near_own, n_near_other, gain, taken = play_stone(
                stone, empty, own, other, near_own, near_other, stride, DECIDE
            )
            if not legal:
                continue
            black = n_own if side == 0 else n_other
            white = n_other if side == 0 else n_own
            near_black = n_near_own if side == 0 else n_near_other
            near_white = n_near_other if side == 0 else n_near_own
            if taken >= 0 and (work.blocking >> side) & 1:
                target = blocked_node(
                    work, n_empty, black, white, near_black, near_white,
                    np.int64(2 * (taken + 1) + side),
                )  # fmt: skip
            else:
                target = node_of(work, n_empty, black, white, near_black, near_white, np.int64(0))
            work.target[edges] = target
            work.offset[edges] = gain if side == 0 else -gain
            work.move[edges] = lowest_bit(stone)
            edges += 1
        count = edges - work.first[row]
        work.degree[row] = count
        sort_options(work, np.int64(work.first[row]), np.int64(count), np.int64(1 - 2 * side))
    work.used[1] = edges
    work.state[node] = EXPANDED


@kernel(types.int64(NODES, POSITIONS, INTS, types.int64))
def grow(pool, positions, nodes, start):
    """Expand the open ones among `nodes` from place `start` on; return how far there was room."""
    work = pointers(pool, positions)
    room = min(len(pool.state), len(positions.table) // 2)
    for place in range(start, len(nodes)):
        if pool.used[0] + 2 * ROOM > room or pool.used[1] + ROOM > len(pool.target):
            return place
        node = np.int64(nodes[place])
        if pool.state[node] == OPEN:
            expand_node(work, node)
    return len(nodes)


@kernel(types.int64(NODES, POSITIONS, LONGS))
def add_position(pool, positions, sets):
    """Return the node of a position given by its five sets.  Pre: there is room for it."""
    return node_of(
        pointers(pool, positions), sets[0], sets[1], sets[2], sets[3], sets[4], np.int64(0)
    )


@kernel(types.void(NODES, POSITIONS, types.int64))
def rehash(pool, positions, nodes):
    """Enter the first `nodes` nodes into an empty table."""
    work = pointers(pool, positions)
    keys = positions.keys
    for node in range(nodes):
        place = node * KEY_WORDS
        slot = slot_of(
            work, keys[place], keys[place + 1], keys[place + 2], keys[place + 3],
            keys[place + 4], np.int64(positions.ban[node]),
        )  # fmt: skip
        positions.table[slot] = node + 1


class PlainGraph(NamedTuple):
    """Where `write_graph` puts a local graph: see gtpengine.localgame.graph.LocalGraph."""

    number: Ints  # of the plain node, by node of the pool
    keys: Longs
    is_open: npt.NDArray[np.uint8]
    first: Ints
    child: Ints
    offset: npt.NDArray[np.int8]
    point: npt.NDArray[np.int8]
    ko_node: Ints
    ko_point: npt.NDArray[np.int8]


PLAIN_GRAPH = types.NamedTuple(
    (INTS, LONGS, types.uint8[::1], INTS, INTS, types.int8[::1], types.int8[::1], INTS,
     types.int8[::1]),
    PlainGraph,
)  # fmt: skip


@kernel(types.void(NODES, POSITIONS, PLAIN_GRAPH, LONGS))
def write_graph(pool, positions, graph, counts):
    """Write the pool's positions without bans as a local graph; counts: nodes, edges, kos.

    Pre: the arrays have room for all nodes and edges of the pool.
    """
    nodes = np.int64(0)
    for node in range(pool.used[0]):
        if positions.ban[node] == 0:
            graph.number[node] = nodes
            for word in range(KEY_WORDS):
                graph.keys[nodes * KEY_WORDS + word] = positions.keys[node * KEY_WORDS + word]
            graph.is_open[nodes] = pool.state[node] == OPEN
            nodes += 1
    edges = np.int64(0)
    kos = np.int64(0)
    for node in range(pool.used[0]):
        if positions.ban[node] != 0:
            continue
        for side in range(2):
            row = 2 * node + side
            graph.first[2 * graph.number[node] + side] = edges
            for edge in range(pool.first[row], pool.first[row] + pool.degree[row]):
                target = pool.target[edge]
                child = np.int64(graph.number[positions.plain[target]])
                if positions.ban[target] != 0:
                    graph.ko_node[kos] = child
                    graph.ko_point[kos] = (positions.ban[target] >> 1) - 1
                    kos += 1
                    child = -kos
                graph.child[edges] = child
                graph.offset[edges] = pool.offset[edge]
                graph.point[edges] = pool.move[edge]
                edges += 1
    graph.first[2 * nodes] = edges
    counts[0] = nodes
    counts[1] = edges
    counts[2] = kos
