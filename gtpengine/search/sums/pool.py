"""All summands that a solver has met, in one pool of arrays; equal games share their nodes.

Nodes are normalised: each is worth 0 if play stops there, and what its position is worth beyond
that is its *shift*. Loop-free nodes with the same options are one node wherever they come from, and
each has its negative in the pool; nodes on loops are shared by summands of the same name only.
"""

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from gtpengine.search.sums.kernels import survey
from gtpengine.search.sums.kernels.prove import SumArrays
from gtpengine.search.sums.summand import Ints, Summand
from gtpengine.search.tds.kernels.components import order_components
from gtpengine.search.tds.pool import NodeArrays

_SWEEPS = 60  # for guesses at values on loops
_LAYERS = 25  # coupons up to 12 points

Options = tuple[tuple[int, int], ...]  # of (offset, node)


class Placed(NamedTuple):
    """Where the nodes of a summand are in the pool."""

    nodes: list[int]
    shifts: list[int]


class _Facts(NamedTuple):
    """What the kernels found about one summand."""

    order: Ints
    starts: Ints
    loopy: Ints
    keep: Ints
    hold: Ints
    estimate: Ints
    hopeful: Ints


class SumPool:
    """A pool that only grows."""

    def __init__(self) -> None:
        self._placed: dict[Hashable, Placed] = {}
        self._known: dict[tuple[Options, Options, int], int] = {}
        self._first: list[int] = [0]
        self._hopeful: list[int] = []
        self._edges: list[tuple[int, int]] = []
        # lift, keep, hold, estimate, component, loopy, negative
        self._columns: list[list[int]] = []
        self._components = 0
        self._joined: SumArrays | None = None

    def __len__(self) -> int:
        return len(self._columns)

    def add(self, name: Hashable, summand: Summand) -> Placed:
        """Enter a summand, unless one of that name is here, and return where its nodes are."""
        placed = self._placed.get(name)
        if placed is None:
            placed = self._placed[name] = self._enter(summand)
            self._joined = None
        return placed

    def arrays(self) -> SumArrays:
        """Return the pool as kernels take it; not valid any more once a summand was added."""
        if self._joined is None:
            edges = np.array(self._edges, np.int32).reshape(-1, 2)
            columns = np.array(self._columns, np.int32).reshape(-1, 7)
            self._joined = SumArrays(
                np.array(self._first, np.int32),
                np.array(self._hopeful, np.int32),
                np.ascontiguousarray(edges[:, 1]),
                np.ascontiguousarray(edges[:, 0]),
                *(np.ascontiguousarray(columns[:, i]) for i in range(7)),
            )
        return self._joined

    def _enter(self, summand: Summand) -> Placed:
        facts = _survey(summand)
        placed = Placed([-1] * summand.nodes, [int(score) for score in summand.standing])
        for begin, end in zip(facts.starts[:-1], facts.starts[1:], strict=True):
            part = [int(node) for node in facts.order[begin:end]]
            if facts.loopy[part[0]]:
                self._enter_loop(summand, facts, placed, part)
            else:
                self._enter_plain(summand, facts, placed, part[0])
        return placed

    def _options(
        self, summand: Summand, facts: _Facts, placed: Placed, node: int
    ) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int, int]:
        """Return both players' options without repeats, hopeful ones first, and how many are."""
        lists: list[list[tuple[int, int]]] = []
        hopes = []
        shift = placed.shifts[node]
        for side in (0, 1):
            hopeful: dict[tuple[int, int], None] = {}
            others: dict[tuple[int, int], None] = {}
            for edge in summand.options(node, side):
                target = int(summand.target[edge])
                gain = int(summand.offset[edge]) + placed.shifts[target] - shift
                (hopeful if facts.hopeful[edge] else others)[gain, placed.nodes[target]] = None
            lists.append([*hopeful, *(option for option in others if option not in hopeful)])
            hopes.append(len(hopeful))
        return lists[0], lists[1], hopes[0], hopes[1]

    def _enter_plain(self, summand: Summand, facts: _Facts, placed: Placed, node: int) -> None:
        """Give a node that reaches no loop its place: that of an equal one if there is one."""
        black, white, hope, fear = self._options(summand, facts, placed, node)
        key = (tuple(sorted(black)), tuple(sorted(white)), -1)
        found = self._known.get(key)
        if found is None:
            shift = placed.shifts[node]
            facts_here = (
                int(facts.keep[node]) - shift,
                int(facts.hold[node]) - shift,
                int(facts.estimate[node]) - 2 * shift,
            )
            found = self._append(black, white, (hope, fear), facts_here, (-1, 0))
            self._known[key] = found
            other_black = [self._negated(option) for option in white]
            other_white = [self._negated(option) for option in black]
            other_key = (tuple(sorted(other_black)), tuple(sorted(other_white)), -1)
            if other_key == key:
                other = found
            else:
                keep, hold, estimate = facts_here
                other = self._append(
                    other_black, other_white, (fear, hope), (-hold, -keep, -estimate), (-1, 0)
                )
                self._known[other_key] = other
            self._columns[found][6] = other
            self._columns[other][6] = found
        placed.nodes[node] = found

    def _negated(self, option: tuple[int, int]) -> tuple[int, int]:
        gain, node = option
        return -gain, self._columns[node][6]

    def _enter_loop(self, summand: Summand, facts: _Facts, placed: Placed, part: list[int]) -> None:
        """Give the nodes of one component new places."""
        component = self._components
        self._components += 1
        for i, node in enumerate(part):
            placed.nodes[node] = len(self) + i
        for node in part:
            black, white, hope, fear = self._options(summand, facts, placed, node)
            shift = placed.shifts[node]
            facts_here = (
                int(facts.keep[node]) - shift,
                int(facts.hold[node]) - shift,
                int(facts.estimate[node]) - 2 * shift,
            )
            lift = placed.nodes[int(summand.lift[node])]
            self._append(black, white, (hope, fear), facts_here, (lift, 1), component)

    def _append(
        self,
        black: list[tuple[int, int]],
        white: list[tuple[int, int]],
        hopeful: tuple[int, int],
        facts: tuple[int, int, int],
        kind: tuple[int, int],
        component: int | None = None,
    ) -> int:
        """Write a new node; `kind` is its lift (-1 for itself) and whether it reaches a loop."""
        node = len(self)
        for options in (black, white):
            self._edges += options
            self._first.append(len(self._edges))
        self._hopeful += hopeful
        if component is None:
            component = self._components
            self._components += 1
        lift, loopy = kind
        self._columns.append([node if lift < 0 else lift, *facts, component, loopy, -1])
        return node


