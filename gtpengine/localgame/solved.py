"""A solved graph: positions and, for each ko rule that was asked for, the values of all of them."""

import math
import time
from collections.abc import Mapping
from typing import Any, Self

import numpy.typing as npt

from gtpengine.localgame.evaluating import prepare
from gtpengine.localgame.graph import LocalGraph
from gtpengine.localgame.store import WallStore
from gtpengine.localgame.values import GraphValues, Order, Rules

Array = npt.NDArray[Any]


class SolvedGraph:
    """A graph with its values; those of a ko rule are computed when they are first asked for."""

    def __init__(self, graph: LocalGraph, seconds: float = math.inf) -> None:
        self.graph = graph
        self.seconds = seconds  # that one question for values may take
        self.evaluations = math.inf  # that it may take
        self.until = math.inf  # by time.monotonic(): after it nothing that was begun goes on
        self._order: Order | None = None
        self._store: WallStore | None = None
        self._values: dict[Rules, GraphValues] = {}

    @property
    def complete(self) -> bool:
        """Whether enough of the graph is there to ask for values."""
        return self.graph.complete

    def values(self, rules: Rules) -> GraphValues:
        """Return the values of all positions under a ko rule, as far as the time allowed.

        Without loops the rule makes no difference, and all rules share one result. Values that are
        not finished go on when they are asked for again, until `until`.

        Raises:
            ValueError: the graph is not complete.
        """
        found = self._values.get(rules)
        if found is not None and (found.finished or time.monotonic() > self.until):
            return found
        plain = self._values.get(Rules.NOBODY)
        if plain is not None and plain.finished and plain.loop_nodes == 0:
            self._values[rules] = plain
            return plain
        if found is None:
            found = self._prepared(rules)
        if found is not None:
            found.run(self.seconds, self.evaluations)
            self._values[rules] = found
            if self._store is not None:
                self._store.forget()
            return found
        return self.values(Rules.FREE)

    def computed(self, rules: Rules) -> GraphValues | None:
        """Return the values under a ko rule if they were asked for before."""
        return self._values.get(rules)

    def _prepared(self, rules: Rules) -> GraphValues | None:
        """Return new values under a ko rule; None if those they build on are not finished."""
        if self._order is None or self._store is None:
            self._order = Order.of(self.graph)
            self._store = WallStore(self.graph.nodes)
        given = None
        if rules in (Rules.BLACK, Rules.WHITE):
            # The komaster rules alone would punish captures that nobody would answer.
            given = self.values(Rules.FREE)
            if not given.finished:
                return None
        return prepare(self.graph, rules, self._order, self._store, given)

    def to_arrays(self) -> dict[str, Array]:
        """Return the values that were computed, by name, for a file."""
        if self._store is None or self._order is None:
            return {}
        arrays = {"order": self._order.order, "ends": self._order.ends}
        arrays |= {f"store_{name}": array for name, array in self._store.to_arrays().items()}
        for rules, values in self._values.items():
            arrays |= {f"{rules.name}_{name}": a for name, a in values.to_arrays().items()}
        return arrays

    @classmethod
    def from_arrays(cls, graph: LocalGraph, arrays: Mapping[str, Array]) -> Self:
        """Return the graph with the values that `to_arrays` of another one gave.

        Raises:
            KeyError: a part is missing.
            ValueError: a part has the wrong length.
        """
        solved = cls(graph)
        if "order" not in arrays:
            return solved
        if arrays["order"].size != graph.nodes or arrays["ends"][-1] != graph.nodes:
            raise ValueError("an order of other nodes")
        solved._order = Order(arrays["order"], arrays["ends"])
        solved._store = WallStore.from_arrays(_named(arrays, "store_"))
        for rules in Rules:
            found = _named(arrays, f"{rules.name}_")
            if found:
                values = GraphValues(graph, rules, solved._order, solved._store)
                values.load_arrays(found)
                solved._values[rules] = values
        return solved

    @property
    def nbytes(self) -> int:
        """The memory that graph and values take."""
        total = self.graph.nbytes + sum(values.nbytes for values in self._values.values())
        if self._store is not None:
            total += self._store.nbytes
        if self._order is not None:
            total += self._order.order.nbytes + self._order.ends.nbytes
        return total


def _named(arrays: Mapping[str, Array], prefix: str) -> dict[str, Array]:
    """Return the arrays whose names start with `prefix`, under the rest of their names."""
    return {name[len(prefix) :]: a for name, a in arrays.items() if name.startswith(prefix)}
