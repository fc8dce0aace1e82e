"""Does an attacker capture a chain in a frame? All positions at once, with sets and loops.

Whatever goes on for ever leaves the chain alive, unless the owner breaks a ban again and again. So
the attacker wins where he can capture, or force the owner to break one more ban in such a place.
There are no static ends, zones or orders here.
"""

from gtpengine.partition.bits import points_of
from gtpengine.reading.frame import Frame

# Stones of both, ban, whether the attacker moves, no pass, whether the last move broke a ban.
Place = tuple[frozenset[int], frozenset[int], int, bool, bool, bool]


class TooLarge(Exception):
    """More positions than the search may visit."""


class SlowDuel:
    """One frame; `attacker_retakes` and `owner_retakes` tell who need not obey ko bans."""

    def __init__(self, frame: Frame, *, attacker_retakes: bool, owner_retakes: bool) -> None:
        self._cells = range(len(frame.cells))
        self._near = {cell: set(points_of(int(frame.near[cell]))) for cell in self._cells}
        self._lives = (set(points_of(frame.foe_life)), set(points_of(frame.own_life)))
        self._target = set(points_of(frame.target))
        self._vital = self._target | set(points_of(frame.vital))
        self._retakes = attacker_retakes, owner_retakes
        self._start = frozenset(points_of(frame.foe)), frozenset(points_of(frame.own))

    def attacker_wins(self, *, attacker_first: bool, most: int = 1_500) -> bool:
        """Tell whether the chain is captured.  Raises TooLarge."""
        root = (*self._start, -1, attacker_first, False, False)
        after: dict[Place, list[Place]] = {}
        todo = [root]
        while todo:
            place = todo.pop()
            if place in after:
                continue
            if len(after) > most:
                raise TooLarge
            after[place] = [] if self._end(place) is not None else self._moves(place)
            todo += after[place]
        won = set(after)
        while True:
            # Who can win if one more broken ban in a place of `won` is a win?
            fewer = {place for place in after if self._end(place)}
            fewer |= {p for p in won if p[5] and _forced(p, after[p], won)}
            changed = True
            while changed:
                changed = False
                for place, children in after.items():
                    if place not in fewer and _forced(place, children, fewer):
                        fewer.add(place)
                        changed = True
            if fewer == won:
                return root in won
            won = fewer

    def _end(self, place: Place) -> bool | None:
        """Return whether the attacker has won, None while the matter is open."""
        _, own, *_ = place
        if self._vital - own:
            return True
        # A chain that is connected to living stones has escaped.
        chain, _ = self._chain(own, next(iter(self._target)))
        return False if chain & self._lives[1] else None

    def _chain(self, stones: frozenset[int], cell: int) -> tuple[set[int], set[int]]:
        """Return a chain and the cells beside it."""
        chain, todo, beside = {cell}, [cell], set()
        while todo:
            for other in self._near[todo.pop()]:
                beside.add(other)
                if other in stones and other not in chain:
                    chain.add(other)
                    todo.append(other)
        return chain, beside - chain

    def _moves(self, place: Place) -> list[Place]:
        foe, own, ban, attacks, no_pass, _ = place
        found: list[Place] = []
        if not attacks or not no_pass:
            found.append((foe, own, -1, not attacks, True, False))
        mover, other = (foe, own) if attacks else (own, foe)
        for cell in self._cells:
            if cell in foe or cell in own:
                continue
            if cell == ban and not self._retakes[0 if attacks else 1]:
                continue
            done = self._played(mover, other, cell, 0 if attacks else 1)
            if done is None:
                continue
            mine, theirs, ko = done
            if not attacks and self._retakes[0]:
                ko = -1
            stones = (mine, theirs) if attacks else (theirs, mine)
            found.append((*stones, ko, not attacks, False, cell == ban and not attacks))
        return found

    def _played(
        self, mover: frozenset[int], other: frozenset[int], cell: int, side: int
    ) -> tuple[frozenset[int], frozenset[int], int] | None:
        mine = mover | {cell}
        taken: set[int] = set()
        for near in self._near[cell] & other:
            chain, beside = self._chain(other, near)
            if not chain & self._lives[1 - side] and not beside - mine - other:
                taken |= chain
        left = other - taken
        chain, beside = self._chain(mine, cell)
        liberties = beside - mine - left
        if not liberties and not chain & self._lives[side]:
            return None
        is_ko = len(taken) == 1 and len(chain) == 1 and len(liberties) == 1
        ko = next(iter(taken)) if is_ko and cell not in self._lives[side] else -1
        return mine, frozenset(left), ko


def _forced(place: Place, children: list[Place], won: set[Place]) -> bool:
    """Tell whether the attacker can get from a place to one that he has won."""
    return bool(children) and (any if place[3] else all)(child in won for child in children)
