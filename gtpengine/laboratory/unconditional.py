"""Unconditional status: what stays as it is even if its owner always passes."""

from dataclasses import dataclass

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.position import Position
from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import Bits, components, stones_of
from gtpengine.partition.invasion import cannot_invade


@dataclass(frozen=True)
class Unconditional:
    """What no number of moves in a row can change, by owner; territory includes all it encloses.

    Attributes:
        alive: per colour (index 0 unused) the stones that are unconditionally alive.
        territory: per colour the points, empty or not, where the opponent cannot live.
    """

    alive: tuple[Bits, Bits, Bits]
    territory: tuple[Bits, Bits, Bits]

    def status(self, position: Position, point: int) -> str:
        """Return alive, dead, black_territory, white_territory or undecided."""
        bit = 1 << point
        colour = position.colour_at(point)
        for owner, name in ((BLACK, "black_territory"), (WHITE, "white_territory")):
            if self.alive[owner] & bit:
                return "alive"
            if self.territory[owner] & bit:
                return name if colour == EMPTY else "alive" if colour == owner else "dead"
        return "undecided"


def unconditional(position: Position) -> Unconditional:
    """Return the unconditional status of the whole board."""
    full, black, white = stones_of(position)
    alive, territory = [0, 0, 0], [0, 0, 0]
    for colour, own, foe in ((BLACK, black, white), (WHITE, white, black)):
        safe = alive_chains(full, own, foe, suicide=position.rules.suicide)
        alive[colour] = safe
        for area in components(full & ~safe) if safe else ():
            if cannot_invade(full, own, foe, safe, area):
                territory[colour] |= area
    return Unconditional((0, alive[BLACK], alive[WHITE]), (0, territory[BLACK], territory[WHITE]))
