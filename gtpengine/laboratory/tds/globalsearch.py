"""Alpha-beta over a whole sum of games: iterative deepening on plain minimax, no temperatures."""

from typing import NamedTuple

import numpy as np

from gtpengine.laboratory.tds.alphabeta import Expander
from gtpengine.laboratory.tds.kernels import globalsearch as kernels
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.pool import TERMINAL, GamePool

SLICE = 5_000
TABLE_BITS = 16
NUMBER = kernels.NUMBER


class SumMove(NamedTuple):
    """A move in a sum: which part, and the edge there; NUMBER is a move in one's own territory."""

    part: int
    edge: int


class SumFound(NamedTuple):
    """The best move found, its value in pool units for the player to move, and how deep."""

    move: SumMove
    value: int
    depth: int
    complete: bool  # no horizon was touched


class GlobalSearch:
    """Searches sums whose parts all live in one pool. Options must be sorted best looking first."""

    def __init__(self, pool: GamePool, expander: Expander, table_bits: int = TABLE_BITS) -> None:
        self.pool = pool
        self.expander = expander
        self._table = np.zeros(kernels.SLOT << table_bits, np.int64)
        self.nodes = 0

    def choose(self, parts: list[int], side: int, budget: Budget, most_depth: int = 60) -> SumFound:
        """Return the best move, as deep as the budget allows; at least one ply is searched.

        Pre: not all parts are terminal.
        """
        found: SumFound | None = None
        for depth in range(1, min(most_depth, kernels.MOST_DEPTH - 2) + 1):
            try:
                # The first ply is always finished: there must be a move.
                found = self.search(parts, side, depth, Budget() if found is None else budget)
            except OutOfBudget:
                break
            if found.complete or budget.is_late:
                break
        assert found is not None
        return found

    def search(self, parts: list[int], side: int, depth: int, budget: Budget) -> SumFound:
        """Return the best move at a fixed depth.

        Raises:
            OutOfBudget: before it was found.
        """
        control = np.zeros(kernels.CONTROLS, np.int64)
        control[kernels.NODE_COUNT] = self.nodes
        control[kernels.SIDE] = side
        control[kernels.POINT] = self.pool.scale
        control[kernels.TABLE_MASK] = len(self._table) // kernels.SLOT - 1
        frames = np.zeros(kernels.FRAME * kernels.MOST_DEPTH, np.int64)
        frames[: kernels.BETA + 1] = (depth, -kernels.NEVER, kernels.NEVER)
        work = kernels.SumSearch(
            control,
            np.array(parts, np.int64),
            frames,
            np.zeros(kernels.MOST_DEPTH * len(parts), np.int64),
            self._table,
        )
        while True:
            control[kernels.NODE_LIMIT] = self.nodes + SLICE
            status = kernels.search_sum(self.pool.arrays, work)
            self.nodes = int(control[kernels.NODE_COUNT])
            if status == kernels.DONE:
                break
            if budget.is_late or self.nodes >= budget.nodes:
                raise OutOfBudget("the search of the sum was stopped")
            if status == kernels.EXPAND:
                if len(self.pool) >= budget.pool_nodes:
                    raise OutOfBudget("the pool is full")
                self.expander.expand(int(control[kernels.WANTED]))
        move = SumMove(int(control[kernels.PART]), int(control[kernels.BEST]))
        return SumFound(move, int(control[kernels.VALUE]), depth, bool(control[kernels.WHOLE]))

    def is_over(self, parts: list[int]) -> bool:
        """Return whether only numbers are left."""
        return all(self.pool.arrays.state[node] == TERMINAL for node in parts)
