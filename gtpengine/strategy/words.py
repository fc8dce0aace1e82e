"""Exact numbers in words: "3 1/3", "1 point", "about 2 1/2 points"."""

from fractions import Fraction

from gtpengine.values.kinds import LEFT


def mixed(number: Fraction) -> str:
    """Return a number as people write it: "-2", "3 1/3", "-1/2"."""
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def points(number: Fraction, *, exact: bool = True) -> str:
    """Return "1 point", "3 1/3 points"; an estimate is "about" so many."""
    text = f"{mixed(number)} point{'' if number == 1 else 's'}"
    return text if exact else f"about {text}"


def player(side: int) -> str:
    """Return the name of Left or Right on the board."""
    return "Black" if side == LEFT else "White"
