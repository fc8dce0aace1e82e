"""One player's side of a board that is searched for proofs: his safe groups and territory."""

from collections.abc import Callable
from dataclasses import dataclass

from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import Bits, beside, components
from gtpengine.partition.invasion import has_room
from gtpengine.reading.frame import Stones, components_at, frame_of, targets_of
from gtpengine.reading.solver import KoRule, Solver
from gtpengine.reading.space import space_of
from gtpengine.reading.strategy import Strategy

_MOST_EMPTY = 24  # empty points of an area that may be claimed
_MOST_LAND = 34  # empty points of a land that is searched as a whole
_WHATEVER = 1 << 40  # nodes of a search that failed and was not cut short
_EASY = 4_000  # nodes of the first searches; joint proofs are looked for by later ones


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


class Side:
    """What is proved about one colour, and the searches for more."""

    def __init__(
        self,
        solver: Solver,
        stones: Stones,
        colour: int,
        strategies: dict[SafeGroup, Strategy] | None,
    ) -> None:
        self.stones = stones
        self.colour = colour
        self.groups: list[SafeGroup] = []
        self.lost: Bits = 0  # stones that are not worth a search
        self.lands: list[Bits] = []  # areas of the owner's that are not his stones
        self._static = safety(stones.full, stones.own, stones.foe)
        self._eyes = _eyes(stones, self._static.safe)
        self._solver = solver
        self._strategies = strategies
        self._nodes = 0
        self._tried: set[tuple[Bits, Bits, int]] = set()
        self._failed: dict[tuple[Bits, Bits, Bits, Bits], int] = {}  # with how many nodes

    @property
    def safe(self) -> Bits:
        """All stones that are proved safe."""
        return self._safe_by(self.groups)

    def _safe_by(self, groups: list[SafeGroup]) -> Bits:
        found = self._static.safe
        for group in groups:
            found |= group.chains
        return found

    def owed(self) -> Bits:
        """Return all points where an attack may call for an answer."""
        return self._owed_by(self.groups)

    def _owed_by(self, groups: list[SafeGroup]) -> Bits:
        found = self._static.owed
        for group in groups:
            found |= group.zone & ~group.chains
        return found

    def territory(self) -> Bits:
        """Return the territory that searches proved."""
        found = 0
        for group in self.groups:
            found |= group.territory
        return found

    def still_holds(self, group: SafeGroup) -> bool:
        """Tell whether a proof for an earlier position stands in this one."""
        return (
            self.stones.own & group.zone == group.own
            and self.stones.foe & group.zone == group.foe
            and not group.supports & ~self.safe
            and not group.zone & ~group.chains & self.owed()
        )

    def find_groups(self, size: int, nodes: int, expired: Callable[[], bool]) -> None:
        """Look for groups in frames of at most `size` empty points."""
        self._nodes = nodes
        todo = sorted(
            (each for each in components(self.stones.own & ~self.safe) if each & ~self.lost),
            key=lambda chain: chain.bit_count(),
            reverse=True,
        )
        for chain in todo:
            if expired():
                return
            safe, owed = self.safe, self.owed()
            if not chain & safe:
                group = self._group(chain, size, safe, owed)
                if group is not None:
                    self.groups.append(group)

    def _group(self, chain: Bits, size: int, safe: Bits, owed: Bits) -> SafeGroup | None:
        """Return a proof for a chain and for as many chains beside it as can be had.

        Where other proofs need the same points, all may be proved together instead: then the groups
        are changed, and None is returned.
        """
        stones = self.stones
        around = space_of(stones, chain, size) & ~self._eyes
        space = around & ~owed
        best = self._try(space, chain, safe)
        if best is None:
            for land in self._lands_of(chain):
                found = self._try(land & ~owed, chain, safe)
                if found is not None:
                    return found
            if space != around and self._nodes > _EASY:
                self._merge(around & ~self._static.owed, chain)
            return None
        others = components_at(stones.own & ~safe & ~chain, beside(space))
        if others:
            joint = chain
            for other in others:
                joint |= other
            together = self._try(space, joint, safe)
            if together is not None:
                best = together
            elif len(others) > 1:
                for other in others:
                    grown = self._try(space, best.chains | other, safe)
                    if grown is not None:
                        best = grown
        return best

    def _lands_of(self, chain: Bits) -> list[Bits]:
        """Return the empty points of each land beside a chain, small ones first, and of all."""
        near = beside(chain)
        lands = [land & self.stones.empty & ~self._eyes for land in self.lands if land & near]
        if len(lands) > 1:
            lands.append(targets_of(lands))
        lands = [land for land in lands if 1 < land.bit_count() <= _MOST_LAND]
        return sorted(lands, key=lambda land: land.bit_count())

    def find_territory(self, foe_safe: Bits, nodes: int, expired: Callable[[], bool]) -> None:
        """Look for territory in the areas that safe stones enclose."""
        self._nodes = nodes
        stones = self.stones
        safe = self.safe
        done = self.territory()
        for area in components(stones.full & ~safe):
            if expired():
                return
            empty = (area & stones.empty).bit_count()
            if area & foe_safe or empty > _MOST_EMPTY or not area & ~done:
                continue
            if not has_room(area, safe):
                continue  # nothing needs an answer there
            self._claim(area)

    def _claim(self, area: Bits) -> None:
        """Prove an area together with all groups whose zones share points with it."""
        if not area & (self._static.owed | self._eyes):
            self._merge(area, 0, area)

    def _merge(self, area: Bits, chain: Bits, claim: Bits = 0) -> None:
        """Prove a chain or a claim together with all groups whose zones share points with `area`.

        The proof takes the place of theirs.
        """
        stones = self.stones
        shared = [group for group in self.groups if group.zone & ~group.chains & area]
        first = self.groups.index(shared[0]) if shared else len(self.groups)
        rest = [group for group in self.groups if group not in shared]
        safe = self._safe_by(self.groups[:first])
        targets = chain
        space = area & stones.empty
        for group in shared:
            targets |= group.chains
            space |= group.zone & stones.empty
            claim |= group.territory
        space &= ~self._owed_by(rest) & ~self._eyes
        key = (area, targets, self._nodes)
        if key in self._tried:
            return
        self._tried.add(key)
        found = self._try(space, targets, safe, claim)
        if found is not None:
            before = [each for each in rest if each in self.groups[:first]]
            after = [each for each in rest if each not in before]
            self.groups = [*before, found, *after]

    def _try(self, space: Bits, targets: Bits, safe: Bits, claim: Bits = 0) -> SafeGroup | None:
        """Search one frame, unless that has failed before."""
        key = (space, targets, safe, claim)
        if self._failed.get(key, 0) >= self._nodes:
            return None
        frame = frame_of(self.stones, space, targets, safe)
        if frame is None:
            self._failed[key] = _WHATEVER
            return None
        cells = frame.cells_of(claim)
        if claim & ~frame.points(cells):
            return None
        proof = self._solver.solve(
            frame,
            prover_first=False,
            ko=KoRule.AGAINST,
            nodes=self._nodes,
            claim=cells,
        )
        if not proof.proved:
            self._failed[key] = self._nodes if proof.exhausted else _WHATEVER
            return None
        group = SafeGroup(
            self.colour,
            targets,
            claim,
            proof.zone,
            frame.supports,
            self.stones.own & proof.zone,
            self.stones.foe & proof.zone,
        )
        if self._strategies is not None:
            self._strategies[group] = self._solver.strategy(frame)
        return group


def _eyes(stones: Stones, safe: Bits) -> Bits:
    """Return the areas that may be eyes of the stones `safe`: nobody else plays there."""
    found = 0
    near = beside(safe)
    for area in components(stones.full & ~stones.own):
        others = beside(area) & stones.own & ~safe
        if area & near and not others and not area & stones.empty & ~near:
            found |= area
    return found
