"""Walls: exact piecewise-linear functions of the temperature on scaled integers.

A wall is a tuple of pieces (t, value, slope), lowest t first: from t on the function leaves `value`
with the whole-number `slope` (dvalue/dt), the last piece without end. Temperatures and values are
integers in units of 1/scale; the scale belongs to the caller. Ko thermographs have whole slopes, so
the only divisions are at crossings; one that leaves a remainder raises `Inexact`, and the caller
starts again on a finer scale. Neighbouring pieces never have the same slope, so equal functions are
equal tuples. All walls of one computation start at the same t, their bottom.
"""

from itertools import pairwise
from math import gcd
from typing import NamedTuple

Piece = tuple[int, int, int]
Wall = tuple[Piece, ...]


class Inexact(ArithmeticError):
    """The scale cannot express a crossing; multiply it by `factor`."""

    def __init__(self, factor: int) -> None:
        super().__init__(f"the scale lacks a factor {factor}")
        self.factor = factor


class Graph(NamedTuple):
    """The two walls of one position."""

    left: Wall
    right: Wall


def divided(number: int, divisor: int) -> int:
    """Return the exact quotient.  Raises: Inexact.  Pre: divisor > 0."""
    quotient, rest = divmod(number, divisor)
    if rest:
        raise Inexact(divisor // gcd(rest, divisor))
    return quotient


def value_at(wall: Wall, t: int) -> int:
    """Return the value at `t`, which is not below the bottom."""
    found = wall[0]
    for piece in wall:
        if piece[0] > t:
            break
        found = piece
    return found[1] + found[2] * (t - found[0])


def moved(wall: Wall, offset: int, tilt: int) -> Wall:
    """Return the wall plus offset + tilt * t."""
    return tuple((t, value + offset + tilt * t, slope + tilt) for t, value, slope in wall)


def rescaled(wall: Wall, factor: int) -> Wall:
    """Return the same wall on a scale that is `factor` times as fine."""
    return tuple((t * factor, value * factor, slope) for t, value, slope in wall)


def cut(wall: Wall, bottom: int) -> Wall:
    """Return the wall from `bottom` on, which is not below its own."""
    above = [piece for piece in wall if piece[0] > bottom]
    return ((bottom, value_at(wall, bottom), wall[len(wall) - len(above) - 1][2]), *above)


def negated(wall: Wall) -> Wall:
    """Return the wall with the opposite values."""
    return tuple((t, -value, -slope) for t, value, slope in wall)


def _add(pieces: list[Piece], t: int, value: int, slope: int) -> None:
    """Append a piece of a continuous function, unless it only prolongs the last one."""
    if pieces and pieces[-1][2] == slope:
        return
    if pieces and pieces[-1][0] == t:
        pieces.pop()
        if pieces and pieces[-1][2] == slope:
            return
    pieces.append((t, value, slope))


def maximum(a: Wall, b: Wall) -> Wall:
    """Return the pointwise maximum."""
    if a == b:
        return a
    pieces: list[Piece] = []
    i = j = 0
    ta, va, sa = a[0]
    tb, vb, sb = b[0]
    t = ta
    ends_a, ends_b = len(a) - 1, len(b) - 1
    while True:
        x = va + sa * (t - ta)
        y = vb + sb * (t - tb)
        next_a = a[i + 1][0] if i < ends_a else None
        next_b = b[j + 1][0] if j < ends_b else None
        end = next_a if next_b is None or (next_a is not None and next_a < next_b) else next_b
        if x > y or (x == y and sa >= sb):
            upper, slope, gap, closing = x, sa, x - y, sb - sa
        else:
            upper, slope, gap, closing = y, sb, y - x, sa - sb
        _add(pieces, t, upper, slope)
        if closing > 0 and (end is None or gap < closing * (end - t)):
            step = divided(gap, closing)
            _add(pieces, t + step, upper + slope * step, slope + closing)
        if end is None:
            return tuple(pieces)
        t = end
        if next_a == end:
            i += 1
            ta, va, sa = a[i]
        if next_b == end:
            j += 1
            tb, vb, sb = b[j]


def minimum(a: Wall, b: Wall) -> Wall:
    """Return the pointwise minimum."""
    return negated(maximum(negated(a), negated(b)))


def settled(left: Wall | None, right: Wall | None, rest: int, bottom: int) -> Graph:
    """Return the walls of a position whose scaffolds are given; None is a side without a move.

    Where Left's scaffold is at least Right's (a hill) the scaffolds are the walls. Where it is less
    (a cave) nobody wants to move, and both walls are the mast: going up in t it keeps its value
    unless a scaffold pushes it aside, the balloon's path. `rest` is the value of a cave that is
    open at the bottom; it lies between the scaffolds.
    """
    if left is None and right is None:
        mast: Wall = ((bottom, rest, 0),)
    elif left is None:
        assert right is not None
        mast = _pushed_down(right, rest)
    elif right is None:
        mast = negated(_pushed_down(negated(left), -rest))
    else:
        return _balloon(left, right, rest)
    return Graph(mast, mast)


def _pushed_down(lid: Wall, rest: int) -> Wall:
    """Return the mast that starts at `rest` and is pushed down by `lid` above it."""
    pieces: list[Piece] = []
    mast = rest
    for index, (t, value, slope) in enumerate(lid):
        end = lid[index + 1][0] if index + 1 < len(lid) else None
        if slope >= 0:
            _add(pieces, t, mast, 0)
            continue
        if end is None or value + slope * (end - t) < mast:
            touch = t + divided(value - mast, -slope)
            if touch > t:
                _add(pieces, t, mast, 0)
            _add(pieces, touch, mast, slope)
            if end is not None:
                mast = value + slope * (end - t)
        else:
            _add(pieces, t, mast, 0)
    return tuple(pieces)


def _balloon(left: Wall, right: Wall, rest: int) -> Graph:
    wl: list[Piece] = []
    wr: list[Piece] = []
    i = j = 0
    tl, vl, a = left[0]
    tr, vr, b = right[0]
    t = tl
    mast = rest
    while True:
        x = vl + a * (t - tl)
        y = vr + b * (t - tr)
        next_l = left[i + 1][0] if i + 1 < len(left) else None
        next_r = right[j + 1][0] if j + 1 < len(right) else None
        end = next_l if next_r is None or (next_l is not None and next_l < next_r) else next_r
        while end is None or t < end:
            if x > y or (x == y and a >= b):
                _add(wl, t, x, a)
                _add(wr, t, y, b)
                gap, closing = x - y, b - a
            else:
                mast = min(max(mast, x), y)
                if mast == x and a > 0:
                    slope, gap, closing = a, y - x, a - b
                elif mast == y and b < 0:
                    slope, gap, closing = b, y - x, a - b
                else:
                    slope = 0
                    gap, closing = _first_push(mast - x, a, y - mast, -b)
                _add(wl, t, mast, slope)
                _add(wr, t, mast, slope)
            if closing <= 0 or (end is not None and gap >= closing * (end - t)):
                break
            step = divided(gap, closing)
            in_cave = x < y or (x == y and a < b)
            mast = mast + slope * step if in_cave else x + a * step
            t += step
            x += a * step
            y += b * step
        if end is None:
            return Graph(tuple(wl), tuple(wr))
        in_cave = x < y or (x == y and a < b)
        mast = mast + slope * (end - t) if in_cave else x + a * (end - t)
        t = end
        if next_l == end:
            i += 1
            tl, vl, a = left[i]
        if next_r == end:
            j += 1
            tr, vr, b = right[j]


def _first_push(below: int, rising: int, above: int, falling: int) -> tuple[int, int]:
    """Return the gap and closing speed of the scaffold that reaches a vertical mast first."""
    if rising > 0 and (falling <= 0 or below * falling <= above * rising):
        return below, rising
    return above, falling


def best_within(wall: Wall, drop: int | None, floor: int) -> Wall:
    """Return at each t the largest value in [t - drop, t], never looking below `floor` from above.

    What a player gets who may wait until the temperature has fallen by `drop` (None: to the floor)
    before he has to choose. Below `floor` the wall is left as it is.
    """
    best = maximum(wall, _held(wall, floor, drop))
    for (_, _, before), (t, _, after) in pairwise(wall):
        # A local maximum stays in reach until the temperature has fallen by the whole drop.
        if t > floor and before >= 0 >= after:
            best = maximum(best, _held(wall, t, drop))
    return best


def _held(wall: Wall, start: int, drop: int | None) -> Wall:
    """Return the wall that keeps its value at `start` for `drop`, then goes on as before."""
    pieces = [piece for piece in wall if piece[0] < start]
    _add(pieces, start, value_at(wall, start), 0)
    if drop is None:
        return tuple(pieces)
    slope = next(s for t, _, s in reversed(wall) if t <= start)
    _add(pieces, start + drop, value_at(wall, start), slope)
    for t, value, slope in wall:
        if t > start:
            _add(pieces, t + drop, value, slope)
    return tuple(pieces)
