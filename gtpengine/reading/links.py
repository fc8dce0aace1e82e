"""Chains that miai hold together: two points beside both, of which the opponent can take only one.

Such chains can be looked at as one. Each was linked to those before it, so that whatever part of
them is connected already has two liberties among the points of links, until all are connected.
"""

from dataclasses import dataclass

from gtpengine.partition.bits import Bits, beside, components


@dataclass(frozen=True)
class Group:
    """Chains that hold together.

    Attributes:
        chains: their stones.
        pairs: for each chain but the first two empty points beside it and those before it.
    """

    chains: Bits
    pairs: tuple[Bits, ...] = ()

    @property
    def links(self) -> Bits:
        """All points of the pairs."""
        found = 0
        for pair in self.pairs:
            found |= pair
        return found


def group_of(own: Bits, chain: Bits, free: Bits, inner: Bits) -> Group:
    """Return the group of a chain among the stones `own`.

    Links are among the empty points `free`, better not among the `inner` ones.
    """
    chains = chain
    pairs: list[Bits] = []
    growing = True
    while growing:
        growing = False
        for other in components(own & ~chains):
            shared = beside(other) & beside(chains) & free
            if shared.bit_count() < 2:
                continue
            pair = 0
            for points in (shared & ~inner, shared & inner):
                while points and pair.bit_count() < 2:
                    pair |= points & -points
                    points &= points - 1
            free &= ~pair
            pairs.append(pair)
            chains |= other
            growing = True
    return Group(chains, tuple(pairs))
