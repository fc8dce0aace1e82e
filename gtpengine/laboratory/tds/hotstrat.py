"""Hotstrat-TDS: plays a sum of games by moving where heuristic TDS finds the highest temperature.

Any game will do whose parts live in one pool. A move changes one part only, so what was found about
the others is kept. All parts are searched to the same depth before any goes deeper. Where every
part is as cold as a number, the whole sum is searched instead: then only who has to move into a
zugzwang matters.
"""

from contextlib import suppress
from fractions import Fraction

from gtpengine.laboratory.tds.alphabeta import CouponSearch, Expander
from gtpengine.laboratory.tds.globalsearch import NUMBER, GlobalSearch, SumMove
from gtpengine.laboratory.tds.heuristic import MOST_DEPTH, Estimate, TemperatureSearch
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.pool import OPEN, TERMINAL, GamePool
from gtpengine.search.tds.stack import EXTENDED_FLOOR, CouponStack

DELTA = Fraction(1, 2)
FINAL_SHARE = 8  # one part in so many of the time is kept for choosing the move
TABLE_BITS = 17


class HotstratTds:
    """Plays sums of positions of one pool, options sorted by value, bounds set, no loops."""

    def __init__(self, pool: GamePool, expander: Expander, delta: Fraction = DELTA) -> None:
        self.pool = pool
        self.expander = expander
        step = CouponStack(EXTENDED_FLOOR, delta, 0)
        self.search = TemperatureSearch(
            CouponSearch(
                pool,
                step,
                expander,
                table_bits=TABLE_BITS,
                bounded=True,
                sorted_options=True,
                loops=False,
            ),
            average=True,
        )
        self.everything = GlobalSearch(pool, expander)
        self._known: dict[int, list[Estimate]] = {}  # by depth, from 1

    def choose(self, parts: list[int], side: int, budget: Budget) -> SumMove:
        """Return the move to play.

        Pre: not all parts are numbers.
        """
        hot = [node for node in dict.fromkeys(parts) if not self._is_number(node)]
        self._known = {node: self._known.get(node, []) for node in hot}
        self._deepen(self._share(budget))
        movable = [node for node in hot if not self._is_number(node) and self._has_move(node, side)]
        if not movable:
            return SumMove(0, NUMBER)
        found = self.temperatures()
        hottest = max(movable, key=lambda node: found[node])
        if found[hottest] <= EXTENDED_FLOOR:
            return self.everything.choose(parts, side, budget).move
        return SumMove(parts.index(hottest), self._best_move(hottest, side, budget))

    def temperatures(self) -> dict[int, Fraction]:
        """Return the temperatures of the parts of the last sum, all at the same search depth.

        Estimates fall as the depth grows: those of different depths do not compare.
        """
        common = min(
            (len(found) for found in self._known.values() if not found[-1].complete), default=0
        )
        return {
            node: (
                found[-1] if len(found) <= common or not common else found[common - 1]
            ).temperature
            for node, found in self._known.items()
        }

    def _deepen(self, budget: Budget) -> None:
        """Search the parts one ply deeper in turn, the shallowest first, while there is time."""
        while True:
            todo = [
                node for node, found in self._known.items() if not found or not found[-1].complete
            ]
            if not todo:
                return
            node = min(todo, key=lambda each: len(self._known[each]))
            found = self._known[node]
            if found and (budget.is_late or len(found) >= MOST_DEPTH):
                return
            stack = found[-1].stack if found else self.search.first_stack()
            try:
                estimate = self.search.at_depth(
                    node, len(found) + 1, stack, budget if found else Budget()
                )
            except OutOfBudget:
                return
            found.append(estimate)

    def _best_move(self, node: int, side: int, budget: Budget) -> int:
        found = self._known[node][-1]
        if found.depth > 1:
            with suppress(OutOfBudget):
                return self.search.best_move(node, side, found.temperature, found.depth, budget)
        return self.search.best_move(node, side, found.temperature, 1)

    @staticmethod
    def _share(budget: Budget) -> Budget:
        """Return the budget without what is kept for choosing the move."""
        now = budget.clock()
        rest = (budget.deadline - now) * (FINAL_SHARE - 1) / FINAL_SHARE
        return Budget(budget.nodes, budget.pool_nodes, now + rest, budget.clock)

    def _is_number(self, node: int) -> bool:
        return bool(self.pool.arrays.state[node] == TERMINAL)

    def _has_move(self, node: int, side: int) -> bool:
        if self.pool.arrays.state[node] == OPEN:
            self.expander.expand(node)
        return len(self.pool.options(node, side)) > 0
