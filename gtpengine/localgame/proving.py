"""Solutions by proof, for reports; apart, because a player need not wait for what it is made of."""

from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import MAX_BITS, place
from gtpengine.localgame.proof import ProvedSolved, Prover
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.region import Region

LISTED = 11  # with so many empty points all positions are listed faster than a value is proved


class ProvingSolver(Solver):
    """Solves small regions completely and proves the value of larger ones.

    What was proved has no graph of all positions: enough for reports, not for playing out sums.
    """

    def solve(self, region: Region, limits: Limits | None = None) -> Solution:
        """Return the solution; where it is not solved, its values are proved bounds."""
        limits = limits or self.limits
        placement = place(region)
        small = len(region.empty) <= LISTED or placement.key.bits > MAX_BITS
        if small or self.cache.find(placement.key, limits) is not None:
            found = super().solve(region, limits)
            if found.graph.complete or placement.key.bits > MAX_BITS:
                return found
        prover = Prover(placement.key)
        return Solution(region, placement, ProvedSolved(prover, prover.run(limits)))
