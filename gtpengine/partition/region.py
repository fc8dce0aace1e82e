"""A region: the points of one local game, the safe stones around it and what reaches beyond.

A region's own points are its empty points and its unsafe stones, those that may still be captured.
Every neighbour of such a point is another point of the region, a border stone or off the board; in
a heuristic region it may also be a dead stone outside, which is nobody's and stands for the edge.
Border stones of an exact region are never captured, whatever happens inside; those of a heuristic
region only probably are, and its context says what the doubtful blocks have elsewhere.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.points import NO_POINT, SIDES, on_board, point_at, vertex_of
from gtpengine.errors import BadInput

_INSIDE: Final = {".": EMPTY, "x": BLACK, "o": WHITE, "b": EMPTY, "w": EMPTY}
_BORDER: Final = {"X": BLACK, "O": WHITE}
_BANNED: Final = {"b": BLACK, "w": WHITE}
_OUTSIDE: Final = "-"


class BadRegion(BadInput):
    """The points do not make a region; the text says where."""


class Reach(NamedTuple):
    """What a block of a heuristic region that is not proved safe has outside that region."""

    stone: int  # the lowest stone of the block that lies in the region or on its border
    colour: int
    liberties: int  # empty points beside the block, outside the region
    eyes: int  # vital regions of the block outside, 2 meaning two or more


@dataclass(frozen=True)
class Region:
    """One local game on the board; a plain value.

    Attributes:
        width: columns of the board.
        height: rows of the board.
        points: ascending, the empty points and the unsafe stones.
        stones: ascending (point, colour) of the unsafe stones among the points.
        border: ascending (point, colour) of the safe stones beside the points.
        ko_point: the point of the region where a ko may not be retaken now, or NO_POINT.
        ko_colour: who may not play there, or EMPTY.
        exact: the border consists of proved-safe stones and the board's edge alone.
        links: for a heuristic region the names of the regions that share a weak border block.
        context: for a heuristic region what its weak blocks have outside.
    """

    width: int
    height: int
    points: tuple[int, ...]
    stones: tuple[tuple[int, int], ...] = ()
    border: tuple[tuple[int, int], ...] = ()
    ko_point: int = NO_POINT
    ko_colour: int = EMPTY
    exact: bool = True
    links: tuple[int, ...] = ()
    context: tuple[Reach, ...] = ()

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        points: Iterable[int],
        stones: Mapping[int, int],
        border: Mapping[int, int],
        ko: tuple[int, int] = (NO_POINT, EMPTY),
    ) -> Self:
        """Return the exact region of a board of `size` (width, height); `ko` is (point, colour).

        Border stones that touch no point of the region are left out.

        Raises:
            BadRegion: a point has a neighbour that is neither inside, border nor off the board; a
                stone or a ko lies outside; there is no point.
        """
        width, height = size
        inside = frozenset(points)
        if not inside:
            raise BadRegion("a region has at least one point")
        for point in (*stones, *([ko[0]] if ko[0] != NO_POINT else [])):
            if point not in inside:
                raise BadRegion(f"{vertex_of(point)} is no point of the region")
        touched = set()
        for point in inside:
            if not on_board(point, width, height) or point in border:
                raise BadRegion(f"{vertex_of(point)} cannot be a point of the region")
            for near in (point + side for side in SIDES):
                if near in border:
                    touched.add(near)
                elif near not in inside and on_board(near, width, height):
                    raise BadRegion(f"{vertex_of(near)} beside the region is no border stone")
        return cls(
            width,
            height,
            tuple(sorted(inside)),
            tuple(sorted(stones.items())),
            tuple(sorted((point, border[point]) for point in touched)),
            *ko,
        )

    @classmethod
    def from_diagram(cls, text: str) -> Self:
        """Return the region in a picture of a whole board, top row first.

        `.` is an empty point of the region, `x` and `o` are its unsafe stones, `X` and `O` safe
        stones, `-` a point outside; `b` (`w`) is the empty point where Black (White) may not retake
        a ko. The edge of the picture is the edge of the board.

        Raises:
            BadRegion: an unknown cell, rows of different length, or not a region.
        """
        rows = [line.split() for line in text.splitlines() if line.strip()]
        height, width = len(rows), len(rows[0]) if rows else 0
        stones: dict[int, int] = {}
        border: dict[int, int] = {}
        points = []
        ko = (NO_POINT, EMPTY)
        for row, cells in zip(range(height, 0, -1), rows, strict=True):
            if len(cells) != width:
                raise BadRegion(f"row {row} has {len(cells)} cells where {width} are expected")
            for column, cell in enumerate(cells, start=1):
                point = point_at(row, column)
                if cell in _INSIDE:
                    points.append(point)
                    if _INSIDE[cell] != EMPTY:
                        stones[point] = _INSIDE[cell]
                    if cell in _BANNED:
                        ko = (point, _BANNED[cell])
                elif cell in _BORDER:
                    border[point] = _BORDER[cell]
                elif cell != _OUTSIDE:
                    raise BadRegion(f"'{cell[:20]}' is not a cell (. x o X O - b w)")
        return cls.of((width, height), points, stones, border, ko)

    @property
    def name(self) -> int:
        """The lowest point: it names the region among all regions of one position."""
        return self.points[0]

    @property
    def empty(self) -> tuple[int, ...]:
        """The points without a stone, ascending."""
        taken = {point for point, _ in self.stones}
        return tuple(point for point in self.points if point not in taken)

    def colours(self) -> dict[int, int]:
        """Return EMPTY, BLACK or WHITE for each point of the region and of its border."""
        return {**dict.fromkeys(self.points, EMPTY), **dict(self.stones), **dict(self.border)}

    def diagram(self) -> str:
        """Return the whole board as a picture that `from_diagram` reads."""
        signs = {EMPTY: ".", BLACK: "x", WHITE: "o", WALL: _OUTSIDE}
        cells = {point: signs[colour] for point, colour in self.colours().items()}
        cells |= {point: signs[colour].upper() for point, colour in self.border}
        if self.ko_point != NO_POINT:
            cells[self.ko_point] = "b" if self.ko_colour == BLACK else "w"
        return "\n".join(
            " ".join(
                cells.get(point_at(row, column), _OUTSIDE) for column in range(1, self.width + 1)
            )
            for row in range(self.height, 0, -1)
        )
