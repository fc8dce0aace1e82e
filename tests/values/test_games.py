"""Games as values: canonical forms, order, sums."""

import random
from fractions import Fraction

import pycgt
import pytest

from gtpengine.values.formatting import format_graph
from gtpengine.values.games import (
    Game,
    canonical,
    from_options,
    negative,
    number,
    subgames,
    to_graph,
    values,
)
from gtpengine.values.graph import LoopyGraph
from gtpengine.values.infinitesimals import DOWN, STAR, UP, ZERO, nimber, ups
from gtpengine.values.notation import parse
from gtpengine.values.numbers import number_options
from tests.values.samples import random_graph


def game(text: str) -> Game:
    return canonical(parse(text))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        # Wu Examples 2.20: simplicity rule
        ("{2|4}", "3"),
        ("{-3|5}", "0"),
        ("{-1|-1/2}", "-3/4"),
        ("{2/7|355/452}", "1/2"),
        # Wu: domination, then reversal through -3
        ("{{5|-3}|0,^}", "-1"),
        # Wu: 2 + 3 stars + 2 ups + 5 downs, CGSuite writes 2v3*
        ("2+*+*+*+2^+5v", "2+3v*"),
        ("{2|{2|{2|3}}}", "17/8"),
        ("{2|{2|2}}", "2+^"),
        # TR96: threats that are not carried out are worth nothing
        ("10|0||0|-20", "0"),
        ("7|0||*", "0"),
        # Wu: corridors are canonical already
        ("3|||2||1|*", "3|||2||1|*"),
        ("1|0+2|0", "3|2||1|0"),
        ("{1|}", "2"),
        ("{|-3}", "-4"),
        ("{|}", "0"),
        ("{0|1*}", "1"),
        ("{1/3*|1/3*}", "1/3"),
        ("{-3|5}+10", "10"),
        ("{2|4}+1/2", "7/2"),
        ("*2+*", "*3"),
        ("^+*2", "^*2"),
        ("{5|-5}-{5|-5}", "0"),
    ],
)
def test_canonical_form(text, form):
    assert str(game(text)) == form
    assert game(form) is game(text)


def test_sum_of_five_switches_is_the_complete_tree():
    # M93: leaves from left to right
    leaves = [15, 14, 13, 12, 12, 11, 10, 9, 11, 10, 9, 8, 8, 7, 6, 5]
    leaves += [10, 9, 8, 7, 7, 6, 5, 4, 6, 5, 4, 3, 3, 2, 1, 0]
    level = [number(leaf) for leaf in leaves]
    while len(level) > 1:
        level = [from_options([a], [b]) for a, b in zip(level[::2], level[1::2], strict=True)]
    total = game("1|0+2|0+3|0+4|0+5|0")
    assert total is level[0]
    found = str(total).replace("{", "").replace("}", "").replace("|", " ").split()
    assert [int(leaf) for leaf in found] == leaves


def test_infinitesimals():
    # Wu, Properties 2.23
    assert STAR.is_confused_with(ZERO)
    assert STAR + STAR is ZERO
    assert UP > ZERO > DOWN
    assert UP.is_confused_with(STAR)
    assert DOWN.is_confused_with(STAR)
    assert DOWN + DOWN < STAR < UP + UP
    assert UP + UP + STAR > ZERO
    assert UP is game("{0|*}")
    assert DOWN is game("{*|0}")
    assert nimber(5) + nimber(3) is nimber(6)
    assert ups(-3) is game("3v")
    assert UP.is_infinitesimal
    assert not ZERO.is_infinitesimal
    assert not game("1*").is_infinitesimal
    assert number(Fraction(1, 1000)) > UP


@pytest.mark.parametrize(("stars", "arrows"), [(a, b) for a in (0, 1) for b in range(-4, 5)])
def test_outcome_of_numbers_stars_and_arrows(stars, arrows):
    # Wu Example 3.1, the decision rule: a number decides; else two arrows do; else the star
    rest = ups(arrows) + nimber(stars)
    for value in (-1, 0, Fraction(1, 2)):
        total = number(value) + rest
        if value:
            expected = "L" if value > 0 else "R"
        elif stars == 0:
            expected = "L" if arrows > 0 else "R" if arrows < 0 else "P"
        else:
            expected = "L" if arrows > 1 else "R" if arrows < -1 else "N"
        assert total.outcome == expected


