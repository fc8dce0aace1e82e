"""The kernel with its memory: asks whether a player can prove a score of a sum."""

from typing import Final, NamedTuple

import numpy as np

from gtpengine.search.sums.kernels import order
from gtpengine.search.sums.kernels import prove as kernels
from gtpengine.search.sums.kernels.arrays import OrderMemory
from gtpengine.search.sums.pool import SumPool
from gtpengine.search.tds.budget import Budget, OutOfBudget

MOST_SUMMANDS: Final = 24
_FIRST_ROWS: Final = 1 << 14
_SLICE: Final = 100_000  # searched states between two looks at the clock
_ORDER_ROWS: Final = 1 << 15  # games and pairs of moves that incentive dominance remembers
PATIENCE: Final = 10  # games that one question of incentive dominance may look into


class State(NamedTuple):
    """A state of a sum: nodes of the pool, who moves, was the last move a pass that counts.

    `loops` is how many moves on loops play may still have.
    """

    nodes: list[int]
    player: int
    passed: bool
    loops: int


class Prover:
    """A pool of summands and a table of all states of sums that were searched so far.

    `rule` says how passes are treated (see the kernel), `rows` how many states are remembered;
    beyond that the memory starts anew. With `patience` 0 incentive dominance leaves no move out.
    """

    def __init__(self, rule: int, rows: int, patience: int = PATIENCE) -> None:
        self.pool = SumPool()
        self.rule = rule
        self._rows = rows
        self._width = 8
        self._stack = np.zeros((kernels.MOST_DEPTH, kernels.FRAME + MOST_SUMMANDS), np.int32)
        room = kernels.MOST_DEPTH * 32 + kernels.MOVES_PER_FRAME
        self._moves = np.zeros((room, 2), np.int32)
        self._keys = np.zeros(room, np.int32)
        self._counts = np.zeros(3, np.int64)
        self._order = OrderMemory(
            np.zeros((order.MOST_ORDER_DEPTH, order.ORDER_FRAME), np.int32),
            np.zeros((_ORDER_ROWS, order.ORDER_ROW), np.int32),
            np.zeros((_ORDER_ROWS, 3), np.int32),
            np.array([0, 0, 0, patience], np.int64),
        )
        self._forget()

    @property
    def searched(self) -> int:
        """How many states were searched so far."""
        return int(self._counts[kernels.SEARCHED])

    @property
    def stored(self) -> int:
        """How many states are remembered."""
        return int(self._counts[kernels.STORED])

    def _forget(self) -> None:
        self._table = np.zeros((_FIRST_ROWS, kernels.ROW + self._width), np.int32)
        self._counts[kernels.STORED] = 0

    def make_room(self, summands: int) -> None:
        """See to it that sums of so many summands fit the table."""
        if summands > self._width:
            self._width = summands
            self._forget()

    def ask(self, state: State, target: int, mode: int, budget: Budget, *, hopeful: bool) -> bool:
        """Tell whether Black gets at least `target` points.

        In mode LOW a yes is proved, in mode HIGH a no. With `hopeful` the prover looks at hopeful
        moves only.

        Raises:
            OutOfBudget: nodes, time or memory ran out first.
        """
        arrays = self.pool.arrays()
        rule = self.rule + (kernels.HOPEFUL if hopeful else 0)
        emptied = False
        while True:
            if budget.nodes <= 0 or budget.is_late:
                raise OutOfBudget("nodes or time ran out in the search of a sum")
            frame = self._stack[0]
            frame[kernels.COUNT] = len(state.nodes)
            frame[kernels.PLAYER] = state.player
            frame[kernels.PASSED] = state.passed
            frame[kernels.TARGET] = target
            frame[kernels.LOOPS] = state.loops
            frame[kernels.FRAME : kernels.FRAME + len(state.nodes)] = state.nodes
            before = self.searched
            self._counts[kernels.LIMIT] = before + min(budget.nodes, _SLICE)
            answer = kernels.prove(
                arrays,
                self._stack,
                self._table,
                self._moves,
                self._keys,
                self._counts,
                self._order,
                mode,
                rule,
            )
            budget.nodes -= self.searched - before
            if answer in (kernels.YES, kernels.NO):
                return bool(answer == kernels.YES)
            if answer == kernels.TABLE_FULL:
                if emptied and len(self._table) >= self._rows:
                    raise OutOfBudget("the sum has more states than the search may remember")
                emptied |= not self._enlarge()
            elif self.searched < self._counts[kernels.LIMIT]:
                raise OutOfBudget("a line of play is longer than the search can follow")

    def _enlarge(self) -> bool:
        """Make the table four times as large; False where that is too large and it was emptied."""
        rows = 4 * len(self._table)
        if rows > self._rows:
            self._table[:] = 0
            self._counts[kernels.STORED] = 0
            return False
        larger = np.zeros((rows, self._table.shape[1]), np.int32)
        kernels.refill(self._table, larger)
        self._table = larger
        return True
