"""The value of a region by proof: only what the value hangs on is played out.

Where `gtpengine.localgame.graph.expand` lists every position, this opens positions one by one
(kernels/prove.py) until lower and upper walls of the region meet. A region that runs out of time
keeps its bounds. Every wall on the way is a bound: it is computed from bounds of what follows, and
begins with a mast that nobody can be denied. Play without end counts as anything between the masts.
"""

import time
from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import Limits, LocalGraph, Scalar, Status
from gtpengine.localgame.kernels import expand as nodes_layout
from gtpengine.localgame.kernels import opening
from gtpengine.localgame.kernels import prove as kernels
from gtpengine.localgame.kernels.bits import POINTS
from gtpengine.localgame.kernels.walls import NO_WALL
from gtpengine.localgame.key import MAX_BITS, RegionKey
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.store import WallStore
from gtpengine.localgame.values import GraphValues, Order, Rules

_START = 1 << 11
_EDGES_PER_NODE = 4
_SLICE = 1 << 10  # openings between two looks at the clock
_LARGE = 1 << 20  # positions or moves
_NODES_PER_OPENING = 16
_KEPT_MOST = 0.5  # of the room for shapes may be in use; with more there is made room for others
_FORCED = 1 / 16  # of the graph: open nodes that are opened when no question leads to one

_KEY_WORDS = nodes_layout.KEY_WORDS
_NONE = np.empty(0, np.int64)


class ProvedGraph:
    """The part of a region's graph that was opened and its walls, lower and upper ones.

    Attributes:
        closed: whether the value of the region is proved.
        openings: how many positions have their options.
    """

    def __init__(self, prover: "Prover") -> None:
        self._prover = prover
        self.closed = bool(prover.state[0] == opening.EXACT)
        self.openings = prover.openings

    @cached_property
    def values(self) -> GraphValues:
        """Walls in two views; those of the root agree if `closed`."""
        return self._prover.found_values()

    @property
    def graph(self) -> LocalGraph:
        """Every position that was met; those not opened have no options."""
        return self.values.graph

    @property
    def is_open(self) -> npt.NDArray[np.bool_]:
        """Which positions have no options yet."""
        return self._prover.is_open()[: self.graph.nodes]


