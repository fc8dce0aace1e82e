"""A solved graph: positions and, for each ko rule that was asked for, the values of all of them."""

from gtpengine.localgame.graph import LocalGraph
from gtpengine.localgame.values import GraphValues, Order, Rules, WallStore, evaluate


class SolvedGraph:
    """A graph with its values; those of a ko rule are computed when they are first asked for."""

    def __init__(self, graph: LocalGraph) -> None:
        self.graph = graph
        self._order: Order | None = None
        self._store: WallStore | None = None
        self._values: dict[Rules, GraphValues] = {}

    def values(self, rules: Rules) -> GraphValues:
        """Return the values of all positions under a ko rule.

        Without loops the rule makes no difference, and all rules share one result.

        Raises:
            ValueError: the graph is not complete.
        """
        found = self._values.get(rules)
        if found is not None:
            return found
        plain = self._values.get(Rules.NOBODY)
        if plain is not None and plain.loop_nodes == 0:
            self._values[rules] = plain
            return plain
        if self._order is None or self._store is None:
            self._order = Order.of(self.graph)
            self._store = WallStore(self.graph.nodes)
        given = None
        if rules in (Rules.BLACK, Rules.WHITE):
            # The komaster rules alone would punish captures that nobody would answer.
            given = self.values(Rules.FREE)
        found = evaluate(self.graph, rules, self._order, self._store, given)
        self._values[rules] = found
        return found

    @property
    def nbytes(self) -> int:
        """The memory that graph and values take."""
        total = self.graph.nbytes + sum(values.nbytes for values in self._values.values())
        if self._store is not None:
            total += self._store.nbytes
        if self._order is not None:
            total += self._order.order.nbytes + self._order.ends.nbytes
        return total
