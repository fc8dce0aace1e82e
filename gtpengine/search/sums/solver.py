"""The solver of sums: minimax over several complete local games at once, with memory.

The score of a sum is found between two proofs: Black's that he gets at least so much, and White's
that he gets no more. Both hold whatever rule about repetition is in force beside the ko rule, and
whether or not there are moves to waste elsewhere, because each prover is refused both; see the
kernel. Where the proofs do not meet, the sum hangs on such a rule, and the result says so.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from gtpengine.errors import BadInput
from gtpengine.search.budget import Budget
from gtpengine.search.sums.kernels import prove as kernels
from gtpengine.search.sums.prover import MOST_SUMMANDS, OutOfBudget, Prover
from gtpengine.search.sums.result import PASS, SumMove, SumResult, Verdict
from gtpengine.search.sums.summand import Summand

BLACK, WHITE = 0, 1
LOOPS: Final = (4, 12, 36)  # moves on loops that a proof may use, tried in turn


class Term(NamedTuple):
    """One summand at one of its nodes; equal names stand for equal summands."""

    name: Hashable
    summand: Summand
    node: int = 0


@dataclass
class _Task:
    """One sum being solved."""

    state: tuple[list[int], int, bool]  # nodes of the pool, side to move, passed
    budget: Budget
    lower: int
    upper: int
    loops: int = 0


class SumSolver:
    """Solves sums one after the other and remembers all it has found.

    `rule` is TEMPO unless one exact rule of passing is wanted: see the kernel.
    """

    def __init__(self, rule: int = kernels.TEMPO, rows: int = 1 << 22) -> None:
        self._prover = Prover(rule, rows)

    def solve(
        self,
        terms: Sequence[Term],
        player: int,
        budget: Budget | None = None,
        *,
        all_moves: bool = False,
        passed: bool = False,
    ) -> SumResult:
        """Return score and best moves with `player` to move; at most one term may have a ko ban.

        Raises:
            BadInput: there are more summands than fit.
        """
        if len(terms) > MOST_SUMMANDS:
            raise BadInput(f"a sum has at most {MOST_SUMMANDS} summands here")
        prover = self._prover
        prover.make_room(len(terms))
        places = [prover.pool.add(term.name, term.summand) for term in terms]
        nodes = [place + term.node for place, term in zip(places, terms, strict=True)]
        arrays = prover.pool.arrays()
        task = _Task(
            (nodes, player, passed),
            replace(budget or Budget()),
            sum(int(arrays.low[node]) for node in nodes),
            sum(int(arrays.high[node]) for node in nodes),
        )
        searched = prover.searched
        edges: list[int] = []
        verdict = Verdict.PROVED
        try:
            for task.loops in LOOPS if any(arrays.loopy[node] for node in nodes) else (0,):
                self._raise_lower(task)
                self._cut_upper(task)
                if task.lower == task.upper:
                    break
            else:
                verdict = Verdict.REPETITION
            edges = self._best_edges(task, all_moves=all_moves)
        except OutOfBudget:
            verdict = Verdict.BUDGET
        base = sum(term.summand.base for term in terms)
        return SumResult(
            verdict,
            task.lower + base,
            task.upper + base,
            self._named(nodes, terms, places, edges),
            prover.searched - searched,
            prover.stored,
        )

    def _raise_lower(self, task: _Task) -> None:
        """Find the most that Black can prove with the task's moves on loops."""
        arrays = self._prover.pool.arrays()
        guess = sum(int(arrays.estimate[node]) for node in task.state[0]) // 2
        target = min(max(guess, task.lower + 1), task.upper)
        unproved = task.upper + 1
        while task.lower < target < unproved:
            if self._prover.ask(task.state, target, kernels.LOW, task.loops, task.budget):
                task.lower = target
                target += 1
            else:
                unproved = target
                target -= 1

    def _cut_upper(self, task: _Task) -> None:
        """Find the least to which White can prove to hold Black."""
        bound = task.lower
        while bound < task.upper:
            if not self._prover.ask(task.state, bound + 1, kernels.HIGH, task.loops, task.budget):
                task.upper = bound
            else:
                bound += 1

    def _best_edges(self, task: _Task, *, all_moves: bool) -> list[int]:
        """Return the edges of the player to move after which his proof still holds."""
        nodes, player, _ = task.state
        arrays = self._prover.pool.arrays()
        gains = {
            edge: 2 * int(arrays.offset[edge])
            + int(arrays.estimate[arrays.target[edge]] - arrays.estimate[node])
            for node in dict.fromkeys(nodes)
            for edge in range(arrays.first[2 * node + player], arrays.first[2 * node + player + 1])
        }
        ordered = sorted(gains, key=lambda edge: gains[edge], reverse=player == BLACK)
        mode, target = (
            (kernels.LOW, task.lower) if player == BLACK else (kernels.HIGH, task.upper + 1)
        )
        found = []
        for edge in [*ordered, kernels.PASS_EDGE]:
            answer = self._prover.ask(task.state, target, mode, task.loops, task.budget, edge)
            if answer == (player == BLACK):
                found.append(edge)
                if not all_moves:
                    break
        return found

    def _named(
        self,
        nodes: Sequence[int],
        terms: Sequence[Term],
        places: Sequence[int],
        edges: Sequence[int],
    ) -> tuple[SumMove, ...]:
        """Return pool edges as moves; a move of equal summands is that of each of them."""
        arrays = self._prover.pool.arrays()
        moves = []
        for edge in edges:
            if edge == kernels.PASS_EDGE:
                moves.append(PASS)
                continue
            for index, (node, place, term) in enumerate(zip(nodes, places, terms, strict=True)):
                if arrays.first[2 * node] <= edge < arrays.first[2 * node + 2]:
                    own = edge - int(arrays.first[2 * place])
                    moves.append(SumMove(index, int(term.summand.move[own])))
        return tuple(moves)
