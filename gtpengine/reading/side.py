"""One player's side of a board that is searched for proofs: his safe groups and what they need.

A group is proved in one frame; or the chains that miai link are one cell of it; or each of two eyes
of such a group is proved in a frame of its own, in which the other one is an eye that lies nowhere.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from gtpengine.partition.alternating import safety
from gtpengine.partition.bits import Bits, beside, components
from gtpengine.partition.invasion import has_room
from gtpengine.reading.frame import Stones, components_at, frame_of, targets_of, with_eye
from gtpengine.reading.links import Group, group_of
from gtpengine.reading.solver import KoRule, Solver
from gtpengine.reading.space import space_of
from gtpengine.reading.strategy import Joined, Miai, Strategy

_MOST_EMPTY = 24  # empty points of an area that may be claimed
_MOST_LAND = 34  # empty points of a land that is searched as a whole
_EYE_NODES = 10_000  # of a search for one eye: what takes more is seldom one of two
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


_Found = tuple[SafeGroup, Strategy | None]
_Question = tuple[Bits, Bits, Bits, Bits]  # space, targets, safe stones and claim
_Memory = tuple[_Question, tuple[Bits, ...] | None, bool]  # with pairs, for an eye


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
        self._nodes = _EASY
        self._tried: set[tuple[Bits, Bits, int]] = set()
        self._failed: set[_Memory] = set()  # whatever the effort
        self._cut: dict[_Memory, int] = {}  # with how many nodes in vain
        self._grouped: set[Bits] = set()  # groups that were tried in this pass

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
        self._grouped = set()
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
            best = self._by_lands(chain, size, safe, owed)
            if best is not None:
                return best
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

    def _by_lands(self, chain: Bits, size: int, safe: Bits, owed: Bits) -> SafeGroup | None:
        """Return a proof for the chains that miai link to a chain, by eyes in lands of theirs."""
        stones = self.stones
        free = stones.empty & ~owed & ~self._eyes
        own = stones.own & ~safe & ~self.lost | chain
        group = group_of(own, chain, free, targets_of(self.lands))
        if group.chains in self._grouped:
            return None
        self._grouped.add(group.chains)
        free &= ~group.links
        areas = [land & free for land in self._lands_of(group.chains)]
        for area in areas:
            found = self._search((area, group.chains, safe, 0), group.pairs)
            if found is not None:
                return self._kept(self._with_links(found, group))
        return self.by_two_eyes(group, [*areas, space_of(stones, group.chains, size) & free], safe)

    def by_two_eyes(self, group: Group, areas: list[Bits], safe: Bits) -> SafeGroup | None:
        """Return a proof that a group keeps a liberty in either of two zones in some areas."""
        used: Bits = 0
        eyes: list[_Found] = []
        for area in areas:
            while True:
                eye = self._search((area & ~used, group.chains, safe, 0), group.pairs, True)
                if eye is None or used & eye[0].zone:
                    break
                eyes.append(eye)
                used |= eye[0].zone & ~group.chains
                if len(eyes) == 2:
                    return self._kept(self._with_links(_both(*eyes), group))
        return None

    def _with_links(self, found: _Found, group: Group) -> _Found:
        """Add to a proof of a group what keeps it together."""
        proved, strategy = found
        if strategy is not None and group.pairs:
            strategy = Joined(strategy, Miai(group.pairs))
        return replace(proved, zone=proved.zone | group.links), strategy

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
        found = self._search((space, targets, safe, claim))
        return None if found is None else self._kept(found)

    def _kept(self, found: _Found) -> SafeGroup:
        """Remember the strategy of a proof."""
        group, strategy = found
        if self._strategies is not None and strategy is not None:
            self._strategies[group] = strategy
        return group

    def _search(
        self, key: _Question, pairs: tuple[Bits, ...] | None = None, eye: bool = False
    ) -> _Found | None:
        """Search one frame, unless that has failed before.

        With `pairs` of points that link them the targets are one group. An `eye` is a liberty that
        the group keeps in the space if it has another elsewhere.
        """
        memory = (key, pairs, eye)
        if memory in self._failed or self._cut.get(memory, 0) >= self._nodes:
            return None
        space, targets, safe, claim = key
        frame = frame_of(self.stones, space, targets, safe, joined=pairs is not None)
        if frame is not None and eye:
            frame = with_eye(frame)
        if frame is None:
            self._failed.add(memory)
            return None
        cells = frame.cells_of(claim)
        if claim & ~frame.points(cells):
            return None
        proof = self._solver.solve(
            frame,
            prover_first=False,
            ko=KoRule.AGAINST,
            nodes=min(self._nodes, _EYE_NODES) if eye else self._nodes,
            claim=cells,
        )
        if not proof.proved:
            if not proof.exhausted or (eye and self._nodes >= _EYE_NODES):
                self._failed.add(memory)
            else:
                self._cut[memory] = self._nodes
            return None
        zone = proof.zone
        strategy = self._solver.strategy(frame) if self._strategies is not None else None
        own, foe = self.stones.own & zone, self.stones.foe & zone
        group = SafeGroup(self.colour, targets, claim, zone, frame.supports, own, foe)
        return group, strategy


def _both(one: _Found, two: _Found) -> _Found:
    """Put two eyes of one group together: it keeps a liberty in the zone of either."""
    (first, plan), (second, other) = one, two
    group = SafeGroup(
        first.colour,
        first.chains,
        0,
        first.zone | second.zone,
        first.supports | second.supports,
        first.own | second.own,
        first.foe | second.foe,
    )
    return group, Joined(plan, other) if plan is not None and other is not None else None


def _eyes(stones: Stones, safe: Bits) -> Bits:
    """Return the areas that may be eyes of the stones `safe`: nobody else plays there."""
    found = 0
    near = beside(safe)
    for area in components(stones.full & ~stones.own):
        others = beside(area) & stones.own & ~safe
        if area & near and not others and not area & stones.empty & ~near:
            found |= area
    return found
