"""What is known of every position of one local game: how hot it is, and each player's best move.

A table is exact where the graph is complete, or made from what temperature discovery search has
grown and swept so far. Its nodes are those of the graph or pool and its moves are bits of the key,
so a table serves every region with the same key.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.values import GraphValues
from gtpengine.search.local.kernels.heats import NO_EDGE, read_exact_heats, read_heats
from gtpengine.search.tds.dynamic import SweptPool

NO_MOVE = -1


@dataclass(frozen=True)
class LocalTable:
    """One local game by node; sides are 0 and 1 for Black and White of the key.

    Attributes:
        first, degree: by 2 * node + side, where that player's edges begin and how many there are.
        target: by edge, the node that it leads to.
        bit: by edge, where the move is made.
        gain: by edge, points for Black of the key that the move settles.
        mean: by node, what it counts for Black of the key, without what was settled on the way.
        heat: by node, the temperature by area; 0 where nothing is left to gain.
        best: by 2 * node + side, the bit of the best move, or NO_MOVE.
        lift: by node, the same position without a ko ban.
        settled: points for Black of the key that are settled in the region from the start.
        exact: heats and moves come from exact walls of a complete graph; if not, from a sweep.
    """

    first: npt.NDArray[np.int32]
    degree: npt.NDArray[np.int32]
    target: npt.NDArray[np.int32]
    bit: npt.NDArray[np.int8]
    gain: npt.NDArray[np.int16]
    mean: npt.NDArray[np.float32]
    heat: npt.NDArray[np.float32]
    best: npt.NDArray[np.int8]
    lift: npt.NDArray[np.int32]
    settled: int
    exact: bool

    @property
    def nodes(self) -> int:
        """How many positions there are."""
        return len(self.heat)

    @property
    def nbytes(self) -> int:
        """The memory that the arrays take."""
        arrays = (self.first, self.degree, self.target, self.bit, self.gain)
        by_node = (self.mean, self.heat, self.best, self.lift)
        return sum(array.nbytes for array in (*arrays, *by_node))


def table_of_values(values: GraphValues) -> LocalTable:
    """Return the exact table of a complete graph."""
    graph, store, arrays = values.graph, values.store, values.to_arrays()
    nodes = graph.nodes
    heat = np.empty(nodes, np.float32)
    mean = np.empty(nodes, np.float32)
    best = np.empty(2 * nodes, np.int32)
    read_exact_heats(
        (graph.first, graph.child, graph.edge_offset),
        tuple(arrays[name] for name in ("walls", "bases", "ko_walls", "ko_bases", "known")),
        (store.begin, store.time, store.value, store.slope),
        nodes,
        mean,
        heat,
        best,
    )
    target = graph.child.copy()
    captures = target < 0
    target[captures] = graph.ko_node[-1 - target[captures]]
    return LocalTable(
        graph.first[: 2 * nodes].copy(),
        np.diff(graph.first[: 2 * nodes + 1]).astype(np.int32),
        target,
        graph.point,
        graph.edge_offset.astype(np.int16),
        mean,
        heat,
        _moves(best, graph.point),
        np.arange(nodes, dtype=np.int32),
        graph.offset,
        exact=True,
    )


def table_of_sweep(swept: SweptPool, settled: int = 0) -> LocalTable:
    """Return the table of a pool that was swept; `settled` points are no part of the pool."""
    pool, stack = swept.pool, swept.stack
    nodes, edges = len(pool), pool.edges
    arrays = pool.arrays
    layer = np.empty(nodes, np.int32)
    best = np.empty(2 * nodes, np.int32)
    # Above the temperature walls that lie between two steps of the stack swing around the mast from
    # one coupon to the next; two neighbouring layers together stand still.
    left, right, alone = (_pairs(each) for each in (swept.left, swept.right, swept.alone))
    read_heats(
        arrays,
        left,
        right,
        alone,
        nodes,
        stack.layers - 1,
        2 * (swept.units // pool.scale),
        int(stack.delta * swept.units),
        layer,
        best,
    )
    # The walls beside a top coupon show what a move is worth against the two coupons below it.
    coupons = np.array([float(stack.coupon(index)) for index in range(stack.layers + 1)])
    heat = np.where(layer < 0, 0.0, coupons[np.maximum(layer, 0)] + 2 * float(stack.delta))
    move = arrays.move[:edges].astype(np.int8)
    walls = left[:nodes, -1].astype(np.float32) + right[:nodes, -1]
    mean = (walls / (4 * swept.units)).astype(np.float32)
    return LocalTable(
        arrays.first[: 2 * nodes].copy(),
        arrays.degree[: 2 * nodes].copy(),
        arrays.target[:edges].copy(),
        move,
        (arrays.offset[:edges] // pool.scale).astype(np.int16),
        mean,
        heat.astype(np.float32),
        _moves(best, move),
        arrays.lift[:nodes].copy(),
        settled,
        exact=False,
    )


def _pairs(layers: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return each layer and the one above it, added."""
    return np.ascontiguousarray(layers[..., :-1] + layers[..., 1:])


def _moves(best: npt.NDArray[np.int32], move: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Return the bits of the best edges, NO_MOVE where there is none."""
    if not len(move):
        return np.full(len(best), NO_MOVE, np.int8)
    return np.where(best == NO_EDGE, NO_MOVE, move[np.maximum(best, 0)]).astype(np.int8)
