"""Local graphs: every position that play inside a region can reach, as flat arrays.

Node 0 is the region itself. Sides are 0 for Black and 1 for White of the key, which may have the
colours of the board exchanged: see `gtpengine.localgame.key.Placement`. How nodes, edges and ko
bans are stored is told in gtpengine/localgame/kernels/expand.py.

A position that has fallen apart into independent components stays one node. Thermographs of parts
do not add up to that of their sum, so a sum has to be played out in any case; and there is little
to gain: of all positions of random regions with 11 empty points a quarter has more than one
component, and one node per multiset of components, up to symmetry, would save 15 %. What can be
taken off a sum exactly is taken off: components that are decided, as the offset of the edge.
"""

import math
import time
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.kernels import expand as kernels
from gtpengine.localgame.kernels.solve import node_score
from gtpengine.localgame.key import MAX_BITS, RegionKey

Scalar = TypeVar("Scalar", bound=np.generic)

NO_BAN = -1
_START = 1 << 10  # nodes that are allotted at first
_EDGES_PER_NODE = 8
_SLICE = 1 << 15  # nodes between two looks at the clock


class Status(Enum):
    """How an expansion ended."""

    COMPLETE = "complete"
    TOO_LARGE = "the region does not fit 62 bits"
    NODE_LIMIT = "node limit reached"
    TIME_LIMIT = "time limit reached"
    MEMORY_LIMIT = "memory limit reached"
    NO_WALLS = "there are more walls than the store can number"
    LOOP = "the value hangs on a loop that the ko rules leave undecided"


@dataclass(frozen=True)
class Limits:
    """When an expansion gives up: looked at between slices, so all may be passed a little.

    Bytes are counted by proofs alone (`gtpengine.localgame.proof`).
    """

    nodes: int = 4_000_000
    seconds: float = 60.0
    nbytes: float = math.inf


class Edge(NamedTuple):
    """A move: where, to which node, what it settles, and what it forbids.

    `offset` are points for Black that are settled by the move and no part of the new node's score.
    `ban` is the bit where the opponent may not play at once, or NO_BAN; any other play lifts it.
    `ko` is the number of that ko capture, or -1.
    """

    bit: int
    node: int
    offset: int
    ban: int
    ko: int


@dataclass
class LocalGraph:
    """All positions of one region, or those found before a limit stopped the expansion.

    Attributes:
        key: the region.
        status: COMPLETE, or why positions are missing.
        offset: points for Black that are settled in the region from the start.
        nodes: how many positions there are; edges and kos likewise.
        keys, first, child, edge_offset, point, ko_node, ko_point: the arrays of the kernels.
    """

    key: RegionKey
    status: Status
    offset: int
    nodes: int
    edges: int
    kos: int
    keys: npt.NDArray[np.int64]
    first: npt.NDArray[np.int32]
    child: npt.NDArray[np.int32]
    edge_offset: npt.NDArray[np.int8]
    point: npt.NDArray[np.int8]
    ko_node: npt.NDArray[np.int32]
    ko_point: npt.NDArray[np.int8]

    @property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.key.stride

    @property
    def complete(self) -> bool:
        """Whether every position is there, so that values can be computed."""
        return self.status is Status.COMPLETE

    @property
    def nbytes(self) -> int:
        """The memory that the arrays take."""
        return sum(
            array.nbytes
            for array in (
                self.keys,
                self.first,
                self.child,
                self.edge_offset,
                self.point,
                self.ko_node,
                self.ko_point,
            )
        )

    def options(self, node: int, side: int, ban: int = NO_BAN) -> list[Edge]:
        """Return the moves of Black (0) or White (1) at `node`, but that at the banned bit."""
        found = []
        for index in range(int(self.first[2 * node + side]), int(self.first[2 * node + side + 1])):
            bit = int(self.point[index])
            if bit == ban:
                continue
            child = int(self.child[index])
            forbidden, ko = NO_BAN, -1
            if child < 0:
                ko = -1 - child
                forbidden = int(self.ko_point[ko])
                child = int(self.ko_node[ko])
            found.append(Edge(bit, child, int(self.edge_offset[index]), forbidden, ko))
        return found

    def score(self, node: int) -> int:
        """Return the area score of the live points of `node` if play stops there."""
        return int(node_score(self.keys, node, self.stride))

    def sets(self, node: int) -> tuple[int, ...]:
        """Return the five sets of points of `node`: see the kernels."""
        start = node * kernels.KEY_WORDS
        return tuple(int(word) for word in self.keys[start : start + kernels.KEY_WORDS])


