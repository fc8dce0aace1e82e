"""Coupon stacks: the enriched environment of temperature discovery search, and what it is worth.

A stack is counted in *layers*. In layer 0 nothing is left but coupons of the floor's value, without
end; every layer above adds one coupon on top. A *simple* stack has floor 0: its layer 0 is empty
and taking from it is a pass. An *extended* stack has floor -1 and reaches the temperatures of
numbers. The paper ends it with many -1 coupons and one of -1/2; whoever faces these first loses 1/2
whatever their number, so the layer needs no count.

Coupons rise by delta. With several *copies* of each the temperature stays where it is while a ko is
fought. An odd number of copies leaves the stack's worth alone. Below an even number there is one
coupon of half a step less: then a stack is worth exactly half its top coupon wherever a step is
complete, a tempo costs exactly the temperature, and games whose temperatures are multiples of delta
(not of 2 delta) come out exact.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from gtpengine.errors import BadInput
from gtpengine.values.trajectory import Rational

SIMPLE_FLOOR = Fraction(0)
EXTENDED_FLOOR = Fraction(-1)


@dataclass(frozen=True, slots=True)
class CouponStack:
    """Coupons floor + delta, floor + 2 delta and so on, `layers` in all, above the floor's.

    Raises:
        BadInput: a floor other than 0 and -1, a step that is not positive, a negative height, no
            copies.
    """

    floor: Fraction
    delta: Fraction
    layers: int
    copies: int = 1

    def __post_init__(self) -> None:
        if self.floor not in (SIMPLE_FLOOR, EXTENDED_FLOOR):
            raise BadInput(f"a coupon stack ends at 0 or at -1, not at {self.floor}")
        if self.delta <= 0 or self.layers < 0:
            raise BadInput(f"no coupon stack has {self.layers} layers of {self.delta}")
        if self.copies < 1:
            raise BadInput(f"no coupon stack has {self.copies} copies of each coupon")

    @staticmethod
    def up_to(
        hottest: Rational, delta: Rational, floor: Rational = EXTENDED_FLOOR, copies: int = 1
    ) -> "CouponStack":
        """Return the lowest stack of step `delta` whose top coupon is at least `hottest`."""
        step = Fraction(delta)
        if step <= 0:
            raise BadInput(f"no coupon stack has a step of {delta}")
        height = (Fraction(hottest) - Fraction(floor)) / step
        steps = max(0, -(-height.numerator // height.denominator))
        one = CouponStack(Fraction(floor), step, 0, copies)
        return one.with_layers(steps * one.period)

    def with_layers(self, layers: int) -> "CouponStack":
        """Return the stack of the same coupons with another height."""
        return replace(self, layers=layers)

    @property
    def period(self) -> int:
        """How many layers make a step."""
        return self.copies if self.copies % 2 else self.copies + 1

    @property
    def top(self) -> Fraction:
        """The value of the top coupon, which is the stack's temperature."""
        return self.coupon(self.layers)

    @property
    def is_unbiased(self) -> bool:
        """Whether the part below 0 is worth nothing: the scores are those of the simple stack."""
        return self.floor == 0 or (1 / (2 * self.delta)).denominator == 1

    def coupon(self, layer: int) -> Fraction:
        """Return the value of the top coupon in `layer`."""
        steps, place = divmod(layer + self.period - 1, self.period)
        value = self.floor + steps * self.delta
        return value - self.delta / 2 if self.copies % 2 == 0 and place == 0 and layer else value

    def score(self, layer: int | None = None) -> Fraction:
        """Return V(C, Left) from `layer` (all of it) down; V(C, Right) is its opposite.

        Both players take what is on top, Left first.
        """
        return Fraction(
            self.scores(self.units())[self.layers if layer is None else layer], self.units()
        )

    def scores(self, units: int) -> list[int]:
        """Return V(C, Left) from every layer down, in whole units-ths.  Pre: as `coupons`."""
        found = [int(self.floor / 2 * units)]
        for coupon in self.coupons(units)[1:]:
            found.append(coupon - found[-1])
        return found

    def coupons(self, units: int) -> list[int]:
        """Return the top coupon of every layer, in whole units-ths.

        Pre: `units` is a multiple of `self.units()`.
        """
        # In whole numbers: fractions took longer than the search of a small game.
        floor, step, period = int(self.floor * units), int(self.delta * units), self.period
        found = [floor]
        for steps in range(1, -(-self.layers // period) + 1):
            value = floor + steps * step
            found.append(value if self.copies % 2 else value - step // 2)
            found.extend([value] * (period - 1))
        return found[: self.layers + 1]

    def layer_at(self, temperature: Rational) -> int:
        """Return the highest layer whose coupon is not above `temperature`; 0 below the floor."""
        height = (Fraction(temperature) - self.floor) / self.delta
        return min(self.layers, self.period * max(0, height.numerator // height.denominator))

    def units(self, scale: int = 1) -> int:
        """Return the least q such that coupons, scores and multiples of 1/scale are whole q-ths."""
        step = self.delta if self.copies % 2 else self.delta / 2
        return lcm(step.denominator, (self.floor / 2).denominator, scale)
