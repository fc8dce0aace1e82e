"""Numbers: simplicity rule, options, temperatures."""

import random
from fractions import Fraction

import pytest

from gtpengine.values.numbers import (
    is_dyadic,
    number_options,
    number_temperature,
    simplest_between,
)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        # Wu Examples 2.20
        ("2", "4", "3"),
        ("-3", "5", "0"),
        ("-1", "-1/2", "-3/4"),
        # {2/7|pi/4}: any rational near pi/4 must do
        ("2/7", "355/452", "1/2"),
        ("2/7", "11/14", "1/2"),
        ("0", "1", "1/2"),
        ("7/2", "9", "4"),
        ("-9", "-7/2", "-4"),
        ("1/3", "2/5", "3/8"),
        ("-2/5", "-1/3", "-3/8"),
        ("99", "100", "199/2"),
    ],
)
def test_simplest_number(low, high, expected):
    assert simplest_between(Fraction(low), Fraction(high)) == Fraction(expected)


def test_bounds_may_be_missing_or_allowed():
    assert simplest_between(None, None) == 0
    assert simplest_between(Fraction(5, 2), None) == 3
    assert simplest_between(None, Fraction(-1)) == -2
    assert simplest_between(Fraction(0), Fraction(0)) is None
    assert simplest_between(Fraction(3), Fraction(1)) is None
    third = Fraction(1, 3)
    assert simplest_between(third, third, low_allowed=True, high_allowed=True) == third
    assert simplest_between(third, third, low_allowed=True) is None
    assert simplest_between(Fraction(0), Fraction(1), high_allowed=True) == 1
    assert simplest_between(Fraction(-1), Fraction(0), low_allowed=True) == -1


def birthday(number: Fraction) -> int:
    """Return when the number is born, read off its canonical options."""
    if number.denominator == 1:
        return abs(int(number))
    return 1 + max(birthday(option) for option in number_options(number) if option is not None)


def test_the_simplest_number_is_the_first_born():
    rng = random.Random(1)
    grid = [Fraction(k, 16) for k in range(-80, 81)]
    for _ in range(100):
        low, high = sorted(rng.sample(grid, 2))
        inside = [number for number in grid if low < number < high]
        found = simplest_between(low, high)
        if inside:
            assert found == min(inside, key=birthday)
            assert [birthday(n) for n in inside].count(birthday(found)) == 1
        else:
            assert low < found < high


def test_temperature():
    # Wu and CGSuite: integers -1, k-bit fractions -1/2^k
    assert number_temperature(Fraction(7)) == -1
    assert number_temperature(Fraction(1, 2)) == Fraction(-1, 2)
    assert number_temperature(Fraction(25, 16)) == Fraction(-1, 16)
    with pytest.raises(ValueError, match="dyadic"):
        number_temperature(Fraction(1, 3))
    with pytest.raises(ValueError, match="dyadic"):
        number_options(Fraction(1, 3))


def test_options_are_simpler_and_around():
    for k in range(-64, 65):
        number = Fraction(k, 16)
        assert is_dyadic(number)
        low, high = number_options(number)
        assert low is None or low < number
        assert high is None or high > number
        assert simplest_between(low, high) == number
