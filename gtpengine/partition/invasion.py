"""Can an invader live, or make a seki, in an area that safe stones of the other colour enclose?

Two proofs that it cannot, however many moves in a row the invader makes while the owner passes:

- no room: an eye is a point that touches no safe stone, and two eyes are not adjacent. Where no two
  such points exist, the owner can fill everything else from safe stones and then capture.
- nakade: the invader finds no way to two eyes even when it fills all else at will, and from every
  position that it can reach so, the owner to move captures it in alternating play.

Neither proof asks the owner to answer a move: no move in such an area is even a threat.
"""

from itertools import combinations
from typing import NamedTuple

from gtpengine.board.points import STRIDE
from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import Bits, beside, components, flood, ko_ban, place, points_of
from gtpengine.partition.forced import WON, Choice, forced_wins
from gtpengine.partition.links import joined

_NODES = 20_000  # positions that one proof may visit
_MOST_SPOTS = 24  # possible eyes of an area; more are taken to be enough for life
_BREAKTHROUGH = 3  # stones of the wall whose capture ends the matter
_MOST_LIBERTIES = 8  # of the owner's stones inside, for a proof by nakade


def has_room(area: Bits, safe: Bits) -> bool:
    """Tell whether two eyes could ever stand in `area` away from the `safe` stones around it."""
    roomy = area & ~beside(safe)
    count = roomy.bit_count()
    if count < 2:
        return False
    if count > 2:
        return True
    return not roomy & beside(roomy)


def cannot_invade(full: Bits, owner: Bits, foe: Bits, safe: Bits, area: Bits) -> bool:
    """Tell whether `area` belongs to the owner for good, even if the owner passes at will.

    Pre: `safe` are unconditionally alive stones of the owner, and `area` is a connected part of the
    board without them. False may also mean that the proof became too long.
    """
    if not has_room(area, safe):
        return True
    if _can_live(full, owner, foe, safe, area):
        return False
    inner = owner & area
    shared = beside(inner) & area & ~owner & ~foe
    if shared.bit_count() > _MOST_LIBERTIES:
        return False
    # Points away from the owner's stones inside can only be eyes, and eyes were tried in vain.
    owner, foe = _fill(full, owner, foe, area & ~shared)
    return _Nakade(full, safe, area).holds(owner, foe)


def _can_live(full: Bits, owner: Bits, foe: Bits, safe: Bits, area: Bits) -> bool:
    """Tell whether the foe, moving alone, gets an unconditionally alive chain in `area`.

    Whatever lives can fill all its eyes but two and still live, so pairs of points are enough.
    """
    spots = area & ~foe & ~beside(safe)
    if spots.bit_count() > _MOST_SPOTS:
        return True
    for p, q in combinations(points_of(spots), 2):
        if q - p not in (1, STRIDE):
            left, grown = _fill(full, owner, foe, area & ~(1 << p) & ~(1 << q))
            if alive_chains(full, grown, left) & area:
                return True
    return False


def _fill(full: Bits, owner: Bits, foe: Bits, targets: Bits) -> tuple[Bits, Bits]:
    """Return both colours' stones after the foe has filled all of `targets` that it legally can."""
    changed = True
    while changed:
        changed = False
        for point in points_of(targets & ~owner & ~foe):
            done = place(full, foe, owner, 1 << point)
            if done is not None:
                foe, owner, _ = done
                changed = True
    return owner, foe


class _Place(NamedTuple):
    """A position in the area with the player to move, who may not play at `ko`."""

    owner: Bits
    foe: Bits
    ko: Bits
    owner_to_move: bool


class _Nakade:
    """Alternating play in one area, from every position that the invader reaches by moving alone.

    Kos are fought without threats: the invader may pass instead, but the owner then goes on here.
    The owner must move, for if both pass the invader stays.
    """

    def __init__(self, full: Bits, safe: Bits, area: Bits) -> None:
        self.full = full
        self.safe = safe
        self.area = area

    def holds(self, owner: Bits, foe: Bits) -> bool:
        """Tell whether the owner, to move, wins wherever the foe's moves in a row lead."""
        roots = self.reached_alone(owner, foe)
        wins = forced_wins(roots, self.follow, _NODES)
        return wins is not None and all(wins(root) for root in roots)

    def reached_alone(self, owner: Bits, foe: Bits) -> list[_Place]:
        """Return the positions after any moves of the foe while the owner passes."""
        found = [_Place(owner, foe, 0, owner_to_move=True)]
        seen = set(found)
        for before in found:  # grows while it runs
            for point in points_of(self.area & ~before.owner & ~before.foe):
                done = place(self.full, before.foe, before.owner, 1 << point)
                if done is not None:
                    after = _Place(done[1], done[0], 0, owner_to_move=True)
                    if after not in seen:
                        seen.add(after)
                        found.append(after)
        return found

    def follow(self, now: _Place) -> Choice:
        """Return what can happen next."""
        owner, foe, ko, owner_to_move = now
        if self.settled(owner, foe):
            return WON
        children = [] if owner_to_move else [_Place(owner, foe, 0, owner_to_move=True)]
        mover, other = (owner, foe) if owner_to_move else (foe, owner)
        for point in points_of(self.area & ~owner & ~foe & ~ko):
            done = place(self.full, mover, other, 1 << point)
            if done is None:
                continue
            ban = ko_ban(self.full, done[0], done[1], 1 << point, done[2])
            if not owner_to_move:
                children.append(_Place(done[1], done[0], ban, owner_to_move=True))
            elif self.breaks_out(done[2]):
                return WON
            else:
                children.append(_Place(done[0], done[1], ban, owner_to_move=False))
        return Choice(owner_to_move, children)

    def breaks_out(self, taken: Bits) -> bool:
        """Tell whether a capture joins the owner's stones inside to the safe ones."""
        return taken.bit_count() >= _BREAKTHROUGH and bool(beside(taken) & self.safe)

    def settled(self, owner: Bits, foe: Bits) -> bool:
        """Tell whether no part of the area that is left has room for two eyes."""
        if not beside(self.safe) & self.area & ~foe:
            return False  # the invader's wall is whole, and the area had room to begin with
        safe = joined(self.full, owner, foe, flood(self.safe, owner))
        return not any(has_room(part, safe) for part in components(self.area & ~safe))
