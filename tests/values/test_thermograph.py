"""Thermographs of loop-free games against published numbers."""

import random
from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.values.cooling import corridor
from gtpengine.values.games import canonical, number
from gtpengine.values.graph import LoopyGraph
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import number_thermograph, thermograph, thermographs
from tests.values.samples import random_graph, wall


@pytest.mark.parametrize(
    ("text", "mean", "temperature"),
    [
        # Kao
        ("11||8|0", "8", "3"),
        ("8|0", "4", "4"),
        # Kao: C = {24 | A+B} with mean(A+B) = 15 and heat <= 4; B rebuilt as {11|3}
        ("24||{11||8|0}+{11|3}", "39/2", "9/2"),
        ("{11||8|0}+{11|3}", "15", "4"),
        # Kao, the trap: least consistent temperature
        ("23|2||2|-17", "2", "0"),
        # M93
        ("10|0", "5", "5"),
        ("20|10||0", "15/2", "15/2"),
        ("30|10||0", "10", "10"),
        ("1000|10||0", "10", "10"),
        ("29|10||0", "39/4", "39/4"),
        ("1|0+2|0+3|0+4|0+5|0", "15/2", "5/2"),
        # Wu: A Real Battle
        ("1*|-1*", "0", "1"),
        ("{1|-1}+*", "0", "1"),
        # TR96
        ("1||0|-8", "0", "1"),
        ("10|0||0|-20", "0", "0"),
        ("9|0||*", "0", "0"),
        # TDS
        ("10|0||0", "0", "0"),
        ("-4|3", "0", "0"),
        # CGSuite
        ("3||2*|1*", "9/4", "3/4"),
        ("3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}", "-5/16", "21/16"),
    ],
)
def test_mean_and_temperature(text, mean, temperature):
    found = thermograph(parse(text))
    assert (found.mean, found.temperature) == (Fraction(mean), Fraction(temperature))


def test_switches():
    # M93: a|b has mean (a+b)/2 and temperature (a-b)/2
    for a in range(-5, 6):
        for b in range(-5, a + 1):
            found = thermograph(parse(f"{a}|{b}"))
            assert found.mean == Fraction(a + b, 2)
            assert found.temperature == Fraction(a - b, 2)


@pytest.mark.parametrize(
    ("text", "floor", "left", "right"),
    [
        # by hand from the definition
        ("11||8|0", 0, "11@0 8@3", "8@0"),
        ("11||8|0", -1, "12@-1 8@3", "8@-1"),
        ("1||0|-8", 0, "1@0 0@1", "0@0"),
        ("20|10||0", 0, "10@0 10@5 15/2@15/2", "0@0 15/2@15/2"),
        # CGSuite: left crit 3/4 slope -1; right crit 3/4, 1/2, 0 slopes 1, 0, 1
        ("3||2*|1*", -1, "4@-1 9/4@3/4", "1@-1 2@0 2@1/2 9/4@3/4"),
        # numbers, Wu: -1 for integers, -1/2^k else
        ("5", -1, "5@-1", "5@-1"),
        ("1/2", -1, "1@-1 1/2@-1/2", "0@-1 1/2@-1/2"),
        ("1/2", 0, "1/2@0", "1/2@0"),
        ("1/4", -1, "1@-1 1/4@-1/4", "0@-1 0@-1/2 1/4@-1/4"),
        ("*", -1, "1@-1 0@0", "-1@-1 0@0"),
        ("^", -1, "1@-1 0@0", "0@-1"),
        ("{|-3}", -1, "-4@-1", "-4@-1"),
        ("{-3|5}", -1, "0@-1", "0@-1"),
        ("{4|7}", -1, "5@-1", "5@-1"),
    ],
)
def test_walls(text, floor, left, right):
    found = thermograph(parse(text), floor)
    assert (found.left, found.right) == (wall(left), wall(right))


def test_stops_are_where_the_walls_stand_at_zero():
    # CGSuite: stops of the two games
    for text, stops in [
        ("3||2*|1*", (3, 2)),
        ("3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}", (0.5, -1)),
    ]:
        found, game = thermograph(parse(text)), canonical(parse(text))
        assert (game.left_stop, game.right_stop) == stops
        assert (found.left.value_at(0), found.right.value_at(0)) == stops


def test_sum_bounds():
    # Kao: M <= LS <= M+T, M >= RS >= M-T, T(A+B) <= max T, M(A+B) = M(A) + M(B)
    rng = random.Random(21)
    for _ in range(60):
        a, b = (canonical(random_graph(rng, size=4, spread=5)) for _ in range(2))
        ta, tb, total = thermograph(a, -1), thermograph(b, -1), thermograph(a + b, -1)
        assert total.mean == ta.mean + tb.mean
        assert total.temperature <= max(ta.temperature, tb.temperature)
        heat = max(ta.temperature, 0)
        assert ta.mean <= a.left_stop <= ta.mean + heat
        assert ta.mean >= a.right_stop >= ta.mean - heat


@pytest.mark.parametrize("length", range(2, 9))
def test_corridors(length):
    # Wu: mean (n-2) + 2^-(n-1), temperature 1 - 2^-(n-1)
    found = thermograph(corridor(length))
    assert found.mean == length - 2 + Fraction(1, 2 ** (length - 1))
    assert found.temperature == 1 - Fraction(1, 2 ** (length - 1))


def test_numbers_below_zero():
    # CGSuite: 25/16 has temperature -1/16, 9/8* temperature 0
    assert number_thermograph(Fraction(25, 16)).temperature == Fraction(-1, 16)
    assert thermograph(number(Fraction(25, 16))).temperature == 0
    star = thermograph(parse("9/8*"), -1)
    assert (star.mean, star.temperature) == (Fraction(9, 8), 0)


def test_other_rationals_are_seen_from_zero_only():
    found = thermograph(parse("{1/3|-1}"))
    assert (found.mean, found.temperature) == (Fraction(-1, 3), Fraction(2, 3))
    # Wu Examples 2.20 with bounds that are not dyadic
    assert thermograph(parse("{2/7|355/452}")).mean == Fraction(1, 2)
    with pytest.raises(BadInput, match="starts at temperature 0"):
        thermograph(parse("{1/3|-1}"), -1)


def test_offsets_are_sums():
    # K-28 and fractions added to positions: same walls as the game written out
    for text, plain in [
        ("{K|K-28}; K={5|-9}", "{5|-9||-23|-37}"),
        ("{K+1/2|K-3/4}; K={2|*}", "{5/2|1/2*||5/4|-3/4*}"),
        ("{K+1/2|K-28}; K={2|4}", "7/2|-25"),
    ]:
        found, expected = (thermographs(parse(t))[0] for t in (text, plain))
        assert (found.left, found.right) == (expected.left, expected.right)


def test_loops_are_refused():
    with pytest.raises(LoopyGraph, match="loop"):
        thermograph(parse("G={1|H}; H={G|0}"))


def test_deep_graph():
    depth = 1_500
    graph = parse("{" * depth + "1" + "".join(f"|{-i}}}" for i in range(depth)))
    found = thermograph(graph)
    assert found.right.points[0] == (1 - depth, 0)
