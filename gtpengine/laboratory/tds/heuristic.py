"""Heuristic TDS: mean and temperature of a game too large to solve, as good as the budget allows.

Iterative deepening over alpha-beta TDS; leaves are the pool's estimates. A game hotter than the
stack (a low failure) is searched again beside a higher one. A search whose depth is used up by
coupons (a high failure, possible only if coupons count as depth) is searched again beside the stack
that is left. Every finished depth is an answer, so the clock may ring at any time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from gtpengine.laboratory.tds.alphabeta import CouponSearch, PlayedMove
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.intervals import Interval, interval_of
from gtpengine.search.tds.pool import LEFT, RIGHT
from gtpengine.search.tds.samples import Reading, combined, read
from gtpengine.search.tds.stack import CouponStack

MOST_DEPTH = 200
FIRST_TOP = Fraction(3)


class Outcome(Enum):
    """What the principal variation of one search says about the stack."""

    REGULAR = "regular"
    FAIL_HIGH = "fail high"  # nothing but coupons: the game is colder than the search can see
    FAIL_LOW = "fail low"  # the first move is in the game: it may be hotter than the stack


def classify(line: list[PlayedMove], stack: CouponStack) -> Outcome:
    """Return what a principal variation beside `stack` says."""
    for place, move in enumerate(line):
        if move.coupon is None:
            if place == 0:
                return Outcome.FAIL_LOW
            return Outcome.FAIL_HIGH if place >= stack.layers else Outcome.REGULAR
    return Outcome.FAIL_HIGH


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a heuristic search found. `temperature` and `mean` are approximate unless `complete`.

    A complete search is exact if its step is fine enough for the game (see exact.py).
    """

    node: int
    mean: Fraction
    temperature: Fraction
    depth: int
    complete: bool
    readings: tuple[Reading, Reading]
    stack: CouponStack  # that was high enough


class TemperatureSearch:
    """Heuristic TDS of the positions of one pool, all on one table.

    `progress` is told every estimate as soon as it stands. `average` takes the average of both
    players' temperatures instead of the larger one, which errs less where the step is coarse (the
    paper's Table 1), but is not exact where it is fine.
    """

    def __init__(
        self,
        search: CouponSearch,
        progress: Callable[[Estimate], None] | None = None,
        *,
        average: bool = False,
    ) -> None:
        self.search = search
        self.progress = progress
        self.average = average
        self._proved: dict[int, Interval] = {}

    def estimate(
        self, node: int, budget: Budget, most_depth: int = MOST_DEPTH, top: Fraction = FIRST_TOP
    ) -> Estimate:
        """Return the deepest estimate that the budget allows; one ply is always searched."""
        stack = self.first_stack(top)
        found: Estimate | None = None
        for depth in range(1, most_depth + 1):
            try:
                found = self.at_depth(node, depth, stack, budget if found else Budget())
            except OutOfBudget:
                break
            stack = found.stack
            if self.progress is not None:
                self.progress(found)
            if found.complete or budget.is_late:
                break
        assert found is not None
        return found

    def at_depth(self, node: int, depth: int, stack: CouponStack, budget: Budget) -> Estimate:
        """Return the estimate of one depth, beside `stack` or a higher one.

        Raises:
            OutOfBudget: before it was known.
        """
        most = self._most_layers(node, stack)
        while True:
            sampler = _Sampler(self.search, node, depth, stack, budget)
            readings = (sampler.reading(LEFT), sampler.reading(RIGHT))
            found = combined(*readings, average=self.average)
            if found.temperature is not None:
                break
            if stack.layers >= most:
                # Hotter than its bounds allow: the estimates contradict them.
                found = Reading(found.mean, stack.top)
                break
            stack = stack.with_layers(min(most, 2 * stack.layers + 2))
        assert found.temperature is not None
        return Estimate(
            node, found.mean, found.temperature, depth, sampler.complete, readings, stack
        )

    def best_move(
        self, node: int, side: int, temperature: Fraction, depth: int, budget: Budget | None = None
    ) -> int:
        """Return the edge to play at `node` when the rest of the world is at `temperature`.

        Pre: `side` has a move there.

        Raises:
            OutOfBudget: before it was known.
        """
        layer = self._stack_up_to(temperature).layers
        return self.search.search(node, side, layer, depth, budget=budget, board_first=True).best

    def interval(self, node: int) -> Interval:
        """Return proved bounds of mean and temperature, from what the pool knows by now.

        They never grow: what was proved once stays proved.

        Raises:
            LoopyGraph: the pool has a loop.
        """
        found = interval_of(self.search.pool, node)
        if node in self._proved:
            found = found.narrowed(self._proved[node])
        self._proved[node] = found
        return found

    def first_stack(self, top: Fraction = FIRST_TOP) -> CouponStack:
        """Return a stack to begin with."""
        return self._stack_up_to(top)

    def _stack_up_to(self, top: Fraction) -> CouponStack:
        step = self.search.step
        return CouponStack.up_to(top, step.delta, step.floor, step.copies)

    def _most_layers(self, node: int, stack: CouponStack) -> int:
        pool = self.search.pool
        spread = int(pool.arrays.high[node]) - int(pool.arrays.low[node])
        hottest = Fraction(max(spread, 0), 2 * pool.scale) + 2 * stack.delta + 1
        return max(stack.layers, self._stack_up_to(hottest).layers)


class _Sampler:
    """Walls at one depth, searched when asked for."""

    def __init__(
        self, search: CouponSearch, node: int, depth: int, stack: CouponStack, budget: Budget
    ) -> None:
        self.search = search
        self.node = node
        self.depth = depth
        self.stack = stack
        self.budget = budget
        self.complete = True
        self.scores = stack.scores(search.units)
        self.known: dict[tuple[int, int], int] = {}

    def wall(self, side: int, layer: int) -> int:
        key = (side, layer)
        if key not in self.known:
            found = self.search.search(self.node, side, layer, self.depth, budget=self.budget)
            self.complete &= found.complete
            value = found.value - self.scores[layer]
            self.known[key] = value if side == LEFT else -value
        return self.known[key]

    def reading(self, first: int) -> Reading:
        mean, layer = read(self.stack, self.wall, first)
        temperature = None if layer > self.stack.layers else self.stack.coupon(layer)
        return Reading(Fraction(mean, self.search.units), temperature)
