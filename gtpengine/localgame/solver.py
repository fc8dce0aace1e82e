"""The way in: regions in, solutions out, with a cache of solved graphs between calls."""

import math

from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.graph import Limits, expand
from gtpengine.localgame.key import MAX_BITS, place
from gtpengine.localgame.proof import ProvedSolved, Prover
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.partition.region import Region

LISTED = 11  # with so many empty points all positions are listed faster than a value is proved


class Solver:
    """Solves regions; equal ones, up to symmetry and colour, are solved once."""

    def __init__(self, limits: Limits | None = None, cache: GraphCache | None = None) -> None:
        self.limits = limits or Limits()
        self.cache = GraphCache() if cache is None else cache

    def solve(self, region: Region, limits: Limits | None = None) -> Solution:
        """Return the solution of a region; its status says whether a limit ended the work.

        A graph that an earlier, smaller limit left incomplete is expanded anew.
        """
        limits = limits or self.limits
        placement = place(region)
        solved = self.cache.find(placement.key, limits)
        if solved is None:
            solved = SolvedGraph(expand(placement.key, limits))
            self.cache.add(placement.key, solved, limits)
        solved.seconds, solved.until = limits.seconds, math.inf
        return Solution(region, placement, solved)


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


def solve(region: Region, limits: Limits | None = None) -> Solution:
    """Return the solution of one region, without a cache."""
    limits = limits or Limits()
    placement = place(region)
    solved = SolvedGraph(expand(placement.key, limits), limits.seconds)
    return Solution(region, placement, solved)
