"""The anytime solver of Go regions too large to expand at once.

The graph grows where sensible play leads: after each sweep beside coupons, open positions are
chosen by what the moves to them lose, at the temperature at which the walls are least certain.
Estimates of mean and temperature come from the sweep, bounds of both are proved by exact walls, and
a region that turns out small enough ends up exact.
"""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT
from gtpengine.localgame.evaluating import evaluate_bounds
from gtpengine.localgame.graph import NO_BAN
from gtpengine.localgame.key import place
from gtpengine.localgame.values import GraphValues
from gtpengine.partition.region import Region
from gtpengine.search.tds.bounds import interval_between, region_interval
from gtpengine.search.tds.budget import Budget
from gtpengine.search.tds.dynamic import SweptPool, sweep
from gtpengine.search.tds.growing import RegionGame
from gtpengine.search.tds.intervals import Interval
from gtpengine.search.tds.kernels import frontier as kernels
from gtpengine.search.tds.pool import OPEN, Ints
from gtpengine.search.tds.stack import SIMPLE_FLOOR, CouponStack

Priors = Mapping[int, Mapping[int, float]]

DELTA = Fraction(1, 2)
FIRST_TOP = 6
FIRST_NODES = 16  # to expand in the first round
GROWTH = 0.4  # by which the pool grows in a round, if its new nodes are like those before
BUCKETS = 1 << 12
PER_LOSS, PER_MOVE = 2, 1
PROOF_PER_NODE = 5e-7  # seconds that bounds take at least for a node
MOST_EXTRA = 6  # that an unlikely move costs more, like a loss of three units
SAFETY = 1.2  # the next round may take so much longer than reckoned


@dataclass(frozen=True, slots=True)
class RegionEstimate:
    """What is known of a region when the clock rings; board colours, area scoring.

    `mean` and `temperature` are guesses within the proved `interval`, and equal to it when that is
    exact. `black_moves` and `white_moves` are the best first moves at that temperature, as board
    points; empty where a player has none. The region's ko ban is kept there, and there alone: a
    play elsewhere lifts it.
    """

    mean: Fraction
    temperature: Fraction
    interval: Interval
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]
    nodes: int
    complete: bool

    @property
    def is_exact(self) -> bool:
        """Whether mean and temperature are proved."""
        return self.interval.is_exact

    def within(self, proved: Interval) -> "RegionEstimate":
        """Return the same guesses, kept within another proved interval."""
        return replace(
            self,
            mean=min(max(self.mean, proved.mean_lower), proved.mean_upper),
            temperature=min(
                max(self.temperature, proved.temperature_lower), proved.temperature_upper
            ),
            interval=proved,
        )

    def moves(self, colour: int) -> tuple[int, ...]:
        """Return the best first moves of a colour."""
        return self.black_moves if colour == BLACK else self.white_moves


