"""The kernel with its memory: asks whether a player can prove a score of a sum."""

from typing import Final

import numpy as np

from gtpengine.errors import EngineError
from gtpengine.search.budget import Budget
from gtpengine.search.sums.kernels import prove as kernels
from gtpengine.search.sums.pool import SumPool

MOST_SUMMANDS: Final = 24
_FIRST_ROWS: Final = 1 << 14
_SLICE: Final = 500_000  # searched states between two looks at the clock


class OutOfBudget(EngineError):
    """The search was cut before it had an answer."""


class Prover:
    """A pool of summands and a table of all states of sums that were searched so far.

    `rule` says how passes are treated (see the kernel), `rows` how many states are remembered;
    beyond that the memory starts anew.
    """

    def __init__(self, rule: int, rows: int) -> None:
        self.pool = SumPool()
        self.rule = rule
        self._rows = rows
        self._width = 8
        self._stack = np.zeros((kernels.MOST_DEPTH, kernels.FRAME + MOST_SUMMANDS), np.int32)
        room = kernels.MOST_DEPTH * 32 + kernels.MOVES_PER_FRAME
        self._moves = np.zeros((room, 2), np.int32)
        self._keys = np.zeros(room, np.int32)
        self._counts = np.zeros(3, np.int64)
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

    def ask(
        self,
        state: tuple[list[int], int, bool],
        target: int,
        mode: int,
        loops: int,
        budget: Budget,
        edge: int | None = None,
    ) -> bool:
        """Tell whether Black gets at least `target` from `state`: nodes, side to move, passed.

        In mode LOW a yes is proved, in mode HIGH a no. With `edge` it is asked after that move of
        the first summand that has it, or after a pass.

        Raises:
            OutOfBudget: nodes or time ran out first.
        """
        arrays = self.pool.arrays()
        while True:
            ended = self._set_up(state, target, mode, loops, edge)
            if ended >= 0:
                return bool(ended)
            if budget.nodes <= 0 or budget.is_late:
                raise OutOfBudget("nodes or time ran out in the search of a sum")
            before = self.searched
            self._counts[kernels.LIMIT] = before + min(budget.nodes, _SLICE)
            answer = kernels.prove(
                arrays,
                self._stack,
                self._table,
                self._moves,
                self._keys,
                self._counts,
                mode,
                self.rule,
            )
            budget.nodes -= self.searched - before
            if answer in (kernels.YES, kernels.NO):
                return bool(answer == kernels.YES)
            if answer == kernels.TABLE_FULL:
                self._enlarge()
            elif self.searched == before:
                raise OutOfBudget("a line of play is longer than the search can follow")

    def _set_up(
        self,
        state: tuple[list[int], int, bool],
        target: int,
        mode: int,
        loops: int,
        edge: int | None,
    ) -> int:
        """Put the question on the stack; return 0 or 1 if it answers itself, else -1."""
        nodes, player, passed = state
        arrays = self.pool.arrays()
        frame = self._stack[0 if edge is None else 1]
        frame[kernels.COUNT] = len(nodes)
        frame[kernels.PLAYER] = player
        frame[kernels.PASSED] = passed
        frame[kernels.TARGET] = target
        frame[kernels.LOOPS] = loops
        frame[kernels.LOOPY] = any(arrays.loopy[node] for node in nodes)
        frame[kernels.FRAME : kernels.FRAME + len(nodes)] = nodes
        if edge is None:
            return -1
        place = 0
        if edge != kernels.PASS_EDGE:
            source = int(np.searchsorted(arrays.first, edge, side="right") - 1) // 2
            place = nodes.index(source)
        return int(kernels.step(arrays, self._stack, place, edge, mode, self.rule))

    def _enlarge(self) -> None:
        """Double the table; where it is as large as it may be, start anew."""
        rows = 4 * len(self._table)
        if rows > self._rows:
            self._table[:] = 0
            self._counts[kernels.STORED] = 0
            return
        larger = np.zeros((rows, self._table.shape[1]), np.int32)
        kernels.refill(self._table, larger)
        self._table = larger
