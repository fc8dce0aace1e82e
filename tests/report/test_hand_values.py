"""Places on whole boards whose values are derived by hand: what `analyze --region` says of them."""

from fractions import Fraction

import pytest

from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.localgame.borders import Border
from gtpengine.partition.place import parse_mask, place_at
from gtpengine.report.place import study

# Mask, count, gain in territory scoring; each value is derived by hand in the line above it.
PLACES = {
    # by hand: a corridor of five is worth the same around a corner
    "bent": (
        "C7,D7,E7,E6,E5",
        "49/16",
        "15/16",
        """
        . . . . . . . . .
        . X X X X X . . .
        . X . . . X . . .
        . X X X . X . . .
        . . . X . X . . .
        . . . O O O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: {3||2|0}: after White's push Black closes, or both points behind are nobody's
    "tee": (
        "C7,D7,E7,D6",
        "2",
        "1",
        """
        . . . . . . . . .
        . X X X X X . . .
        . X . . . X . . .
        . X X . X X . . .
        . O O O O O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: whoever plays inside is captured
    "seki": (
        "D7:F9",
        "0",
        "-1",
        """
        . . O X . O X . .
        . . O X . O X . .
        . . O X O O X . .
        . . . O X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: {6|0}: three stones are taken or connected
    "three": (
        "C7:F7",
        "3",
        "3",
        """
        . . . . . . . . .
        . X X X X X O . .
        . X O O O . O . .
        . X X X X X O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: a corridor of two, {1|0}, and a dame elsewhere
    "apart": (
        "C7,D7,E3",
        "1/2",
        "1/2",
        """
        . . . . . . . . .
        . X X X O . . . .
        . X . . O . . . .
        . X X X O . . . .
        . . . . . . . . .
        . . . . X O . . .
        . . . X . O . . .
        . . . . X O . . .
        . . . . . . . . .
        """,
    ),
    # by hand: {1|0} twice: who pushes is answered in the other one
    "miai": (
        "C7,D7,C3,D3",
        "1",
        "0",
        """
        . . . . . . . . .
        . X X X O . . . .
        . X . . O . . . .
        . X X X O . . . .
        . . . . . . . . .
        . X X X O . . . .
        . X . . O . . . .
        . X X X O . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: four points that nobody can enter
    "square": (
        "C9:F9",
        "4",
        "-1",
        """
        . X . . . . X . .
        . X X X X X X . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: {21|-3}: nine stones on thirteen points less the move in the middle, or three eyes
    "pyramid": (
        "C7:G9",
        "9",
        "12",
        """
        . X O . . . O X .
        . X O O . O O X .
        . . X O O O X . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: {7||6|0}: Black blocks, or answers the push by taking three stones
    "sente": (
        "C7:F7,F6",
        "6",
        "1",
        """
        . . . . . . . . .
        . X X X X X X . .
        . X O O O . X . .
        . X X X X . X . .
        . . . . O O O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # by hand: {0|-4}: two stones are connected or taken
    "connect": (
        "E5:E7",
        "-2",
        "2",
        """
        . . . . . . . . .
        . . . X X X . . .
        . . . O . O . . .
        . . . O X O . . .
        . . . O X O . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_values_by_hand(name):
    mask, count, gain, picture = PLACES[name]
    position = Position.from_diagram(picture, rules=JAPANESE)
    (each,) = study(position, [place_at(position, parse_mask(mask, 9, 9))], 60.0)
    value = each.report.value
    assert value is not None
    assert (value.mean, value.temperature) == (Fraction(count), Fraction(gain))
    assert each.border in (Border.PROVED, Border.HOLDS, Border.ASSUMED)
