"""The rooms of the TDS paper's first experiments: small areas with one amazon of each player.

A room is a set of squares connected by king steps that fits a 4 x 4 box; shapes that differ by a
symmetry of the square or by their place are one. Every unordered pair of squares holds the two
amazons, Black on the first. Sizes 4, 5 and 6 give 132, 690 and 3,330 rooms, as in the paper; size 7
gives 10,248.
"""

from itertools import combinations

from gtpengine.errors import BadInput
from gtpengine.laboratory.amazons.board import AmazonsPosition, square_of

BOX = 4
SIZES = (4, 5, 6, 7)

Cell = tuple[int, int]
Shape = tuple[Cell, ...]


def shapes(size: int) -> list[Shape]:
    """Return the shapes of `size` squares, each in its canonical place and orientation."""
    found: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            _canonical({*shape, cell})
            for shape in found
            for cell in _neighbours(shape)
            if _fits({*shape, cell})
        }
    return sorted(found)


def rooms(size: int) -> list[AmazonsPosition]:
    """Return all rooms of `size` squares, shape by shape.

    Raises:
        BadInput: fewer than 2 squares, or more than fit the box.
    """
    if not 2 <= size <= BOX * BOX:
        raise BadInput(f"no room has {size} squares")
    found = []
    for shape in shapes(size):
        bits = [1 << square_of(row, column) for row, column in shape]
        for black, white in combinations(bits, 2):
            found.append(AmazonsPosition(sum(bits) - black - white, black, white))
    return found


def _neighbours(shape: Shape) -> set[Cell]:
    steps = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
    around = {(row + up, column + right) for row, column in shape for up, right in steps}
    return around - set(shape)


def _fits(cells: set[Cell]) -> bool:
    rows = [row for row, _ in cells]
    columns = [column for _, column in cells]
    return max(rows) - min(rows) < BOX and max(columns) - min(columns) < BOX


def _canonical(cells: set[Cell]) -> Shape:
    """Return the least of the eight images, moved to the corner."""
    images = []
    for flip in (False, True):
        image = {(row, -column) for row, column in cells} if flip else set(cells)
        for _ in range(4):
            image = {(column, -row) for row, column in image}
            top = min(row for row, _ in image)
            left = min(column for _, column in image)
            images.append(tuple(sorted((row - top, column - left) for row, column in image)))
    return min(images)
