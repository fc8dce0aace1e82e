"""Trajectories: written as value@temperature, from the floor upward."""

import random
from fractions import Fraction

import pytest

from gtpengine.values.trajectory import (
    Trajectory,
    first_meeting,
    maximum,
    minimum,
    regions,
    where_at_least,
)


def drawn(text: str, slope: int = 0) -> Trajectory:
    points = (corner.split("@") for corner in text.split())
    return Trajectory(tuple((Fraction(v), Fraction(t)) for v, t in points), Fraction(slope))


def random_trajectory(rng: random.Random) -> Trajectory:
    points = []
    t = Fraction(rng.choice([-1, 0, -1]))
    for _ in range(rng.randint(1, 5)):
        points.append((Fraction(rng.randint(-12, 12), rng.choice([1, 2, 3])), t))
        t += Fraction(rng.randint(1, 6), rng.choice([1, 2, 4]))
    return Trajectory(tuple(points), Fraction(rng.randint(-4, 4), rng.choice([1, 1, 3])))


def samples(*functions: Trajectory) -> list[Fraction]:
    corners = {t for f in functions for _, t in f.points}
    floor = max(f.floor for f in functions)
    top = max(corners) + 40
    grid = {floor + Fraction(k, 7) for k in range(0, 40, 3)} | {top, top + 1}
    return sorted(t for t in corners | grid if t >= floor)


def test_points_that_are_no_corners_disappear():
    assert drawn("4@0 3@1 2@2 0@4") == drawn("4@0 0@4")
    assert drawn("4@0 3@1 2@2", slope=-1) == drawn("4@0", slope=-1)
    assert drawn("4@0 4@9").points == ((4, 0),)
    assert hash(drawn("1@0 1@2")) == hash(Trajectory.constant(1))


@pytest.mark.parametrize(
    "points", [(), ((1, 0), (2, 0)), ((1, 1), (2, 0))], ids=["none", "equal", "falling"]
)
def test_refuses_what_is_no_function(points):
    with pytest.raises(ValueError, match=r"point|rise"):
        Trajectory(points)


@pytest.mark.parametrize(
    ("t", "value"), [(0, 18), (Fraction(3, 2), Fraction(33, 2)), (3, 15), (10, 1), (99, 1)]
)
def test_value_at(t, value):
    # TR96: left wall of the 27-point ko when Black lowers 3
    assert drawn("18@0 15@3 1@10").value_at(t) == value


def test_value_below_the_floor_is_refused():
    with pytest.raises(ValueError, match="below the floor"):
        drawn("1@0").value_at(-1)


def test_slope_above():
    bent = drawn("-9@0 -9@3 -2@10")
    assert [bent.slope_above(t) for t in (0, 2, 3, 9, 10)] == [0, 0, 1, 1, 0]


def test_extend_and_restrict():
    wall = drawn("18@0 9@9")
    assert wall.from_floor(3) == drawn("15@3 9@9")
    assert wall.from_floor(9) == Trajectory.constant(9, 9)
    assert wall.from_floor(-1) == drawn("18@-1 18@0 9@9")
    assert wall.from_floor(-1, slope=-1) == drawn("19@-1 9@9")


def test_splice():
    assert drawn("-9@0").spliced(3, drawn("-12@0", slope=1)) == drawn("-9@0 -9@3", slope=1)
    with pytest.raises(ValueError, match="do not meet"):
        drawn("-9@0").spliced(4, drawn("-12@0", slope=1))


def test_line_is_anchored_at_zero():
    assert Trajectory.line(5, -1, floor=-1) == drawn("6@-1", slope=-1)


def test_regions_name_crossings_and_kisses():
    # walls of K+{0|-22}, TR96: they kiss at 5 and join at 11
    left, right = drawn("-4@0 -9@5 -9@9 -11@11"), drawn("-9@0 -9@5 -13@9 -11@11")
    assert regions(left, right) == [(0, 5, 1), (5, 11, 1), (11, None, 0)]
    assert where_at_least(right, left) == [(5, 5), (11, None)]
    assert where_at_least(left, right) == [(0, None)]
    assert first_meeting(left, right) == 5
    assert first_meeting(drawn("1@0"), drawn("0@0")) is None
    assert first_meeting(drawn("1@0"), drawn("0@0", slope=2)) == Fraction(1, 2)


def test_text():
    assert str(drawn("-9@0 -9@3", slope=1)) == "-9@0, -9@3, then slope 1"


def test_operations_agree_with_their_values_everywhere():
    rng = random.Random(4)
    for _ in range(150):
        a, b = random_trajectory(rng), random_trajectory(rng)
        upper, lower, both = maximum(a, b), minimum(a, b), a.plus(b)
        negative, higher, taxed = a.negated(), a.shifted(3), a.tilted(-1)
        signs, ranges = regions(a, b), where_at_least(a, b)
        for t in samples(a, b):
            at, bt = a.value_at(t), b.value_at(t)
            assert upper.value_at(t) == max(at, bt)
            assert lower.value_at(t) == min(at, bt)
            assert both.value_at(t) == at + bt
            assert negative.value_at(t) == -at
            assert higher.value_at(t) == at + 3
            assert taxed.value_at(t) == at - t
            inside = [r.sign for r in signs if r.low < t and (r.high is None or t < r.high)]
            assert inside in ([], [(at > bt) - (at < bt)])
            held = any(low <= t and (h is None or t <= h) for low, h in ranges)
            assert held == (at >= bt)


def test_equal_functions_are_equal_objects():
    rng = random.Random(5)
    for _ in range(120):
        a, b = random_trajectory(rng), random_trajectory(rng)
        assert maximum(a, b) == maximum(b, a)
        assert maximum(a, b).plus(minimum(a, b)) == a.plus(b)
        assert a.tilted(2).tilted(-2) == a
        assert a.negated().negated() == a
        assert maximum(a, b).negated() == minimum(a.negated(), b.negated())
        assert (a == b) == (regions(a, b) == [(a.floor, None, 0)] and a.floor == b.floor)
