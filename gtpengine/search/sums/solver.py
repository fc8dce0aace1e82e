"""The solver of sums: minimax over several complete local games at once, with memory.

The score of a sum is found between two proofs: Black's that he gets at least so much, and White's
that he gets no more. Under the simple ko rule both hold however endless play is counted, and
whether or not there are moves to waste elsewhere, because each prover is refused both; see the
kernel. Where the proofs do not meet, the result says so. Superko could forbid a prover's move in a
line that comes back to an earlier board: against that there are tests, but no proof.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from gtpengine.errors import BadInput
from gtpengine.search.sums.kernels import prove as kernels
from gtpengine.search.sums.pool import Placed
from gtpengine.search.sums.prover import MOST_SUMMANDS, PATIENCE, Prover, State
from gtpengine.search.sums.result import PASS, SumMove, SumResult, Verdict
from gtpengine.search.sums.summand import Summand
from gtpengine.search.tds.budget import Budget, OutOfBudget

BLACK, WHITE = 0, 1


class Effort(NamedTuple):
    """How hard a proof is looked for: moves on loops that it may use, hopeful moves only or all."""

    loops: int
    hopeful: bool


LOOP_FREE: Final = (Effort(0, True), Effort(0, False))
LOOPY: Final = (Effort(6, True), Effort(20, True), Effort(6, False), Effort(40, False))


class Term(NamedTuple):
    """One summand at one of its nodes; equal names stand for equal summands."""

    name: Hashable
    summand: Summand
    node: int = 0


@dataclass
class _Task:
    """One sum being solved. Scores leave out `base`, what the positions are worth as they stand."""

    terms: Sequence[Term]
    placed: list[Placed]
    state: State
    budget: Budget
    base: int
    lower: int
    upper: int
    hopeful: bool = True


class SumSolver:
    """Solves sums one after the other and remembers all it has found.

    `rule` is TEMPO unless one exact rule of passing is wanted: see the kernel. `rows` is how many
    states are remembered, 50 to 100 bytes each. `patience` is how hard a move is looked for that
    makes another one superfluous: 0 searches all of them.
    """

    def __init__(
        self, rule: int = kernels.TEMPO, rows: int = 1 << 20, patience: int = PATIENCE
    ) -> None:
        self._prover = Prover(rule, rows, patience)

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
        searched = self._prover.searched
        task = self._task(terms, State([], player, passed, 0), budget or Budget())
        arrays = self._prover.pool.arrays()
        verdict = Verdict.REPETITION
        moves: list[SumMove] = []
        try:
            for effort in LOOPY if any(arrays.loopy[n] for n in task.state.nodes) else LOOP_FREE:
                task.state = task.state._replace(loops=effort.loops)
                task.hopeful = effort.hopeful
                self._narrow(task)
                if task.lower == task.upper:
                    verdict = Verdict.PROVED
                    break
            moves = self._best_moves(task, all_moves=all_moves)
        except OutOfBudget:
            verdict = Verdict.BUDGET
        return SumResult(
            verdict,
            task.lower + task.base,
            task.upper + task.base,
            tuple(moves),
            self._prover.searched - searched,
            self._prover.stored,
        )

    def _task(self, terms: Sequence[Term], state: State, budget: Budget) -> _Task:
        self._prover.make_room(len(terms))
        pool = self._prover.pool
        placed = [pool.add(term.name, term.summand) for term in terms]
        pairs = list(zip(placed, terms, strict=True))
        nodes = [place.nodes[term.node] for place, term in pairs]
        arrays = pool.arrays()
        return _Task(
            terms,
            placed,
            state._replace(nodes=nodes),
            replace(budget),
            sum(place.shifts[term.node] + term.summand.base for place, term in pairs),
            sum(int(arrays.keep[node]) for node in nodes),
            sum(int(arrays.hold[node]) for node in nodes),
        )

    def _narrow(self, task: _Task) -> None:
        """Bring the bounds together as far as proofs with the task's effort can.

        Black and White take turns around one guess, so that when it is right each of them is asked
        once. A question that stays without proof only moves the guess.
        """
        estimates = self._prover.pool.arrays().estimate
        guess = sum(int(estimates[node]) for node in task.state.nodes) // 2
        guess = min(max(guess, task.lower), task.upper)
        black_fails, white_fails = task.upper + 1, task.lower - 1
        while task.lower < task.upper:
            if task.lower < guess < black_fails:
                if not self._ask(task, task.state, guess, kernels.LOW):
                    black_fails = guess
                    guess -= 1
                    continue
                task.lower = guess
            if not white_fails < guess < task.upper:
                break
            if self._ask(task, task.state, guess + 1, kernels.HIGH):
                white_fails = guess
                guess += 1
            else:
                task.upper = guess

    def _ask(self, task: _Task, state: State, target: int, mode: int) -> bool:
        return self._prover.ask(state, target, mode, task.budget, hopeful=task.hopeful)

    def _best_moves(self, task: _Task, *, all_moves: bool) -> list[SumMove]:
        """Return the moves after which the proof of the player to move still holds.

        A move that only a greater effort could prove is not among them.
        """
        black = task.state.player == BLACK
        mode, goal = (kernels.LOW, task.lower) if black else (kernels.HIGH, task.upper + 1)
        found = []
        for move, gain, state in self._after_moves(task):
            if state is None:
                holds = (gain >= goal) == black
            else:
                holds = self._ask(task, state, goal - gain, mode) == black
            if holds:
                found.append(move)
                if not all_moves:
                    break
        return found

    def _after_moves(self, task: _Task) -> Iterator[tuple[SumMove, int, State | None]]:
        """Yield each move with what it brings and the state after it, None where play is over.

        The most promising comes first, a pass last. Moves that would need more moves on loops than
        are left are left out.
        """
        arrays = self._prover.pool.arrays()
        _, player, passed, loops = task.state
        lifted = [int(arrays.lift[node]) for node in task.state.nodes]
        found = []
        for index, (term, placed) in enumerate(zip(task.terms, task.placed, strict=True)):
            before = placed.nodes[term.node]
            for edge in term.summand.options(term.node, player):
                target = int(term.summand.target[edge])
                after = placed.nodes[target]
                gain = int(term.summand.offset[edge])
                gain += placed.shifts[target] - placed.shifts[term.node]
                left = loops - int(arrays.component[before] == arrays.component[after])
                if left < 0:
                    continue
                nodes = [*lifted[:index], after, *lifted[index + 1 :]]
                hope = 2 * gain + int(arrays.estimate[after]) - int(arrays.estimate[before])
                move = SumMove(index, int(term.summand.move[edge]))
                state = State(nodes, 1 - player, False, left)
                found.append((hope if player == BLACK else -hope, move, gain, state))
        found.sort(key=lambda entry: -entry[0])
        for _, move, gain, after_move in found:
            yield move, gain, after_move
        kept = lifted if self._prover.rule == kernels.PLAIN else task.state.nodes
        yield PASS, 0, None if passed else State(kept, 1 - player, True, loops)
