"""What a coupon search found, layer by layer, and the mean and temperature read off it.

The *walls* are scores less what the stack alone is worth: `left[j]` with Left, `right[j]` with
Right to move in layer j. They are the thermograph's walls, sampled at the coupons. Both readings
are the paper's: the mean is the wall in the top layer; the temperature is the lowest coupon that
may be forced, together with all higher ones, without changing the value.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.search.tds.pool import LEFT, RIGHT
from gtpengine.search.tds.stack import CouponStack


@dataclass(frozen=True, slots=True)
class Reading:
    """Mean and temperature with one player first.

    `temperature` is None when even the top coupon may not be forced: the game is hotter than the
    stack (a low failure, in the paper's words).
    """

    mean: Fraction
    temperature: Fraction | None


def read(stack: CouponStack, wall_at: Callable[[int, int], int], first: int) -> tuple[int, int]:
    """Return the top wall with `first` to move and the lowest layer that may be forced.

    `wall_at(side, layer)` is asked for as few walls as the answer needs. The layer is one above the
    stack if not even the top coupon may be forced.
    """
    mean = wall_at(first, stack.layers)
    layer = stack.layers + 1
    while layer > 0:
        # Once all coupons down to that of layer - 1 are taken, who moves?
        taken = stack.layers - (layer - 1) + 1
        mover = first if taken % 2 == 0 else 1 - first
        if wall_at(mover, max(layer - 2, 0)) != mean:
            break
        layer -= 1
    return mean, layer


def combined(left: Reading, right: Reading, *, average: bool = False) -> Reading:
    """Return the average mean of both players' readings, and the larger temperature or its average.

    The larger one is the exact rule: one player alone cannot see a wall that leaves the mast only
    in layers in which the other looks at it. The average is the paper's.
    """
    mean = (left.mean + right.mean) / 2
    if left.temperature is None or right.temperature is None:
        return Reading(mean, None)
    if average:
        return Reading(mean, (left.temperature + right.temperature) / 2)
    return Reading(mean, max(left.temperature, right.temperature))


@dataclass(frozen=True, slots=True)
class SampledWalls:
    """Scores of one position in every layer of `stack`, in whole units-ths, as walls."""

    stack: CouponStack
    units: int
    left: Sequence[int]
    right: Sequence[int]

    def wall(self, side: int, layer: int) -> Fraction:
        """Return a wall, as a number."""
        return Fraction((self.left, self.right)[side][layer], self.units)

    def score(self, side: int, layer: int) -> Fraction:
        """Return V(G + C) with `side` to move in `layer`."""
        own = self.stack.score(layer)
        return self.wall(side, layer) + (own if side == LEFT else -own)

    def forced_wall(self, first: int, layer: int) -> int:
        """Return the wall once all coupons down to that of `layer` are taken, `first` beginning."""
        taken = self.stack.layers - layer + 1
        mover = first if taken % 2 == 0 else 1 - first
        return (self.left, self.right)[mover][max(layer - 1, 0)]

    def forced_score(self, first: int, layer: int) -> Fraction:
        """Return V(G + C) if all coupons down to that of `layer` are taken first."""
        own = self.stack.score()
        value = Fraction(self.forced_wall(first, layer), self.units)
        return value + (own if first == LEFT else -own)

    def reading(self, first: int) -> Reading:
        """Return mean and temperature with `first` to move."""
        walls = (self.left, self.right)
        mean, layer = read(self.stack, lambda side, j: walls[side][j], first)
        temperature = None if layer > self.stack.layers else self.stack.coupon(layer)
        return Reading(Fraction(mean, self.units), temperature)

    def readings(self) -> tuple[Reading, Reading]:
        """Return the readings with Left and with Right first."""
        return self.reading(LEFT), self.reading(RIGHT)

    def largest(self) -> Reading:
        """Return what both readings say by the exact rule."""
        return combined(*self.readings())

    def average(self) -> Reading:
        """Return what both readings say by the paper's rule."""
        return combined(*self.readings(), average=True)
