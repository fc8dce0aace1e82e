"""Small eye spaces by search: how many liberties can their owner keep when the foe attacks?"""

from functools import lru_cache
from typing import NamedTuple

from gtpengine.partition.bits import Bits, beside, flood, ko_ban, place, points_of
from gtpengine.partition.forced import Choice, forced_wins

MOST_EMPTY = 6
_MOST_POINTS = 10
_NODES = 4_000


@lru_cache(maxsize=8192)
def sure_liberties(area: Bits, foe: Bits, walls: tuple[Bits, ...], safe: Bits) -> int:
    """Return how many liberties in `area`, 0 to 2, each of the `walls` has after every answer.

    The area is enclosed by the stones of `walls` and by `safe` ones; the foe has stones in it. A
    wall that is connected to safe stones wants no liberties. Walls are taken to be safe themselves
    while play goes on here: that is for the caller to see to.
    """
    if area.bit_count() > _MOST_POINTS:
        return 0
    for count in (2, 1):
        game = _EyeSpace(area, walls, safe, count)
        if game.enough(0, foe):
            start = _Place(0, foe, 0, owner_to_move=False)
            wins = forced_wins([start], game.follow, _NODES)
            if wins is not None and wins(start):
                return count
    return 0


class _Place(NamedTuple):
    """Stones inside the area and the player to move, who may not play at `ko`."""

    own: Bits
    foe: Bits
    ko: Bits
    owner_to_move: bool


class _EyeSpace:
    """The game in one area: the foe moves, the owner answers or passes and must have enough left.

    The owner has won when the foe can move no more. The foe may always retake a ko, the owner never
    at once.
    """

    def __init__(self, area: Bits, walls: tuple[Bits, ...], safe: Bits, count: int) -> None:
        self.area = area
        self.walls = walls
        self.safe = safe
        self.count = count
        self.all_walls = safe
        for wall in walls:
            self.all_walls |= wall

    def enough(self, own: Bits, foe: Bits) -> bool:
        """Tell whether every wall has the liberties it wants."""
        empty = self.area & ~own & ~foe
        solid = own | self.all_walls
        for wall in self.walls:
            chain = flood(wall, solid)
            if not chain & self.safe and (beside(chain) & empty).bit_count() < self.count:
                return False
        return True

    def follow(self, now: _Place) -> Choice:
        """Return what can happen next."""
        if now.owner_to_move:
            return Choice(ours=True, children=self.answers(now))
        return Choice(ours=False, children=self.attacks(now))

    def attacks(self, now: _Place) -> list[_Place]:
        """Return the positions after each legal move of the foe."""
        own, foe = now.own, now.foe
        anchored = self.anchored(own)
        loose = own & ~anchored
        board = self.area & ~anchored
        found = []
        for point in points_of(self.area & ~own & ~foe):
            done = place(board, foe, loose, 1 << point)
            if done is not None:
                ban = ko_ban(board, done[0], done[1], 1 << point, done[2])
                found.append(_Place(done[1] | anchored, done[0], ban, owner_to_move=True))
        return found

    def answers(self, now: _Place) -> list[_Place]:
        """Return the positions with enough liberties after each answer, passing included."""
        own, foe = now.own, now.foe
        anchored = self.anchored(own)
        found = []
        if self.enough(own, foe):
            found.append(_Place(own, foe, 0, owner_to_move=False))
        for point in points_of(self.area & ~own & ~foe & ~now.ko):
            stone = 1 << point
            done = place(self.area, own, foe, stone)
            if done is None and beside(stone) & (self.all_walls | anchored):
                done = own | stone, foe, 0
            if done is not None and self.enough(done[0], done[1]):
                found.append(_Place(done[0], done[1], 0, owner_to_move=False))
        return found

    def anchored(self, own: Bits) -> Bits:
        """Return the owner's stones inside that are connected to a wall."""
        touching = own & beside(self.all_walls)
        return flood(touching, own) if touching else 0