class Prover:
    """One region whose value is being proved; what was found stays for the next call of `run`."""

    def __init__(self, key: RegionKey, *, sums: bool = True) -> None:
        """With `sums`, positions that have fallen apart are bounded by their parts.

        Raises:
            ValueError: the region does not fit the kernels' sets.
        """
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
        self.fails: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.parts: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.pool: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.found = np.zeros(nodes_layout.SCRATCH, np.int64)
        self.path = np.zeros(kernels.PATH, np.int64)
        self.store = WallStore(_START)
        self.setting = np.zeros(kernels.SETTINGS, np.int64)
        self.setting[kernels.STRIDE] = key.stride
        self.setting[kernels.SUMS] = sums
        self._make_room()
        gain = np.zeros(1, np.int64)
        sets = np.array(key.sets(), np.int64)
        nodes_layout.settle_root(sets, key.stride, nodes_layout.DECIDE, gain)
        self.settled = int(gain[0])
        self.keys[:_KEY_WORDS] = sets
        self.counts[nodes_layout.NODES] = 1
        self.counts[opening.POOL] = 1  # 0 is no place for parts
        nodes_layout.rehash(self.keys, self.table, 1)
        self.state[0] = opening.OPEN if sets[:3].any() else opening.EXACT
        self.walls[:4] = 0
        live = int(np.bitwise_count(sets[:3]).sum())
        self.bases[:4] = (-live, -live, live, live)

    @property
    def openings(self) -> int:
        """How many positions have their options."""
        return int(np.count_nonzero(self.first[2 :: opening.STEP][: self.nodes]))

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
            self.ko_bases, self.stamps, self.seen, self.fails, self.parts, self.pool,
        )  # fmt: skip
        return sum(array.nbytes for array in arrays) + self.store.nbytes

    def run(
        self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> ProvedGraph:
        """Open positions until the value is proved or a limit is met; return what is known then."""
        limits = limits or Limits()
        until = clock() + limits.seconds
        wanted = _NONE
        while self.state[0] != opening.EXACT:
            left = (limits.nodes - self.nodes) // _NODES_PER_OPENING
            self.setting[kernels.ENOUGH] = max(1, min(_SLICE, left))
            status = self._prove(wanted)
            if status == kernels.FULL:
                # One question can open any number of positions: the limits count here too.
                if self._is_over(limits, clock() - until) or not self._make_room():
                    break
                continue
            wanted = _NONE
            if status == kernels.STUCK:
                self._take_over(self.bounds(Rules.NOBODY))
                most = 8 + int(_FORCED * self.nodes)
                wanted = np.flatnonzero(self.is_open() & ~self._is_summand())[:most]
                if not wanted.size:
                    break
            if self._is_over(limits, clock() - until):
                break
        return ProvedGraph(self)

    def _is_over(self, limits: Limits, late: float) -> bool:
        return late > 0 or self.nodes >= limits.nodes

    def _prove(self, wanted: npt.NDArray[np.int64]) -> int:
        if self.store.table.size == 0:
            self.store.grow()
        graph = (
            self.keys, self.table, self.counts, self.first, self.child, self.offset, self.point,
            self.ko_node, self.ko_point, self.state, self.parts, self.pool,
        )  # fmt: skip
        walls = (self.walls, self.bases, self.ko_walls, self.ko_bases)
        work = (self.found, self.path, self.stamps, self.seen, self.fails)
        return int(kernels.prove(graph, self.store.arrays(), walls, work, self.setting, wanted))

    def found_values(self) -> GraphValues:
        """Return the walls without ko threats as they were found."""
        graph = self._graph()
        nodes, kos = graph.nodes, graph.kos
        values = GraphValues(graph, Rules.NOBODY, Order.of(graph), self.store)
        values.take_walls(
            self.walls[: 4 * nodes],
            self.bases[: 4 * nodes],
            self.ko_walls[: 2 * kos],
            self.ko_bases[: 2 * kos],
            self.state[:nodes] == opening.EXACT,
        )
        return values

    def bounds(self, rules: Rules) -> GraphValues:
        """Compute the walls of all positions under a ko rule from nothing, as far as opened."""
        nodes, graph = self.nodes, self._graph()
        if self.store.table.size == 0:
            self.store.grow()
        values = GraphValues(graph, rules, Order.of(graph), self.store)
        rows = self.first[: opening.STEP * nodes].reshape(nodes, opening.STEP)
        # Summands keep their bounds, which hold in any sum; others have no options.
        unopened = (rows[:, 0] == rows[:, 2]) | self._is_summand()
        values.hold_between(
            np.flatnonzero(unopened),
            self.walls[: 4 * nodes].reshape(nodes, 4)[unopened],
            self.bases[: 4 * nodes].reshape(nodes, 4)[unopened],
        )
        values.run()
        return values

    def _take_over(self, values: GraphValues) -> None:
        """Go on with walls that were computed, as far as they are closer."""
        arrays = values.to_arrays()
        kos = arrays["ko_walls"].copy()
        # Summands have a ko rule of their own.
        kos[np.repeat(self._is_summand()[values.graph.ko_node], 2)] = NO_WALL
        opening.take_closer(
            self.store.arrays(),
            (self.walls, self.bases, self.ko_walls, self.ko_bases),
            (arrays["walls"], arrays["bases"], kos, arrays["ko_bases"], self.state),
        )

    def is_open(self) -> npt.NDArray[np.bool_]:
        """Tell which positions have no options yet."""
        state = self.state[: self.nodes]
        found: npt.NDArray[np.bool_] = (state == opening.OPEN) | (state == opening.SUMMED)
        return found

    def _is_summand(self) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = self.keys[: _KEY_WORDS * self.nodes : _KEY_WORDS] > POINTS
        return found

    def _graph(self) -> LocalGraph:
        """Return what was met as a graph whose edges stand in the order of their nodes."""
        nodes, edges, kos, _ = (int(count) for count in self.counts)
        rows = self.first[: opening.STEP * nodes].reshape(nodes, opening.STEP).astype(np.int64)
        first = np.zeros(2 * nodes + 1, np.int32)
        lengths = np.diff(rows, axis=1).reshape(-1)
        np.cumsum(lengths, out=first[1:])
        source = np.repeat(rows[:, :2].reshape(-1) - first[:-1], lengths) + np.arange(edges)
        return LocalGraph(
            self.key,
            Status.NODE_LIMIT if self.is_open().any() else Status.COMPLETE,
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

    def _make_room(self) -> bool:
        """Make more room for whatever lacks it; False if walls have no more room."""
        nodes, edges, kos, parts = (int(count) for count in self.counts)
        spare = 2 * nodes_layout.ROOM
        if nodes + 2 * opening.NEW > self.state.size:
            room = max(_START, _more(nodes)) + 2 * opening.NEW
            self.parts = _larger(self.parts, room)
            self.keys = _larger(self.keys, room * _KEY_WORDS)
            self.first = _larger(self.first, room * opening.STEP)
            self.state = _larger(self.state, room)
            self.walls = _larger(self.walls, 4 * room)
            self.bases = _larger(self.bases, 4 * room)
            self.stamps = _larger(self.stamps, 4 * room)
            self.seen = _larger(self.seen, room)
            self.fails = _larger(self.fails, room)
            self.table = np.full(1 << (2 * room - 1).bit_length(), -1, np.int32)
            nodes_layout.rehash(self.keys, self.table, nodes)
        if parts + 2 * opening.NEW > self.pool.size:
            self.pool = _larger(self.pool, max(_START, _more(parts)) + 2 * opening.NEW)
        if edges + spare > self.child.size:
            room = max(_START * _EDGES_PER_NODE, _more(edges)) + spare
            self.child = _larger(self.child, room)
            self.offset = _larger(self.offset, room)
            self.point = _larger(self.point, room)
        if kos + spare > self.ko_node.size:
            room = max(_START, 2 * kos) + spare
            self.ko_node = _larger(self.ko_node, room)
            self.ko_point = _larger(self.ko_point, room)
            self.ko_walls = _larger(self.ko_walls, 2 * room)
            self.ko_bases = _larger(self.ko_bases, 2 * room)
        if not self.store.is_full:
            return True
        # Most shapes belong to bounds that have become better since.
        kept = self.store.compact((self.walls[: 4 * nodes], self.ko_walls[: 2 * kos]))
        return kept < _KEPT_MOST or self.store.grow() or kept < 1 - (1 - _KEPT_MOST) / 2


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


def _more(count: int) -> int:
    """Return for how many there is to be room: twice as many, or half as many more if many."""
    return 2 * count if count < _LARGE else count + count // 2


def _larger(array: npt.NDArray[Scalar], size: int) -> npt.NDArray[Scalar]:
    larger = np.zeros(size, array.dtype)
    larger[: array.size] = array
    return larger
