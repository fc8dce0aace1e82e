"""Proved safe points of a whole position: chains that live and the territory that goes with them.

Every proof says: if the owner answers each of the opponent's moves in its zone, these chains are
never captured and the opponent never lives in that territory. The proofs of one colour have zones
without common points, so that one move of the opponent never calls for two answers; proofs may rest
on each other only in the order in which they were found.
"""

import time
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.evaluation.playouts import field
from gtpengine.partition.bits import Bits, beside, bits_of, components, points_of, stones_of
from gtpengine.partition.invasion import has_room
from gtpengine.reading.frame import Stones
from gtpengine.reading.side import SafeGroup, Side
from gtpengine.reading.solver import Solver
from gtpengine.reading.strategy import Strategy

# Empty points of a frame and nodes of a search: what is easy comes first.
_PASSES = (
    *((12, 4_000), (20, 4_000), (30, 4_000)),
    *((14, 40_000), (24, 40_000), (34, 40_000)),
    *((17, 120_000), (28, 120_000), (42, 120_000)),
)
_ROWS_PER_NODE = 8
_PLAYOUTS = 100  # that tell which chains are lost: some milliseconds
_LOST = -0.8  # ownership from which no life is looked for: such searches fail, and take long
_LAND = 0.5  # ownership from which a point counts as its owner's land, where he looks for eyes


@dataclass(frozen=True)
class ProvedPoints:
    """What is proved about a position.

    Attributes:
        safe: per colour (index 0 unused) the stones that are never captured.
        territory: per colour the other points that are its own for good.
        owed: per colour the points where an attack may call for an answer.
        groups: the proofs that came from searches, in the order in which they rest on each other.
    """

    safe: tuple[Bits, Bits, Bits]
    territory: tuple[Bits, Bits, Bits]
    owed: tuple[Bits, Bits, Bits]
    groups: tuple[SafeGroup, ...]

    @property
    def points(self) -> Bits:
        """All points whose owner is proved."""
        found = 0
        for colour in (BLACK, WHITE):
            found |= self.safe[colour] | self.territory[colour]
        return found


class Prover:
    """Proves points safe; remembers its proofs for the next position.

    With `keep_strategies` the answers of each proof are kept as well, in `strategies`.
    """

    def __init__(self, *, keep_strategies: bool = False) -> None:
        self.strategies: dict[SafeGroup, Strategy] | None = {} if keep_strategies else None
        self._solver = Solver(max(nodes for _, nodes in _PASSES), _ROWS_PER_NODE)
        self._known: list[SafeGroup] = []

    def prove(self, position: Position, seconds: float = 2.0) -> ProvedPoints:
        """Return what can be proved within about `seconds` of processor time.

        Nothing is where the rules allow suicide: all proofs count on its being forbidden.
        """
        until = time.thread_time() + seconds

        def expired() -> bool:
            return time.thread_time() >= until

        full, black, white = stones_of(position)
        if position.rules.suicide:
            self._known = []
            return ProvedPoints((0, 0, 0), (0, 0, 0), (0, 0, 0), ())
        owners = field(position, _PLAYOUTS)
        sides = []
        for colour, own, foe in ((BLACK, black, white), (WHITE, white, black)):
            stones = Stones(full, own, foe)
            side = Side(self._solver, stones, colour, self.strategies)
            sign = 1 if colour == BLACK else -1
            side.lost = bits_of(
                point for point in position.stones(colour) if owners.ownership(point) * sign < _LOST
            )
            side.lands = components(
                bits_of(
                    point
                    for point in points_of(full & ~own)
                    if owners.ownership(point) * sign > _LAND
                )
            )
            for group in self._known:
                if group.colour == colour and side.still_holds(group):
                    side.groups.append(group)
            sides.append(side)
        for size, nodes in _PASSES:
            for side in sides:
                side.find_groups(size, nodes, expired)
            for side, other in (sides, sides[::-1]):
                side.find_territory(other.safe, nodes, expired)
        self._known = [group for side in sides for group in side.groups]
        territory = [0, *(side.territory() for side in sides)]
        for part in components(full & ~sides[0].safe & ~sides[1].safe):
            around = beside(part)
            touching = [side for side in sides if around & side.safe]
            if len(touching) == 1 and not has_room(part, touching[0].safe):
                territory[touching[0].colour] |= part
        return ProvedPoints(
            (0, sides[0].safe, sides[1].safe),
            (0, territory[BLACK] & ~sides[0].safe, territory[WHITE] & ~sides[1].safe),
            (0, sides[0].owed(), sides[1].owed()),
            tuple(self._known),
        )
