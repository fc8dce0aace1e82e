"""A Go region as a game that search can grow: a node pool with its positions.

What AmazonsGame is to Amazons. Where `region_pool` takes over a graph that is already there, this
expands what a search asks for and nothing else; both make the same nodes.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gtpengine.errors import BadInput
from gtpengine.localgame.graph import LocalGraph, Status
from gtpengine.localgame.kernels.expand import DECIDE, KEY_WORDS, settle_root
from gtpengine.localgame.key import MAX_BITS, RegionKey
from gtpengine.search.tds.kernels import growth as kernels
from gtpengine.search.tds.pool import OPEN, GamePool, Ints
from gtpengine.search.tds.regions import BLOCKING
from gtpengine.values.loopy.rules import Komaster

FIRST_NODES = 1 << 11
EDGES_PER_NODE = 8


class PartialGraph(NamedTuple):
    """The positions without bans that are known, and which of them have no options yet."""

    graph: LocalGraph
    is_open: npt.NDArray[np.bool_]


class RegionGame:
    """The positions of one region in one pool; node 0 is the region. `expand` serves searches.

    Values of open nodes guess that empty points go to the nearer colour; options are sorted by
    them. Every position is worth at most all its live points, to either player.

    Attributes:
        pool: what was found so far.
        offset: points for Black of the key that are settled from the start, not in the pool.

    Raises:
        BadInput: the region does not fit 62 bits.
    """

    def __init__(
        self, key: RegionKey, komaster: Komaster | None = Komaster.NONE, nodes: int = FIRST_NODES
    ) -> None:
        if key.bits > MAX_BITS:
            raise BadInput("the region does not fit 62 bits")
        self.key = key
        nodes = max(nodes, 4 * kernels.ROOM)
        self.pool = GamePool.empty(nodes, EDGES_PER_NODE * nodes, stands=True)
        settings = np.zeros(kernels.SETTINGS, np.int64)
        blocking = BLOCKING[komaster]
        settings[kernels.STRIDE] = key.stride
        settings[kernels.BLOCKING] = blocking[0] + 2 * blocking[1]
        settings[kernels.FORCED] = komaster is not Komaster.NONE
        self.positions = _positions(settings, nodes)
        sets = np.array(key.sets(), np.int64)
        gain = np.zeros(1, np.int64)
        settle_root(sets, key.stride, DECIDE, gain)
        self.offset = int(gain[0])
        kernels.add_position(self.pool.arrays, self.positions, sets)

    def expand(self, node: int) -> None:
        """Give an open node its options."""
        self.expand_all(np.array([node], np.int32))

    def expand_all(self, nodes: Ints) -> None:
        """Give all open ones of `nodes` their options."""
        done = 0
        while True:
            done = int(kernels.grow(self.pool.arrays, self.positions, nodes, done))
            if done == len(nodes):
                return
            self._make_room()

    def complete(self, most: int = 1 << 62) -> bool:
        """Expand everything, nearest positions first, until there are `most` nodes; tell if all."""
        start = 0
        while start < len(self.pool) < most:
            end = len(self.pool)
            self.expand_all(np.arange(start, end, dtype=np.int32))
            start = end
        return start >= len(self.pool)

    def known_graph(self) -> PartialGraph:
        """Return what is known as a local graph, in the same order, bans on its edges again.

        Pre: nobody is komaster; a capture that may be taken back would have lost its ban.
        """
        nodes, edges = len(self.pool), self.pool.edges
        graph = kernels.PlainGraph(
            np.zeros(nodes, np.int32),
            np.zeros(nodes * KEY_WORDS, np.int64),
            np.zeros(nodes, np.uint8),
            np.zeros(2 * nodes + 1, np.int32),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.int8),
            np.zeros(edges, np.int8),
            np.zeros(edges, np.int32),
            np.zeros(edges, np.int8),
        )
        counts = np.zeros(3, np.int64)
        kernels.write_graph(self.pool.arrays, self.positions, graph, counts)
        plain, edges, kos = (int(count) for count in counts)
        is_open = graph.is_open[:plain].astype(np.bool_)
        found = LocalGraph(
            self.key,
            Status.NODE_LIMIT if is_open.any() else Status.COMPLETE,
            self.offset,
            plain,
            edges,
            kos,
            graph.keys[: plain * KEY_WORDS],
            graph.first[: 2 * plain + 1],
            graph.child,
            graph.offset,
            graph.point,
            graph.ko_node[:kos],
            graph.ko_point[:kos],
        )
        return PartialGraph(found, is_open)

    @property
    def open_nodes(self) -> int:
        """How many nodes have no options yet."""
        return int(np.count_nonzero(self.pool.arrays.state[: len(self.pool)] == OPEN))

    def _make_room(self) -> None:
        used = len(self.pool)
        nodes, edges = self.pool.capacity
        if used + 2 * kernels.ROOM > nodes:
            nodes *= 2
        if self.pool.edges + kernels.ROOM > edges:
            edges *= 2
        self.pool.reserve(nodes, edges)
        if nodes > len(self.positions.ban):
            old = self.positions
            self.positions = _positions(old.settings, nodes)
            for name in ("keys", "ban", "plain"):
                part = getattr(old, name)
                getattr(self.positions, name)[: len(part)] = part
            kernels.rehash(self.pool.arrays, self.positions, used)


def _positions(settings: npt.NDArray[np.int64], nodes: int) -> kernels.Positions:
    return kernels.Positions(
        settings,
        np.zeros(nodes * KEY_WORDS, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(1 << (2 * nodes).bit_length(), np.int32),
    )
