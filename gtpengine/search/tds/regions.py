"""Local graphs of Go regions as node pools, so that coupons can be searched beside them.

Scores are area scores, and the stack ends at 0: two passes end a region as it stands. Nodes of the
graph keep their numbers. A ko ban is no node of a local graph, but it is one of a pool: for every
position in which a player is banned a *blocked* node follows, as in ko.py. What a region has
settled from the start (`LocalGraph.offset`) is no part of the pool.
"""

from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import LocalGraph
from gtpengine.search.tds.dynamic import Order, order_of
from gtpengine.search.tds.kernels.scores import score_nodes
from gtpengine.search.tds.pool import EXPANDED, LEFT, OPEN, RIGHT, TERMINAL, GamePool, Longs
from gtpengine.values.loopy.rules import Komaster

# Whose ko captures block the opponent.
BLOCKING = {
    Komaster.NONE: (True, True),
    Komaster.BLACK: (True, False),
    Komaster.WHITE: (False, True),
    None: (False, False),
}


class Loops(Enum):
    """What loops a game has."""

    NONE = "none"
    # Every loop is a ko, taken and taken back, of one stage or of several. Positions that can reach
    # each other are connected by their kos like a tree: no second way leads round.
    SINGLE_KO = "one ko at a time"
    # Two kos can be open at once: taking one, then the other, and both back is a way round. A move
    # elsewhere is still part of every loop.
    SEVERAL_KOS = "several kos at once"
    LONG = "long"  # board moves alone can repeat a position: send two, return one

    @property
    def are_kos(self) -> bool:
        """Whether there are loops and a move elsewhere is part of every one."""
        return self in (Loops.SINGLE_KO, Loops.SEVERAL_KOS)


def loops_of(pool: GamePool) -> Loops:
    """Return what loops a complete pool has; kos are told apart where nobody is komaster."""
    order = order_of(pool)
    if order.components == len(pool):
        return Loops.NONE
    alone = np.arange(len(pool.arrays.lift), dtype=np.int32)
    still = GamePool(pool.arrays._replace(lift=alone), pool.scale, pool.stands)
    if order_of(still).components < len(pool):
        return Loops.LONG
    return Loops.SINGLE_KO if _are_trees(pool, order) else Loops.SEVERAL_KOS


