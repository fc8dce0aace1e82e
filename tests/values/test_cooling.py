"""Cooling, chilling, warming, corridors."""

import random
from fractions import Fraction

import pytest

from gtpengine.values.cooling import chilled, cooled, corridor, unchilled, warmed
from gtpengine.values.games import Game, canonical, from_options, number
from gtpengine.values.infinitesimals import STAR, UP, ZERO, ups
from gtpengine.values.notation import parse
from tests.values.samples import random_graph


def game(text: str) -> Game:
    return canonical(parse(text))


@pytest.mark.parametrize(
    ("text", "t", "expected"),
    [
        # Wu Examples 4.4
        ("1|-1", "0", "1|-1"),
        ("1|-1", "1/2", "1/2|-1/2"),
        ("1|-1", "1", "*"),
        ("1|-1", "5/4", "0"),
        ("3|||2||1|*", "1", "17/8"),
        ("7/4", "3", "7/4"),
        ("*", "1", "0"),
        ("^", "1/8", "0"),
        ("11||8|0", "2", "9||10-2|4"),
        ("11||8|0", "4", "8"),
    ],
)
def test_cooled(text, t, expected):
    assert cooled(game(text), Fraction(t)) is game(expected)


def test_the_tax_cannot_be_negative():
    with pytest.raises(ValueError, match="negative"):
        cooled(STAR, -1)


@pytest.mark.parametrize(
    ("length", "value"),
    # Wu section 5.1
    [
        (2, "1/2"),
        (3, "5/4"),
        (4, "17/8"),
        (5, "49/16"),
        (6, "129/32"),
        (7, "321/64"),
        (8, "769/128"),
    ],
)
def test_corridors(length, value):
    assert chilled(corridor(length)) is number(Fraction(value))
    assert cooled(corridor(length), 1) is number(Fraction(value))
    # parity: empty points, so the even ones are the warmed value and the odd ones that plus a star
    assert unchilled(number(Fraction(value)), odd=length % 2 == 1) is corridor(length)


def test_corridor_of_one_point_is_a_star():
    # Wu Examples 5.1 and 4.14
    assert corridor(1) is STAR
    assert chilled(STAR) is ZERO
    assert unchilled(ZERO, odd=True) is STAR


def test_a_real_battle():
    # Wu 5.2: secured 8-7, A = F = -1/2, B = *, C = 2+up, D = -2+down, E = 0
    half = number(Fraction(-1, 2))
    total = number(8 - 7) + half + STAR + (number(2) + UP) + (number(-2) + ups(-1)) + ZERO + half
    assert total is STAR
    assert warmed(total) is game("1|-1")
    assert unchilled(total, odd=True) is game("1*|-1*")
    # The whole has one move for each, to 1* or -1*: what is left after B. On a board it need not
    # be B: see tests/search/test_real_battle.py
    position = unchilled(total, odd=True)
    assert position.outcome == "N"
    assert [option.outcome for option in position.left] == ["L"]
    assert [option.outcome for option in position.right] == ["R"]


def test_chilling_needs_integers():
    with pytest.raises(ValueError, match="1/2"):
        chilled(game("1/2|0"))


def test_warming_needs_finite_numbers():
    with pytest.raises(ValueError, match="dyadic"):
        warmed(number(Fraction(1, 3)))


def test_cooling_is_linear_and_keeps_the_order():
    # Wu Properties 4.5
    rng = random.Random(31)
    for _ in range(60):
        a, b = (canonical(random_graph(rng, size=4, spread=4)) for _ in range(2))
        for t in (Fraction(1, 2), Fraction(1), Fraction(7, 4)):
            assert cooled(a + b, t) is cooled(a, t) + cooled(b, t)
            if a >= b:
                assert cooled(a, t) >= cooled(b, t)


def elementary_position(rng: random.Random, depth: int, parity: int) -> Game:
    """Return a random game like a Go position without kos: integer ends whose parity follows play.

    Every move changes the parity, an end has the parity of its position, and nobody is forced to
    give something up: where moving first would be a loss, play has ended.
    """
    if depth == 0 or rng.random() < 0.15:
        return number(2 * rng.randint(-3, 3) + parity)
    sides = [
        [elementary_position(rng, depth - 1, 1 - parity) for _ in range(rng.randint(1, 2))]
        for _ in range(2)
    ]
    left = max(option.right_stop for option in sides[0])
    right = min(option.left_stop for option in sides[1])
    if left < right:
        return number(2 * rng.randint(-3, 3) + parity)
    return from_options(*sides)


def test_warming_undoes_chilling():
    # Wu Theorem 4.11 and Corollary 4.13: even G = warmed(G_1), odd G = warmed(G_1) + *
    rng = random.Random(32)
    hot = 0
    for _ in range(400):
        odd = rng.randint(0, 1)
        position = elementary_position(rng, 3, odd)
        hot += position.number is None
        assert chilled(position) is cooled(position, 1)
        assert unchilled(cooled(position, 1), odd=bool(odd)) is position
    assert hot > 200
