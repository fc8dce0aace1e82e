"""Tokens of the game notation, each with its place in the text, and the error that shows a place.

Places are counted from 1, as a user counts characters.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import BadInput

MAX_LENGTH = 200_000  # characters of one notation
MAX_DIGITS = 1_000  # digits of one numeral
MAX_NAME = 100  # characters of one name, or bars in a row
EXCERPT = 30  # characters shown on each side of a mistake

NUMBER, NAME, BARS, UP, DOWN, STAR, END = "number", "name", "bars", "^", "v", "*", "end"

_PATTERN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d+(?:/\d+|\.\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_']*)"
    r"|(?P<bars>\|+)"
    r"|(?P<sign>[{}(),;=+\-*^\u2191\u2193\u2212])",
    re.ASCII,
)
_SAME = {"\u2191": UP, "\u2193": DOWN, "\u2212": "-"}


class BadNotation(BadInput):
    """A game notation that cannot be read; the text shows the place, `position` is its index."""

    def __init__(self, message: str, text: str, position: int) -> None:
        self.position = position
        super().__init__(f"{message} at character {position + 1}\n{_pointer(text, position)}")


class Token(NamedTuple):
    """A piece of notation: its kind, its text, where it starts; `value` if it is a number."""

    kind: str
    text: str
    position: int
    value: Fraction = Fraction(0)


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`, an END last.

    Raises:
        BadNotation: an unknown character, an absurd numeral or name, a division by zero.
        BadInput: nothing but blanks, or more than MAX_LENGTH characters.
    """
    if len(text) > MAX_LENGTH:
        raise BadInput(f"the notation has {len(text)} characters; the limit is {MAX_LENGTH}")
    if not text.strip():
        raise BadInput("the notation is empty")
    position = 0
    while position < len(text):
        match = _PATTERN.match(text, position)
        if match is None:
            raise BadNotation(f"unexpected {text[position]!r}", text, position)
        found = match.group()
        kind = match.lastgroup
        if kind in (NAME, BARS) and len(found) > MAX_NAME:
            what = "a name" if kind == NAME else "a run of bars"
            raise BadNotation(f"{what} of more than {MAX_NAME} characters", text, position)
        if kind == NUMBER:
            yield Token(NUMBER, found, position, _number(found, text, position))
        elif kind == NAME:
            yield Token(DOWN if found == DOWN else NAME, found, position)
        elif kind == BARS:
            yield Token(BARS, found, position)
        elif kind == "sign":
            yield Token(_SAME.get(found, found), found, position)
        position = match.end()
    yield Token(END, "", len(text))


def _number(numeral: str, text: str, position: int) -> Fraction:
    if len(numeral) > MAX_DIGITS:
        raise BadNotation(f"a number of more than {MAX_DIGITS} digits", text, position)
    try:
        return Fraction(numeral)
    except ZeroDivisionError:
        place = position + numeral.index("/") + 1
        raise BadNotation("division by zero", text, place) from None


def _pointer(text: str, position: int) -> str:
    """Return the surroundings of `position` on one line and a caret under it on the next."""
    start, end = max(0, position - EXCERPT), min(len(text), position + EXCERPT)
    before = "..." if start > 0 else ""
    after = "..." if end < len(text) else ""
    shown = "".join(c if c.isprintable() else " " for c in text[start:end])
    return f"  {before}{shown}{after}\n  {' ' * (len(before) + position - start)}^"
