"""A position taken apart: what is settled for good, and the regions that are left to play in."""

from collections.abc import Iterator
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.partition.alternating import Safety, safety
from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import Bits, beside, components, points_of, stones_of
from gtpengine.partition.invasion import has_room
from gtpengine.partition.region import Region
from gtpengine.partition.seki import seki_points

_NOTHING = Safety(0, 0)


@dataclass(frozen=True)
class Partition:
    """A position as settled points and regions; every point of the board is in exactly one.

    Attributes:
        width: columns of the board.
        height: rows of the board.
        regions: by name; points in no region are settled.
        safe: per colour (index 0 unused) the stones that are proved safe.
        territory: per colour the settled points that are no safe stones: its area, not its stones.
        dead: stones inside the other colour's territory.
        dame: points of regions where no territory can arise, only the parity of moves matters.
        seki: points of regions whose stones are seen to live side by side.
        owed: per colour the areas in which its safety may call for an answer: moves there that a
            player in a ko may count as threats. Unconditionally safe stones owe nothing.
    """

    width: int
    height: int
    regions: tuple[Region, ...]
    safe: tuple[Bits, Bits, Bits]
    territory: tuple[Bits, Bits, Bits]
    dead: Bits = 0
    dame: Bits = 0
    seki: Bits = 0
    owed: tuple[Bits, Bits, Bits] = (0, 0, 0)

    def owner(self, point: int) -> int:
        """Return who has the settled point, or EMPTY for a point of a region."""
        for colour in (BLACK, WHITE):
            if (self.safe[colour] | self.territory[colour]) >> point & 1:
                return colour
        return EMPTY

    def settled_score(self) -> int:
        """Return Black's settled area minus White's, without komi."""
        black, white = (
            (self.safe[colour] | self.territory[colour]).bit_count() for colour in (BLACK, WHITE)
        )
        return black - white


def strict_partition(position: Position, *, alternating: bool = True) -> Partition:
    """Return the partition in which every border is proved safe.

    With `alternating`, stones count as safe that survive when their owner answers each attack;
    without, only those that are unconditionally alive. The value of a sum of such regions is exact
    in both cases, but in the first an attack that must be answered is still a ko threat: see
    `Partition.owed`. No proof rests on a point of a region, so whatever either player does in the
    regions leaves the borders safe.
    """
    full, black, white = stones_of(position)
    stones = (0, black, white)
    proofs = _proofs(position, stones, full, alternating)
    safe = (0, proofs[BLACK].safe, proofs[WHITE].safe)
    territory = [0, 0, 0]
    regions = []
    dame = seki = 0
    for part in components(full & ~safe[BLACK] & ~safe[WHITE]):
        owner = _owner(part, safe)
        if owner != EMPTY:
            territory[owner] |= part
            continue
        regions.append(region_of(position, part, stones, safe))
        if _is_dame(part, stones, safe):
            dame |= part
        elif part & (black | white):
            seki |= seki_points(full, black & part, white & part, part, safe)
    return Partition(
        position.width,
        position.height,
        tuple(regions),
        safe,
        (0, territory[BLACK], territory[WHITE]),
        territory[BLACK] & white | territory[WHITE] & black,
        dame,
        seki,
        (0, proofs[BLACK].owed, proofs[WHITE].owed),
    )


def _proofs(
    position: Position, stones: tuple[Bits, Bits, Bits], full: Bits, alternating: bool
) -> tuple[Safety, Safety, Safety]:
    """Return the safety of both colours, such that it does not rest on unsettled points."""
    suicide = position.rules.suicide
    open_points = 0
    while True:
        proofs = [_NOTHING] * 3
        for colour in (BLACK, WHITE):
            own, foe = stones[colour], stones[opponent(colour)]
            if alternating and not suicide:
                proofs[colour] = safety(full, own, foe, open_points)
            else:
                alive = alive_chains(full, own, foe, suicide=suicide, barred=open_points)
                proofs[colour] = Safety(alive, 0)
        safe = (0, proofs[BLACK].safe, proofs[WHITE].safe)
        unsettled = 0
        for part in components(full & ~safe[BLACK] & ~safe[WHITE]):
            if _owner(part, safe) == EMPTY:
                unsettled |= part
        if not unsettled & ~open_points:
            return _NOTHING, proofs[BLACK], proofs[WHITE]
        open_points |= unsettled


def _owner(part: Bits, safe: tuple[Bits, Bits, Bits]) -> int:
    """Return the colour that owns `part` whatever is played there, or EMPTY."""
    around = beside(part)
    touched = [colour for colour in (BLACK, WHITE) if around & safe[colour]]
    if len(touched) == 1 and not has_room(part, safe[touched[0]]):
        return touched[0]
    return EMPTY


def _is_dame(part: Bits, stones: tuple[Bits, Bits, Bits], safe: tuple[Bits, Bits, Bits]) -> bool:
    """Tell whether every point is empty and touches safe stones of both colours."""
    if part & (stones[BLACK] | stones[WHITE]):
        return False
    return not part & ~beside(safe[BLACK]) and not part & ~beside(safe[WHITE])


def region_of(
    position: Position,
    part: Bits,
    stones: tuple[Bits, Bits, Bits],
    walls: tuple[Bits, Bits, Bits],
) -> Region:
    """Return the exact region of the points `part`, whose neighbours all lie in `walls`."""
    around = beside(part)
    inside = tuple(points_of(part))
    return Region(
        position.width,
        position.height,
        inside,
        tuple(coloured(part, stones)),
        tuple(coloured(around, walls)),
        *ko_inside(position, part),
    )


def ko_inside(position: Position, part: Bits) -> tuple[int, int]:
    """Return the ko ban that lies in `part` as (point, colour that may not play there)."""
    point = position.ko_point
    if point != NO_POINT and part >> point & 1:
        for colour in (BLACK, WHITE):
            if position.is_ko_recapture(colour, point):
                return point, colour
    return NO_POINT, EMPTY


def coloured(bits: Bits, stones: tuple[Bits, Bits, Bits]) -> Iterator[tuple[int, int]]:
    """Yield (point, colour) of the stones among `bits`, ascending."""
    for point in points_of(bits & (stones[BLACK] | stones[WHITE])):
        yield point, BLACK if stones[BLACK] >> point & 1 else WHITE
