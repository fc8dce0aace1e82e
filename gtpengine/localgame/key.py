"""Region keys: one name for all regions that are the same local game up to symmetry and colour.

A key lists the cells of the region's bounding box, row by row from the bottom. A cell knows what
play can see: its stone and whether safe black or white stones stand beside it; where exactly those
stand does not matter. Of the 16 ways to turn, mirror and recolour a region the key is the least, so
a corridor anywhere, in either colour, has one key, one graph and one value.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import SIDES, column_of, row_of
from gtpengine.partition.region import Region

OUTSIDE = 0
# A cell of the region is 1 + its stone (EMPTY, BLACK, WHITE) + these.
NEAR_BLACK = 3
NEAR_WHITE = 6
MAX_BITS = 62

_SWAPPED_STONE = {EMPTY: EMPTY, BLACK: WHITE, WHITE: BLACK}


class RegionKey(NamedTuple):
    """The canonical cells of a region: see the module."""

    width: int
    height: int
    cells: bytes

    @property
    def layout(self) -> "Layout":
        """Where sets have the bits of the cells."""
        return _layout(self)

    @property
    def stride(self) -> int:
        """By how much the bits of a cell and the one above differ."""
        return self.layout.stride

    @property
    def bits(self) -> int:
        """How many bits a set of points needs."""
        return self.layout.bits

    @property
    def empty_points(self) -> int:
        """How many points carry no stone."""
        return sum(1 for cell in self.cells if cell and (cell - 1) % 3 == EMPTY)

    def sets(self) -> tuple[int, int, int, int, int]:
        """Return the sets of points that kernels want: see gtpengine.localgame.kernels.expand."""
        found = [0, 0, 0, 0, 0]
        layout = self.layout
        for index, cell in enumerate(self.cells):
            if cell == OUTSIDE:
                continue
            bit = 1 << layout.bit(index // self.width, index % self.width)
            code = cell - 1
            found[code % 3] |= bit
            if code // NEAR_BLACK % 2:
                found[3] |= bit
            if code // NEAR_WHITE:
                found[4] |= bit
        return found[0], found[1], found[2], found[3], found[4]


class Layout(NamedTuple):
    """How cells become bits: neighbours in a row differ by 1, those in a column by `stride`.

    With an unused column after every row of the box no other cells do. Where that takes too many
    bits the rows overlap, as far as they can without making neighbours of cells that are none.
    """

    stride: int
    step: int  # 1, or -1: rows run backward
    offset: int
    bits: int

    def bit(self, row: int, column: int) -> int:
        """Return the bit of a cell of the region."""
        return row * self.stride + self.step * column + self.offset


@lru_cache(maxsize=1 << 12)
def _layout(key: RegionKey) -> Layout:
    box = Layout(key.width + 1, 1, 0, (key.width + 1) * key.height - 1)
    if box.bits <= MAX_BITS:
        return box
    cells = [(i // key.width, i % key.width) for i, cell in enumerate(key.cells) if cell]
    found = [box]
    for stride in range(2, MAX_BITS if len(cells) <= MAX_BITS else 0):
        for step in (1, -1):
            bits = [row * stride + step * column for row, column in cells]
            least, size = min(bits), max(bits) - min(bits) + 1
            if size < found[0].bits and _keeps_apart(cells, bits, stride, step):
                found = [Layout(stride, step, -least, size)]
    return found[0]


def _keeps_apart(cells: list[tuple[int, int]], bits: list[int], stride: int, step: int) -> bool:
    """Tell whether only the same cells have the same bit and only neighbours are beside it."""
    at = dict(zip(bits, cells, strict=True))
    return len(at) == len(cells) and all(
        at.get(bit + 1, (row, column + step)) == (row, column + step)
        and at.get(bit + stride, (row + 1, column)) == (row + 1, column)
        for bit, (row, column) in at.items()
    )


@dataclass(frozen=True)
class Placement:
    """Where the game of a key lies on the board.

    Attributes:
        key: the canonical cells.
        points: the board point of each bit of the key's sets.
        swapped: the key has the colours exchanged, so its values have the opposite sign.
    """

    key: RegionKey
    points: dict[int, int]
    swapped: bool

    def colour(self, side: int) -> int:
        """Return the board's colour of the key's Black (0) or White (1)."""
        return (BLACK, WHITE)[side ^ self.swapped]

    def side(self, colour: int) -> int:
        """Return whether the board's `colour` is the key's Black (0) or White (1)."""
        return (0 if colour == BLACK else 1) ^ self.swapped

    def bit_of(self, point: int) -> int:
        """Return the bit of a board point.

        Raises:
            KeyError: it is no point of the region.
        """
        for bit, found in self.points.items():
            if found == point:
                return bit
        raise KeyError(point)


def _code(stone: int, near: set[int], swapped: bool) -> int:
    black, white = (WHITE, BLACK) if swapped else (BLACK, WHITE)
    code = 1 + (_SWAPPED_STONE[stone] if swapped else stone)
    return code + NEAR_BLACK * (black in near) + NEAR_WHITE * (white in near)


def place(region: Region) -> Placement:
    """Return the key of a region and how it lies on the board.

    Stones of a heuristic region that belong to a block with liberties or eyes outside count as
    safe: inside the region they cannot be captured. A ban on retaking a ko is no part of the key.
    """
    stones = dict(region.stones)
    border = dict(region.border)
    held = {
        reach.stone: reach.colour
        for reach in region.context
        if reach.stone in stones and (reach.liberties or reach.eyes)
    }
    cells = []
    for point in region.points:
        near = {border[point + side] for side in SIDES if point + side in border}
        if point in held:
            near.add(held[point])
        cells.append((row_of(point), column_of(point), point, stones.get(point, EMPTY), near))
    best: tuple[int, int, bytes] | None = None
    found: tuple[list[tuple[int, int, int]], bool, int] | None = None
    for symmetry in range(8):
        turned = [(*_turned(row, column, symmetry), p) for row, column, p, _, _ in cells]
        low_row = min(row for row, _, _ in turned)
        low_column = min(column for _, column, _ in turned)
        turned = [(row - low_row, column - low_column, point) for row, column, point in turned]
        width = 1 + max(column for _, column, _ in turned)
        height = 1 + max(row for row, _, _ in turned)
        if best is not None and ((width + 1) * height, width) > (best[0], best[1]):
            continue
        for swapped in (False, True):
            picture = bytearray(width * height)
            for (row, column, _), (_, _, _, stone, near) in zip(turned, cells, strict=True):
                picture[row * width + column] = _code(stone, near, swapped)
            candidate = ((width + 1) * height, width, bytes(picture))
            if best is None or candidate < best:
                best, found = candidate, (turned, swapped, height)
    assert best is not None
    assert found is not None
    turned, swapped, height = found
    width = best[1]
    key = RegionKey(width, height, best[2])
    points = {key.layout.bit(row, column): point for row, column, point in turned}
    return Placement(key, points, swapped)


def _turned(row: int, column: int, symmetry: int) -> tuple[int, int]:
    """Return a point after one of the 8 symmetries of the square."""
    if symmetry & 1:
        row = -row
    if symmetry & 2:
        column = -column
    return (column, row) if symmetry & 4 else (row, column)
