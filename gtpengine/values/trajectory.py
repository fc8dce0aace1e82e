"""Trajectories: exact continuous piecewise-linear functions of the temperature.

A trajectory gives a value (Black's advantage) for every temperature t from its floor upward. Points
are written (value, temperature), lowest temperature first, as a thermograph is read: from the floor
to the mast. Slopes are dvalue/dt: 0 is a vertical mast, a plain left wall leans with -1 or 0.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

Point = tuple[Fraction, Fraction]
Rational = int | Fraction


class Segment(NamedTuple):
    """One straight piece: value `start` at temperature `low`, leaning with `slope` up to `high`."""

    low: Fraction
    high: Fraction | None  # None: without end
    start: Fraction
    slope: Fraction


class Region(NamedTuple):
    """A range of temperatures in whose interior `sign` of the compared difference is constant."""

    low: Fraction
    high: Fraction | None  # None: without end
    sign: int


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A continuous function of t >= floor: corner `points`, then `slope` above the last of them.

    The constructor drops every point that is no corner, so equal functions are equal objects.

    Raises:
        ValueError: no points, or temperatures that do not rise.
    """

    points: tuple[Point, ...]
    slope: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if not self.points:
            raise ValueError("a trajectory needs a point at its floor")
        slope = _exact(self.slope)
        exact = [(_exact(value), _exact(t)) for value, t in self.points]
        corners: list[Point] = []
        above = slope
        for index in range(len(exact) - 1, 0, -1):
            (value, t), (lower_value, lower_t) = exact[index], exact[index - 1]
            if lower_t >= t:
                raise ValueError(f"temperatures must rise, {t} follows {lower_t}")
            below = (value - lower_value) / (t - lower_t)
            if below != above:
                corners.append(exact[index])
                above = below
        corners.append(exact[0])
        object.__setattr__(self, "points", tuple(reversed(corners)))
        object.__setattr__(self, "slope", slope)

    @staticmethod
    def constant(mast: Rational, floor: Rational = 0) -> "Trajectory":
        """Return the vertical mast at `mast`."""
        return Trajectory(((Fraction(mast), Fraction(floor)),))

    @staticmethod
    def line(value: Rational, slope: Rational, floor: Rational = 0) -> "Trajectory":
        """Return the straight line that has `value` at t = 0 (not at the floor)."""
        start = Fraction(value) + Fraction(slope) * Fraction(floor)
        return Trajectory(((start, Fraction(floor)),), Fraction(slope))

    @property
    def floor(self) -> Fraction:
        """The lowest temperature at which the function is defined."""
        return self.points[0][1]

    def segments(self) -> Iterator[Segment]:
        """Yield the straight pieces from the floor upward; the last one has no end."""
        for (value, t), (next_value, next_t) in pairwise(self.points):
            yield Segment(t, next_t, value, (next_value - value) / (next_t - t))
        value, t = self.points[-1]
        yield Segment(t, None, value, self.slope)

    def slope_below(self, t: Rational) -> Fraction:
        """Return the slope just below `t`, which is above the floor."""
        found = self.slope
        for segment in self.segments():
            if segment.low < t:
                found = segment.slope
        return found

    def value_at(self, t: Rational) -> Fraction:
        """Return the value at temperature `t`.

        Raises:
            ValueError: `t` is below the floor.
        """
        points = self.points
        if t < points[0][1]:
            raise ValueError(f"temperature {t} is below the floor {self.floor}")
        if t >= points[-1][1]:
            value, start = points[-1]
            return value + self.slope * (t - start) if self.slope else value
        low = 0
        high = len(points) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if points[middle][1] <= t:
                low = middle
            else:
                high = middle
        value, start = points[low]
        next_value, next_t = points[low + 1]
        if value == next_value:
            return value
        return value + (next_value - value) * (t - start) / (next_t - start)

    def slope_above(self, t: Rational) -> Fraction:
        """Return the slope just above temperature `t`, which is not below the floor."""
        found = self.slope
        for segment in self.segments():
            if segment.low <= t:
                found = segment.slope
        return found

    def negated(self) -> "Trajectory":
        """Return the function with the opposite values."""
        return _cornered(tuple((-value, t) for value, t in self.points), -self.slope)

    def shifted(self, number: Rational) -> "Trajectory":
        """Return the function plus `number`."""
        return _cornered(tuple((value + number, t) for value, t in self.points), self.slope)

    def tilted(self, slope: Rational) -> "Trajectory":
        """Return the function plus slope * t: a tax of one move is -1 for Black, +1 for White."""
        points = tuple((value + slope * t, t) for value, t in self.points)
        return _cornered(points, self.slope + slope)

    def plus(self, other: "Trajectory") -> "Trajectory":
        """Return the pointwise sum, on the common domain."""
        points = tuple((a + b, t) for t, a, b in _common_points(self, other))
        return Trajectory(points, self.slope + other.slope)

    def from_floor(self, floor: Rational, slope: Rational = 0) -> "Trajectory":
        """Return the function from another `floor` on; below its own it goes on with `slope`."""
        value, own = self.points[0]
        if floor < own:
            start = (value + slope * (Fraction(floor) - own), Fraction(floor))
            return Trajectory((start, *self.points), self.slope)
        above = tuple(point for point in self.points if point[1] > floor)
        return Trajectory(((self.value_at(floor), Fraction(floor)), *above), self.slope)

    def spliced(self, t: Rational, above: "Trajectory") -> "Trajectory":
        """Return this function up to temperature `t` and `above` from there on.

        Raises:
            ValueError: the two differ at `t`, or one of them is not defined there.
        """
        value = self.value_at(t)
        if above.value_at(t) != value:
            raise ValueError(f"{value} and {above.value_at(t)} do not meet at temperature {t}")
        lower = tuple(point for point in self.points if point[1] < t)
        upper = tuple(point for point in above.points if point[1] > t)
        return Trajectory((*lower, (value, Fraction(t)), *upper), above.slope)

    def __str__(self) -> str:
        corners = ", ".join(f"{value}@{t}" for value, t in self.points)
        return corners if self.slope == 0 else f"{corners}, then slope {self.slope}"


