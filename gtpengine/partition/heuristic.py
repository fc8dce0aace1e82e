"""The heuristic partition: probable borders where no proof reaches, and marked as such.

An ownership estimate (per point -1.0 for White to 1.0 for Black) says which chains probably stay
and which points are probably decided. What is left, and one point of the decided land around it,
falls into regions; small exact regions stay whole. A region is exact only if proved-safe stones
alone enclose it. Otherwise it has the weak blocks on its border as context, and links to the other
regions that touch the same blocks.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE, opponent
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
from gtpengine.partition.partition import Partition, coloured, ko_inside, strict_partition
from gtpengine.partition.region import Reach, Region

SURE = 0.5  # ownership from which a chain or a point counts as decided
SLACK = 0.4  # by so much an estimate must fall before something decided is open again
WHOLE = 14  # an exact region with no more empty points is never cut up
GROWN = 10  # empty points and dead stones up to which a region may be larger than it need be
JOINED = 12  # points, all stones included, up to which regions around a chain are made one
THREATENED = 2  # liberties down to which a chain beside a region belongs to it
JOINED_THREATENED = 20  # `JOINED` for such a chain
TIGHT_THREATENED = 4  # the same where a larger region proved too hard
TIGHT_FAIR = 8  # and if all chains join, of both colours, that could be taken in it
_DEPTH = 2  # steps into the land by which it may grow
_MOST_EYES = 2
_SIGN = {BLACK: 1, WHITE: -1}

Three = tuple[Bits, Bits, Bits]


@dataclass(frozen=True)
class _Estimate:
    """Per colour: stones that probably stay, and other points that are probably decided."""

    full: Bits
    stones: Three
    safe: Three
    weak: Three  # blocks that probably stay but are not proved safe
    land: Three


def heuristic_partition(
    position: Position,
    ownership: Mapping[int, float],
    *,
    sure: float = SURE,
    previous: Partition | None = None,
    strict: Partition | None = None,
    tight: Bits = 0,
) -> Partition:
    """Return the partition in which chains and points of `ownership` beyond `sure` are decided.

    After a move, `previous` keeps a noisy estimate from redrawing the whole board: what was decided
    stays so while the estimate does not fall by SLACK, and regions in and around which no stone has
    changed stay as they were. `strict` saves the work of the strict partition where it is known.
    Regions that touch `tight` are not made larger than they need be: only chains that they threaten
    join them, and fewer of these.
    """
    proved = strict or strict_partition(position)
    estimate = _estimate(position, ownership, sure, proved, previous)
    undecided = estimate.full
    for colour in (BLACK, WHITE):
        undecided &= ~(estimate.safe[colour] | estimate.weak[colour] | estimate.land[colour])
    undecided |= _margin(undecided, estimate)
    parts = _joined(_grown(components(undecided), estimate, tight), estimate, tight)
    if previous is not None:
        parts = _kept(previous, parts, estimate, tight)
    inside = _union(parts)
    territory = _decided(estimate, inside)
    regions = [
        _region(position, part, estimate, links)
        for part, links in zip(parts, _links(parts, estimate), strict=True)
    ]
    return Partition(
        position.width,
        position.height,
        tuple(sorted(regions, key=lambda region: region.name)),
        proved.safe,
        territory,
        territory[BLACK] & estimate.stones[WHITE] | territory[WHITE] & estimate.stones[BLACK],
        proved.dame & inside,
        proved.seki & inside,
        proved.owed,
    )


def _estimate(
    position: Position,
    ownership: Mapping[int, float],
    sure: float,
    proved: Partition,
    previous: Partition | None,
) -> _Estimate:
    full, black, white = stones_of(position)
    stones = (0, black, white)
    weak = [0, 0, 0]
    land = [0, proved.territory[BLACK], proved.territory[WHITE]]
    fixed = proved.safe[BLACK] | proved.safe[WHITE] | land[BLACK] | land[WHITE]
    for region in proved.regions:
        if len(region.empty) <= WHOLE:
            fixed |= bits_of(region.points)
    decided = previous.territory if previous is not None else (0, 0, 0)
    loose = sure - SLACK
    for colour in (BLACK, WHITE):
        for chain in components(stones[colour] & ~fixed):
            total = _SIGN[colour] * sum(ownership[point] for point in points_of(chain))
            share = total / chain.bit_count()
            other = opponent(colour)
            if share >= (loose if decided[colour] & chain else sure):
                weak[colour] |= chain
            elif -share >= (loose if decided[other] & chain == chain else sure):
                land[other] |= chain
    for point in points_of(full & ~black & ~white & ~fixed):
        colour = BLACK if ownership[point] > 0 else WHITE
        if abs(ownership[point]) >= (loose if decided[colour] >> point & 1 else sure):
            land[colour] |= 1 << point
    # A border is closed by stones: what the opponent's standing stones or land touch is never land.
    standing = [weak[colour] | proved.safe[colour] for colour in range(3)]
    empty = full & ~black & ~white & ~fixed
    touched = [beside(standing[colour] | land[colour] & empty) & empty for colour in range(3)]
    for colour in (BLACK, WHITE):
        land[colour] &= ~touched[opponent(colour)]
    return _Estimate(
        full,
        stones,
        proved.safe,
        (0, weak[BLACK], weak[WHITE]),
        (0, land[BLACK], land[WHITE]),
    )


def _margin(undecided: Bits, estimate: _Estimate, within: Bits = -1) -> Bits:
    """Return the decided points beside undecided ones; dead chains among them come whole.

    Only what lies `within` is looked at, everything by default.
    """
    land = (estimate.land[BLACK] | estimate.land[WHITE]) & within
    found = beside(undecided) & land
    for colour in (BLACK, WHITE):
        dead = estimate.stones[colour] & land
        touched = found & dead
        if touched:
            found |= flood(touched, dead)
    return found


def _grown(parts: list[Bits], estimate: _Estimate, tight: Bits) -> list[Bits]:
    """Return the parts with more of the land behind them, as far as they stay small and apart.

    What follows a move at the border may reach deep: a region that is cut short takes sente for
    gote.
    """
    standing = estimate.safe[BLACK] | estimate.safe[WHITE]
    standing |= estimate.weak[BLACK] | estimate.weak[WHITE]
    free = estimate.full & ~standing
    found = list(parts)
    for _ in range(_DEPTH):
        for number, part in enumerate(found):
            if part & tight:
                continue
            others = 0
            for other, its in enumerate(found):
                if other != number:
                    others |= its
            grown = part | _margin(part, estimate)
            if (grown | beside(grown)) & others:
                # Where another part is near it does not grow, elsewhere it may.
                grown = part | _margin(part, estimate, ~(others | beside(others)))
            apart = not (grown | beside(grown)) & others
            if apart and (grown & free).bit_count() <= GROWN:
                found[number] = grown
    return found


def _joined(parts: list[Bits], estimate: _Estimate, tight: Bits) -> list[Bits]:
    """Return the parts, those around a chain that they can take or put into atari made one with it.

    Such a chain has no liberty elsewhere, or only two in all, and is no border that stands: what
    threatens two of them at once needs two answers.
    """
    found = list(parts)
    empty = estimate.full & ~estimate.stones[BLACK] & ~estimate.stones[WHITE]
    chains = [*components(estimate.weak[BLACK]), *components(estimate.weak[WHITE])]
    changed = True
    while changed:
        changed = False
        for chain in chains:
            liberties = beside(chain) & empty
            touched = [part for part in found if part & liberties]
            if not touched or any(not chain & ~part for part in touched):
                continue
            whole = chain | _union(touched)
            most = 0 if whole & tight else JOINED
            if liberties.bit_count() <= THREATENED:
                whole |= liberties
                most = TIGHT_THREATENED if whole & tight else JOINED_THREATENED
                if whole & tight:
                    taken = [each for each in chains if not beside(each) & empty & ~whole]
                    fair = whole | _union(taken)
                    if fair.bit_count() <= TIGHT_FAIR:
                        whole, most = fair, TIGHT_FAIR
            if not liberties & ~whole and whole.bit_count() <= most:
                found = [part for part in found if part not in touched] + [whole]
                changed = True
    return components(_union(found))


def _union(parts: list[Bits]) -> Bits:
    whole = 0
    for part in parts:
        whole |= part
    return whole


def _kept(previous: Partition, parts: list[Bits], estimate: _Estimate, tight: Bits) -> list[Bits]:
    """Return the parts, those that lie in an unchanged region of `previous` replaced by it.

    A region is unchanged if its own points and the stones beside it are what they were; it stays
    unless some part reaches out of it.
    """
    found: list[Bits] = []
    for region in previous.regions:
        area = bits_of(region.points)
        if area & tight:
            continue
        before = [0, 0, 0]
        for point, colour in (*region.stones, *region.border):
            before[colour] |= 1 << point
        close = area | beside(area) & estimate.full
        same = all(
            estimate.stones[colour] & area == before[colour] & area for colour in (BLACK, WHITE)
        )
        decided = all(
            not close & ~area & estimate.stones[colour] & ~before[colour]
            for colour in (BLACK, WHITE)
        )
        overlapping = [part for part in parts if part & close]
        within = all(not part & ~area for part in overlapping)
        if same and decided and within and overlapping:
            parts = [part for part in parts if not part & close]
            found.append(area)
    return found + parts


def _decided(estimate: _Estimate, inside: Bits) -> Three:
    """Return per colour all points outside the regions that are no proved-safe stones."""
    found = [0, 0, 0]
    for colour in (BLACK, WHITE):
        found[colour] = (estimate.weak[colour] | estimate.land[colour]) & ~inside
    return 0, found[BLACK], found[WHITE]


def _region(position: Position, part: Bits, estimate: _Estimate, links: tuple[int, ...]) -> Region:
    around = beside(part) & estimate.full & ~part
    # A dead stone is no wall of its captor: what stands beside it is not connected by it.
    dead = _dead(estimate)
    walls = (
        0,
        around & ~dead & (estimate.safe[BLACK] | estimate.weak[BLACK] | estimate.land[BLACK]),
        around & ~dead & (estimate.safe[WHITE] | estimate.weak[WHITE] | estimate.land[WHITE]),
    )
    proved = around & (estimate.safe[BLACK] | estimate.safe[WHITE])
    return Region(
        position.width,
        position.height,
        tuple(points_of(part)),
        tuple(coloured(part, estimate.stones)),
        tuple(coloured(around, walls)),
        *ko_inside(position, part),
        exact=proved == around,
        links=links,
        context=tuple(_reaches(part, around, estimate)),
    )


def _dead(estimate: _Estimate) -> Bits:
    """Return the stones that probably fall."""
    black = estimate.land[WHITE] & estimate.stones[BLACK]
    return black | estimate.land[BLACK] & estimate.stones[WHITE]


def _reaches(part: Bits, around: Bits, estimate: _Estimate) -> list[Reach]:
    """Return what each weak block on the border has outside the region."""
    found = []
    empty = estimate.full & ~estimate.stones[BLACK] & ~estimate.stones[WHITE]
    for colour in (BLACK, WHITE):
        own = estimate.stones[colour]
        touching = around & estimate.weak[colour]
        if not touching:
            continue
        areas = components(estimate.full & ~own)
        while touching:
            block = flood(touching & -touching, own)
            lowest = next(points_of(block & (around | part)))
            touching &= ~block
            liberties = beside(block) & empty
            eyes = sum(1 for area in areas if not area & part and not area & empty & ~liberties)
            outside = (liberties & ~part).bit_count()
            found.append(Reach(lowest, colour, outside, min(eyes, _MOST_EYES)))
    return sorted(found)


def _links(parts: list[Bits], estimate: _Estimate) -> list[tuple[int, ...]]:
    """Return for each part the lowest points of the others that touch the same weak block."""
    touched: list[set[Bits]] = []
    for part in parts:
        blocks = set()
        for colour in (BLACK, WHITE):
            near = beside(part) & estimate.weak[colour]
            while near:
                block = flood(near & -near, estimate.stones[colour])
                near &= ~block
                blocks.add(block)
        touched.append(blocks)
    return [
        tuple(
            sorted(
                next(points_of(other))
                for other, blocks in zip(parts, touched, strict=True)
                if other != part and not blocks.isdisjoint(own)
            )
        )
        for part, own in zip(parts, touched, strict=True)
    ]