class _Pool:
    """The growing arrays of one expansion."""

    def __init__(self) -> None:
        self.keys: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self.first: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.child: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.offset: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.point: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.ko_node: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.ko_point: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.table: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.counts = np.zeros(4, np.int64)
        self.scratch = np.zeros(kernels.SCRATCH, np.int64)
        self.capacity = 0
        self.edge_capacity = 0

    def grow(self, factor: int) -> None:
        nodes, edges, kos, expanded = (int(count) for count in self.counts)
        if nodes * factor + 2 * kernels.ROOM > self.capacity:
            self.capacity = max(_START, nodes * factor)
            room = self.capacity + 2 * kernels.ROOM
            self.keys = _enlarged(self.keys, room * kernels.KEY_WORDS, nodes * kernels.KEY_WORDS)
            self.first = _enlarged(self.first, 2 * room + 1, 2 * expanded)
            slots = 1 << (2 * room - 1).bit_length()
            self.table = np.full(slots, -1, np.int32)
            kernels.rehash(self.keys, self.table, nodes)
        if edges * factor + 2 * kernels.ROOM > self.edge_capacity:
            self.edge_capacity = max(_START * _EDGES_PER_NODE, edges * factor)
            self.child = _enlarged(self.child, self.edge_capacity, edges)
            self.offset = _enlarged(self.offset, self.edge_capacity, edges)
            self.point = _enlarged(self.point, self.edge_capacity, edges)
        if kos * factor + 2 * kernels.ROOM > self.ko_node.size:
            room = max(_START, kos * factor)
            self.ko_node = _enlarged(self.ko_node, room, kos)
            self.ko_point = _enlarged(self.ko_point, room, kos)


def _enlarged(array: npt.NDArray[Scalar], size: int, used: int) -> npt.NDArray[Scalar]:
    larger = np.empty(size, array.dtype)
    larger[:used] = array[:used]
    return larger


def expand(key: RegionKey, limits: Limits | None = None, *, decide: bool = True) -> LocalGraph:
    """Return the graph of a region; never hangs.

    `decide` False plays decided components out as well: slower, for tests. A region that does not
    fit gives an empty graph with status TOO_LARGE; one that meets a limit gives what was found,
    with nodes beyond the expanded ones that have no options yet.
    """
    limits = limits or Limits()
    started = time.monotonic()
    pool = _Pool()
    flags = kernels.DECIDE if decide else 0
    gain = np.zeros(1, np.int64)
    if key.bits > MAX_BITS:
        return _graph(key, Status.TOO_LARGE, 0, pool)
    stride = key.stride
    sets = np.array(key.sets(), np.int64)
    kernels.settle_root(sets, stride, flags, gain)
    pool.grow(1)
    pool.keys[: kernels.KEY_WORDS] = sets
    pool.counts[kernels.NODES] = 1
    kernels.rehash(pool.keys, pool.table, 1)
    status = Status.COMPLETE
    while True:
        target = int(pool.counts[kernels.EXPANDED]) + min(_SLICE, limits.nodes)
        result = kernels.expand(
            pool.keys,
            pool.table,
            pool.counts,
            pool.first,
            pool.child,
            pool.offset,
            pool.point,
            pool.ko_node,
            pool.ko_point,
            pool.scratch,
            stride,
            flags,
            target,
        )
        if result == kernels.DONE:
            break
        if result == kernels.FULL:
            pool.grow(4)
        elif int(pool.counts[kernels.NODES]) >= limits.nodes:
            status = Status.NODE_LIMIT
            break
        if time.monotonic() - started > limits.seconds:
            status = Status.TIME_LIMIT
            break
    return _graph(key, status, int(gain[0]), pool)


def _graph(key: RegionKey, status: Status, offset: int, pool: _Pool) -> LocalGraph:
    nodes, edges, kos, expanded = (int(count) for count in pool.counts)
    first = np.full(2 * nodes + 1, edges, np.int32)
    first[: 2 * expanded] = pool.first[: 2 * expanded]
    return LocalGraph(
        key,
        status,
        offset,
        nodes,
        edges,
        kos,
        pool.keys[: nodes * kernels.KEY_WORDS].copy(),
        first,
        pool.child[:edges].copy(),
        pool.offset[:edges].copy(),
        pool.point[:edges].copy(),
        pool.ko_node[:kos].copy(),
        pool.ko_point[:kos].copy(),
    )
