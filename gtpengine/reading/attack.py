"""Attacks on proofs: an opponent plays on the real board, the proofs' own answers are all we play.

Whoever attacks may move anywhere near the proofs, inside their zones or not. A proof is refuted if
one of its chains is captured, if an answer is illegal, or if the opponent lives unconditionally in
its territory, or in territory that safe stones enclose.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gtpengine.partition.benson import alive_chains
from gtpengine.partition.bits import Bits, beside, ko_ban, place, points_of
from gtpengine.reading.frame import Stones
from gtpengine.reading.side import SafeGroup
from gtpengine.reading.strategy import Strategy

_REACH = 2  # steps around a proof where an attacker may play


@dataclass(frozen=True)
class Refutation:
    """What went wrong, and the moves that show it: the attacker's and the answers in turn.

    `group` is the proof that is wrong; None: territory that no search proved.
    """

    why: str
    group: SafeGroup | None
    moves: tuple[int, ...]


@dataclass(frozen=True)
class _Scene:
    """A moment of the attack: both colours' stones, the attacker's ban, a turn per proof."""

    own: Bits
    foe: Bits
    ban: Bits
    turns: tuple[int, ...]
    moves: tuple[int, ...] = ()


class Attack:
    """Attacks on all proofs of one colour in one position.

    `barred` are points that the attacker leaves alone: other proofs answer there. `enclosed` is
    territory that no search proved: safe stones leave no room there.
    """

    def __init__(
        self,
        stones: Stones,
        proofs: Sequence[tuple[SafeGroup, Strategy]],
        barred: Bits,
        enclosed: Bits = 0,
    ) -> None:
        self._full = stones.full
        self._proofs = list(proofs)
        self._enclosed = enclosed
        self._start = _Scene(stones.own, stones.foe, 0, (0,) * len(self._proofs))
        near = enclosed
        for _, strategy in self._proofs:
            for point in strategy.points():
                near |= 1 << point
        for _ in range(_REACH):
            near |= beside(near) & stones.full
        self._allowed = near & ~barred
        self._keep = 0
        for group, _ in self._proofs:
            self._keep |= group.chains

    def at_random(
        self, rng: random.Random, moves: int, area: Bits | None = None
    ) -> Refutation | None:
        """Play one game with a random attacker who prefers moves that are answered.

        He plays in `area` only, if one is given.
        """
        allowed = self._allowed if area is None else self._allowed & area
        scene = self._start
        for _ in range(moves):
            choice = allowed & ~scene.own & ~scene.foe & ~scene.ban
            sharp = choice & self._answered(scene)
            options = list(points_of(sharp if sharp and rng.random() < 0.7 else choice))
            rng.shuffle(options)
            after = None
            for point in options:
                after = self._after(scene, point)
                if after is not None:
                    break
            if after is None:
                break
            if isinstance(after, Refutation):
                return after
            scene = after
        return self._invaded(scene)

    def by_all_moves(self, depth: int, most: int) -> tuple[Refutation | None, int]:
        """Try all sequences of `depth` moves that are answered, at most `most` of them."""
        left = most

        def search(scene: _Scene, depth: int) -> Refutation | None:
            nonlocal left
            choice = self._allowed & ~scene.own & ~scene.foe & ~scene.ban
            for point in points_of(choice & self._answered(scene)):
                if left <= 0:
                    return None
                after = self._after(scene, point)
                if after is None:
                    continue
                left -= 1
                if isinstance(after, Refutation):
                    return after
                if depth > 1:
                    found = search(after, depth - 1)
                    if found is not None:
                        return found
            return None

        return search(self._start, depth), most - left

    def by(self, attacker: Callable[[Sequence[int]], int], moves: int) -> Refutation | None:
        """Let an attacker choose; it is given all moves so far (0: a pass) and returns 0 to end."""
        scene = self._start
        for _ in range(moves):
            point = attacker(scene.moves)
            if point == 0:
                break
            after = self._after(scene, point)
            if after is None:
                break
            if isinstance(after, Refutation):
                return after
            scene = after
        return self._invaded(scene)

    def _answered(self, scene: _Scene) -> Bits:
        """Return where a move is answered."""
        found = 0
        for turn, (_, strategy) in zip(scene.turns, self._proofs, strict=True):
            found |= strategy.zone(turn)
        return found

    def _who(self, scene: _Scene, point: int) -> int | None:
        """Return which proof answers a move."""
        for index, (_, strategy) in enumerate(self._proofs):
            if strategy.matters(scene.turns[index], point):
                return index
        return None

    def _after(self, scene: _Scene, point: int) -> _Scene | Refutation | None:
        """Return the scene after a move and its answer; None if the move is illegal."""
        stone = 1 << point
        done = place(self._full, scene.foe, scene.own, stone)
        if done is None:
            return None
        foe, own, taken = done
        moves = (*scene.moves, point)
        if taken & self._keep:
            lost = next(group for group, _ in self._proofs if group.chains & taken)
            return Refutation("captured", lost, moves)
        ban = ko_ban(self._full, foe, own, stone, taken)
        who = self._who(scene, point)
        if who is None:
            return _Scene(own, foe, 0, scene.turns, (*moves, 0))
        group, strategy = self._proofs[who]
        answer, turn = strategy.answer(scene.turns[who], point)
        turns = (*scene.turns[:who], turn, *scene.turns[who + 1 :])
        moves = (*moves, answer)
        reply = 1 << answer if answer else 0
        if reply & own or not reply:
            return _Scene(own, foe, 0, turns, moves)
        done = None if reply & (foe | ban) else place(self._full, own, foe, reply)
        if done is None:
            return Refutation("an illegal answer", group, moves)
        own, foe, taken = done
        return _Scene(own, foe, ko_ban(self._full, own, foe, reply, taken), turns, moves)

    def _invaded(self, scene: _Scene) -> Refutation | None:
        """Return a refutation if the attacker lives in claimed territory."""
        claimed = self._enclosed
        for group, _ in self._proofs:
            claimed |= group.territory
        alive = alive_chains(self._full, scene.foe, scene.own) & claimed
        if not alive:
            return None
        lost = next((group for group, _ in self._proofs if group.territory & alive), None)
        return Refutation("alive inside", lost, scene.moves)
