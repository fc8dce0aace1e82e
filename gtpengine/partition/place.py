"""Places that somebody points at: a mask of points on a board becomes a region.

The stones around the mask are its walls. `ALIVE` takes them as living; `REAL` takes a wall that is
not proved safe and has few liberties elsewhere into the region, with those liberties. Where empty
points lead out of the mask the region grows by a few of them; farther out it is cut, and what lies
beyond counts as the edge of the board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.points import PASS, BadVertex, column_of, point_at, point_of, row_of, vertex_of
from gtpengine.board.position import Chain, Position
from gtpengine.errors import BadInput
from gtpengine.partition.bits import Bits, beside, bits_of, board_bits, components, points_of
from gtpengine.partition.partition import coloured, ko_inside, strict_partition
from gtpengine.partition.region import Region

MOST_GROWN: Final = 6  # points by which a mask that is too tight may grow
MOST_AROUND: Final = 16  # empty points of a place that one point stands for
WEAK: Final = 2  # liberties outside: a wall with more lives long enough


class BadPlace(BadInput):
    """The points asked for make no region; the text says why."""


class Walls(Enum):
    """What is assumed of the stones around a place."""

    ALIVE = "alive"
    REAL = "real"


@dataclass(frozen=True)
class Place:
    """A region that was asked for.

    Attributes:
        mask: the points that were named.
        region: what is played in; exact if all its walls are proved safe and nothing was cut.
        grown: points that the mask lacked.
        cut: empty points beside the region that count as the edge of the board.
        trusted: the lowest stone of each wall that is not proved safe, with its colour.
        left: empty points of the mask that lead into the open, where most of it does not.
    """

    mask: frozenset[int]
    region: Region
    walls: Walls
    grown: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    trusted: tuple[tuple[int, int], ...] = ()
    left: tuple[int, ...] = ()

    @property
    def remarks(self) -> list[str]:
        """What a reader has to know about the border."""
        found = []
        if self.grown:
            found.append(f"the mask was too tight: {_names(self.grown)} belong to the place")
        if self.left:
            found.append(f"left out, for play there leads into the open: {_names(self.left)}")
        if self.cut:
            found.append(f"cut at {_names(self.cut)}: play beyond is not seen")
        for stone, colour in self.trusted:
            name = f"{colour_name(colour)}'s wall at {vertex_of(stone)}"
            found.append(f"{name} is taken as alive; if it can be captured the value is another")
        return found


def parse_mask(text: str, width: int, height: int) -> frozenset[int]:
    """Return the points of a text such as `C1:H4`, `C1,C2,D1` or both kinds, commas between.

    Raises:
        BadPlace: no point, or one that is not on the board.
    """
    found: set[int] = set()
    for item in text.replace(",", " ").split():
        corners = [_point(name, width, height) for name in item.split(":")]
        if len(corners) > 2:
            raise BadPlace(f"'{item[:40]}' is no rectangle (such as C1:H4)")
        rows = sorted(row_of(point) for point in corners)
        columns = sorted(column_of(point) for point in corners)
        found.update(
            point_at(row, column)
            for row in range(rows[0], rows[-1] + 1)
            for column in range(columns[0], columns[-1] + 1)
        )
    if not found:
        raise BadPlace("no points: a place is C1:H4, or C1,C2,D1")
    return frozenset(found)


def mask_around(position: Position, point: int, most: int = MOST_AROUND) -> frozenset[int]:
    """Return the `most` empty points that are nearest to a point, by ways through empty points.

    Beside a stone they are those nearest to its chain.
    """
    board = board_bits(position.width, position.height)
    stones = bits_of(stone for colour in (BLACK, WHITE) for stone in position.stones(colour))
    found = bits_of([point]) & board
    if found & stones:
        chain = next(c for c in position.chains() if point in c.stones)
        found = bits_of(chain.liberties)
    while True:
        ring = beside(found) & board & ~stones & ~found
        if not ring or (found | ring).bit_count() > most:
            return frozenset(points_of(found))
        found |= ring


def place_at(
    position: Position, mask: Iterable[int], walls: Walls = Walls.ALIVE, *, whole: bool = False
) -> Place:
    """Return the region of the points `mask`; `whole` keeps parts that are proved settled, too.

    Raises:
        BadPlace: there is nothing to play in: no point, or every point is a wall.
    """
    named = frozenset(mask)
    board = board_bits(position.width, position.height)
    asked = bits_of(named) & board
    if not asked:
        raise BadPlace("no points: a place needs at least one point of the board")
    strict = strict_partition(position)
    safe = strict.safe[BLACK] | strict.safe[WHITE]
    chains = list(position.chains())
    stones = bits_of(stone for chain in chains for stone in chain.stones)
    empty = board & ~stones
    if not whole:
        # Of a wide mask the parts that are proved settled are left out: eyes of walls, for example.
        territory = strict.territory[BLACK] | strict.territory[WHITE]
        parts = components(asked & empty)
        settled = sum(part for part in parts if not part & ~territory)
        if settled != asked & empty:
            asked &= ~settled
    inside = _opened(asked & empty, chains, safe, asked, walls)
    leads_out, inside = _grown(inside, empty)
    left = leads_out if not whole and _is_less(leads_out & empty, inside & empty & asked) else 0
    inside |= leads_out & ~left
    if not inside & empty:
        raise BadPlace(f"nothing to play in: {_names(sorted(named))} holds no empty point")
    cut = beside(inside) & empty & ~inside
    both = (0, bits_of(position.stones(BLACK)), bits_of(position.stones(WHITE)))
    around = beside(inside) & stones & ~inside
    trusted = tuple(
        (min(chain.stones), chain.colour)
        for chain in chains
        if bits_of(chain.stones) & around and not bits_of(chain.stones) & safe
    )
    region = Region(
        position.width,
        position.height,
        tuple(points_of(inside)),
        tuple(coloured(inside, both)),
        tuple(coloured(around, both)),
        *ko_inside(position, inside),
        exact=not cut and not trusted,
    )
    extra = tuple(points_of(inside & ~asked))
    return Place(
        named, region, walls, extra, tuple(points_of(cut)), trusted, tuple(points_of(left & empty))
    )


def place_of(position: Position, region: Region, walls: Walls = Walls.ALIVE) -> Place:
    """Return a region that is known already as a place."""
    inside = bits_of(region.points)
    stones = bits_of(stone for colour in (BLACK, WHITE) for stone in position.stones(colour))
    cut = beside(inside) & board_bits(position.width, position.height) & ~inside & ~stones
    return Place(frozenset(region.points), region, walls, cut=tuple(points_of(cut)))


def ringed(position: Position, place: Place) -> Place:
    """Return the place grown by a ring: its walls and the points behind them, if walls may fall.

    Walls that reach beyond the ring stay walls, those that do not may be captured now. What beside
    the place is neither its own nor a wall, such as a stone taken for dead, belongs to the ring.
    """
    board = board_bits(position.width, position.height)
    points = bits_of(place.region.points)
    border = beside(points) & board & ~points
    mask = points | border | beside(border) & board
    return place_at(position, points_of(mask), place.walls, whole=True)


def parted(position: Position, place: Place, grown: Place) -> Region | None:
    """Return the region of a grown place in which the walls of `place` cannot be taken.

    So `place` and the land around it are games apart. None where they touch without a wall between.
    """
    inner = bits_of(place.region.points)
    both = (0, bits_of(position.stones(BLACK)), bits_of(position.stones(WHITE)))
    border = bits_of(point for point, _ in place.region.border)
    chains = (bits_of(chain.stones) for chain in position.chains())
    walls = sum(stones for stones in chains if stones & border)
    inside = bits_of(grown.region.points) & ~walls
    if inner & ~inside or beside(inner) & inside & ~inner:
        return None
    around = beside(inside) & (both[BLACK] | both[WHITE]) & ~inside
    return Region(
        position.width,
        position.height,
        tuple(points_of(inside)),
        tuple(coloured(inside, both)),
        tuple(coloured(around, both)),
        *ko_inside(position, inside),
        exact=False,
    )


def _grown(inside: Bits, empty: Bits) -> tuple[Bits, Bits]:
    """Return the parts that lead into the open, as they were drawn, and the others, closed.

    A few points of ways out are taken in.
    """
    leads_out = closed = 0
    for part in components(inside):
        grown, room = part, MOST_GROWN
        while leaks := beside(grown) & empty & ~grown:
            room -= leaks.bit_count()
            if room < 0:
                break
            grown |= leaks
        if leaks:
            leads_out |= part
        else:
            closed |= grown
    return leads_out & ~closed, closed


def _is_less(one: Bits, other: Bits) -> bool:
    return one.bit_count() < other.bit_count()


def _opened(inside: Bits, chains: list[Chain], safe: Bits, asked: Bits, walls: Walls) -> Bits:
    """Return the empty points with the chains that may be captured there."""
    todo = [chain for chain in chains if not bits_of(chain.stones) & safe]
    while True:
        for chain in todo:
            stones, liberties = bits_of(chain.stones), bits_of(chain.liberties)
            outside = liberties & ~inside
            enclosed = not stones & ~asked and not outside
            weak = walls is Walls.REAL and beside(stones) & inside and outside.bit_count() <= WEAK
            if enclosed or weak:
                inside |= stones | outside
                todo.remove(chain)
                break
        else:
            return inside


def _point(name: str, width: int, height: int) -> int:
    try:
        point = point_of(name, width, height)
    except BadVertex as error:
        raise BadPlace(str(error)) from None
    if point == PASS:
        raise BadPlace("a pass is no place")
    return point


def _names(points: Iterable[int]) -> str:
    names = [vertex_of(point) for point in points]
    return ", ".join(names[:8]) + (" and others" if len(names) > 8 else "")