def _survey(summand: Summand) -> _Facts:
    """Return what can be said about each node by itself."""
    nodes = summand.nodes
    blank = np.zeros(1, np.int32)
    arrays = NodeArrays(
        state=np.zeros(1, np.uint8),
        held=np.zeros(1, np.uint8),
        value=blank,
        low=blank,
        high=blank,
        standing=blank,
        lift=summand.lift,
        first=summand.first,
        degree=np.diff(summand.first),
        target=summand.target,
        offset=blank,
        move=blank,
        used=np.zeros(2, np.int64),
    )
    order, starts = np.empty(nodes, np.int32), np.empty(nodes + 1, np.int32)
    parts = order_components(arrays, nodes, order, starts, np.empty(5 * nodes, np.int32))
    graph = (summand.first, summand.target, summand.offset, summand.lift, summand.standing)
    loopy, keep, hold, estimate = (np.zeros(nodes, np.int32) for _ in range(4))
    hopeful = np.zeros(len(summand.target), np.int32)
    survey.mark_loops(graph, order, starts, parts, loopy)
    survey.bound(graph, keep, hold)
    scores = np.zeros((2 * _LAYERS, nodes), np.int32)
    survey.play_beside_coupons(graph, estimate, hopeful, scores, _SWEEPS)
    return _Facts(order, starts[: parts + 1], loopy, keep, hold, estimate, hopeful)
