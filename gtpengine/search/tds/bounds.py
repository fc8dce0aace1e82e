"""Bounds of mean and temperature of a Go region while parts of it are not expanded yet.

The four trees of intervals.py with kos and settled points: exact walls of the known graph, once
with the least and once with the most that open positions can be worth, play without end lost by the
player who would gain by the bound. Nobody is komaster.
"""

from fractions import Fraction

from gtpengine.localgame.claims import ClaimSearch
from gtpengine.localgame.evaluating import evaluate_bounds
from gtpengine.localgame.values import GraphValues
from gtpengine.search.tds.growing import RegionGame
from gtpengine.search.tds.intervals import Interval
from gtpengine.search.tds.pool import OPEN
from gtpengine.values.trajectory import Trajectory, regions

Wall = Trajectory | None


def region_interval(game: RegionGame) -> Interval:
    """Return what is proved of the region by now; area scoring, area temperatures."""
    settled, most = game.offset, int(game.pool.arrays.high[0])
    if game.pool.arrays.state[0] == OPEN:
        return Interval(
            Fraction(settled - most), Fraction(settled + most), Fraction(0), Fraction(most)
        )
    known = game.known_graph()
    return interval_between(evaluate_bounds(known.graph, known.is_open), most)


def claimed_interval(search: ClaimSearch) -> Interval:
    """Return what a search for claims has proved by now; area scoring, area temperatures."""
    return Interval(*search.mean, *search.temperature)


def interval_between(values: GraphValues, most: int) -> Interval:
    """Return what lower and upper walls prove of the root, which has its options.

    `most` is how many points are live there: all that can be known without any play.
    """
    settled = values.graph.offset
    low_left, _, high_left, _ = values.bounds()
    lowest = Fraction(settled - most) if low_left is None else low_left.points[-1][0]
    highest = Fraction(settled + most) if high_left is None else high_left.points[-1][0]
    black, white = values.scaffold_between(0, 0), values.scaffold_between(0, 1)
    hottest = coldest = Fraction(0)
    if black is not None and white is not None:
        coldest = _last_above(black[0], white[1], Fraction(0))
        hottest = _last_above(black[1], white[0], Fraction(most))
    return Interval(lowest, highest, coldest, max(coldest, min(hottest, Fraction(most))))


def _last_above(left: Wall, right: Wall, otherwise: Fraction) -> Fraction:
    """Return the highest temperature below which `left` is above `right`; 0 if it never is."""
    if left is None or right is None:
        return otherwise
    found = Fraction(0)
    for region in regions(left, right):
        if region.sign > 0:
            if region.high is None:
                return otherwise
            found = region.high
    return found
