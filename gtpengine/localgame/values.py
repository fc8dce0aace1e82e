"""Values of a local graph: the walls of every position under one ko rule, area scoring.

Temperatures here are area temperatures from 0 upward; see `gtpengine.localgame.solution` for what
is shown. Walls are in points for Black of the key, with everything that the root's region is worth.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import Edge, LocalGraph
from gtpengine.localgame.kernels import solve as kernels
from gtpengine.localgame.kernels import walls as store_layout
from gtpengine.localgame.kernels.components import order_components
from gtpengine.values.trajectory import Trajectory

SWEEPS = 60  # over one loop, before its bounds are left as they are
_PIECES_PER_SHAPE = 10
_SHAPE_LIMIT = (1 << store_layout.SHAPE_BITS) - 8


_KEPT = ("begin", "least", "greatest", "time", "value", "slope")


class Rules(IntEnum):
    """Who may not retake a ko at once: see gtpengine/values/loopy/rules.py."""

    NOBODY = kernels.NOBODY  # no ko threats: a ban lasts for one move, whoever captured
    BLACK = kernels.BLACK  # Black of the key is komaster
    WHITE = kernels.WHITE
    FREE = kernels.FREE  # every ko may be retaken at once: bounds


@dataclass(frozen=True)
class Order:
    """The components of a graph, options before parents."""

    order: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]

    @staticmethod
    def of(graph: LocalGraph) -> "Order":
        """Return the components of a complete graph."""
        order = np.empty(graph.nodes, np.int32)
        ends = np.empty(graph.nodes, np.int32)
        work = np.empty(4 * graph.nodes, np.int32)
        parts = order_components(
            graph.first, graph.child, graph.ko_node, graph.nodes, order, ends, work
        )
        return Order(order, ends[:parts].copy())


class WallStore:
    """All shapes of walls that one graph needs; shared by the values under different ko rules."""

    def __init__(self, nodes: int) -> None:
        self.size = min(_SHAPE_LIMIT, max(256, nodes // 4))
        self.counts = np.zeros(4, np.int64)
        self.scratch = np.zeros(6 * store_layout.ROW, np.int64)
        pieces = _PIECES_PER_SHAPE * self.size
        self.begin: npt.NDArray[np.int32] = np.zeros(self.size + 8, np.int32)
        self.time: npt.NDArray[np.int64] = np.zeros(pieces, np.int64)
        self.value: npt.NDArray[np.int64] = np.zeros(pieces, np.int64)
        self.slope: npt.NDArray[np.int64] = np.zeros(pieces, np.int64)
        self.least: npt.NDArray[np.int64] = np.zeros(self.size + 8, np.int64)
        self.greatest: npt.NDArray[np.int64] = np.zeros(self.size + 8, np.int64)
        self.counts[store_layout.SHAPES] = 1
        self.counts[store_layout.PIECES] = 1
        self.begin[1] = 1
        self._make_tables()

    def _make_tables(self) -> None:
        self.table = np.full(1 << (2 * self.size).bit_length(), -1, np.int32)
        memos = 1 << (8 * self.size).bit_length()
        self.memo_key = np.full(memos, -1, np.int64)
        self.memo_wall = np.empty(4 * memos, np.int32)
        self.counts[store_layout.MEMOS] = 0
        store_layout.enter_shapes(self.arrays())

    def arrays(self) -> tuple[npt.NDArray[np.generic], ...]:
        """Return what kernels take."""
        return (
            self.counts,
            self.begin,
            self.time,
            self.value,
            self.slope,
            self.least,
            self.greatest,
            self.table,
            self.memo_key,
            self.memo_wall,
            self.scratch,
        )

    def forget(self) -> None:
        """Let go of what only speeds up an evaluation; the next one makes room anew."""
        shapes, pieces = (int(count) for count in self.counts[:2])
        self.size = shapes
        for name in ("begin", "least", "greatest"):
            setattr(self, name, getattr(self, name)[: shapes + 8].copy())
        for name in ("time", "value", "slope"):
            setattr(self, name, getattr(self, name)[:pieces].copy())
        self.table = np.empty(0, np.int32)
        self.memo_key = np.empty(0, np.int64)
        self.memo_wall = np.empty(0, np.int32)

    def grow(self) -> bool:
        """Make four times the room; False if there cannot be more."""
        if self.size >= _SHAPE_LIMIT:
            return False
        self.size = min(_SHAPE_LIMIT, 4 * self.size)
        pieces = _PIECES_PER_SHAPE * self.size
        self.begin = np.resize(self.begin, self.size + 8)
        self.least = np.resize(self.least, self.size + 8)
        self.greatest = np.resize(self.greatest, self.size + 8)
        self.time = np.resize(self.time, pieces)
        self.value = np.resize(self.value, pieces)
        self.slope = np.resize(self.slope, pieces)
        self._make_tables()
        return True

    @property
    def nbytes(self) -> int:
        """The memory that the shapes take."""
        return sum(array.nbytes for array in self.arrays())

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return what has to be kept, by name, for a file."""
        return {name: getattr(self, name) for name in ("counts", *_KEPT)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Self:
        """Return the store that `to_arrays` described.

        Raises:
            KeyError: a part is missing.
            ValueError: the parts do not fit each other.
        """
        store = cls(0)
        for name in ("counts", *_KEPT):
            setattr(store, name, arrays[name])
        shapes, pieces = (int(count) for count in store.counts[:2])
        if store.begin.size < shapes + 1 or min(a.size for a in store._pieces()) < pieces:
            raise ValueError("a store of shapes with missing parts")
        store.forget()
        return store

    def _pieces(self) -> tuple[npt.NDArray[np.int64], ...]:
        return self.time, self.value, self.slope

    def trajectory(self, shape: int, base: int) -> Trajectory:
        """Return a wall as exact fractions."""
        begin, end = int(self.begin[shape]), int(self.begin[shape + 1])
        scale = store_layout.SCALE
        points = tuple(
            (base + Fraction(int(self.value[i]), scale), Fraction(int(self.time[i]), scale))
            for i in range(begin, end)
        )
        return Trajectory(points, Fraction(int(self.slope[end - 1])))


@dataclass(frozen=True)
class Walls:
    """Both walls of a position, area scoring, from area temperature 0 upward."""

    left: Trajectory
    right: Trajectory


class GraphValues:
    """The walls of all nodes of a complete graph under one ko rule; made by `evaluate`.

    Attributes:
        graph: what was evaluated.
        rules: the ko rule.
        loop_nodes: how many nodes lay on loops that had to be iterated.
        unresolved: how many nodes have only bounds.
        failed: divisions that the scale could not express; nodes that hang on one are unresolved.
    """

    def __init__(self, graph: LocalGraph, rules: Rules, order: Order, store: WallStore) -> None:
        self.graph = graph
        self.rules = rules
        self.store = store
        self._order = order
        self._walls = np.full(4 * graph.nodes, store_layout.NO_WALL, np.int32)
        self._bases = np.zeros(4 * graph.nodes, np.int16)
        self._ko_walls = np.full(2 * graph.kos, store_layout.NO_WALL, np.int32)
        self._ko_bases = np.zeros(2 * graph.kos, np.int16)
        self.known = np.zeros(graph.nodes, np.int8)
        self._report = np.zeros(4, np.int64)
        self.failed = 0

    @property
    def loop_nodes(self) -> int:
        """How many nodes lay on loops that had to be iterated."""
        return int(self._report[kernels.LOOP_NODES])

    @property
    def unresolved(self) -> int:
        """How many nodes have only bounds."""
        return int(np.count_nonzero(self.known == 0))

    @property
    def evaluations(self) -> int:
        """How often a node was evaluated."""
        return int(self._report[kernels.EVALUATIONS])

    @property
    def nbytes(self) -> int:
        """The memory that the values take, the store of shapes left out."""
        arrays = (self._walls, self._bases, self._ko_walls, self._ko_bases, self.known)
        return sum(array.nbytes for array in arrays)

    def take_over(self, other: "GraphValues") -> None:
        """Copy the walls that `other` knows: they do not depend on the ko rule."""
        self._walls[:] = other._walls
        self._bases[:] = other._bases
        self.known[:] = other.known
        unknown = np.repeat(other.known == 0, 4)
        self._walls[unknown] = store_layout.NO_WALL

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all values, by name, for a file."""
        return {
            "walls": self._walls,
            "bases": self._bases,
            "ko_walls": self._ko_walls,
            "ko_bases": self._ko_bases,
            "known": self.known,
            "report": self._report,
        }

    def load_arrays(self, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
        """Take the values that `to_arrays` gave.

        Raises:
            KeyError: a part is missing.
            ValueError: a part has the wrong length.
        """
        for name, own in self.to_arrays().items():
            if arrays[name].shape != own.shape:
                raise ValueError(f"{name} has the wrong length")
            own[:] = arrays[name]

    def run(self) -> bool:
        """Evaluate; False if the store of shapes was too small."""
        graph = self.graph
        before = int(self.store.counts[store_layout.FAILED])
        done = kernels.solve(
            (
                graph.keys,
                graph.first,
                graph.child,
                graph.edge_offset,
                graph.point,
                graph.ko_node,
                graph.ko_point,
            ),
            (self._order.order, self._order.ends),
            self.store.arrays(),
            (self._walls, self._bases, self._ko_walls, self._ko_bases, self.known),
            np.array([graph.stride, int(self.rules), SWEEPS, self._order.ends.size], np.int64),
            self._report,
        )
        self.failed = int(self.store.counts[store_layout.FAILED]) - before
        return bool(done)

    def is_exact(self, node: int = 0) -> bool:
        """Whether the walls of `node` are known exactly."""
        return bool(self.known[node])

    def walls(self, node: int = 0) -> Walls | None:
        """Return the walls of `node`; None where only bounds are known."""
        if not self.known[node]:
            return None
        left, right = self._wall(node, 0), self._wall(node, 1)
        assert left is not None
        assert right is not None
        return Walls(left, right)

    def loop_text(self) -> str:
        """Return why nodes are unresolved."""
        if self.failed:
            return f"{self.failed} meetings of walls fall between the units of the scale"
        return "the value hangs on a loop that the ko rules leave undecided"

    def bounds(self, node: int = 0) -> tuple[Trajectory | None, ...]:
        """Return low left, low right, high left and high right; None is infinite."""
        return tuple(self._wall(node, place) for place in range(4))

    def _wall(self, node: int, place: int) -> Trajectory | None:
        shape = int(self._walls[4 * node + place])
        if shape < 0:
            return None
        return self.store.trajectory(
            shape, int(self._bases[4 * node + place]) + self._settled(node)
        )

    def _settled(self, node: int) -> int:
        return self.graph.offset if node == 0 else 0

    def mean(self, node: int = 0) -> Fraction | None:
        """Return the mast of `node` (offsets on the way there left out); None if not exact."""
        walls = self.walls(node)
        return None if walls is None else walls.left.points[-1][0]

    def after(self, node: int, side: int, edge: Edge) -> Trajectory | None:
        """Return what a move brings, its tax paid: a scaffold; None if it is not exact."""
        if edge.ko >= 0 and self.rules in (Rules.NOBODY, Rules(1 + side)):
            shape = int(self._ko_walls[2 * edge.ko])
            base = int(self._ko_bases[2 * edge.ko])
            upper = self._ko_walls[2 * edge.ko + 1], self._ko_bases[2 * edge.ko + 1]
            if shape < 0 or (shape, base) != upper:
                return None
        else:
            if not self.known[edge.node]:
                return None
            place = 4 * edge.node + 1 - side
            shape, base = int(self._walls[place]), int(self._bases[place])
        base += edge.offset + self._settled(node)
        return self.store.trajectory(shape, base).tilted(2 * side - 1)


def evaluate(
    graph: LocalGraph,
    rules: Rules,
    order: Order | None = None,
    store: WallStore | None = None,
    given: GraphValues | None = None,
) -> GraphValues:
    """Return the walls of all nodes of a complete graph under one ko rule.

    `given` are values on the same store whose exact walls hold whatever the ko rule.

    Raises:
        ValueError: the graph is not complete.
    """
    if not graph.complete:
        raise ValueError(f"the graph is not complete: {graph.status.value}")
    order = Order.of(graph) if order is None else order
    store = WallStore(graph.nodes) if store is None else store
    if store.table.size == 0:
        store.grow()
    values = GraphValues(graph, rules, order, store)
    if given is not None:
        values.take_over(given)
    while not values.run() and store.grow():
        pass
    return values