def _are_trees(pool: GamePool, order: Order) -> bool:
    """Return whether no component has more pairs of neighbours than it needs to be connected.

    A position and its blocked nodes count as one.
    """
    count, arrays = len(pool), pool.arrays
    component = np.empty(count, np.int64)
    component[order.nodes] = np.repeat(np.arange(order.components), np.diff(order.starts))
    degree = arrays.degree[: 2 * count]
    source = np.repeat(np.arange(2 * count) // 2, degree)
    begin = np.cumsum(degree) - degree
    edge = np.arange(len(source)) + np.repeat(arrays.first[: 2 * count] - begin, degree)
    target = arrays.target[edge]
    inside = component[source] == component[target]
    ends = np.stack((arrays.lift[source[inside]], arrays.lift[target[inside]]), axis=1)
    pairs = np.unique(np.sort(ends, axis=1), axis=0)
    plain = np.unique(arrays.lift[:count])
    neighbours = np.bincount(component[pairs[:, 0]], minlength=order.components)
    positions = np.bincount(component[plain], minlength=order.components)
    return bool((neighbours < np.maximum(positions, 1)).all())


class _Options(NamedTuple):
    """Edges of a local graph, chosen for some rows of a pool."""

    row: Longs  # 2 * node + side of the pool, ascending
    edge: Longs  # of the graph


def region_pool(graph: LocalGraph, komaster: Komaster | None = Komaster.NONE) -> GamePool:
    """Return `graph` as a pool under the ko rules; komaster None lets every ko be taken back.

    Positions that the graph's expansion did not reach are open, and no better or worse for either
    player than all their live points.
    """
    count = graph.nodes
    target = graph.child.astype(np.int64)
    captures = np.flatnonzero(target < 0)
    kos = -1 - target[captures]
    target[captures] = graph.ko_node[kos]
    source = np.repeat(np.arange(2 * count), np.diff(graph.first[: 2 * count + 1]))
    side = source[captures] % 2
    blocked = np.zeros((0, 3), np.int64)
    chosen = np.array(BLOCKING[komaster])[side]
    if chosen.any():
        captures, kos, side = captures[chosen], kos[chosen], side[chosen]
        bans = np.stack((graph.ko_node[kos], graph.ko_point[kos], side), axis=1).astype(np.int64)
        blocked, which = np.unique(bans, axis=0, return_inverse=True)
        target[captures] = count + which.reshape(-1)
    own = _Options(source, np.arange(len(target)))
    rest = _blocked_options(graph, blocked, forced=komaster is not Komaster.NONE)
    options = [own, rest]
    row = np.concatenate([part.row for part in options])
    edge = np.concatenate([part.edge for part in options])
    pool = GamePool.empty(count + len(blocked), len(edge), stands=True)
    arrays = pool.arrays
    arrays.used[:] = count + len(blocked), len(edge)
    arrays.target[: len(edge)] = target[edge]
    arrays.offset[: len(edge)] = graph.edge_offset[edge]
    arrays.move[: len(edge)] = graph.point[edge]
    degree = np.bincount(row, minlength=2 * len(pool))
    arrays.degree[: 2 * len(pool)] = degree
    arrays.first[: 2 * len(pool)] = np.cumsum(degree) - degree
    _fill_nodes(pool, graph, blocked)
    if komaster is Komaster.NONE:
        arrays.lift[count : len(pool)] = blocked[:, 0]
    else:
        arrays.held[count : len(pool)] = 1 << blocked[:, 2]
    return pool


def _fill_nodes(pool: GamePool, graph: LocalGraph, blocked: npt.NDArray[np.int64]) -> None:
    """Set states, scores and bounds."""
    count = graph.nodes
    standing, live = np.zeros(count, np.int32), np.zeros(count, np.int32)
    score_nodes(graph.keys, graph.stride, standing, live)
    state = np.where(live == 0, TERMINAL, EXPANDED).astype(np.uint8)
    if not graph.complete:
        with_moves = np.flatnonzero(np.diff(graph.first[: 2 * count + 1]))
        expanded = with_moves[-1] // 2 + 1 if len(with_moves) else 0
        late = np.arange(count) >= expanded
        state[late & (live > 0)] = OPEN
    origin = np.concatenate((np.arange(count), blocked[:, 0]))
    arrays, used = pool.arrays, len(pool)
    arrays.state[:used] = state[origin]
    arrays.standing[:used] = arrays.value[:used] = standing[origin]
    arrays.low[:used], arrays.high[:used] = -live[origin], live[origin]


def _blocked_options(
    graph: LocalGraph, blocked: npt.NDArray[np.int64], *, forced: bool
) -> _Options:
    """Return what may be played at blocked nodes.

    Where the ban ends with any play elsewhere the capturing player never moves at one.
    """
    rows: list[Longs] = []
    edges: list[Longs] = []
    for mover in (LEFT, RIGHT):
        first = graph.first[2 * blocked[:, 0] + mover].astype(np.int64)
        length = graph.first[2 * blocked[:, 0] + mover + 1] - first
        if not forced:
            length = np.where(blocked[:, 2] == mover, 0, length)
        ends = np.cumsum(length)
        place = np.repeat(np.arange(len(blocked)), length)
        edge = np.arange(ends[-1] if len(ends) else 0) + np.repeat(first - ends + length, length)
        banned = (graph.point[edge] == blocked[place, 1]) & (blocked[place, 2] != mover)
        rows.append((2 * (graph.nodes + place) + mover)[~banned])
        edges.append(edge[~banned])
    row, edge = np.concatenate(rows), np.concatenate(edges)
    order = np.argsort(row, kind="stable")
    return _Options(row[order], edge[order])
