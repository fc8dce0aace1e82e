"""Guesses for regions of middle size: Monte-Carlo thermograph trees instead of coupons."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.estimator import count, in_rules
from gtpengine.engine.survey import Estimate
from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.solver import Solver
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Theme
from gtpengine.search.montecarlo.thermotree import VERDICT_LIMITS, ThermoTree

if TYPE_CHECKING:  # it chooses among estimators, this one included
    from gtpengine.engine.surveyor import Estimator

MOST_EMPTY = 40  # points of a region that is left to a tree
LEAST_VISITS = 40  # however late it is
_CACHE_BYTES = 1 << 26
_GRID = 8  # guesses are given in eighths of a point


class ThermoEstimator:
    """Grows a thermograph tree for each region; verdicts on small positions are remembered.

    Args:
        others: estimates themes and regions that are too large for a tree.
        seed: of the playouts.
    """

    def __init__(self, others: "Estimator", seed: int = 1) -> None:
        self._others = others
        self._seed = seed
        self._solver = Solver(VERDICT_LIMITS, GraphCache(max_bytes=_CACHE_BYTES))

    def estimate(
        self,
        position: Position,
        region: Region,
        ownership: Mapping[int, float],
        seconds: float,
        theme: Theme | None = None,
    ) -> Estimate:
        """Return mean, temperature and moves, in the scoring of the position's rules.

        The mean is the tree's, as a solved region's is that of its graph: both trust the border.
        What the ownership would count instead is part of its error.
        """
        if theme is not None or len(region.empty) > MOST_EMPTY:
            return self._others.estimate(position, region, ownership, seconds, theme)
        with Deadline(seconds) as deadline:
            tree = ThermoTree(position, region, solver=self._solver, seed=self._seed)
            tree.run(None, LEAST_VISITS)
            tree.run(deadline.flag)
        found = tree.findings()
        counted = float(count(region.points, ownership))
        return in_rules(
            Fraction(round(found.mean * _GRID), _GRID),
            found.temperature,
            max(found.mean_error, abs(found.mean - counted) / 2),
            found.temperature_error,
            found.moves,
            region,
            position.rules.scoring,
        )

    def gain(
        self,
        position: Position,
        theme: Theme,
        temperature: Fraction,
        colour: int,
        move: int,
        seconds: float,
    ) -> Fraction:
        """Return what a move of `colour` surely gains in a theme of that temperature, by area."""
        return self._others.gain(position, theme, temperature, colour, move, seconds)
