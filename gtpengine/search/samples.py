"""What a coupon search found, layer by layer, and the mean and temperature read off it.

The *walls* are scores less what the stack alone is worth: `left[j]` with Left, `right[j]` with Right
to move in layer j. They are the thermograph's walls, sampled at the coupons. Both readings are the
paper's: the mean is the wall in the top layer; the temperature is the lowest coupon that may be
forced, together with all higher ones, without changing the value.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gtpengine.search.pool import LEFT, RIGHT
from gtpengine.search.stack import CouponStack


@dataclass(frozen=True, slots=True)
class Reading:
    """Mean and temperature with one player first.

    `temperature` is None when even the top coupon may not be forced: the game is hotter than the
    stack (a low failure, in the paper's words).
    """

    mean: Fraction
    temperature: Fraction | None


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
        """Return the wall once all coupons down to that of `layer` were forced, `first` beginning."""
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
        top = self.stack.layers
        mean = (self.left, self.right)[first][top]
        layer = top + 1
        while layer > 0 and self.forced_wall(first, layer - 1) == mean:
            layer -= 1
        temperature = None if layer > top else self.stack.coupon(layer)
        return Reading(Fraction(mean, self.units), temperature)

    def readings(self) -> tuple[Reading, Reading]:
        """Return the readings with Left and with Right first."""
        return self.reading(LEFT), self.reading(RIGHT)

    def largest(self) -> Reading:
        """Return the mean, averaged where the players differ, and the larger temperature.

        This is the exact rule: one player alone cannot see a wall that is vertical below the
        temperature on the layers in which he looks at it.
        """
        left, right = self.readings()
        if left.temperature is None or right.temperature is None:
            temperature = None
        else:
            temperature = max(left.temperature, right.temperature)
        return Reading((left.mean + right.mean) / 2, temperature)

    def average(self) -> Reading:
        """Return the averages of both players' readings, as the paper does."""
        left, right = self.readings()
        if left.temperature is None or right.temperature is None:
            return Reading((left.mean + right.mean) / 2, None)
        return Reading(
            (left.mean + right.mean) / 2, (left.temperature + right.temperature) / 2
        )
