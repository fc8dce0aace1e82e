"""The way in: regions in, solutions out, with a cache of solved graphs between calls."""

import math

from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.graph import Limits, expand
from gtpengine.localgame.key import place
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.partition.region import Region


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
        solved.seconds, solved.evaluations = limits.seconds, math.inf
        solved.until = math.inf
        return Solution(region, placement, solved)


def solve(region: Region, limits: Limits | None = None) -> Solution:
    """Return the solution of one region, without a cache."""
    limits = limits or Limits()
    placement = place(region)
    solved = SolvedGraph(expand(placement.key, limits), limits.seconds)
    return Solution(region, placement, solved)
