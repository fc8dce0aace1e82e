"""The value of a region by proof: only what the value hangs on is played out.

Where `gtpengine.localgame.graph.expand` lists every position, this opens positions one by one
(kernels/prove.py) until lower and upper walls of the region meet. Both walls are then computed from
what was opened as for any graph whose open positions are worth something between two masts. A
region that runs out of time keeps its bounds.
"""

import time
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import Limits, LocalGraph, Scalar, Status
from gtpengine.localgame.kernels import expand as nodes_layout
from gtpengine.localgame.kernels import prove as kernels
from gtpengine.localgame.kernels import walls as store_layout
from gtpengine.localgame.key import MAX_BITS, RegionKey
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.store import WallStore
from gtpengine.localgame.values import GraphValues, Order, Rules

_START = 1 << 11
_EDGES_PER_NODE = 4
_SLICE = 1 << 10  # openings between two looks at the clock
_NODES_PER_OPENING = 16
_FIRST_CHECK = 1 << 15
_CHECK_GROWTH = 4  # the graph may grow so much before all its walls are computed anew
_FORCED = 1 / 16  # of the graph: open nodes that are opened when no question leads to one

_KEY_WORDS = nodes_layout.KEY_WORDS
_NONE = np.empty(0, np.int64)


@dataclass
class ProvedGraph:
    """The part of a region's graph that was opened and its walls, lower and upper ones.

    Attributes:
        graph: every position that was met; those not opened have no options.
        is_open: which positions have no options yet.
        values: walls in two views; those of the root agree if `closed`.
        openings: how many positions have their options.
    """

    graph: LocalGraph
    is_open: npt.NDArray[np.bool_]
    values: GraphValues
    openings: int

    @property
    def closed(self) -> bool:
        """Whether the value of the region is proved."""
        return self.values.is_exact()


