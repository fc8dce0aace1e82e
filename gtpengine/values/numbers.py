"""Numbers as games: the simplicity rule, canonical options, temperatures. Always `Fraction`s.

A dyadic number, m/2^k, is a finite game. Other rationals are allowed as values and as bounds, but
they have no finite form, so no options and no temperature.
"""

from collections.abc import Callable
from fractions import Fraction

ZERO = Fraction(0)


def is_dyadic(number: Fraction) -> bool:
    """Return whether the denominator is a power of two."""
    return number.denominator & (number.denominator - 1) == 0


def number_temperature(number: Fraction) -> Fraction:
    """Return the temperature of a dyadic number: -1 for integers, -1/2^k for k-bit fractions."""
    if not is_dyadic(number):
        raise ValueError(f"{number} is not dyadic")
    return Fraction(-1, number.denominator)


def number_options(number: Fraction) -> tuple[Fraction | None, Fraction | None]:
    """Return the left and right option of the canonical form; None where there is none."""
    if not is_dyadic(number):
        raise ValueError(f"{number} is not dyadic")
    step = Fraction(1, number.denominator)
    if number.denominator > 1:
        return number - step, number + step
    if number == 0:
        return None, None
    return (number - 1, None) if number > 0 else (None, number + 1)


def simplest_between(
    low: Fraction | None,
    high: Fraction | None,
    *,
    low_allowed: bool = False,
    high_allowed: bool = False,
) -> Fraction | None:
    """Return the simplest number between two bounds, or None if there is no number at all.

    Bounds are any rationals, None is no bound, and a bound itself counts only where allowed.
    """

    def inside(number: Fraction) -> bool:
        above = low is None or number > low or (low_allowed and number == low)
        below = high is None or number < high or (high_allowed and number == high)
        return above and below

    if inside(ZERO):
        return ZERO
    if low is not None and high is not None and low >= high:
        return low if low == high and low_allowed and high_allowed else None
    if low is None or low < 0:
        # Everything inside is negative.
        assert high is not None
        return -_next_above(-high, lambda positive: inside(-positive))
    return _next_above(low, inside)


def _next_above(low: Fraction, inside: Callable[[Fraction], bool]) -> Fraction:
    """Return the simplest number inside an interval that starts at low >= 0 and has a width."""
    unit = Fraction(1)
    while True:
        candidate = -(-low // unit) * unit
        for each in (candidate, candidate + unit):
            if inside(each):
                return each
        unit /= 2
