"""Bounds of mean and temperature while parts of a game are not expanded yet.

Kao's four trees, for any number of options: G_U has the highest possible number in place of every
open position and G_L the lowest. The true game lies between them, so its walls do, and its mean.
The temperature is at most that of G_H, whose left scaffold comes from G_U and whose right scaffold
from G_L, and at least that of G_C, where it is the other way round; none of the two need be built.
"""

from fractions import Fraction
from typing import NamedTuple

from gtpengine.search.tds.dynamic import Frontier, order_of
from gtpengine.search.tds.pool import OPEN, TERMINAL, GamePool
from gtpengine.search.tds.thermographs import pool_thermographs
from gtpengine.values.graph import LoopyGraph
from gtpengine.values.thermograph import Thermograph, from_scaffolds


class Interval(NamedTuple):
    """Proved limits of a mean and of a temperature; equal when exact."""

    mean_lower: Fraction
    mean_upper: Fraction
    temperature_lower: Fraction
    temperature_upper: Fraction

    @property
    def is_exact(self) -> bool:
        """Whether both values are known."""
        return (
            self.mean_lower == self.mean_upper and self.temperature_lower == self.temperature_upper
        )

    def narrowed(self, other: "Interval") -> "Interval":
        """Return what both intervals together prove."""
        return Interval(
            max(self.mean_lower, other.mean_lower),
            min(self.mean_upper, other.mean_upper),
            max(self.temperature_lower, other.temperature_lower),
            min(self.temperature_upper, other.temperature_upper),
        )


def interval_of(pool: GamePool, node: int) -> Interval:
    """Return the interval of `node` in a pool whose open nodes have whole `low` and `high`.

    Raises:
        BadInput: as `pool_thermographs`.
        LoopyGraph: the pool has a loop.
    """
    arrays = pool.arrays
    if arrays.state[node] == OPEN:
        low = Fraction(int(arrays.low[node]), pool.scale)
        high = Fraction(int(arrays.high[node]), pool.scale)
        floor = Fraction(0 if pool.stands else -1)
        return Interval(low, high, floor, max(floor, (high - low) / 2))
    order = order_of(pool)
    if order.components < len(pool):
        raise LoopyGraph("bounds of games with loops are not computed")
    upper = pool_thermographs(pool, Frontier.HIGH, order.nodes).thermograph(node)
    lower = pool_thermographs(pool, Frontier.LOW, order.nodes).thermograph(node)
    if arrays.state[node] == TERMINAL:
        return Interval(lower.mean, upper.mean, lower.temperature, upper.temperature)
    return Interval(
        lower.mean,
        upper.mean,
        _meeting(lower, upper),
        _meeting(upper, lower),
    )


def _meeting(left: Thermograph, right: Thermograph) -> Fraction:
    """Return where the left scaffold of one and the right scaffold of the other meet."""
    return from_scaffolds(left.left_scaffold, right.right_scaffold).temperature
