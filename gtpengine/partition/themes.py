"""Themes: a region that is too large for one search, divided by what is at stake in it.

From each seed a theme grows over empty points and through stones, a chain being one step across, at
most a few steps and to no more points than a search can handle. Every point belongs to one theme
and is counted there, so means add. Moves may concern several themes: each names all empty points
where a move can matter to it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import column_of, row_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.partition.bits import (
    Bits,
    beside,
    bits_of,
    components,
    flood,
    points_of,
    stones_of,
)
from gtpengine.partition.partition import Partition, coloured, ko_inside
from gtpengine.partition.region import Region
from gtpengine.partition.seeds import (
    Motive,
    Seed,
    Stones,
    block_of,
    middle,
    seeds,
    step,
    union,
)

MOST_EMPTY = 40  # a region with more empty points is divided
MOST_POINTS = 40  # of a theme, unless one chain has more
LEAST_POINTS = 8  # fewer are joined with a neighbour that has room
REACH = 4  # steps from a seed to the end of its theme
STEPS_OUTSIDE = 2  # from a theme to moves that still concern it
FIRM = 0.6  # ownership from which what surrounds a divided region is settled
# Smaller and emptier boards are better judged as a whole.
SMALL_BOARD = 200
LEAST_FILLED = 0.08
_URGENCY = {motive: place for place, motive in enumerate(Motive)}
_PLACES = ("centre", "side", "corner")


@dataclass(frozen=True)
class Theme:
    """A part of a region that is judged by a search of its own.

    Attributes:
        motive: what it is about.
        heart: the point that it is named after.
        region: its points, counted here and in no other theme; the stones beside them; as links
            the names of the themes with which it shares moves.
        moves: empty points where a move may concern it; some are points of other themes.
    """

    motive: Motive
    heart: int
    region: Region
    moves: Bits

    @property
    def title(self) -> str:
        """What it is about, for people: "weak chain at D4", "open corner at C3"."""
        about = self.motive.value
        if self.motive is Motive.OPEN:
            block = block_of(self.heart, (self.region.width, self.region.height))
            about = f"{about} {_PLACES[2 - block.count(1)]}"
        return f"{about} at {vertex_of(self.heart)}"


@dataclass(frozen=True)
class Division:
    """A partition whose large regions have themes.

    Attributes:
        partition: as it was, but for the large regions, which have taken in what is not firm.
        themes: of each large region by its name.
    """

    partition: Partition
    themes: Mapping[int, tuple[Theme, ...]]

    def parts(self) -> list[tuple[Region, Theme | None]]:
        """Return the regions in their order; in the place of one with themes stand those."""
        found: list[tuple[Region, Theme | None]] = []
        for region in self.partition.regions:
            themes = self.themes.get(region.name)
            found += [(region, None)] if themes is None else [(t.region, t) for t in themes]
        return found


def divided(
    position: Position, partition: Partition, ownership: Mapping[int, float], hanging: Bits = 0
) -> Division:
    """Return the partition with its large regions divided.

    Around a large region little is settled: it takes in the chains and points beside it whose
    ownership is less than FIRM and that lie in no other region.

    Args:
        position: whoever is to move.
        partition: of the position.
        ownership: per point from 1.0 Black to -1.0 White.
        hanging: stones that live or die by who moves first.
    """
    found: dict[int, tuple[Theme, ...]] = {}
    for region in large_regions(position, partition):
        partition, wide = _widened(position, partition, region, ownership)
        found[wide.name] = themes(position, bits_of(wide.points), ownership, hanging)
    return Division(partition, found)


def large_regions(position: Position, partition: Partition) -> list[Region]:
    """Return the regions that are to be divided; none of a small or nearly empty board."""
    if not is_divisible(position):
        return []
    return [region for region in partition.regions if len(region.empty) > MOST_EMPTY]


def is_divisible(position: Position) -> bool:
    """Tell whether a board is large and full enough for themes."""
    size = position.width * position.height
    stones = len(position.stones(BLACK)) + len(position.stones(WHITE))
    return size > SMALL_BOARD and stones >= LEAST_FILLED * size


def themes(
    position: Position, area: Bits, ownership: Mapping[int, float], hanging: Bits = 0
) -> tuple[Theme, ...]:
    """Return the themes of a region, by their names. Arguments as those of `seeds`."""
    full, black, white = stones_of(position)
    stones = (0, black, white)
    empty = full & ~black & ~white
    parts = _grown(seeds(position, area, ownership, hanging), area, stones)
    parts = _joined([*parts, *_rest(area & ~union(part.core for part in parts), stones)])
    parts.sort(key=lambda part: part.core & -part.core)
    moves = []
    for part in parts:
        near = part.core
        for _ in range(STEPS_OUTSIDE):
            near |= step(near, area | empty, stones)
        moves.append(near & empty)
    return tuple(
        Theme(part.motive, part.heart, _region(position, part, links, stones), own)
        for part, links, own in zip(parts, _links(parts, moves), moves, strict=True)
    )


def _widened(
    position: Position, partition: Partition, region: Region, ownership: Mapping[int, float]
) -> tuple[Partition, Region]:
    """Return the partition in which a region has taken in what is not firm, and that region."""
    others = union(bits_of(each.points) for each in partition.regions if each != region)
    doubtful = bits_of(p for p in position.points() if abs(ownership[p]) < FIRM)
    _, black, white = stones_of(position)
    stones = (0, black, white)
    doubtful &= ~black & ~white
    for chain in position.chains():
        if abs(sum(ownership[stone] for stone in chain.stones)) < FIRM * len(chain.stones):
            doubtful |= bits_of(chain.stones)
    inner = bits_of(region.points)
    proved = partition.safe[BLACK] | partition.safe[WHITE]
    area = flood(inner, inner | doubtful & ~others & ~proved)
    territory = (0, partition.territory[BLACK] & ~area, partition.territory[WHITE] & ~area)
    settled = 0, partition.safe[BLACK] | territory[BLACK], partition.safe[WHITE] | territory[WHITE]
    wide = Region(
        position.width,
        position.height,
        tuple(points_of(area)),
        tuple(coloured(area, stones)),
        tuple(coloured(beside(area) & ~area, settled)),
        *ko_inside(position, area),
        exact=False,
    )
    regions = [wide if each == region else each for each in partition.regions]
    return replace(
        partition,
        regions=tuple(sorted(regions, key=lambda each: each.name)),
        territory=territory,
        dead=partition.dead & ~area,
    ), wide


def _grown(found: list[Seed], area: Bits, stones: Stones) -> list[Seed]:
    """Return the seeds grown by turns, a step at a time; a point goes to whoever comes first."""
    parts = []
    for seed in found:
        parts.append(_filled(0, seed.core & area, seed.heart, stones, MOST_POINTS))
        area &= ~parts[-1]
    for _ in range(REACH):
        for number, seed in enumerate(found):
            part = parts[number]
            fresh = step(part, area, stones)
            parts[number] = _filled(part, fresh, seed.heart, stones, MOST_POINTS)
            area &= ~parts[number]
    return [replace(seed, core=part) for seed, part in zip(found, parts, strict=True) if part]


def _filled(part: Bits, fresh: Bits, heart: int, stones: Stones, most: int) -> Bits:
    """Return the part with as much of `fresh` as there is room for: chains whole, then points.

    The points nearest to the heart come first. An empty part takes one chain, however large.
    """
    units = [chain for colour in (BLACK, WHITE) for chain in components(fresh & stones[colour])]
    units.sort(key=lambda unit: (-unit.bit_count(), unit))
    open_points = points_of(fresh & ~stones[BLACK] & ~stones[WHITE])
    units += [1 << p for p in sorted(open_points, key=lambda p: (_distance(p, heart), p))]
    for unit in units:
        if not part or (part | unit).bit_count() <= most:
            part |= unit
    return part


def _distance(point: int, other: int) -> int:
    return (row_of(point) - row_of(other)) ** 2 + (column_of(point) - column_of(other)) ** 2


def _rest(area: Bits, stones: Stones) -> Iterator[Seed]:
    """Yield what no seed has reached, in pieces of about equal size."""
    for left in components(area):
        count = left.bit_count()
        most = -(-count // -(-count // MOST_POINTS))
        while left:
            piece = _piece(left, most, stones)
            left &= ~piece
            close = piece | beside(piece)
            contested = close & stones[BLACK] and close & stones[WHITE]
            yield Seed(Motive.FRONTIER if contested else Motive.OPEN, middle(piece), piece)


def _piece(left: Bits, most: int, stones: Stones) -> Bits:
    """Return a connected piece of `left` from its lowest point on, of at most `most` points.

    Only a chain may be larger than that.
    """
    lowest = left & -left
    heart = lowest.bit_length() - 1
    fresh = lowest
    for colour in (BLACK, WHITE):
        if lowest & stones[colour]:
            fresh = flood(lowest, stones[colour] & left)
    piece: Bits = 0
    while True:
        grown = _filled(piece, fresh, heart, stones, most)
        if grown == piece:
            return piece
        piece = grown
        fresh = step(piece, left, stones)


def _joined(parts: list[Seed]) -> list[Seed]:
    """Return the parts, small ones joined with the neighbour with which they share most sides.

    The more urgent motive stays. What no neighbour has room for stays small.
    """
    found = list(parts)
    for part in sorted(parts, key=lambda part: (part.core.bit_count(), part.core)):
        here = next(each for each in found if not part.core & ~each.core)
        around = beside(here.core)
        room = MOST_POINTS - here.core.bit_count()
        others = [
            each
            for each in found
            if each != here and each.core & around and each.core.bit_count() <= room
        ]
        if here.core.bit_count() < LEAST_POINTS and others:
            other = max(others, key=lambda each: ((each.core & around).bit_count(), -each.core))
            first = min(other, here, key=lambda each: _URGENCY[each.motive])
            found = [each for each in found if each not in (here, other)]
            found.append(replace(first, core=here.core | other.core))
    return found


def _links(parts: list[Seed], moves: list[Bits]) -> list[tuple[int, ...]]:
    """Return for each part the lowest points of the others with which it shares moves."""
    names = [next(points_of(part.core)) for part in parts]
    return [
        tuple(
            name for name, other in zip(names, moves, strict=True) if name != here and other & own
        )
        for here, own in zip(names, moves, strict=True)
    ]


def _region(position: Position, part: Seed, links: tuple[int, ...], stones: Stones) -> Region:
    return Region(
        position.width,
        position.height,
        tuple(points_of(part.core)),
        tuple(coloured(part.core, stones)),
        tuple(coloured(beside(part.core) & ~part.core, stones)),
        *ko_inside(position, part.core),
        exact=False,
        links=links,
    )
