"""Captures that are sure: a small fight read to its end, in which own stones are at stake."""

from typing import NamedTuple

from gtpengine.partition.bits import Bits, ko_ban, place, points_of
from gtpengine.partition.forced import WON, Choice, forced_wins
from gtpengine.partition.groups import ENOUGH, groups_of

_NODES = 4_000
_NOTHING_HELPS = Choice(ours=True, children=())


class Fight(NamedTuple):
    """A fight about enclosed stones, the attacker to move.

    Attributes:
        full: the points of the board.
        own: the attacker's stones.
        foe: the opponent's stones.
        target: stones of the opponent, one chain, that are to be taken.
        stake: stones of the attacker that must not be lost.
        area: the points where moves are made: the liberties of target and stake, and more.
        dead: stones that count for nothing once the target is gone.
    """

    full: Bits
    own: Bits
    foe: Bits
    target: Bits
    stake: Bits
    area: Bits
    dead: Bits = 0


def sure_captures(fight: Fight, ko: Bits = 0) -> Bits | None:
    """Return the attacker's moves that take the target whatever the opponent does.

    None of the stake is lost on the way, and afterwards all of it stands in groups with two eyes,
    the opponent moving next. The opponent may always retake a ko, the attacker never at once, so no
    ko threat can matter; `ko` is where the attacker may not play now. None: too many positions.
    """
    game = _Game(fight)
    root = _Place(fight.own, fight.foe, ko, attacker_to_move=True)
    after = {point: game.attack(root, 1 << point) for point in points_of(game.moves(root))}
    wins = forced_wins([each for each in after.values() if each], game.follow, _NODES)
    if wins is None:
        return None
    found = 0
    for point, then in after.items():
        if then is not None and wins(then):
            found |= 1 << point
    return found


class _Place(NamedTuple):
    """Stones of both players and who is to move; the attacker may not play at `ko`."""

    own: Bits
    foe: Bits
    ko: Bits
    attacker_to_move: bool


class _Game:
    """The fight as a game that the attacker wins by taking the target."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight

    def follow(self, now: _Place) -> Choice:
        """Return what can happen next."""
        if self.fight.stake & ~now.own:
            return _NOTHING_HELPS
        if not self.fight.target & now.foe:
            return WON if self.is_settled(now) else _NOTHING_HELPS
        if now.attacker_to_move:
            moves = (self.attack(now, 1 << point) for point in points_of(self.moves(now)))
            return Choice(ours=True, children=[each for each in moves if each is not None])
        return Choice(ours=False, children=self.defences(now))

    def moves(self, now: _Place) -> Bits:
        """Return the empty points where the fight goes on."""
        return self.fight.area & ~now.own & ~now.foe & ~now.ko

    def attack(self, now: _Place, stone: Bits) -> _Place | None:
        """Return the position after a move of the attacker; None if it is illegal."""
        done = place(self.fight.full, now.own, now.foe, stone)
        return None if done is None else _Place(done[0], done[1], 0, attacker_to_move=False)

    def defences(self, now: _Place) -> list[_Place]:
        """Return the positions after each legal move of the opponent, and after a pass."""
        found = [_Place(now.own, now.foe, 0, attacker_to_move=True)]
        for point in points_of(self.moves(now)):
            done = place(self.fight.full, now.foe, now.own, 1 << point)
            if done is not None:
                ban = ko_ban(self.fight.full, done[0], done[1], 1 << point, done[2])
                found.append(_Place(done[1], done[0], ban, attacker_to_move=True))
        return found

    def is_settled(self, now: _Place) -> bool:
        """Tell whether all of the stake stands in groups with two eyes."""
        stake = self.fight.stake
        dead = self.fight.dead & now.foe
        return all(
            group.eyes >= ENOUGH
            for group in groups_of(self.fight.full, now.own, now.foe, dead)
            if group.stones & stake
        )
