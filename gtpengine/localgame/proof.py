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

from gtpengine.localgame.graph import Limits, LocalGraph, Status
from gtpengine.localgame.kernels import expand as nodes_layout
from gtpengine.localgame.kernels import opening
from gtpengine.localgame.kernels import prove as kernels
from gtpengine.localgame.kernels.bits import POINTS
from gtpengine.localgame.kernels.walls import NO_WALL
from gtpengine.localgame.key import MAX_BITS, RegionKey
from gtpengine.localgame.proofarrays import ProofArrays
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.store import WallStore
from gtpengine.localgame.values import GraphValues, Order, Rules

_FIRST_WALLS = 1 << 11  # positions for whose walls there is room at first
_SLICE = 1 << 10  # openings between two looks at the clock
_NODES_PER_OPENING = 16
_KEPT_MOST = 0.5  # of the room for shapes may be in use; with more there is made room for others
_FORCED = 1 / 16  # of the graph: open nodes that are opened when no question leads to one

_KEY_WORDS = nodes_layout.KEY_WORDS
_NONE = np.empty(0, np.int64)


class ProvedGraph:
    """The part of a region's graph that was opened and its walls, lower and upper ones.

    Attributes:
        closed: whether the value of the region is proved.
        status: COMPLETE then; else why not.
        openings: how many positions have their options.
    """

    def __init__(self, prover: "Prover") -> None:
        self._prover = prover
        self.closed = bool(prover.arrays.state[0] == opening.EXACT)
        self.status = prover.status or Status.COMPLETE
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
    """One region whose value is being proved; what was found stays for the next call of `run`.

    Attributes:
        status: how the last call ended: COMPLETE if the value is proved.
    """

    def __init__(self, key: RegionKey, *, sums: bool = True) -> None:
        """With `sums`, positions that have fallen apart are bounded by their parts.

        Raises:
            ValueError: the region does not fit the kernels' sets.
        """
        if key.bits > MAX_BITS:
            raise ValueError(Status.TOO_LARGE.value)
        self.key = key
        self.arrays = ProofArrays()
        self.status: Status | None = None
        self.path = np.zeros(kernels.PATH, np.int64)
        self.store = WallStore(_FIRST_WALLS)
        self.setting = np.zeros(kernels.SETTINGS, np.int64)
        self.setting[kernels.STRIDE] = key.stride
        self.setting[kernels.SUMS] = sums
        arrays = self.arrays
        arrays.make_room(Limits(), 0)
        gain = np.zeros(1, np.int64)
        sets = np.array(key.sets(), np.int64)
        nodes_layout.settle_root(sets, key.stride, nodes_layout.DECIDE, gain)
        self.settled = int(gain[0])
        arrays.keys[:_KEY_WORDS] = sets
        arrays.counts[nodes_layout.NODES] = 1
        arrays.counts[opening.POOL] = 1  # 0 is no place for parts
        nodes_layout.rehash(arrays.keys, arrays.table, 1)
        arrays.state[0] = opening.OPEN if sets[:3].any() else opening.EXACT
        arrays.walls[:4] = 0
        live = int(np.bitwise_count(sets[:3]).sum())
        arrays.bases[:4] = (-live, -live, live, live)

    @property
    def openings(self) -> int:
        """How many positions have their options."""
        return int(np.count_nonzero(self.arrays.first[2 :: opening.STEP][: self.nodes]))

    @property
    def nodes(self) -> int:
        """How many positions were met."""
        return int(self.arrays.counts[nodes_layout.NODES])

    @property
    def nbytes(self) -> int:
        """The memory that is in use."""
        return self.arrays.used + self.store.nbytes

    def run(
        self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> ProvedGraph:
        """Open positions until the value is proved or a limit is met; return what is known then."""
        limits = limits or Limits()
        until = clock() + limits.seconds
        wanted = _NONE
        while True:
            self.status = self._ended(limits, clock() - until)
            if self.status:
                break
            left = (limits.nodes - self.nodes) // _NODES_PER_OPENING
            self.setting[kernels.ENOUGH] = max(1, min(_SLICE, left))
            found = self._prove(wanted)
            if found == kernels.FULL:
                if not self._make_room(limits):
                    self.status = Status.NO_WALLS
                    break
                continue
            wanted = _NONE
            if found == kernels.STUCK:
                self._take_over(self.bounds(Rules.NOBODY))
                most = 8 + int(_FORCED * self.nodes)
                wanted = np.flatnonzero(self.is_open() & ~self._is_summand())[:most]
                if not wanted.size and self.arrays.state[0] != opening.EXACT:
                    self.status = Status.LOOP
                    break
        return ProvedGraph(self)

    def _ended(self, limits: Limits, late: float) -> Status | None:
        """Return why the proof has to end, None if it goes on."""
        if self.arrays.state[0] == opening.EXACT:
            return Status.COMPLETE
        if late > 0:
            return Status.TIME_LIMIT
        if self.nodes >= limits.nodes:
            return Status.NODE_LIMIT
        return Status.MEMORY_LIMIT if self.nbytes >= limits.nbytes else None

    def _prove(self, wanted: npt.NDArray[np.int64]) -> int:
        if self.store.table.size == 0:
            self.store.grow()
        arrays = self.arrays
        work = (arrays.found, self.path, arrays.stamps, arrays.seen, arrays.fails)
        return int(
            kernels.prove(
                arrays.of_graph(), self.store.arrays(), arrays.of_walls(), work, self.setting,
                wanted,
            )
        )  # fmt: skip

    def found_values(self) -> GraphValues:
        """Return the walls without ko threats as they were found."""
        arrays, graph = self.arrays, self._graph()
        nodes, kos = graph.nodes, graph.kos
        values = GraphValues(graph, Rules.NOBODY, Order.of(graph), self.store)
        values.take_walls(
            arrays.walls[: 4 * nodes],
            arrays.bases[: 4 * nodes],
            arrays.ko_walls[: 2 * kos],
            arrays.ko_bases[: 2 * kos],
            arrays.state[:nodes] == opening.EXACT,
        )
        return values

    def bounds(self, rules: Rules) -> GraphValues:
        """Compute the walls of all positions under a ko rule from nothing, as far as opened."""
        arrays, nodes, graph = self.arrays, self.nodes, self._graph()
        if self.store.table.size == 0:
            self.store.grow()
        values = GraphValues(graph, rules, Order.of(graph), self.store)
        rows = arrays.first[: opening.STEP * nodes].reshape(nodes, opening.STEP)
        # Summands keep their bounds, which hold in any sum; others have no options.
        unopened = (rows[:, 0] == rows[:, 2]) | self._is_summand()
        values.hold_between(
            np.flatnonzero(unopened),
            arrays.walls[: 4 * nodes].reshape(nodes, 4)[unopened],
            arrays.bases[: 4 * nodes].reshape(nodes, 4)[unopened],
        )
        values.run()
        return values

    def _take_over(self, values: GraphValues) -> None:
        """Go on with walls that were computed, as far as they are closer."""
        found = values.to_arrays()
        kos = found["ko_walls"].copy()
        # Summands have a ko rule of their own.
        kos[np.repeat(self._is_summand()[values.graph.ko_node], 2)] = NO_WALL
        opening.take_closer(
            self.store.arrays(),
            self.arrays.of_walls(),
            (found["walls"], found["bases"], kos, found["ko_bases"], self.arrays.state),
        )

    def is_open(self) -> npt.NDArray[np.bool_]:
        """Tell which positions have no options yet."""
        state = self.arrays.state[: self.nodes]
        found: npt.NDArray[np.bool_] = (state == opening.OPEN) | (state == opening.SUMMED)
        return found

    def _is_summand(self) -> npt.NDArray[np.bool_]:
        found: npt.NDArray[np.bool_] = (
            self.arrays.keys[: _KEY_WORDS * self.nodes : _KEY_WORDS] > POINTS
        )
        return found

    def _graph(self) -> LocalGraph:
        """Return what was met as a graph whose edges stand in the order of their nodes."""
        arrays = self.arrays
        nodes, edges, kos, _ = (int(count) for count in arrays.counts)
        rows = arrays.first[: opening.STEP * nodes].reshape(nodes, opening.STEP).astype(np.int64)
        first = np.zeros(2 * nodes + 1, np.int32)
        lengths = np.diff(rows, axis=1).reshape(-1)
        np.cumsum(lengths, out=first[1:])
        source = np.repeat(rows[:, :2].reshape(-1) - first[:-1], lengths) + np.arange(edges)
        status = self.status or Status.COMPLETE
        if status is Status.COMPLETE and self.is_open().any():
            status = Status.NODE_LIMIT  # for some are missing, though the value is proved
        return LocalGraph(
            self.key,
            status,
            self.settled,
            nodes,
            edges,
            kos,
            arrays.keys[: nodes * _KEY_WORDS],
            first,
            arrays.child[source],
            arrays.offset[source],
            arrays.point[source],
            arrays.ko_node[:kos],
            arrays.ko_point[:kos],
        )

    def _make_room(self, limits: Limits) -> bool:
        """Make more room for whatever lacks it; False if walls have no more room."""
        arrays = self.arrays
        arrays.make_room(limits, self.store.nbytes)
        if not self.store.is_full:
            return True
        # Most shapes belong to bounds that have become better since.
        nodes, _, kos, _ = (int(count) for count in arrays.counts)
        kept = self.store.compact((arrays.walls[: 4 * nodes], arrays.ko_walls[: 2 * kos]))
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
