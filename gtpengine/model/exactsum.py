"""The exact sum of a surveyed position: a proved move where all regions are solved."""

from gtpengine.board.points import PASS
from gtpengine.board.rules import Scoring
from gtpengine.localgame.graph import LocalGraph
from gtpengine.localgame.key import RegionKey
from gtpengine.localgame.solution import LocalKind
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.partition.partition import strict_partition
from gtpengine.search.sums.regions import RegionsResult, RegionSums
from gtpengine.search.tds.budget import Budget

MOST_EMPTY = 48  # in all regions together; more has no chance within seconds
_COUNTED_STATES = 1_200_000  # that one sum may search where time does not count
_MOST_PROOFS = 200  # after so many sums what was remembered is dropped


class ExactSum:
    """Proves moves in sums of solved regions, within the borders that the regions have."""

    def __init__(self) -> None:
        self._sums: dict[Scoring, RegionSums] = {}
        self._graphs: dict[RegionKey, LocalGraph] = {}
        self._proofs = 0

    def proved(self, survey: Survey, seconds: float | None) -> tuple[int, ...]:
        """Return the best moves where every region is solved and every border proved.

        Nothing elsewhere, or if there is no proof in time; None counts states instead.
        """
        if not all(report.exact for report in survey.regions):
            return ()
        if not survey.regions:
            return (PASS,) if _is_finished(survey) else ()
        result = self.best(survey, seconds)
        return () if result is None else result.points

    def best(self, survey: Survey, seconds: float | None) -> RegionsResult | None:
        """Return the proved moves of the player to move, or None if there is no proof in time.

        None counts states instead. Regions whose borders are not proved count as if they were: the
        caller knows.
        """
        reports = [report for report in survey.regions if not _is_number(report)]
        solutions = [report.solution for report in reports if report.solution is not None]
        if not reports or len(solutions) < len(reports):
            return None
        if sum(len(report.region.empty) for report in reports) > MOST_EMPTY:
            return None
        self._graphs = {solution.placement.key: solution.graph for solution in solutions}
        position = survey.position
        result = self._for(position.rules.scoring).solve(
            [report.region for report in reports],
            position.to_move,
            Budget(nodes=_COUNTED_STATES) if seconds is None else Budget.for_seconds(seconds),
            all_moves=True,
        )
        if not result.result.proved:
            return None
        colour = position.to_move
        legal = tuple(point for point in result.points if position.is_legal(colour, point))
        return RegionsResult(legal, result.result) if legal else None

    def _for(self, scoring: Scoring) -> RegionSums:
        self._proofs += 1
        if self._proofs > _MOST_PROOFS:
            self._proofs = 0
            self._sums.clear()
        if scoring not in self._sums:
            self._sums[scoring] = RegionSums(lambda key: self._graphs[key], scoring)
        return self._sums[scoring]


def _is_number(report: RegionReport) -> bool:
    """Tell whether nobody gains by a move; a kind that time left open does not matter then."""
    if report.kind is LocalKind.NUMBER:
        return True
    return report.value is not None and report.value.temperature < 0


def _is_finished(survey: Survey) -> bool:
    """Tell whether every point is proved to be settled and nothing is left to be taken off.

    By territory dead stones stay where they are: taking them off would cost points.
    """
    if strict_partition(survey.position).regions:
        return False
    return survey.position.rules.scoring is Scoring.TERRITORY or not survey.partition.dead
