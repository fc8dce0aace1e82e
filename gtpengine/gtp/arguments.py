"""Arguments of a command, asked for by kind. What is missing or wrong raises; extra is ignored."""

import math
import re

from gtpengine.board.colours import BadColour, parse_colour
from gtpengine.board.points import PASS, BadVertex, point_of
from gtpengine.board.position import Position
from gtpengine.gtp.errors import GtpSyntaxError
from gtpengine.gtp.protocol import CommandLine

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


class Arguments:
    """The words after the command's name; each getter names the position of its word, from 0."""

    def __init__(self, line: CommandLine) -> None:
        self.words = line.arguments
        self.rest = line.rest

    def __len__(self) -> int:
        return len(self.words)

    def word(self, index: int, what: str) -> str:
        """Return a word.

        Raises:
            GtpSyntaxError: there is none; `what` says what it would have been.
        """
        if index >= len(self.words):
            raise GtpSyntaxError(f"{what} is missing")
        return self.words[index]

    def integer(self, index: int, what: str) -> int:
        """Return an integer.

        Raises:
            GtpSyntaxError: the word is missing or no integer.
        """
        word = self.word(index, what)
        if not _INTEGER.fullmatch(word):
            raise GtpSyntaxError(f"{what} must be an integer")
        return int(word)

    def number(self, index: int, what: str) -> float:
        """Return a finite number.

        Raises:
            GtpSyntaxError: the word is missing or no such number.
        """
        word = self.word(index, what)
        value = float(word) if len(word) < 400 and _NUMBER.fullmatch(word) else math.nan
        if not math.isfinite(value):
            raise GtpSyntaxError(f"{what} must be a number")
        return value

    def colour(self, index: int) -> int:
        """Return a colour.

        Raises:
            GtpSyntaxError: the word is missing or no colour.
        """
        try:
            return parse_colour(self.word(index, "the colour"))
        except BadColour as error:
            raise GtpSyntaxError(str(error)) from None

    def vertex(self, index: int, position: Position) -> int:
        """Return a point of the board, or PASS.

        Raises:
            GtpSyntaxError: the word is missing or names no point of this board.
        """
        try:
            return point_of(self.word(index, "the vertex"), position.width, position.height)
        except BadVertex as error:
            raise GtpSyntaxError(str(error)) from None

    def point(self, index: int, position: Position) -> int:
        """Return a point of the board.

        Raises:
            GtpSyntaxError: the word is missing or names none; a pass is none.
        """
        point = self.vertex(index, position)
        if point == PASS:
            raise GtpSyntaxError("pass is not a point")
        return point

    def moves(self, position: Position) -> list[tuple[int, int]]:
        """Return the arguments as pairs of colour and vertex: `B D4 W pass`.

        Raises:
            GtpSyntaxError: a word is no colour or vertex, or the last pair is incomplete.
        """
        return [
            (self.colour(index), self.vertex(index + 1, position))
            for index in range(0, len(self.words), 2)
        ]
