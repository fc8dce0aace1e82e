"""The exact sum of a surveyed position: a proved move where all regions are solved."""

from gtpengine.board.rules import Scoring
from gtpengine.engine.survey import Survey
from gtpengine.localgame.graph import Limits, LocalGraph
from gtpengine.localgame.key import RegionKey
from gtpengine.localgame.solver import Solver
from gtpengine.search.sums.regions import RegionsResult, RegionSums
from gtpengine.search.tds.budget import Budget

MOST_EMPTY = 48  # in all regions together; more has no chance within seconds


class ExactSum:
    """Proves moves in sums of solved regions, within their borders; graphs come from a solver."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._sums: dict[Scoring, RegionSums] = {}

    def best(self, survey: Survey, seconds: float) -> RegionsResult | None:
        """Return the proved moves of the player to move, or None if there is no proof in time.

        Regions whose borders are not proved count as if they were: the caller knows.
        """
        open_reports = [report for report in survey.regions if report.kind.value != "number"]
        if not open_reports or any(report.solution is None for report in open_reports):
            return None
        if sum(len(report.region.empty) for report in open_reports) > MOST_EMPTY:
            return None
        position = survey.position
        scoring = position.rules.scoring
        sums = self._sums.get(scoring)
        if sums is None:
            sums = self._sums[scoring] = RegionSums(self._graph, scoring)
        result = sums.solve(
            [report.region for report in open_reports],
            position.to_move,
            Budget.for_seconds(seconds),
            all_moves=True,
        )
        if not result.result.proved or not result.points:
            return None
        colour = position.to_move
        legal = tuple(point for point in result.points if position.is_legal(colour, point))
        return RegionsResult(legal, result.result) if legal else None

    def _graph(self, key: RegionKey) -> LocalGraph:
        solved = self._solver.cache.find(key, Limits())
        assert solved is not None, "a solved region is in the cache"
        return solved.graph
