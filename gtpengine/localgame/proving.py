"""Solutions by proof, for reports; apart, because a player need not wait for what it is made of."""

import time
from dataclasses import replace

from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import MAX_BITS, RegionKey, place
from gtpengine.localgame.proof import ProvedSolved, Prover
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.region import Region

LISTED = 11  # with so many empty points all positions are mostly listed faster than proved
_LISTED_NODES = 150_000  # where there are more, chains that can be taken are many: it is proved
_KEPT = 500 << 20  # bytes of proofs that are not done


class ProvingSolver(Solver):
    """Solves small regions completely and proves the value of larger ones.

    What was proved has no graph of all positions: enough for reports, not for playing out sums.

    Args:
        goes_on: asked again about a region whose proof ran out of time, it goes on where it was.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        cache: GraphCache | None = None,
        *,
        goes_on: bool = False,
    ) -> None:
        super().__init__(limits, cache)
        self._goes_on = goes_on
        self._begun: dict[RegionKey, Prover] = {}

    def solve(self, region: Region, limits: Limits | None = None) -> Solution:
        """Return the solution; where it is not solved, its values are proved bounds."""
        limits = limits or self.limits
        placement = place(region)
        if placement.key.bits > MAX_BITS:
            return super().solve(region, limits)
        small = len(region.empty) <= LISTED
        started = time.monotonic()
        if small or self.cache.find(placement.key, limits) is not None:
            few = Limits(min(limits.nodes, _LISTED_NODES), limits.seconds)
            found = super().solve(region, few if small else limits)
            if found.graph.complete:
                return found
        prover = self._begun.pop(placement.key, None) or Prover(placement.key)
        left = max(limits.seconds - (time.monotonic() - started), 0.0)
        proof = prover.run(replace(limits, seconds=left))
        if self._goes_on and not proof.closed:
            self._keep(prover)
        proved = Solution(region, placement, ProvedSolved(prover, proof))
        if small and proved.is_solved and proved.hangs_on_loops:
            # Only the list of all positions tells what komasters make of it.
            left = max(limits.seconds - (time.monotonic() - started), 0.0)
            listed = super().solve(region, replace(limits, seconds=left))
            if listed.is_solved:
                return listed
        return proved

    def _keep(self, prover: Prover) -> None:
        """Keep a proof that is not done; the oldest ones go where there are too many."""
        self._begun[prover.key] = prover
        while sum(each.nbytes for each in self._begun.values()) > _KEPT:
            del self._begun[next(iter(self._begun))]