class RegionSearch:
    """One region, searched as long as anybody wants; what was found stays for the next call.

    `priors` are chances of moves by colour and point, in any scale: unlikely ones are looked at
    later. They never leave one out, and what is exact stays so.

    Raises:
        BadInput: the region does not fit 62 bits.
    """

    def __init__(
        self, region: Region, delta: Fraction = DELTA, priors: Priors | None = None
    ) -> None:
        self.region = region
        self.placement = place(region)
        self._extra = self._extra_costs(priors or {})
        self.game = RegionGame(self.placement.key)
        self.game.expand(0)
        self._live = int(self.game.pool.arrays.high[0])
        self._stack = CouponStack.up_to(min(FIRST_TOP, self._live + 1), delta, SIMPLE_FLOOR)
        self._swept = self._sweep()
        started = time.perf_counter()
        self._proved = region_interval(self.game)
        self._fixed = time.perf_counter() - started  # seconds that bounds take at least
        self._per_node = PROOF_PER_NODE
        self._last: tuple[list[int], list[int]] | None = None
        self._per_expansion = float(len(self.game.pool))  # new nodes, in the last round
        self._round = 0.0  # seconds that the last one took

    @property
    def swept(self) -> SweptPool:
        """Every position that is known, beside the stack of the last round."""
        return self._swept

    def run(self, budget: Budget) -> RegionEstimate:
        """Search until the budget is spent or nothing is open, and return what is known.

        `budget.pool_nodes` limits the size of the graph; the root's options are always there.
        """
        while self._goes_on(budget):
            started, before = time.perf_counter(), len(self.game.pool)
            wanted = self._choose(budget)
            self.game.expand_all(wanted)
            self._swept = self._sweep()
            after = len(self.game.pool)
            self._per_expansion = (after - before) / len(wanted)
            self._round = time.perf_counter() - started
        started = time.perf_counter()
        found = self._estimate()
        taken = time.perf_counter() - started - self._fixed
        self._per_node = max(taken / len(self.game.pool), PROOF_PER_NODE)
        return found

    def _goes_on(self, budget: Budget) -> bool:
        nodes = len(self.game.pool)
        if budget.is_late or nodes >= budget.pool_nodes or self.game.open_nodes == 0:
            return False
        # After the next round bounds have to be proved.
        ahead = SAFETY * ((self._round + self._per_node * nodes) * (1 + GROWTH) + self._fixed)
        return budget.deadline == float("inf") or budget.clock() + ahead < budget.deadline

    def _sweep(self) -> SweptPool:
        """Sweep beside a stack that is as high as the region seems hot, and a little more."""
        while True:
            swept = sweep(self.game.pool, self._stack)
            found = swept.walls(0).largest()
            if found.temperature is not None or self._stack.top > self._live:
                return swept
            higher = CouponStack.up_to(2 * self._stack.top, self._stack.delta, SIMPLE_FLOOR)
            self._stack = higher

    def _layer(self) -> int:
        """Return the layer in which the walls moved most, or else that of the temperature."""
        walls = self._swept.walls(0)
        now = (list(walls.left), list(walls.right))
        before, self._last = self._last, now
        found = walls.largest().temperature
        layer = self._stack.layer_at(self._stack.top if found is None else found)
        if before is None or len(before[0]) != len(now[0]):
            return max(layer, 1)
        moved = [
            abs(now[0][j] - before[0][j]) + abs(now[1][j] - before[1][j])
            for j in range(len(now[0]))
        ]
        # Above the temperature both walls are the mast: what moves there is moved by what is below.
        moved = moved[: layer + 1]
        return max(layer if not any(moved) else moved.index(max(moved)), 1)

    def _choose(self, budget: Budget) -> Ints:
        """Return the open nodes to expand next."""
        pool, swept = self.game.pool, self._swept
        nodes, layer = len(pool), self._layer()
        most = min(nodes * GROWTH, budget.pool_nodes - nodes)
        count = max(FIRST_NODES, int(most / max(self._per_expansion, 1)))
        entries = 4 * pool.edges + 64
        reach = kernels.Reach(
            np.ascontiguousarray(swept.left[:, layer]),
            np.ascontiguousarray(swept.right[:, layer]),
            np.ascontiguousarray(swept.left[:, layer - 1]),
            np.ascontiguousarray(swept.right[:, layer - 1]),
            np.empty(2 * nodes, np.int32),
            np.empty(BUCKETS, np.int32),
            np.empty(entries, np.int32),
            np.empty(entries, np.int32),
            np.empty(count, np.int32),
            self._extra,
        )
        coupon = int(self._stack.coupon(layer) * swept.units)
        factor = swept.units // pool.scale
        found = int(kernels.choose_open(pool.arrays, reach, coupon, factor, PER_LOSS, PER_MOVE))
        if found:
            return reach.wanted[:found]
        return np.flatnonzero(pool.arrays.state[:nodes] == OPEN).astype(np.int32)[:count]

    def _extra_costs(self, priors: Priors) -> Ints:
        """Return what moves cost more: one for each time that they are half as likely."""
        found = np.zeros(2 * kernels.BITS, np.int32)
        for colour, chances in priors.items():
            here = {point: chances.get(point, 0.0) for point in self.region.points}
            most = max(here.values(), default=0.0)
            for point, chance in here.items() if most > 0 else ():
                halvings = math.log2(most / chance) if chance > 0 else MOST_EXTRA
                place = kernels.BITS * self.placement.side(colour) + self.placement.bit_of(point)
                found[place] = min(round(halvings), MOST_EXTRA)
        return found

    def _estimate(self) -> RegionEstimate:
        known = self.game.known_graph()
        values = evaluate_bounds(known.graph, known.is_open)
        self._proved = interval_between(values, self._live).narrowed(self._proved)
        proved = self._proved
        found = self._swept.walls(0).largest()
        top = self._stack.top if found.temperature is None else found.temperature
        mean = min(max(found.mean + self.game.offset, proved.mean_lower), proved.mean_upper)
        heat = min(max(top, proved.temperature_lower), proved.temperature_upper)
        moves = [self._best(values, side, heat) for side in (0, 1)]
        if self.placement.swapped:
            mean = -mean
            proved = proved._replace(
                mean_lower=-self._proved.mean_upper, mean_upper=-self._proved.mean_lower
            )
        return RegionEstimate(
            mean,
            heat,
            proved,
            moves[self.placement.side(BLACK)],
            moves[self.placement.side(WHITE)],
            len(self.game.pool),
            self.game.open_nodes == 0,
        )

    def _best(self, values: GraphValues, side: int, temperature: Fraction) -> tuple[int, ...]:
        """Return the best moves of a side: exact ones if all are exact, else by the sweep."""
        # Just below its temperature it shows what a game is about.
        below = max(temperature - self._stack.delta / 2, Fraction(0))
        edges = values.graph.options(0, side, self._ban(side))
        lines = {edge.bit: values.after(0, side, edge) for edge in edges}
        exact = {b: line.value_at(below) for b, line in lines.items() if line is not None}
        worth: dict[int, Fraction] = exact
        if len(exact) < len(lines):
            layer = self._stack.layer_at(below)
            scores = self._swept.edge_scores(0, side, layer)
            moves = self.game.pool.arrays.move
            worth = {int(moves[edge]): Fraction(score) for edge, score in scores.items()}
        chosen = max if side == 0 else min
        best = chosen((worth[bit] for bit in lines), default=Fraction(0))
        return tuple(sorted(self.placement.points[bit] for bit in lines if worth[bit] == best))

    def _ban(self, side: int) -> int:
        """Return the bit where `side` may not retake a ko at once, or NO_BAN."""
        colour = self.region.ko_colour
        if self.region.ko_point == NO_POINT or self.placement.side(colour) != side:
            return NO_BAN
        return self.placement.bit_of(self.region.ko_point)
