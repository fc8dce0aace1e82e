"""First moves: a book that people can edit, then the principle that empty corners come first.

A line of the book is a board size and moves from the empty board, Black first:

    9: E5 C4 ...

Every position of every line, in all eight symmetries, gets the next move of its line as a reply.
Where several lines reply, the seed chooses. `#` begins a comment.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import (
    NO_POINT,
    column_of,
    on_board,
    point_at,
    point_of,
    row_of,
    vertex_of,
)
from gtpengine.board.position import IllegalMove, Position
from gtpengine.errors import BadInput

BOOK_FILE = Path(__file__).with_name("book.txt")
SMALLEST_WITH_CORNERS = 13  # on smaller boards the first moves are no matter of corners
_CORNER_ROOM = 6  # lines from both edges that must be empty for a corner to be so
_CORNER_LINES = ((4, 4), (3, 4), (4, 3))  # where to play in an empty corner
_SYMMETRIES = range(8)

Stones = tuple[tuple[int, ...], tuple[int, ...]]


class BadBook(BadInput):
    """The opening book cannot be read; the text says where."""


class OpeningBook:
    """Replies by board size, stones and player to move."""

    def __init__(self) -> None:
        self._replies: dict[tuple[int, Stones, int], set[int]] = {}

    @classmethod
    def from_text(cls, text: str) -> "OpeningBook":
        """Return the book in a text.

        Raises:
            BadBook: a line is not `size: moves`, or a move is illegal.
        """
        book = cls()
        for number, line in enumerate(text.splitlines(), start=1):
            content = line.split("#")[0].strip()
            if not content:
                continue
            try:
                size, moves = content.split(":")
                book._add(int(size), moves.split())
            except (ValueError, BadInput, IllegalMove) as error:
                raise BadBook(f"line {number} of the opening book: {error}") from None
        return book

    def _add(self, size: int, moves: list[str]) -> None:
        position = Position(size)
        for move in moves:
            point = point_of(move, size, size)
            for symmetry in _SYMMETRIES:
                key = (size, _stones(position, symmetry), position.to_move)
                self._replies.setdefault(key, set()).add(_turned(point, size, symmetry))
            position.play(position.to_move, point)

    def replies(self, position: Position) -> list[int]:
        """Return the moves that the book knows here, ascending."""
        if position.width != position.height:
            return []
        key = (position.width, _stones(position, 0), position.to_move)
        return sorted(self._replies.get(key, ()))


def load_book(path: Path = BOOK_FILE) -> OpeningBook:
    """Return the book in a file.

    Raises:
        BadBook: there is no such file, or it is no book.
    """
    try:
        return OpeningBook.from_text(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadBook(f"cannot read the opening book '{path}': {error}") from None


def opening_move(position: Position, book: OpeningBook, seed: int) -> tuple[int, str] | None:
    """Return a first move and why, or None where the position has outgrown such rules."""
    chance = random.Random(f"{seed} {position.hash}")
    for kind, points in (
        ("the opening book knows it", book.replies(position)),
        ("empty corners come first", list(_empty_corners(position, chance))),
    ):
        legal = [p for p in points if position.is_legal(position.to_move, p)]
        if legal:
            point = chance.choice(legal)
            return point, f"{vertex_of(point)}: {kind}."
    return None


def _empty_corners(position: Position, chance: random.Random) -> Iterator[int]:
    """Yield for each empty corner one of the usual points in it."""
    width, height = position.width, position.height
    if min(width, height) < SMALLEST_WITH_CORNERS:
        return
    for right in (False, True):
        for top in (False, True):

            def at(line: int, other: int, right: bool = right, top: bool = top) -> int:
                row = height + 1 - line if top else line
                return point_at(row, width + 1 - other if right else other)

            room = range(1, _CORNER_ROOM + 1)
            if all(position.colour_at(at(a, b)) == EMPTY for a in room for b in room):
                yield at(*chance.choice(_CORNER_LINES))


def _stones(position: Position, symmetry: int) -> Stones:
    size = position.width
    black, white = (
        tuple(sorted(_turned(point, size, symmetry) for point in position.stones(colour)))
        for colour in (BLACK, WHITE)
    )
    return black, white


def _turned(point: int, size: int, symmetry: int) -> int:
    """Return a point under one of the symmetries of the square."""
    row, column = row_of(point), column_of(point)
    if symmetry & 1:
        row = size + 1 - row
    if symmetry & 2:
        column = size + 1 - column
    if symmetry & 4:
        row, column = column, row
    turned = point_at(row, column)
    return turned if on_board(turned, size, size) else NO_POINT
