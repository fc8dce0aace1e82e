"""Seeds: where something is at stake in a region that is too large for one search.

Weak groups, cuts between chains of one colour, frontiers where ownership changes sign, and open
areas far from all stones; what matters most comes first. Geometry and ownership alone, no search.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import CORNERS, SIDES, column_of, row_of
from gtpengine.board.position import Position
from gtpengine.partition.bits import Bits, beside, bits_of, components, flood, points_of, stones_of

WEAK = 0.45  # ownership of its stones below which a group is weak
LARGE_GROUP = 6  # stones of a weak group that is a seed whatever else is near
LEAST_STAKE = 1.0  # stones in doubt that make a cut worth a thought
NEAR_STONES = 3  # steps from a frontier to stones of both colours
LEAST_CHANGE = 0.08  # of ownership from one point to the next, at a frontier
FAR = 3  # steps from an open area to any stone
LEAST_OPEN = 4  # points of an open area

Stones = tuple[Bits, Bits, Bits]


class Motive(Enum):
    """What a theme is about, the most urgent first."""

    WEAK = "weak chain"
    CUT = "cut"
    FRONTIER = "frontier"
    OPEN = "open"


# Steps from the seeds before it within which a seed is left out.
APART = {Motive.WEAK: 2, Motive.CUT: 2, Motive.FRONTIER: 4, Motive.OPEN: 4}


@dataclass(frozen=True)
class Seed:
    """Where a theme begins: its motive, the point that names it, and the points it starts with."""

    motive: Motive
    heart: int
    core: Bits


@dataclass(frozen=True)
class _Group:
    """Chains of one colour that are hard to separate."""

    colour: int
    chains: tuple[Bits, ...]
    liberties: Bits
    stake: float  # stones in doubt: each counts from 0, surely somebody's, to 1, anybody's
    hangs: bool  # a chain of it lives or dies by who moves first
    inside: bool  # its stones are points of the region

    @property
    def stones(self) -> Bits:
        return union(self.chains)

    @property
    def is_weak(self) -> bool:
        return self.hangs or self.stake > (1.0 - WEAK) * self.stones.bit_count()


def seeds(
    position: Position, area: Bits, ownership: Mapping[int, float], hanging: Bits = 0
) -> list[Seed]:
    """Return the seeds of a region by motive, then by what is at stake.

    Args:
        position: whoever is to move.
        area: the points of the region; chains belong to it whole, or not at all.
        ownership: per point from 1.0 Black to -1.0 White.
        hanging: stones that live or die by who moves first.
    """
    full, black, white = stones_of(position)
    stones = (0, black, white)
    empty = area & ~black & ~white
    groups = _groups(position, area, ownership, hanging)
    wanted = [
        *_weak(groups),
        *_cuts(groups, empty, stones),
        *_frontiers(empty, full, stones, ownership),
        *_open_areas(empty, full, stones, (position.width, position.height)),
    ]
    found: list[Seed] = []
    near = dict.fromkeys(Motive, 0)
    for seed in wanted:
        if seed.core & near[seed.motive] and seed.core.bit_count() < LARGE_GROUP:
            continue
        found.append(seed)
        for motive, steps in APART.items():
            reached = seed.core
            for _ in range(steps):
                reached |= step(reached, area, stones)
            near[motive] |= reached
    return found


def step(points: Bits, area: Bits, stones: Stones) -> Bits:
    """Return what of `area` lies one step from the points; a chain is reached as a whole."""
    fresh = beside(points) & area & ~points
    for colour in (BLACK, WHITE):
        touched = fresh & stones[colour]
        if touched:
            fresh |= flood(touched, stones[colour] & area)
    return fresh


def union(parts: Iterable[Bits]) -> Bits:
    """Return all points of the sets."""
    found = 0
    for part in parts:
        found |= part
    return found


def middle(points: Bits) -> int:
    """Return the point of the set that is nearest to its centre of gravity; the lowest of such."""
    every = list(points_of(points))
    row = sum(map(row_of, every)) / len(every)
    column = sum(map(column_of, every)) / len(every)
    return min(every, key=lambda p: ((row_of(p) - row) ** 2 + (column_of(p) - column) ** 2, p))


def block_of(point: int, size: tuple[int, int]) -> tuple[int, int]:
    """Return in which part (0, 1 or 2) of the columns and of the rows a point lies.

    Of a board of `size` (width, height) the outer parts are a third each.
    """
    parts = []
    for place, length in zip((column_of(point), row_of(point)), size, strict=True):
        outer = length // 3
        parts.append(0 if place <= outer else 2 if place > length - outer else 1)
    return parts[0], parts[1]


def _groups(
    position: Position, area: Bits, ownership: Mapping[int, float], hanging: Bits
) -> list[_Group]:
    """Return the chains, those made one that are hard to separate."""
    _, black, white = stones_of(position)
    stones = (0, black, white)
    found: list[_Group] = []
    for chain in position.chains():
        bits = bits_of(chain.stones)
        hangs = bool(bits & hanging)
        sure = abs(sum(ownership[stone] for stone in chain.stones))
        stake = len(chain.stones) if hangs else max(0.0, len(chain.stones) - sure)
        inside = not bits & ~area
        group = _Group(chain.colour, (bits,), bits_of(chain.liberties), stake, hangs, inside)
        foes = stones[opponent(chain.colour)]
        others = [
            each
            for each in found
            if (each.colour, each.inside) == (group.colour, group.inside)
            and _holds(each.liberties & group.liberties, foes)
        ]
        found = [each for each in found if each not in others]
        found.append(_merged([*others, group]))
    return found


def _holds(common: Bits, foes: Bits) -> bool:
    """Tell whether chains with these common liberties are hard to separate."""
    return common.bit_count() > 1 or (common != 0 and not _around(common) & foes)


def _around(point: Bits) -> Bits:
    """Return what lies beside or diagonal to a point; walls may be among it."""
    place = point.bit_length() - 1
    return bits_of(place + way for way in (*SIDES, *CORNERS))


def _merged(groups: list[_Group]) -> _Group:
    return _Group(
        groups[0].colour,
        tuple(chain for group in groups for chain in group.chains),
        union(group.liberties for group in groups),
        sum(group.stake for group in groups),
        any(group.hangs for group in groups),
        groups[0].inside,
    )


def _weak(groups: Iterable[_Group]) -> list[Seed]:
    weak = [group for group in groups if group.inside and group.is_weak]
    weak.sort(key=lambda group: (-group.stake, group.stones))
    return [
        Seed(Motive.WEAK, middle(max(group.chains, key=Bits.bit_count)), group.stones)
        for group in weak
    ]


def _cuts(groups: list[_Group], empty: Bits, stones: Stones) -> list[Seed]:
    """Return the points where groups of one colour can be separated and one of them is in doubt."""
    stakes: dict[int, float] = {}
    for colour in (BLACK, WHITE):
        own = [group for group in groups if group.colour == colour]
        for point in points_of(empty & union(group.liberties for group in own)):
            if not _around(1 << point) & stones[opponent(colour)]:
                continue
            # What is settled has nothing to fear: the cut is about the other one.
            touched = sorted(
                group.stake if group.inside else float("inf")
                for group in own
                if group.liberties >> point & 1
            )
            if len(touched) > 1 and LEAST_STAKE <= touched[-2] < float("inf"):
                stakes[point] = max(stakes.get(point, 0.0), touched[-2])
    order = sorted(stakes, key=lambda point: (-stakes[point], point))
    return [Seed(Motive.CUT, point, 1 << point) for point in order]


def _frontiers(
    empty: Bits, full: Bits, stones: Stones, ownership: Mapping[int, float]
) -> list[Seed]:
    """Return the points near both colours where ownership changes sign, the steepest first."""
    close = empty & _within(NEAR_STONES, stones[BLACK], full)
    close &= _within(NEAR_STONES, stones[WHITE], full)
    changes: dict[int, float] = {}
    for point in points_of(close):
        here = ownership[point]
        others = (ownership[near] for near in points_of(beside(1 << point) & full))
        change = max((abs(here - other) for other in others if here * other <= 0), default=0.0)
        if change >= LEAST_CHANGE:
            changes[point] = change
    order = sorted(changes, key=lambda point: (-changes[point], point))
    return [Seed(Motive.FRONTIER, point, 1 << point) for point in order]


def _open_areas(empty: Bits, full: Bits, stones: Stones, size: tuple[int, int]) -> Iterator[Seed]:
    """Yield the middle of what is far from all stones in each corner, side and the centre."""
    far = empty & ~_within(FAR - 1, stones[BLACK] | stones[WHITE], full)
    blocks: dict[tuple[int, int], Bits] = {}
    for point in points_of(far):
        block = block_of(point, size)
        blocks[block] = blocks.get(block, 0) | 1 << point
    for block in sorted(blocks, key=lambda block: (block.count(1), block)):
        for part in components(blocks[block]):
            if part.bit_count() >= LEAST_OPEN:
                heart = middle(part)
                yield Seed(Motive.OPEN, heart, 1 << heart)


def _within(steps: int, points: Bits, full: Bits) -> Bits:
    """Return the points of the board that are at most so many steps away, and they themselves."""
    for _ in range(steps):
        points |= beside(points) & full
    return points
