"""All summands that a solver has met, in one pool of arrays; equal games share their nodes."""

from collections.abc import Hashable

import numpy as np

from gtpengine.search.kernels.components import order_components
from gtpengine.search.pool import NodeArrays
from gtpengine.search.sums.kernels import prove as kernels
from gtpengine.search.sums.kernels.prove import SumArrays
from gtpengine.search.sums.summand import Summand

_SWEEPS = 60  # for guesses at values on loops


class SumPool:
    """A pool that only grows."""

    def __init__(self) -> None:
        self._parts: list[SumArrays] = []
        self._places: dict[Hashable, int] = {}
        self._summands: dict[int, Summand] = {}
        self._nodes = 0
        self._edges = 0
        self._components = 0
        self._joined: SumArrays | None = None

    def __len__(self) -> int:
        return self._nodes

    def place_of(self, name: Hashable) -> int | None:
        """Return where the nodes of the summand of that name begin, or None if it is not here."""
        return self._places.get(name)

    def add(self, name: Hashable, summand: Summand) -> int:
        """Enter a summand, unless one of that name is here, and return where its nodes begin."""
        if name in self._places:
            return self._places[name]
        place = self._nodes
        part = _prepared(summand)
        edges = self._edges
        self._parts.append(
            part._replace(
                first=part.first[:-1] + np.int32(edges),
                target=part.target + np.int32(place),
                lift=part.lift + np.int32(place),
                component=part.component + np.int32(self._components),
            )
        )
        self._places[name] = place
        self._summands[place] = summand
        self._nodes += summand.nodes
        self._edges += len(part.target)
        self._components += int(part.component.max()) + 1
        self._joined = None
        return place

    def arrays(self) -> SumArrays:
        """Return the pool as kernels take it; not valid any more once a summand was added."""
        if self._joined is None:
            columns = [np.concatenate(column) for column in zip(*self._parts, strict=True)]
            columns[0] = np.append(columns[0], np.int32(self._edges))
            self._joined = SumArrays(*(np.ascontiguousarray(c, dtype=np.int32) for c in columns))
            self._parts = [self._joined._replace(first=columns[0][:-1])]
        return self._joined


def _prepared(summand: Summand) -> SumArrays:
    """Return a summand's arrays with everything that can be said about each node by itself."""
    nodes = summand.nodes
    blank = np.zeros(1, np.int32)
    graph = NodeArrays(
        np.zeros(1, np.uint8),
        np.zeros(1, np.uint8),
        *(blank,) * 4,
        summand.lift,
        summand.first,
        np.diff(summand.first),
        summand.target,
        blank,
        blank,
        np.zeros(2, np.int64),
    )
    order, starts = np.empty(nodes, np.int32), np.empty(nodes + 1, np.int32)
    parts = order_components(graph, nodes, order, starts, np.empty(5 * nodes, np.int32))
    arrays = SumArrays(
        summand.first,
        summand.target,
        summand.offset,
        summand.lift,
        summand.standing,
        *(np.zeros(nodes, np.int32) for _ in range(5)),
    )
    kernels.mark_loops(arrays, order, starts, parts)
    kernels.guess(arrays, np.empty(2 * nodes, np.int32), _SWEEPS)
    return arrays
