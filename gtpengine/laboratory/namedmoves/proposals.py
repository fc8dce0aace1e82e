"""What a move in a region would be called: capture, hane, monkey jump, throw-in, and so on.

Names are given by looking, one move deep. Stones and liberties are those of the whole board; land
beside the region that is decided counts as stones of its owner. Chains that reach out of the region
are its border and stand: nobody cuts or connects them. A move may have several names or none.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE, opponent
from gtpengine.board.points import CORNERS, EAST, NORTH, SIDES, SOUTH, WEST, column_of, row_of
from gtpengine.board.position import Chain, IllegalMove, Position

NO_LAND: Final[Mapping[int, int]] = MappingProxyType({})

_AROUND: Final = (*SIDES, *CORNERS)
_DIAGONALS: Final = tuple((up, along) for up in (SOUTH, NORTH) for along in (WEST, EAST))
_ALONG: Final = {
    SOUTH: (WEST, EAST),
    NORTH: (WEST, EAST),
    WEST: (SOUTH, NORTH),
    EAST: (SOUTH, NORTH),
}
_LARGEST_EYE: Final = 6  # points of an enclosed space that may have a vital one


class Reason(Enum):
    """A name for a move, in the words that a reader sees."""

    LINE = "previous line"  # it was found there when the region was last searched
    CAPTURE = "capture"
    SAVE = "save"  # an own chain leaves atari
    ATARI = "atari"
    THROW_IN = "throw-in"  # a single stone that can be taken at once
    CUT = "cut"  # it touches two chains of the opponent, one of them within the region
    CONNECTION = "connection"  # the same for two own chains
    MONKEY_JUMP = "monkey jump"  # from the second line to the first, three points along the edge
    SMALL_MONKEY_JUMP = "small monkey jump"  # two points along the edge
    HANE = "hane"
    DESCENT = "descent"
    DIAGONAL = "diagonal move"
    JUMP = "jump"
    VITAL = "vital point"
    PUSH = "push"
    BLOCK = "block"  # where the opponent would push


_LEAPS: Final = ((Reason.MONKEY_JUMP, 3), (Reason.SMALL_MONKEY_JUMP, 2))


@dataclass(frozen=True)
class Proposal:
    """A legal move, its names in the order of Reason, and how tightly its point is enclosed."""

    point: int
    reasons: tuple[Reason, ...]
    enclosed: int  # sides that one and the same player holds, 0 to 4


def proposals(
    position: Position, points: Collection[int], colour: int, land: Mapping[int, int] = NO_LAND
) -> list[Proposal]:
    """Return every legal move of `colour` on `points`, ascending.

    Args:
        position: the board; whose turn it is there does not matter.
        points: the region, its stones included.
        colour: whose moves.
        land: points beside the region that are decided, and their owners; stones may be among them.
    """
    scene = _Scene(position.copy(), frozenset(points), colour, land)
    return [
        Proposal(point, names, scene.enclosed(point))
        for point in sorted(points)
        if position.colour_at(point) == EMPTY and (names := scene.names(point)) is not None
    ]


def words(reasons: Sequence[Reason]) -> str:
    """Return the names of a move as a reader sees them: "capture, cut"; "shape" without any."""
    return ", ".join(reason.value for reason in reasons) or "shape"


@dataclass
class _Scene:
    """The board as one player looks at it."""

    position: Position  # scratch: moves are played on it and taken back
    inside: frozenset[int]
    colour: int
    land: Mapping[int, int]
    chains: dict[int, Chain] = field(default_factory=dict)  # by stone, as they were asked for

    def names(self, point: int) -> tuple[Reason, ...] | None:
        """Return what the move is called; None if it is not legal."""
        tactics = self._tactics(point)
        if tactics is None:
            return None
        found = {*tactics, *self._shapes(point)}
        return tuple(reason for reason in Reason if reason in found)

    def enclosed(self, point: int) -> int:
        """Return how many sides of the point one player holds, the one who holds more."""
        cells = [self._cell(point + side) for side in SIDES]
        return max(cells.count(BLACK), cells.count(WHITE))

    def _tactics(self, point: int) -> list[Reason] | None:
        """Return what the move does to chains; None if it is not legal."""
        own = self._chains_beside(point, self.colour)
        other = self._chains_beside(point, opponent(self.colour))
        before = self.position.prisoners[self.colour]
        try:
            self.position.play(self.colour, point)
        except IllegalMove:
            return None
        taken = self.position.prisoners[self.colour] - before
        mine = self.position.chain_at(point) if self.position.colour_at(point) else None
        self.position.undo()
        if mine is None:  # a suicide that the rules allow
            return []
        found = []
        if taken:
            found.append(Reason.CAPTURE)
        runs = len(mine.liberties) > 1 and any(len(chain.liberties) == 1 for chain in own)
        if runs or self._frees(other):
            found.append(Reason.SAVE)
        if any(len(chain.liberties) == 2 for chain in other):
            found.append(Reason.ATARI)
        if other and not taken and len(mine.stones) == len(mine.liberties) == 1:
            found.append(Reason.THROW_IN)
        if len(other) > 1 and any(chain.stones <= self.inside for chain in other):
            found.append(Reason.CUT)
        if len(own) > 1 and any(chain.stones <= self.inside for chain in own):
            found.append(Reason.CONNECTION)
        return found

    def _frees(self, attacked: set[Chain]) -> bool:
        """Tell whether one of the chains is in atari and touches an own chain in atari."""
        return any(
            len(friend.liberties) == 1
            for chain in attacked
            if len(chain.liberties) == 1
            for stone in chain.stones
            for friend in self._chains_beside(stone, self.colour)
        )

    def _shapes(self, point: int) -> list[Reason]:
        """Return what the stones around the point make of the move."""
        found = [
            reason
            for reason, applies in (
                (Reason.HANE, self._is_hane(point)),
                (Reason.DESCENT, any(self._is_descent(point, inward) for inward in SIDES)),
                (Reason.DIAGONAL, self._is_diagonal(point)),
                (Reason.JUMP, any(self._is_jump(point, side) for side in SIDES)),
                (Reason.VITAL, self._is_vital(point)),
                (Reason.PUSH, self._extends(point, self.colour)),
                (Reason.BLOCK, self._extends(point, opponent(self.colour))),
            )
            if applies
        ]
        for reason, steps in _LEAPS:
            if any(self._is_leap(point, inward, steps) for inward in SIDES):
                found.append(reason)
        return found

    def _cell(self, point: int) -> int:
        """Return what stands at a point, decided land taken for stones of its owner."""
        stone = self.position.colour_at(point)
        return self.land.get(point, EMPTY) if stone == EMPTY else stone

    def _chains_beside(self, point: int, colour: int) -> set[Chain]:
        """Return the chains of `colour` on the sides of a point."""
        sides = (point + side for side in SIDES)
        return {self._chain(near) for near in sides if self.position.colour_at(near) == colour}

    def _chain(self, stone: int) -> Chain:
        chain = self.chains.get(stone)
        if chain is None:
            chain = self.position.chain_at(stone)
            self.chains.update(dict.fromkeys(chain.stones, chain))
        return chain

    def _extends(self, point: int, colour: int) -> bool:
        """Tell whether a stone of `colour` here goes on from another one, against resistance."""
        rival = opponent(colour)
        return any(self._cell(point + step) == rival for step in _AROUND) and any(
            self._cell(point + side) == colour != self._cell(point - side) for side in SIDES
        )

    def _is_hane(self, point: int) -> bool:
        """Tell whether the move bends round an enemy stone, from an own one that touches it."""
        around = {EMPTY, opponent(self.colour)}
        return any(
            self._cell(point + up + along) == self.colour
            and {self._cell(point + up), self._cell(point + along)} == around
            for up, along in _DIAGONALS
        )

    def _is_diagonal(self, point: int) -> bool:
        """Tell whether an own stone stands diagonally with nothing between."""
        return any(
            self._cell(point + up + along) == self.colour
            and self._cell(point + up) == self._cell(point + along) == EMPTY
            for up, along in _DIAGONALS
        )

    def _is_jump(self, point: int, side: int) -> bool:
        """Tell whether an own stone stands on that side behind one empty point."""
        return self._cell(point + side) == EMPTY and self._cell(point + 2 * side) == self.colour

    def _is_descent(self, point: int, inward: int) -> bool:
        """Tell whether the move goes straight down to the first or second line, past an enemy."""
        if self._line(point, inward) > 2 or self._cell(point + inward) != self.colour:
            return False
        rival = opponent(self.colour)
        return self._cell(point - inward) != self.colour and any(
            rival in (self._cell(point + along), self._cell(point + along + inward))
            for along in _ALONG[inward]
        )

    def _is_leap(self, point: int, inward: int, steps: int) -> bool:
        """Tell whether the move slides along the edge under the enemy from the second line."""
        if self._line(point, inward) != 1:
            return False
        rival = opponent(self.colour)
        for along in _ALONG[inward]:
            start = point + steps * along + inward
            way = [point + step * along for step in range(steps)]
            if (
                self._cell(start) == self.colour
                and self._cell(start - inward) != rival
                and all(self._cell(place) == EMPTY for place in way)
                and all(self._cell(place + inward) != self.colour for place in way)
                and any(
                    self._cell(place + height * inward) == rival
                    for place in (point - along, *way)
                    for height in range(3)
                )
            ):
                return True
        return False

    def _is_vital(self, point: int) -> bool:
        """Tell whether of a small space that one player encloses this point has most neighbours."""
        space, todo, walls = {point}, [point], set()
        while todo:
            here = todo.pop()
            for near in (here + side for side in SIDES):
                cell = self._cell(near)
                if cell != EMPTY:
                    walls.add(cell)
                elif near not in space:
                    space.add(near)
                    todo.append(near)
            if len(space) > _LARGEST_EYE or len(walls - {WALL}) > 1:
                return False
        links = {place: sum(place + side in space for side in SIDES) for place in space}
        return len(space) > 2 and all(
            links[place] < links[point] for place in space if place != point
        )

    def _line(self, point: int, inward: int) -> int:
        """Return how far the point is from the edge behind it, 1 on the edge."""
        if inward == NORTH:
            return row_of(point)
        if inward == SOUTH:
            return self.position.height + 1 - row_of(point)
        if inward == EAST:
            return column_of(point)
        return self.position.width + 1 - column_of(point)
