"""The number that a cave open at the bottom rests on: the simplest one between two scaffolds."""

from gtpengine.values.loopy.walls import divided


def rest_between(low: int | None, high: int | None, scale: int) -> int:
    """Return the simplest number from `low` to `high`, in units of 1/scale; None is no bound.

    Simplest is the whole number nearest to zero, else the fraction with the smallest power of two
    as denominator. The bounds themselves may be taken: at temperature -1 a move costs nothing but
    itself. Where low >= high there is no cave, and `low` is returned.

    Raises:
        Inexact: the number is no multiple of 1/scale.
    """
    if low is not None and high is not None and low >= high:
        return low
    if high is not None and high < 0:
        return -_positive(-high, None if low is None else -low, scale)
    if low is not None and low > 0:
        return _positive(low, high, scale)
    return 0


def _positive(low: int, high: int | None, scale: int) -> int:
    """Return the simplest number from `low` > 0 to `high`.  Raises: Inexact."""
    parts = 1
    while True:
        steps = -(-low * parts // scale)
        if high is None or steps * scale <= high * parts:
            return divided(steps * scale, parts)
        parts *= 2
