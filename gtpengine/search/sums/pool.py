"""All summands that a solver has met, in one pool of arrays; equal games share their nodes.

Nodes are normalised: each is worth 0 if play stops there, and what its position is worth beyond
that is its *shift*. Loop-free nodes with the same options are one node wherever they come from, and
each has its negative in the pool; nodes on loops are shared by summands of the same name only.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from gtpengine.search.sums.kernels import survey
from gtpengine.search.sums.kernels.arrays import SumArrays
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

    def about(self, node: int, shift: int) -> tuple[int, int, int]:
        """Return keep, hold and estimate of a node once it is worth 0 as it stands."""
        return (
            int(self.keep[node]) - shift,
            int(self.hold[node]) - shift,
            int(self.estimate[node]) - 2 * shift,
        )


@dataclass
class _NewNodes:
    """What a summand adds to each column of the pool."""

    first: list[int] = field(default_factory=list)
    hopeful: list[int] = field(default_factory=list)
    target: list[int] = field(default_factory=list)
    offset: list[int] = field(default_factory=list)
    lift: list[int] = field(default_factory=list)
    keep: list[int] = field(default_factory=list)
    hold: list[int] = field(default_factory=list)
    estimate: list[int] = field(default_factory=list)
    component: list[int] = field(default_factory=list)
    loopy: list[int] = field(default_factory=list)
    negative: list[int] = field(default_factory=list)


class _Column:
    """A growing array of which kernels see the part in use."""

    def __init__(self) -> None:
        self._array = np.zeros(1 << 10, np.int32)
        self._used = 0

    def extend(self, values: list[int]) -> None:
        """Append values."""
        used = self._used + len(values)
        if used > len(self._array):
            larger = np.zeros(max(used, 2 * len(self._array)), np.int32)
            larger[: self._used] = self._array[: self._used]
            self._array = larger
        self._array[self._used : used] = values
        self._used = used

    def view(self) -> Ints:
        """Return the values so far."""
        return self._array[: self._used]


class SumPool:
    """A pool that only grows."""

    def __init__(self) -> None:
        self._placed: dict[Hashable, Placed] = {}
        self._known: dict[tuple[Options, Options], int] = {}
        self._negatives: list[int] = []  # of every node, -1 where it has none
        self._edges = 0
        self._components = 0
        self._columns = {name: _Column() for name in SumArrays._fields}
        self._columns["first"].extend([0])
        self._new = _NewNodes()
        self._arrays: SumArrays | None = None

    def __len__(self) -> int:
        return len(self._negatives)

    def add(self, name: Hashable, summand: Summand) -> Placed:
        """Enter a summand, unless one of that name is here, and return where its nodes are."""
        placed = self._placed.get(name)
        if placed is None:
            begin = len(self)
            placed = self._placed[name] = self._enter(summand)
            self._new.negative = self._negatives[begin:]
            for column_name, column in self._columns.items():
                column.extend(getattr(self._new, column_name))
            self._new = _NewNodes()
            self._arrays = None
        return placed

    def arrays(self) -> SumArrays:
        """Return the pool as kernels take it; not valid any more once a summand was added."""
        if self._arrays is None:
            self._arrays = SumArrays(*(column.view() for column in self._columns.values()))
        return self._arrays

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
        key = (tuple(sorted(black)), tuple(sorted(white)))
        found = self._known.get(key)
        if found is None:
            keep, hold, estimate = about = facts.about(node, placed.shifts[node])
            found = self._append(black, white, (hope, fear), about, (-1, 0))
            self._known[key] = found
            other_black = [self._negated(option) for option in white]
            other_white = [self._negated(option) for option in black]
            other_key = (tuple(sorted(other_black)), tuple(sorted(other_white)))
            other = found
            if other_key != key:
                other = self._append(
                    other_black, other_white, (fear, hope), (-hold, -keep, -estimate), (-1, 0)
                )
                self._known[other_key] = other
            self._negatives[found] = other
            self._negatives[other] = found
        placed.nodes[node] = found

    def _negated(self, option: tuple[int, int]) -> tuple[int, int]:
        gain, node = option
        return -gain, self._negatives[node]

    def _enter_loop(self, summand: Summand, facts: _Facts, placed: Placed, part: list[int]) -> None:
        """Give the nodes of one component new places."""
        component = self._components
        self._components += 1
        for i, node in enumerate(part):
            placed.nodes[node] = len(self) + i
        for node in part:
            black, white, hope, fear = self._options(summand, facts, placed, node)
            about = facts.about(node, placed.shifts[node])
            lift = placed.nodes[int(summand.lift[node])]
            self._append(black, white, (hope, fear), about, (lift, 1), component)

    def _append(
        self,
        black: list[tuple[int, int]],
        white: list[tuple[int, int]],
        hopeful: tuple[int, int],
        about: tuple[int, int, int],
        kind: tuple[int, int],
        component: int | None = None,
    ) -> int:
        """Write a new node; `about` is keep, hold and estimate, `kind` lift (-1: itself) and loopy.

        Its negative is left to the caller.
        """
        node = len(self)
        new = self._new
        for options in (black, white):
            new.offset += [offset for offset, _ in options]
            new.target += [target for _, target in options]
            self._edges += len(options)
            new.first.append(self._edges)
        new.hopeful += hopeful
        if component is None:
            component = self._components
            self._components += 1
        lift, loopy = kind
        new.lift.append(node if lift < 0 else lift)
        for column, value in zip((new.keep, new.hold, new.estimate), about, strict=True):
            column.append(value)
        new.component.append(component)
        new.loopy.append(loopy)
        self._negatives.append(-1)
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