def test_loops_have_no_canonical_form():
    with pytest.raises(LoopyGraph, match="G, H"):
        canonical(parse("G={1|H}; H={G|0}"))


def test_deep_games():
    depth = 5_000
    deep = game("{" * depth + "1" + "".join(f"|{-i}}}" for i in range(depth)))
    assert len(subgames(deep)) == 2 * depth + 1
    assert (negative(deep) + number(3)).left_stop == depth + 2
    assert deep <= number(1)
    assert len(str(deep)) > 2 * depth


def same_by_play(a: Game, b: Game) -> bool:
    """Return whether a - b is a second-player win, from the difference's canonical form."""
    return (a - b).outcome == "P"


def test_group_and_order_of_random_games():
    rng = random.Random(11)
    found = [canonical(random_graph(rng, size=4, spread=3, bits=1)) for _ in range(120)]
    for _ in range(150):
        a, b, c = rng.choices(found, k=3)
        assert a + b is b + a
        assert (a + b) + c is a + (b + c)
        assert a - a is ZERO
        assert negative(negative(a)) is a
        assert (a is b) == same_by_play(a, b)
        assert (a >= b) == ((a - b) >= ZERO)
        assert (a >= b) == (-b >= -a)
        if a >= b:
            assert a + c >= b + c
            assert a.left_stop >= b.left_stop
            assert a.right_stop >= b.right_stop
        assert (a > b) + (a < b) + (a is b) + a.is_confused_with(b) == 1


def test_forms_of_a_value_share_one_object():
    # Adding options that a player would never use changes nothing.
    rng = random.Random(12)
    for _ in range(200):
        value = canonical(random_graph(rng, size=5, spread=4))
        if value.number is not None:
            continue
        worse = [option - UP for option in value.left]
        better = [option + number(1) for option in value.right]
        assert from_options([*value.left, *worse], [*value.right, *better]) is value
        # A reversible gift: Left's move to {99|value} is taken back.
        gift = from_options([number(99)], [value])
        assert from_options([*value.left, gift], value.right) is value


def test_number_avoidance():
    # Wu Theorem 4.1: with another move to be had, a move in a number is never the only good one
    rng = random.Random(13)
    tried = 0
    while tried < 150:
        hot = canonical(random_graph(rng, size=4, spread=3))
        if hot.number is not None:
            continue
        tried += 1
        x = Fraction(rng.randint(-12, 12), 4)
        low, _ = number_options(x)
        wins_in_number = low is not None and hot + number(low) >= ZERO
        wins_in_game = any(option + number(x) >= ZERO for option in hot.left)
        assert wins_in_game or not wins_in_number


def to_pycgt(value: Game, known: dict[Game, pycgt.Game]) -> pycgt.Game:
    """Return our canonical form as theirs, option by option, without their reductions."""
    for each in subgames(value):
        if each not in known:
            if each.number is not None:
                known[each] = pycgt.number(each.number)
            else:
                known[each] = pycgt.Game(
                    frozenset(known[option] for option in each.left),
                    frozenset(known[option] for option in each.right),
                )
    return known[value]


def test_pycgt_agrees():
    rng = random.Random(14)
    ours_as_theirs: dict[Game, pycgt.Game] = {}
    for _ in range(400):
        graph = random_graph(rng, size=5, spread=3, bits=1, options=2)
        theirs: dict[int, pycgt.Game] = {}
        for index in graph.options_first():
            node = graph.nodes[index]
            if node.number is not None:
                theirs[index] = pycgt.number(node.number)
            else:
                theirs[index] = pycgt.game(
                    [theirs[option.node] for option in node.left],
                    [theirs[option.node] for option in node.right],
                )
        for index, value in enumerate(values(graph)):
            assert to_pycgt(value, ours_as_theirs) == theirs[index], format_graph(to_graph(value))


def test_text_of_random_canonical_forms_reads_back():
    rng = random.Random(15)
    for _ in range(200):
        value = canonical(random_graph(rng, size=6, spread=3, bits=1))
        assert game(str(value)) is value
