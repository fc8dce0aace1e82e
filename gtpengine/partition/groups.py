"""Groups: chains of one colour that hold together, and the eyes that they have for themselves.

Which stones are dead is given, and believed. A group with fewer than two eyes lives only by what it
shares with its opponent: in a seki, or because it takes something.
"""

from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.partition.bits import Bits, beside, components
from gtpengine.partition.eyespace import MOST_EMPTY, sure_liberties

ENOUGH = 2  # eyes


class Group(NamedTuple):
    """Living chains that share liberties or land.

    Attributes:
        colour: whose.
        stones: of all chains.
        liberties: empty points beside them.
        eyes: 0 to 2, where 2 is at least two: what is left of its land when the opponent attacks.
    """

    colour: int
    stones: Bits
    liberties: Bits
    eyes: int


def groups_of(full: Bits, black: Bits, white: Bits, dead: Bits = 0) -> list[Group]:
    """Return the groups of both colours once `dead` stones are left out of account.

    Points that only one colour touches are its land. What has more than six empty points is room
    for two eyes; smaller land is searched, the opponent moving first.
    """
    empty = full & ~black & ~white
    stones = {BLACK: black & ~dead, WHITE: white & ~dead}
    free = full & ~stones[BLACK] & ~stones[WHITE]
    parts = components(free)
    found = []
    for colour, foe in ((BLACK, WHITE), (WHITE, BLACK)):
        own = stones[colour]
        land = [part for part in parts if beside(part) & own and not beside(part) & stones[foe]]
        chains = components(own)
        while chains:
            group = chains.pop(0)
            grown = True
            while grown:
                reach = beside(group) & free
                for part in land:
                    if part & reach:
                        reach |= part
                near = [chain for chain in chains if beside(chain) & reach]
                grown = bool(near)
                for chain in near:
                    group |= chain
                    chains.remove(chain)
            eyes = sum(_eyes(part, part & ~empty, own) for part in land if part & beside(group))
            found.append(Group(colour, group, beside(group) & empty, min(eyes, ENOUGH)))
    return found


def _eyes(land: Bits, dead: Bits, own: Bits) -> int:
    """Return how many eyes a piece of land gives when the opponent attacks first."""
    if (land & ~dead).bit_count() > MOST_EMPTY:
        return ENOUGH
    walls = tuple(chain for chain in components(own) if chain & beside(land))
    sure = sure_liberties(land, dead, walls, 0)
    return sure if dead else max(1, sure)
