"""Colours of points. Left of the theory is Black, Right is White; positive scores are Black's."""

from typing import Final

from gtpengine.errors import BadInput

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
WALL: Final = 3

_NAMES = {BLACK: "black", WHITE: "white"}
_SPELLINGS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class BadColour(BadInput):
    """The text names no colour."""


def opponent(colour: int) -> int:
    """Return the other player.  Pre: BLACK or WHITE."""
    return BLACK + WHITE - colour


def parse_colour(text: str) -> int:
    """Return the colour that `text` names, in any case: b, black, w, white.

    Raises:
        BadColour: it names none.
    """
    colour = _SPELLINGS.get(text.lower())
    if colour is None:
        raise BadColour(f"'{text}' is not a colour (b, black, w or white)")
    return colour


def colour_name(colour: int) -> str:
    """Return 'black' or 'white'."""
    return _NAMES[colour]


def colour_letter(colour: int) -> str:
    """Return 'B' or 'W'."""
    return _NAMES[colour][0].upper()
