"""Points. Index = row * STRIDE + column, both from 1, A1 bottom left; the same on every board size.

Column 0 and row 0 are wall, and so is all beyond the board's edge, so a neighbour of a point on the
board is always a valid index. Three indices in the wall of row 0 name what is no point.

    vertex   row  column   point            on a 19x19 board
    A1         1       1      27            lower left
    T19       19      19     513            upper right
    pass       -       -       1            PASS
"""

from collections.abc import Iterator
from typing import Final

from gtpengine.errors import BadInput

MIN_SIZE: Final = 2
MAX_SIZE: Final = 25
STRIDE: Final = MAX_SIZE + 1
GRID_LEN: Final = (MAX_SIZE + 2) * STRIDE + 2

NO_POINT: Final = 0
PASS: Final = 1
RESIGN: Final = 2

NORTH: Final = STRIDE
SOUTH: Final = -STRIDE
EAST: Final = 1
WEST: Final = -1
SIDES: Final = (SOUTH, WEST, EAST, NORTH)
CORNERS: Final = (SOUTH + WEST, SOUTH + EAST, NORTH + WEST, NORTH + EAST)

LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_NAMES = {PASS: "pass", RESIGN: "resign", NO_POINT: "none"}


class BadVertex(BadInput):
    """The text names no point of this board."""


class BadSize(BadInput):
    """The board cannot have that size."""


def point_at(row: int, column: int) -> int:
    """Return the point at `row` and `column`, both counted from 1 at the lower left."""
    return row * STRIDE + column


def row_of(point: int) -> int:
    """Return the row of `point`, from 1 at the bottom."""
    return point // STRIDE


def column_of(point: int) -> int:
    """Return the column of `point`, from 1 at the left."""
    return point % STRIDE


def on_board(point: int, width: int, height: int) -> bool:
    """Tell whether `point` lies on a board of that size."""
    return 1 <= row_of(point) <= height and 1 <= column_of(point) <= width


def board_points(width: int, height: int) -> Iterator[int]:
    """Yield the points of the board, A1 first, row by row upward."""
    for row in range(1, height + 1):
        yield from range(point_at(row, 1), point_at(row, width) + 1)


def vertex_of(point: int) -> str:
    """Return the point's name: 'D4', 'pass', 'resign' or 'none'."""
    if point in _NAMES:
        return _NAMES[point]
    return f"{LETTERS[column_of(point) - 1]}{row_of(point)}"


def point_of(text: str, width: int, height: int) -> int:
    """Return the point that `text` names on a board of that size, or PASS; case does not matter.

    Raises:
        BadVertex: it names none.
    """
    name = text.upper()
    if name == "PASS":
        return PASS
    column = LETTERS.find(name[:1]) + 1 if name else 0
    digits = name[1:]
    if column == 0 or not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
        raise BadVertex(f"'{text[:40]}' is not a vertex (such as D4, or pass)")
    row = int(digits)
    if not (1 <= row <= height and column <= width):
        raise BadVertex(f"{name} is not on a board of {width}x{height}")
    return point_at(row, column)


def check_size(width: int, height: int) -> None:
    """Return quietly if a board can have that size.

    Raises:
        BadSize: it cannot.
    """
    if not (MIN_SIZE <= width <= MAX_SIZE and MIN_SIZE <= height <= MAX_SIZE):
        raise BadSize(f"board size {width}x{height} is not between {MIN_SIZE} and {MAX_SIZE}")
