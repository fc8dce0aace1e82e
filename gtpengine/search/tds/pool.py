"""The node pool that searches work on: a game graph as flat arrays that may still grow.

A node is *open* (not expanded: an estimate and bounds stand for it), *expanded* (its options are
all there) or *terminal* (a number). Options are slices of one edge list, Left's and Right's of node
v at `first[2 v + side]`, `degree[2 v + side]` of them. Values are whole multiples of 1/scale.
Whoever searches only grows a pool; whoever evaluates only reads it.

Two fields serve kos. `lift` is the same position without its ko ban, which is what a move elsewhere
makes of it; a position without a ban is its own lift. `held` has bit 0 set where Left, bit 1 where
Right may not take a coupon while having a move here (komaster's pass ban), and bits 2 and 3 where
they may not refuse to move once the coupons have come down to the floor.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph, Node, Option

OPEN, EXPANDED, TERMINAL = 0, 1, 2
LEFT, RIGHT = 0, 1
HELD, HELD_AT_LAST = 1, 4  # Left's bits of `held`; Right's are one place higher
UNBOUNDED = 1 << 30

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]


class NodeArrays(NamedTuple):
    """The arrays of a pool, as kernels take them; see the module for what they hold."""

    state: Bytes  # OPEN, EXPANDED or TERMINAL
    held: Bytes
    value: Ints  # the number of a terminal, the estimate of any other node
    low: Ints  # an open node's game is at least this number ...
    high: Ints  # ... and at most this one
    standing: Ints  # what the position is worth if both players stop here
    lift: Ints
    first: Ints  # by 2 * node + side
    degree: Ints
    target: Ints  # by edge
    offset: Ints  # points that the move adds
    move: Ints  # the game's own code of the move
    used: Longs  # nodes and edges in use


@dataclass(slots=True)
class GamePool:
    """A pool with its scale.

    `stands` says whether `standing` means anything at floor 0, where two passes end a game; without
    it a player has to answer a pass there. At floor -1 two refusals are worth `standing` too: 0 by
    the simplicity rule, unless the game knows better.
    """

    arrays: NodeArrays
    scale: int = 1
    stands: bool = False

    @staticmethod
    def empty(nodes: int, edges: int, scale: int = 1, *, stands: bool = False) -> "GamePool":
        """Return a pool with room for so many nodes and edges and nothing in it."""
        nodes, edges = max(nodes, 1), max(edges, 1)

        def ints(size: int) -> Ints:
            return np.zeros(size, np.int32)

        arrays = NodeArrays(
            state=np.zeros(nodes, np.uint8),
            held=np.zeros(nodes, np.uint8),
            value=ints(nodes),
            low=ints(nodes),
            high=ints(nodes),
            standing=ints(nodes),
            lift=np.arange(nodes, dtype=np.int32),
            first=ints(2 * nodes),
            degree=ints(2 * nodes),
            target=ints(edges),
            offset=ints(edges),
            move=ints(edges),
            used=np.zeros(2, np.int64),
        )
        return GamePool(arrays, scale, stands)

    def __len__(self) -> int:
        return int(self.arrays.used[0])

    @property
    def edges(self) -> int:
        """How many edges are in use."""
        return int(self.arrays.used[1])

    @property
    def capacity(self) -> tuple[int, int]:
        """For how many nodes and edges there is room."""
        return len(self.arrays.state), len(self.arrays.target)

    @property
    def is_complete(self) -> bool:
        """Whether no node is open."""
        return not bool((self.arrays.state[: len(self)] == OPEN).any())

    def reserve(self, nodes: int, edges: int) -> None:
        """Make room for so many nodes and edges in all; kernels must be given `arrays` anew."""
        have_nodes, have_edges = self.capacity
        nodes, edges = max(nodes, have_nodes), max(edges, have_edges)
        if (nodes, edges) == (have_nodes, have_edges):
            return
        bigger = GamePool.empty(nodes, edges).arrays
        pairs: list[tuple[npt.NDArray[Any], npt.NDArray[Any]]]
        pairs = list(zip(self.arrays, bigger, strict=True))
        for old, new in pairs:
            new[: len(old)] = old
        self.arrays = bigger

    def options(self, node: int, side: int) -> range:
        """Return the edges of one player at `node`."""
        first = int(self.arrays.first[2 * node + side])
        return range(first, first + int(self.arrays.degree[2 * node + side]))

    def add_node(self, state: int, value: int = 0) -> int:
        """Append a node that is its own lift and return it; only terminals have bounds."""
        node, edges = len(self), self.edges
        if node == self.capacity[0]:
            self.reserve(2 * node, edges)
        arrays = self.arrays
        arrays.state[node] = state
        arrays.value[node] = value
        known = state == TERMINAL
        arrays.low[node] = value if known else -UNBOUNDED
        arrays.high[node] = value if known else UNBOUNDED
        arrays.lift[node] = node
        arrays.first[2 * node : 2 * node + 2] = edges
        arrays.used[0] += 1
        return node

    def add_options(self, node: int, side: int, options: list[tuple[int, int]]) -> None:
        """Append the edges of one player: pairs of target and offset. Moves are their places."""
        start = self.edges
        if start + len(options) > self.capacity[1]:
            self.reserve(len(self), 2 * (start + len(options)))
        arrays = self.arrays
        arrays.first[2 * node + side] = start
        arrays.degree[2 * node + side] = len(options)
        for place, (target, offset) in enumerate(options):
            arrays.target[start + place] = target
            arrays.offset[start + place] = offset
            arrays.move[start + place] = place
        arrays.used[1] += len(options)

    def value_of(self, node: int) -> Fraction:
        """Return the number or the estimate of `node`."""
        return Fraction(int(self.arrays.value[node]), self.scale)

    def to_graph(self, root: int = 0) -> GameGraph:
        """Return the complete graph below `root`, as exact values know it.

        Raises:
            BadInput: a node below `root` is open, or has a ko ban or a held player.
        """
        order, index = [root], {root: 0}
        nodes = []
        arrays = self.arrays
        for node in order:
            if arrays.state[node] == OPEN or arrays.held[node] or arrays.lift[node] != node:
                raise BadInput("only a complete pool without ko bans is a plain game graph")
            if arrays.state[node] == TERMINAL:
                nodes.append(Node("", self.value_of(node)))
                continue
            sides = []
            for side in (LEFT, RIGHT):
                options = []
                for edge in self.options(node, side):
                    target = int(arrays.target[edge])
                    if target not in index:
                        index[target] = len(order)
                        order.append(target)
                    offset = Fraction(int(arrays.offset[edge]), self.scale)
                    options.append(Option(index[target], offset))
                sides.append(tuple(options))
            nodes.append(Node("", None, *sides))
        return GameGraph(tuple(nodes))


def pool_of(graph: GameGraph) -> GamePool:
    """Return `graph` as a complete pool with the same node numbers. Its kos have no ban yet.

    See ko.py for graphs whose loops matter.

    Raises:
        BadInput: a position is its own option, which no rule settles.
    """
    for index, node in enumerate(graph.nodes):
        if any(option.node == index for option in node.options):
            raise BadInput(f"{graph.label(index)} is its own option")
    scale = 1
    for node in graph.nodes:
        scale = lcm(scale, 1 if node.number is None else node.number.denominator)
        scale = lcm(scale, *(option.offset.denominator for option in node.options))
    pool = GamePool.empty(len(graph), sum(len(node.options) for node in graph.nodes), scale)
    for node in graph.nodes:
        if node.number is None:
            pool.add_node(EXPANDED)
        else:
            pool.add_node(TERMINAL, int(node.number * scale))
    for index, node in enumerate(graph.nodes):
        for side, options in ((LEFT, node.left), (RIGHT, node.right)):
            edges = [(option.node, int(option.offset * scale)) for option in options]
            pool.add_options(index, side, edges)
    return pool
