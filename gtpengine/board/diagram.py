"""Boards as pictures: `X` Black, `O` White, `.` empty, top row first. Used in tests, logs and GTP.

. X O
X . O      a lower-case letter (but x and o) marks an empty point by name
. a .
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import LETTERS, check_size, point_at
from gtpengine.errors import BadInput

_CELLS = {".": EMPTY, "+": EMPTY, ",": EMPTY, "X": BLACK, "#": BLACK, "O": WHITE}
_SHOWN = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_LETTER_ROW = re.compile(r"^[A-HJ-Z](\s+[A-HJ-Z])+$")
_ROW_LABELS = re.compile(r"^\d+\s+|\s+\d+$")


class BadDiagram(BadInput):
    """The picture is no board; the text says which line."""


@dataclass(frozen=True)
class Diagram:
    """A parsed picture."""

    width: int
    height: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    labels: dict[str, int]  # letter -> the empty point that it marks


def parse_diagram(text: str) -> Diagram:
    """Return the board in `text`; row numbers and column letters around it are skipped.

    Raises:
        BadDiagram: an unknown cell, rows of different length, no rows.
    """
    rows: list[list[str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if not stripped or _is_letter_row(stripped):
            continue
        cells = _ROW_LABELS.sub("", _ROW_LABELS.sub("", stripped)).split()
        for cell in cells:
            if cell not in _CELLS and not (len(cell) == 1 and cell.islower() and cell not in "xo"):
                raise BadDiagram(f"line {number}: '{cell[:20]}' is not a cell (. X O or a letter)")
        if rows and len(cells) != len(rows[0]):
            raise BadDiagram(f"line {number}: {len(cells)} cells where {len(rows[0])} are expected")
        rows.append(cells)
    width, height = len(rows[0]) if rows else 0, len(rows)
    check_size(width, height)
    stones: dict[int, list[int]] = {EMPTY: [], BLACK: [], WHITE: []}
    labels = {}
    for row, cells in zip(range(height, 0, -1), rows, strict=True):
        for column, cell in enumerate(cells, start=1):
            point = point_at(row, column)
            if cell in _CELLS:
                stones[_CELLS[cell]].append(point)
            else:
                labels[cell] = point
    return Diagram(width, height, tuple(stones[BLACK]), tuple(stones[WHITE]), labels)


def _is_letter_row(line: str) -> bool:
    """Tell a row of column letters (A B C ...) from a row of stones (X X O)."""
    letters = line.split()
    return bool(_LETTER_ROW.match(line)) and letters == list(LETTERS[: len(letters)])


def draw(width: int, height: int, colour_at: Callable[[int], int], *, labelled: bool = True) -> str:
    """Return the picture of a board, with row numbers and column letters unless told otherwise."""
    lines = []
    letters = "   " + " ".join(LETTERS[:width])
    for row in range(height, 0, -1):
        cells = (_SHOWN[colour_at(point_at(row, column))] for column in range(1, width + 1))
        plain = " ".join(cells)
        lines.append(f"{row:>2} {plain} {row}" if labelled else plain)
    if labelled:
        lines = [letters, *lines, letters]
    return "\n".join(lines)