class Prover:
    """One region whose value is being proved; what was found stays for the next call of `run`."""

    def __init__(self, key: RegionKey) -> None:
        """Raises ValueError where a region does not fit the kernels' sets."""
        if key.bits > MAX_BITS:
            raise ValueError(Status.TOO_LARGE.value)
        self.key = key
        self.counts = np.zeros(4, np.int64)
        self.keys: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self.first: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.child: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.offset: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.point: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.ko_node: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.ko_point: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.state: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.table: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.walls: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.bases: npt.NDArray[np.int16] = np.empty(0, np.int16)
        self.ko_walls: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.ko_bases: npt.NDArray[np.int16] = np.empty(0, np.int16)
        self.stamps: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.seen: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.found = np.zeros(nodes_layout.SCRATCH, np.int64)
        self.path = np.zeros(kernels.PATH, np.int64)
        self.store = WallStore(_START)
        self.setting = np.zeros(kernels.SETTINGS, np.int64)
        self.setting[kernels.STRIDE] = key.width + 1
        self._make_room()
        gain = np.zeros(1, np.int64)
        sets = np.array(key.sets(), np.int64)
        nodes_layout.settle_root(sets, key.width + 1, nodes_layout.DECIDE, gain)
        self.settled = int(gain[0])
        self.keys[:_KEY_WORDS] = sets
        self.counts[nodes_layout.NODES] = 1
        nodes_layout.rehash(self.keys, self.table, 1)
        self.state[0] = kernels.OPEN if sets[:3].any() else kernels.EXACT
        self.walls[:4] = 0
        live = int(np.bitwise_count(sets[:3]).sum())
        self.bases[:4] = (-live, -live, live, live)

    @property
    def openings(self) -> int:
        """How many positions have their options."""
        return int(np.count_nonzero(self.first[2 :: kernels.STEP][: self.nodes]))

    @property
    def nodes(self) -> int:
        """How many positions were met."""
        return int(self.counts[nodes_layout.NODES])

    @property
    def nbytes(self) -> int:
        """The memory that everything takes."""
        arrays = (
            self.keys, self.first, self.child, self.offset, self.point, self.ko_node,
            self.ko_point, self.state, self.table, self.walls, self.bases, self.ko_walls,
            self.ko_bases, self.stamps, self.seen,
        )  # fmt: skip
        return sum(array.nbytes for array in arrays) + self.store.nbytes

    def run(self, limits: Limits | None = None) -> ProvedGraph:
        """Open positions until the value is proved or a limit is met; return what is known then."""
        limits = limits or Limits()
        until = time.monotonic() + limits.seconds
        checked = self._checked()
        next_check = max(_FIRST_CHECK, _CHECK_GROWTH * self.nodes)
        wanted = _NONE
        while not checked.closed:
            left = (limits.nodes - self.nodes) // _NODES_PER_OPENING
            self.setting[kernels.ENOUGH] = max(1, min(_SLICE, left))
            status = self._prove(wanted)
            if status == kernels.FULL:
                self._make_room()
                continue
            wanted = _NONE
            over = time.monotonic() > until or self.nodes >= limits.nodes
            if status == kernels.PAUSED and self.nodes < next_check and not over:
                continue
            checked = self._checked()
            if over:
                break
            next_check = max(_FIRST_CHECK, _CHECK_GROWTH * self.nodes)
            if status == kernels.STUCK:
                most = 8 + int(_FORCED * self.nodes)
                wanted = np.flatnonzero(self.state[: self.nodes] == kernels.OPEN)[:most]
                if not wanted.size:
                    break
        return checked

    def _prove(self, wanted: npt.NDArray[np.int64]) -> int:
        if self.store.table.size == 0:
            self.store.grow()
        graph = (
            self.keys, self.table, self.counts, self.first, self.child, self.offset, self.point,
            self.ko_node, self.ko_point, self.state,
        )  # fmt: skip
        walls = (self.walls, self.bases, self.ko_walls, self.ko_bases)
        work = (self.found, self.path, self.stamps, self.seen)
        return int(kernels.prove(graph, self.store.arrays(), walls, work, self.setting, wanted))

    def _checked(self) -> ProvedGraph:
        """Compute all walls from nothing, keep them, and return them with the graph."""
        values = self.bounds(Rules.NOBODY)
        self._take_over(values)
        is_open = self.state[: self.nodes] == kernels.OPEN
        return ProvedGraph(values.graph, is_open, values, self.openings)

    def bounds(self, rules: Rules) -> GraphValues:
        """Return the walls of all positions under a ko rule, as far as they are opened."""
        nodes, graph = self.nodes, self._graph()
        if self.store.table.size == 0:
            self.store.grow()
        values = GraphValues(graph, rules, Order.of(graph), self.store)
        rows = self.first[: kernels.STEP * nodes].reshape(nodes, kernels.STEP)
        unopened = rows[:, 0] == rows[:, 2]  # nothing was opened there, be it open or exact
        values.hold_between(
            np.flatnonzero(unopened), self.bases[: 4 * nodes].reshape(nodes, 4)[unopened]
        )
        values.run()
        return values

    def _take_over(self, values: GraphValues) -> None:
        """Go on with walls that were computed; where they are unknown the masts stay."""
        arrays = values.to_arrays()
        nodes, kos = values.graph.nodes, values.graph.kos
        known = arrays["walls"] >= 0
        self.walls[: 4 * nodes][known] = arrays["walls"][known]
        self.bases[: 4 * nodes][known] = arrays["bases"][known]
        known = arrays["ko_walls"] >= 0
        self.ko_walls[: 2 * kos][known] = arrays["ko_walls"][known]
        self.ko_bases[: 2 * kos][known] = arrays["ko_bases"][known]
        opened = self.state[:nodes] != kernels.OPEN
        self.state[:nodes][opened] = np.where(
            values.known[opened] == 1, kernels.EXACT, kernels.OPENED
        )

    def _graph(self) -> LocalGraph:
        """Return what was met as a graph whose edges stand in the order of their nodes."""
        nodes, edges, kos, _ = (int(count) for count in self.counts)
        rows = self.first[: kernels.STEP * nodes].reshape(nodes, kernels.STEP).astype(np.int64)
        first = np.zeros(2 * nodes + 1, np.int32)
        lengths = np.diff(rows, axis=1).reshape(-1)
        np.cumsum(lengths, out=first[1:])
        source = np.repeat(rows[:, :2].reshape(-1) - first[:-1], lengths) + np.arange(edges)
        return LocalGraph(
            self.key,
            Status.NODE_LIMIT if (self.state[:nodes] == kernels.OPEN).any() else Status.COMPLETE,
            self.settled,
            nodes,
            edges,
            kos,
            self.keys[: nodes * _KEY_WORDS],
            first,
            self.child[source],
            self.offset[source],
            self.point[source],
            self.ko_node[:kos],
            self.ko_point[:kos],
        )

    def _make_room(self) -> None:
        """Make room for twice as much of whatever lacks it."""
        nodes, edges, kos, _ = (int(count) for count in self.counts)
        spare = 2 * nodes_layout.ROOM
        if nodes + spare > self.state.size:
            room = max(_START, 2 * nodes) + spare
            self.keys = _larger(self.keys, room * _KEY_WORDS)
            self.first = _larger(self.first, room * kernels.STEP)
            self.state = _larger(self.state, room)
            self.walls = _larger(self.walls, 4 * room)
            self.bases = _larger(self.bases, 4 * room)
            self.stamps = _larger(self.stamps, 4 * room)
            self.seen = _larger(self.seen, room)
            self.table = np.full(1 << (2 * room - 1).bit_length(), -1, np.int32)
            nodes_layout.rehash(self.keys, self.table, nodes)
        if edges + spare > self.child.size:
            room = max(_START * _EDGES_PER_NODE, 2 * edges) + spare
            self.child = _larger(self.child, room)
            self.offset = _larger(self.offset, room)
            self.point = _larger(self.point, room)
        if kos + spare > self.ko_node.size:
            room = max(_START, 2 * kos) + spare
            self.ko_node = _larger(self.ko_node, room)
            self.ko_point = _larger(self.ko_point, room)
            self.ko_walls = _larger(self.ko_walls, 2 * room)
            self.ko_bases = _larger(self.ko_bases, 2 * room)
        counts = self.store.counts
        if (
            counts[store_layout.SHAPES] >= self.store.begin.size - 4
            or counts[store_layout.PIECES] + 400 > self.store.time.size
        ) and not self.store.grow():
            raise MemoryError("too many different walls")


class ProvedSolved(SolvedGraph):
    """A graph of which only that part is there on which the value of the region hangs.

    Without ko threats the region has its value, positions further on may have bounds only. What
    komasters are worth is not asked: where kos matter (`Rules.FREE` is not exact) it stays open.
    """

    def __init__(self, prover: Prover, proved: ProvedGraph) -> None:
        super().__init__(proved.graph)
        self._prover = prover
        self._values[Rules.NOBODY] = proved.values

    @property
    def complete(self) -> bool:
        """Whether the value of the region is proved."""
        return self._values[Rules.NOBODY].is_exact()

    def values(self, rules: Rules) -> GraphValues:
        """Return walls in two views; those of a komaster are the bounds without any ko rule."""
        wanted = Rules.NOBODY if rules is Rules.NOBODY else Rules.FREE
        found = self._values.get(wanted)
        if found is None:
            found = self._values[wanted] = self._prover.bounds(wanted)
        return found


def _larger(array: npt.NDArray[Scalar], size: int) -> npt.NDArray[Scalar]:
    larger = np.zeros(size, array.dtype)
    larger[: array.size] = array
    return larger