def maximum(first: Trajectory, *others: Trajectory) -> Trajectory:
    """Return the pointwise maximum, on the common domain."""
    return _envelope((first, *others), 1)


def minimum(first: Trajectory, *others: Trajectory) -> Trajectory:
    """Return the pointwise minimum, on the common domain."""
    return _envelope((first, *others), -1)


def regions(a: Trajectory, b: Trajectory) -> list[Region]:
    """Return the signs of a - b from the higher floor upward; the last region has no end.

    Neighbours share their end. Two neighbours have the same sign only where the functions touch in
    a single point between them.
    """
    found: list[Region] = []
    points = _common_points(a, b)
    slope = a.slope - b.slope
    for (t, at, bt), (next_t, next_at, next_bt) in pairwise(points):
        _add_regions(found, t, next_t, at - bt, next_at - next_bt)
    t, at, bt = points[-1]
    gap = at - bt
    if gap * slope < 0:
        meeting = t - gap / slope
        _add_regions(found, t, meeting, gap, Fraction(0))
        t, gap = meeting, Fraction(0)
    sign = _sign(gap) or _sign(slope)
    _add_region(found, Region(t, None, sign), touching=gap == 0)
    return found


def where_at_least(a: Trajectory, b: Trajectory) -> list[tuple[Fraction, Fraction | None]]:
    """Return the closed temperature ranges in which a >= b; None ends the one without end.

    A point in which a only touches b from below is a range of its own, with equal ends.
    """
    ranges: list[tuple[Fraction, Fraction | None]] = []
    for low, high, sign in regions(a, b):
        if sign < 0:
            if a.value_at(low) != b.value_at(low):
                continue
            high = low
        if ranges and ranges[-1][1] == low:
            low = ranges.pop()[0]
        ranges.append((low, high))
    return ranges


def first_meeting(a: Trajectory, b: Trajectory) -> Fraction | None:
    """Return the lowest temperature at which a = b, or None."""
    before: tuple[Fraction, Fraction] | None = None
    for t, at, bt in _common_points(a, b):
        gap = at - bt
        if gap == 0:
            return t
        if before is not None and (before[1] < 0) != (gap < 0):
            low, low_gap = before
            return low + (t - low) * low_gap / (low_gap - gap)
        before = (t, gap)
    assert before is not None
    t, gap = before
    slope = a.slope - b.slope
    return t - gap / slope if gap * slope < 0 else None


def _exact(number: Rational) -> Fraction:
    return number if type(number) is Fraction else Fraction(number)


def _cornered(points: tuple[Point, ...], slope: Fraction) -> Trajectory:
    """Return a trajectory as given.  Pre: exact numbers, and no point that is not a corner."""
    made = object.__new__(Trajectory)
    object.__setattr__(made, "points", points)
    object.__setattr__(made, "slope", slope)
    return made


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def _common_points(a: Trajectory, b: Trajectory) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return (t, a(t), b(t)) at the common floor and at every corner of either above it."""
    if a.floor == b.floor and len(a.points) == len(b.points) == 1:
        return [(a.floor, a.points[0][0], b.points[0][0])]
    floor = max(a.floor, b.floor)
    at = {t: value for value, t in a.points if t >= floor}
    bt = {t: value for value, t in b.points if t >= floor}
    return [
        (t, at[t] if t in at else a.value_at(t), bt[t] if t in bt else b.value_at(t))
        for t in sorted({floor, *at, *bt})
    ]


def _add_region(found: list[Region], region: Region, *, touching: bool) -> None:
    if found and found[-1].sign == region.sign and (region.sign == 0 or not touching):
        found[-1] = Region(found[-1].low, region.high, region.sign)
    else:
        found.append(region)


def _add_regions(
    found: list[Region], low: Fraction, high: Fraction, gap: Fraction, next_gap: Fraction
) -> None:
    """Add what a difference that goes straight from `gap` to `next_gap` does between two t."""
    if gap * next_gap < 0:
        meeting = low + (high - low) * gap / (gap - next_gap)
        _add_region(found, Region(low, meeting, _sign(gap)), touching=False)
        _add_region(found, Region(meeting, high, _sign(next_gap)), touching=True)
    else:
        sign = _sign(gap) or _sign(next_gap)
        _add_region(found, Region(low, high, sign), touching=gap == 0)


def _envelope(functions: Iterable[Trajectory], side: int) -> Trajectory:
    """Return the pointwise best of `functions` for `side`: 1 the largest, -1 the smallest."""
    best: Trajectory | None = None
    for function in functions:
        best = function if best is None else _better(best, function, side)
    assert best is not None
    return best


def _better(a: Trajectory, b: Trajectory, side: int) -> Trajectory:
    corners: list[Point] = []
    slope = a.slope
    for region in regions(a, b):
        winner = a if region.sign * side >= 0 else b
        corners.append((winner.value_at(region.low), region.low))
        corners += [
            (value, t)
            for value, t in winner.points
            if t > region.low and (region.high is None or t < region.high)
        ]
        slope = winner.slope
    return Trajectory(tuple(corners), slope)
