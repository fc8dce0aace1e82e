"""Which numbers are a komi, and how one is written."""

import dataclasses
import random
from fractions import Fraction

import pytest

from gtpengine.board.komi import MOST_KOMI, BadKomi, decimal_text, komi_of
from gtpengine.config import GameConfig
from gtpengine.match.settings import GameSettings


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("6.5", Fraction(13, 2)),
        ("-0.5", Fraction(-1, 2)),
        ("+7", Fraction(7)),
        (".5", Fraction(1, 2)),
        ("7.", Fraction(7)),
        ("1e1", Fraction(10)),
        ("-10000", Fraction(-10_000)),
        ("0.000001", Fraction(1, 10**6)),
        ("6.50000000000000000000", Fraction(13, 2)),
        (6.5, Fraction(13, 2)),
        (0.1, Fraction(1, 10)),
    ],
)
def test_a_komi_is_what_its_decimals_say(text, komi):
    assert komi_of(text) == komi


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "nan", "inf", "-inf", "1/2", "0x10", "1_0", "6,5", "½", "٣", "1e", "--1"),
        *("1e400", "-1e308", "1e999999999", "9" * 5000, "10000.5", "1e-7", "0.1234567", "1e-999"),
        *(float("nan"), float("inf"), 1e300, 1e-300),
    ],
)
def test_what_nothing_can_be_counted_with_is_refused(text):
    with pytest.raises(BadKomi) as error:
        komi_of(text)
    assert len(str(error.value)) < 100


def test_texts_and_numbers_go_both_ways():
    chance = random.Random(5)
    for _ in range(500):
        komi = Fraction(chance.randrange(-(10**10), 10**10), 10**6)
        assert komi_of(decimal_text(komi)) == komi
    assert [decimal_text(Fraction(n, 4)) for n in (0, 1, 2, 4, -30)] == [
        *("0", "0.25", "0.5", "1", "-7.5"),
    ]


@pytest.mark.parametrize("settings", [GameConfig, GameSettings])
def test_settings_know_the_same_limits(settings):
    (komi,) = (field for field in dataclasses.fields(settings) if field.name == "komi")
    assert (komi.metadata["low"], komi.metadata["high"]) == (-MOST_KOMI, MOST_KOMI)
