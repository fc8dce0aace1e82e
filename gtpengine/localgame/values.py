"""Values of a local graph: the walls of every position under one ko rule, area scoring.

Temperatures here are area temperatures from 0 upward; see `gtpengine.localgame.solution` for what
is shown. Walls are in points for Black of the key, with everything that the root's region is worth.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import Edge, LocalGraph
from gtpengine.localgame.kernels import evaluate as ko_rules
from gtpengine.localgame.kernels import solve as kernels
from gtpengine.localgame.kernels import walls as store_layout
from gtpengine.localgame.kernels.components import order_components
from gtpengine.localgame.store import WallStore
from gtpengine.values.trajectory import Trajectory, maximum, minimum

SWEEPS = 60  # over one loop, before its bounds are left as they are
_SLICE = 1 << 16  # evaluations between two looks at the clock
_HELD_OPEN = 2  # what `known` says of nodes that must not be evaluated


class Rules(IntEnum):
    """Who may not retake a ko at once: see gtpengine/values/loopy/rules.py."""

    NOBODY = ko_rules.NOBODY  # no ko threats: a ban lasts for one move, whoever captured
    BLACK = ko_rules.BLACK  # Black of the key is komaster
    WHITE = ko_rules.WHITE
    FREE = ko_rules.FREE  # every ko may be retaken at once: bounds


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
        self._setting = np.zeros(kernels.SETTINGS, np.int64)
        self._setting[: kernels.VIEW] = (
            graph.stride,
            int(rules),
            SWEEPS,
            order.ends.size,
            0,
            _SLICE,
        )
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

    def hold_open(self, is_open: npt.NDArray[np.bool_]) -> None:
        """Let the nodes so marked be worth anything from none to all of their live points."""
        nodes = np.flatnonzero(is_open)
        sets = self.graph.keys.reshape(self.graph.nodes, -1)[nodes, :3]
        live = np.bitwise_count(sets).sum(axis=1)
        for place in range(4):
            # Shape 0 is a vertical mast.
            self._walls[4 * nodes + place] = 0
            self._bases[4 * nodes + place] = live if place >= 2 else -live
        self.known[nodes] = _HELD_OPEN

    def hold_between(
        self,
        nodes: npt.NDArray[np.int64],
        walls: npt.NDArray[np.int32],
        bases: npt.NDArray[np.int16],
    ) -> None:
        """Let `nodes` lie between their rows of walls: low left, low right, high left, high right.

        Where the two are the same the node is exact.
        """
        for place in range(4):
            self._walls[4 * nodes + place] = walls[:, place]
            self._bases[4 * nodes + place] = bases[:, place]
        same = (walls[:, :2] == walls[:, 2:]) & (bases[:, :2] == bases[:, 2:])
        self.known[nodes] = np.where(same.all(axis=1), 1, _HELD_OPEN)

    def take_walls(
        self,
        walls: npt.NDArray[np.int32],
        bases: npt.NDArray[np.int16],
        ko_walls: npt.NDArray[np.int32],
        ko_bases: npt.NDArray[np.int16],
        exact: npt.NDArray[np.bool_],
    ) -> None:
        """Take walls that were found in another way; nothing is left to evaluate."""
        self._walls[:], self._bases[:] = walls, bases
        self._ko_walls[:], self._ko_bases[:] = ko_walls, ko_bases
        self.known[:] = exact
        self._setting[kernels.NEXT] = self._order.ends.size

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all values, by name, for a file."""
        return {
            "walls": self._walls,
            "bases": self._bases,
            "ko_walls": self._ko_walls,
            "ko_bases": self._ko_bases,
            "known": self.known,
            "report": self._report,
            "setting": self._setting,
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

    @property
    def finished(self) -> bool:
        """Whether every component has been looked at; if not, `run` goes on."""
        return int(self._setting[kernels.NEXT]) == self._order.ends.size

    def run(self, seconds: float = math.inf, evaluations: float = math.inf) -> None:
        """Evaluate until all is done or the time is over, inside a loop too.

        After so many `evaluations` it ends as well, one slice late at most.
        """
        graph, store = self.graph, self.store
        until = time.monotonic() + seconds
        most = self.evaluations + evaluations
        failed = int(store.counts[store_layout.FAILED])
        while not self.finished:
            if store.table.size == 0:
                store.grow()
            status = kernels.solve(
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
                store.arrays(),
                (self._walls, self._bases, self._ko_walls, self._ko_bases, self.known),
                self._setting,
                self._report,
            )
            if status == kernels.STORE_FULL and store.grow():
                # What could not be kept counted as failed; that component is looked at again.
                store.counts[store_layout.FAILED] = failed
                continue
            if not self._setting[kernels.VIEW :].any():  # not inside a loop, which may come again
                self.failed += int(store.counts[store_layout.FAILED]) - failed
                failed = int(store.counts[store_layout.FAILED])
            if status == kernels.STORE_FULL:
                self._setting[kernels.NEXT] += 1
            if self.evaluations >= most or time.monotonic() > until:
                return

    def is_exact(self, node: int = 0) -> bool:
        """Whether the walls of `node` are known exactly."""
        return bool(self.known[node] == 1)

    def walls(self, node: int = 0) -> Walls | None:
        """Return the walls of `node`; None where only bounds are known."""
        if self.known[node] != 1:
            return None
        left, right = self._wall(node, 0), self._wall(node, 1)
        assert left is not None
        assert right is not None
        return Walls(left, right)

    def loop_text(self) -> str:
        """Return why nodes are unresolved."""
        if not self.finished:
            return "time limit reached"
        text = "the value hangs on a loop that the ko rules leave undecided"
        if self.failed:
            text += f"; {self.failed} meetings of walls fall between the units of the scale"
        return text

    def loop_bits(self) -> list[int]:
        """Return where the plays of the first loop lie that is left undecided, as bits; or none."""
        graph, ends = self.graph, self._order.ends
        starts = np.concatenate(([0], ends[:-1]))
        unknown = np.add.reduceat(self.known[self._order.order] == 0, starts, dtype=np.int64)
        found = np.flatnonzero((unknown > 0) & (ends - starts > 1))
        if found.size == 0:
            return []
        inside = np.zeros(graph.nodes, np.bool_)
        inside[self._order.order[starts[found[0]] : ends[found[0]]]] = True
        target = graph.child.copy()
        captures = target < 0
        target[captures] = graph.ko_node[-1 - target[captures]]
        source = np.repeat(np.arange(graph.nodes), np.diff(graph.first[::2]))
        return sorted(int(bit) for bit in np.unique(graph.point[inside[source] & inside[target]]))

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

    def scaffold_between(
        self, node: int, side: int
    ) -> tuple[Trajectory | None, Trajectory | None] | None:
        """Return bounds of the best that a first move brings, its tax paid; None without a move.

        A bound is None where there is none.  Pre: nobody is komaster.
        """
        edges = self.graph.options(node, side)
        if not edges:
            return None
        low, high = (self._best_in_view(node, side, edges, view) for view in (0, 1))
        return low, high

    def _best_in_view(
        self, node: int, side: int, edges: list[Edge], view: int
    ) -> Trajectory | None:
        bases: dict[int, int] = {}  # the best base of each shape
        sign = 1 - 2 * side
        for edge in edges:
            if edge.ko >= 0:
                place = 2 * edge.ko + view
                shape, base = int(self._ko_walls[place]), int(self._ko_bases[place])
            else:
                place = 4 * edge.node + 2 * view + 1 - side
                shape, base = int(self._walls[place]), int(self._bases[place])
            if shape < 0:
                # An unknown move may be the best of all, or else worth nothing.
                if view != side:
                    return None
                continue
            base += edge.offset
            if shape not in bases or sign * (base - bases[shape]) > 0:
                bases[shape] = base
        found: Trajectory | None = None
        scale = store_layout.SCALE
        least, greatest = self.store.least, self.store.greatest
        # Most shapes lie wholly on the worse side of the best one.
        bar = max(
            (sign * base * scale + int(min(sign * least[shape], sign * greatest[shape])))
            for shape, base in bases.items()
        ) if bases else 0  # fmt: skip
        for shape, base in bases.items():
            if sign * base * scale + int(max(sign * least[shape], sign * greatest[shape])) < bar:
                continue
            wall = self.store.trajectory(shape, base + self._settled(node)).tilted(-sign)
            if found is None:
                found = wall
            else:
                found = maximum(found, wall) if side == 0 else minimum(found, wall)
        return found

    def after(self, node: int, side: int, edge: Edge) -> Trajectory | None:
        """Return what a move brings, its tax paid: a scaffold; None if it is not exact."""
        if edge.ko >= 0 and self.rules in (Rules.NOBODY, Rules(1 + side)):
            shape = int(self._ko_walls[2 * edge.ko])
            base = int(self._ko_bases[2 * edge.ko])
            upper = self._ko_walls[2 * edge.ko + 1], self._ko_bases[2 * edge.ko + 1]
            if shape < 0 or (shape, base) != upper:
                return None
        else:
            if self.known[edge.node] != 1:
                return None
            place = 4 * edge.node + 1 - side
            shape, base = int(self._walls[place]), int(self._bases[place])
        base += edge.offset + self._settled(node)
        return self.store.trajectory(shape, base).tilted(2 * side - 1)

    def assured(self, node: int, side: int, edge: Edge) -> Trajectory | None:
        """Return what a move brings at least to its player, its tax paid; None if that is unknown.

        It is `after` where that is exact.
        """
        found = self.after(node, side, edge)
        if found is not None or edge.ko >= 0:
            return found
        place = 4 * edge.node + 2 * side + 1 - side
        if self._walls[place] < 0:
            return None
        base = int(self._bases[place]) + edge.offset + self._settled(node)
        return self.store.trajectory(int(self._walls[place]), base).tilted(2 * side - 1)
