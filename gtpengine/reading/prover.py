"""Proved safe points of a whole position: chains that live and the territory that goes with them.

Every proof says: if the owner answers each of the opponent's moves in its zone, these chains are
never captured and the opponent never lives in that territory. The proofs of one colour have zones
without common points, so that one move of the opponent never calls for two answers; proofs may rest
on each other only in the order in which they were found.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.position import Position
from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import Bits, beside, components, flood, stones_of
from gtpengine.partition.invasion import has_room
from gtpengine.reading.frame import Frame, Stones, components_at, frame_of
from gtpengine.reading.solver import KoRule, Proof, Solver
from gtpengine.reading.space import eye_space, space_of

NODES = 4_000  # of one search
_SIZES = (12, 20, 30)  # empty points of a frame


@dataclass(frozen=True)
class SafeGroup:
    """Chains that are proved to live, with the territory that is proved along with them.

    Attributes:
        colour: whose they are.
        chains: their stones.
        territory: points, empty or not, where the opponent cannot live.
        zone: the points where the owner answers; as long as none of them changes, the proof stands.
        supports: safe stones of the same colour that it relies on.
        own: the owner's stones in the zone.
        foe: the opponent's stones in the zone.
    """

    colour: int
    chains: Bits
    territory: Bits
    zone: Bits
    supports: Bits
    own: Bits
    foe: Bits


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
    """Proves points safe; remembers its proofs for the next position."""

    def __init__(self, nodes: int = NODES) -> None:
        self._solver = Solver(nodes)
        self._nodes = nodes
        self._known: list[SafeGroup] = []

    def prove(self, position: Position, seconds: float = 2.0) -> ProvedPoints:
        """Return what can be proved within about `seconds` of processor time."""
        until = time.thread_time() + seconds
        full, black, white = stones_of(position)
        boards = {BLACK: Stones(full, black, white), WHITE: Stones(full, white, black)}
        safe, owed, territory = [0, 0, 0], [0, 0, 0], [0, 0, 0]
        groups: list[SafeGroup] = []
        for colour, stones in boards.items():
            if not position.rules.suicide:
                static = safety(full, stones.own, stones.foe)
                safe[colour], owed[colour] = static.safe, static.owed
        for group in self._known:
            stones = boards[group.colour]
            if (
                stones.own & group.zone == group.own
                and stones.foe & group.zone == group.foe
                and not group.supports & ~safe[group.colour]
                and not group.zone & owed[group.colour] & ~stones.own
            ):
                self._accept(group, stones, safe, owed, territory)
                groups.append(group)
        search = [
            _Search(self._solver, self._nodes, boards[colour], colour) for colour in (BLACK, WHITE)
        ]
        for size in _SIZES:
            for hunt in search:
                found = hunt.run(
                    size,
                    safe[hunt.colour],
                    owed[hunt.colour],
                    lambda: time.thread_time() >= until,
                )
                for group in found:
                    self._accept(group, hunt.stones, safe, owed, territory)
                groups += found
        for part in components(full & ~safe[BLACK] & ~safe[WHITE]):
            around = beside(part)
            touching = [colour for colour in (BLACK, WHITE) if around & safe[colour]]
            if len(touching) == 1 and not has_room(part, safe[touching[0]]):
                territory[touching[0]] |= part
        for colour in (BLACK, WHITE):
            territory[colour] &= ~safe[colour]
        self._known = groups
        return ProvedPoints(
            (0, safe[BLACK], safe[WHITE]),
            (0, territory[BLACK], territory[WHITE]),
            (0, owed[BLACK], owed[WHITE]),
            tuple(groups),
        )

    @staticmethod
    def _accept(
        group: SafeGroup, stones: Stones, safe: list[Bits], owed: list[Bits], territory: list[Bits]
    ) -> None:
        colour = group.colour
        safe[colour] |= group.chains
        owed[colour] |= group.zone & ~group.chains
        territory[colour] |= group.territory


class _Search:
    """The searches for one colour."""

    def __init__(self, solver: Solver, nodes: int, stones: Stones, colour: int) -> None:
        self.stones = stones
        self.colour = colour
        self._solver = solver
        self._nodes = nodes

    def run(
        self, size: int, safe: Bits, owed: Bits, expired: Callable[[], bool]
    ) -> list[SafeGroup]:
        """Return new groups with frames of at most `size` empty points."""
        found: list[SafeGroup] = []
        todo = sorted(
            components(self.stones.own & ~safe), key=lambda chain: chain.bit_count(), reverse=True
        )
        for chain in todo:
            if expired():
                break
            if chain & safe:
                continue
            group = self._group(chain, size, safe, owed)
            if group is not None:
                found.append(group)
                safe |= group.chains
                owed |= group.zone & ~group.chains
        return found

    def _group(self, chain: Bits, size: int, safe: Bits, owed: Bits) -> SafeGroup | None:
        """Return a proof for a chain, with as many chains and as much territory as can be had."""
        stones = self.stones
        space = space_of(stones, chain, size) & ~owed
        targets = chain
        best = self._try(space, targets, safe, claim=False)
        if best is None:
            return None
        # More chains beside the space: all of them at once, or one after the other.
        others = [
            other
            for other in components_at(stones.own & ~safe & ~chain, beside(space))
            if beside(other) & best.zone or beside(other) & space
        ]
        if others:
            joint = chain
            for other in others:
                joint |= other
            together = self._try(space, joint, safe, claim=False)
            if together is not None:
                best = together
            elif len(others) > 1:
                for other in others:
                    grown = self._try(space, best.chains | other, safe, claim=False)
                    if grown is not None:
                        best = grown
        claimed = self._try(space, best.chains, safe, claim=True)
        return claimed or best

    def _try(self, space: Bits, targets: Bits, safe: Bits, *, claim: bool) -> SafeGroup | None:
        """Search one frame."""
        frame = frame_of(self.stones, space, targets, safe, kill=False)
        if frame is None:
            return None
        claimed = 0
        if claim:
            claimed = frame.everything & ~frame.own & ~frame.foe_life
            if not claimed:
                return None
        proof = self._solver.solve(
            frame,
            kill=False,
            prover_first=False,
            ko=KoRule.AGAINST,
            nodes=self._nodes,
            claim=claimed,
        )
        if not proof.proved:
            return None
        return SafeGroup(
            self.colour,
            targets,
            frame.points(claimed),
            proof.zone,
            frame.supports,
            self.stones.own & proof.zone,
            self.stones.foe & proof.zone,
        )
