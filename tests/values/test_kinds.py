"""Sente, gote, highest plays, best options."""

import random
from fractions import Fraction

import pytest

from gtpengine.values.games import canonical
from gtpengine.values.kinds import (
    LEFT,
    RIGHT,
    Kind,
    best_options,
    best_ranges,
    highest_play,
    kind,
    kinds,
    move_ranges,
)
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import thermograph, thermographs
from tests.values.samples import random_graph


def written(ranges) -> list[str]:
    return [f"{low}..{high} {what}" for low, high, what in ranges]


@pytest.mark.parametrize(
    ("text", "expected", "black", "white"),
    [
        # TR96: Black's reverse sente for t in 0..1, White's sente 0..4
        ("1||0|-8", Kind.WHITE_SENTE, ["0..1 reverse sente"], ["0..4 sente"]),
        # TR96: Left may threaten up to 5, Right up to 10
        ("10|0||0|-20", Kind.NUMBER, ["0..5 sente"], ["0..10 sente"]),
        ("10|0", Kind.GOTE, ["0..5 gote"], ["0..5 gote"]),
        # M93: BIG = 30 is the exact limit of Black's sente
        ("30|10||0", Kind.BLACK_SENTE, ["0..10 sente"], ["0..10 reverse sente"]),
        (
            "29|10||0",
            Kind.GOTE,
            ["0..19/2 sente", "19/2..39/4 gote"],
            ["0..19/2 reverse sente", "19/2..39/4 gote"],
        ),
        # by hand: below 4 both threats are worth answering
        (
            "10|2||0|-10",
            Kind.GOTE,
            ["0..4 sente", "4..5 reverse sente", "5..11/2 gote"],
            ["0..5 sente", "5..11/2 gote"],
        ),
        # TDS: 10|0||0 has t^(Left) = 5, t^(Right) = 0; the value is an infinitesimal
        ("10|0||0", Kind.INFINITESIMAL, ["0..5 sente"], []),
        ("*", Kind.INFINITESIMAL, [], []),
        ("^", Kind.INFINITESIMAL, [], []),
        ("1/2", Kind.NUMBER, [], []),
        ("{1|}", Kind.NUMBER, [], []),
        ("{-4|3}", Kind.NUMBER, [], []),
        ("{2/7|11/14}", Kind.NUMBER, [], []),
    ],
)
def test_kind_and_ranges(text, expected, black, white):
    found = thermograph(parse(text))
    assert kind(found) == expected
    assert written(move_ranges(found, LEFT)) == black
    assert written(move_ranges(found, RIGHT)) == white


def test_double_sente_is_a_matter_of_temperature():
    found = thermograph(parse("10|2||0|-10"))
    assert written(kinds(found)) == ["0..4 double sente", "4..5 White sente", "5..11/2 gote"]
    assert kinds(thermograph(parse("3"))) == []


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        ("10|0||0|-20", 5, 10),
        ("10|0||0", 5, 0),  # TDS
        ("1||0|-8", 1, 4),
        ("{-4|3}", None, None),
        ("{1|}", -1, None),
        ("7", None, None),
    ],
)
def test_highest_play(text, black, white):
    found = thermograph(parse(text), -1)
    assert highest_play(found, LEFT) == black
    assert highest_play(found, RIGHT) == white


def test_best_options_change_with_temperature():
    # by hand: sente for 3 is best while the threat of 9 more is worth an answer, up to t = 9/2;
    # 6 in gote from 3 = 6 - t on
    graph = parse("{12|3},6|-2")
    found = thermographs(graph)
    assert best_ranges(graph, found, graph.root, LEFT) == [
        [(3, None)],
        [(-1, 3)],
    ]
    assert best_options(graph, found, graph.root, LEFT, 0) == [1]
    assert best_options(graph, found, graph.root, LEFT, 3) == [0, 1]
    assert best_options(graph, found, graph.root, LEFT, 4) == [0]
    assert best_options(graph, found, graph.root, RIGHT, 4) == [0]


def test_best_options_are_those_without_which_the_wall_falls():
    rng = random.Random(41)
    for _ in range(150):
        graph = random_graph(rng, size=5, spread=6)
        found = thermographs(graph)
        for node, side in [(0, LEFT), (0, RIGHT)]:
            options = graph.nodes[node].left if side == LEFT else graph.nodes[node].right
            for t in (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(3)):
                after = [
                    side * (found[o.node].right if side == LEFT else found[o.node].left).value_at(t)
                    for o in options
                ]
                best = [i for i, value in enumerate(after) if value == max(after)]
                assert best_options(graph, found, node, side, t) == best


def test_kind_is_a_matter_of_value_alone():
    rng = random.Random(42)
    seen = set()
    for _ in range(300):
        graph = random_graph(rng, size=5, spread=5, bits=1)
        plain, reduced = thermograph(graph, -1), thermograph(canonical(graph), -1)
        assert plain.is_number == (canonical(graph).number is not None)
        assert plain.is_number == (plain.temperature < 0)
        assert kind(plain) == kind(reduced) == kind(thermograph(graph))
        seen.add(kind(plain))
    assert seen == set(Kind) - {Kind.DOUBLE_SENTE}
