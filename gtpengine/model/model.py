"""The model of a position: settled points, regions, and a local table for each; kept between turns.

    position, ownership ── partition ──▶ regions ── solver ──▶ exact values and tables
                                                 ── temperature discovery search ──▶ bounds, tables
                                                 ── searches beside coupons ──▶ guesses

Graphs, searches and tables are kept by the key of the region, so a region that did not change, or
that was seen before anywhere on the board, costs nothing.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.borders import try_region
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.solution import Solution
from gtpengine.localgame.solver import Solver
from gtpengine.localgame.values import Rules
from gtpengine.model.estimates import Estimates, Searched
from gtpengine.model.kept import Kept
from gtpengine.model.reports import in_scoring, settled_lead, solved_report, unknown_report
from gtpengine.model.survey import RegionReport, Survey
from gtpengine.parameters import ModelSettings
from gtpengine.partition.bits import Bits, bits_of
from gtpengine.partition.heuristic import SURE, heuristic_partition
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Division, divided
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.local.table import LocalTable, table_of_values
from gtpengine.search.local.tables import tables_of
from gtpengine.search.tds.anytime import Priors

_FEWEST_NODES = 2_000
_LEAST_SECONDS = 0.01  # for one question, however late it is
# For each position that a graph may have, where they are counted: evaluations that one question may
# take. Regions of 12 and 13 points need 1 to 6.
_EVALUATIONS_PER_NODE = 20
# Shares of the time: for estimates, and for solving once more what was made smaller.
_ESTIMATING_SHARE = 0.4
_AGAIN_SHARE = 0.15
_SHARING_SHARE = 0.3  # of what is left for estimates: for moves that concern several themes
_PART = "part of a larger region: moves here may matter to its neighbours"
_NO_SUICIDE = "local games are played without suicide"
TABLE_BYTES = 50_000_000  # that are kept until somebody says otherwise


class Model:
    """Surveys positions; what it finds out about regions is kept from one survey to the next.

    Attributes:
        solver: solves regions and remembers them.
        limits: see there.
        estimates: of regions that are not solved.
    """

    def __init__(
        self,
        solver: Solver | None = None,
        clock: Callable[[], float] = time.monotonic,
        limits: ModelSettings | None = None,
    ) -> None:
        self.solver = solver or Solver()
        self.limits = limits or ModelSettings()
        self._clock = clock
        self._searched: Kept[Searched] = Kept(self.limits.kept, TABLE_BYTES)
        self._tables: Kept[LocalTable] = Kept(self.limits.kept, TABLE_BYTES)
        self.estimates = Estimates(self._searched, clock)

    def keep_within(self, graphs: int, tables: int) -> None:
        """Keep no more than so many bytes of graphs and of tables from now on."""
        self.solver.cache.max_bytes = graphs
        self.solver.cache.trim()
        for kept in (self._searched, self._tables):
            kept.max_bytes = tables // 2
            kept.trim()

    @property
    def nbytes(self) -> int:
        """The memory that everything takes that is kept."""
        return self.solver.cache.nbytes + self._searched.nbytes + self._tables.nbytes

    def survey(
        self,
        position: Position,
        ownership: Mapping[int, float],
        seconds: float | None,
        *,
        previous: Partition | None = None,
        sure: float = SURE,
        themes: bool = False,
        priors: Priors | None = None,
    ) -> Survey:
        """Return what the regions of a position are worth, a local table with each.

        `seconds` are kept roughly; None counts nodes instead, so that the same position always
        gets the same answer. Proved borders are used where they leave regions small enough to
        solve; otherwise `ownership` draws the borders, and those regions say that they are not
        exact. `previous` is the partition one or two moves ago: what has not changed since keeps
        its borders. With `themes`, regions that are too large for anything else are divided.
        `priors` are chances of moves by colour and point: searches of regions look at likely
        ones first.
        """
        end = None if seconds is None else self._clock() + seconds
        scoring = position.rules.scoring
        partition = strict_partition(position)
        if any(len(region.empty) > self.limits.solved_empty for region in partition.regions):
            strict = partition
            partition = heuristic_partition(
                position, ownership, sure=sure, previous=previous, strict=strict
            )
            early = _before(end, seconds, _ESTIMATING_SHARE + _AGAIN_SHARE)
            tight = self._too_hard(self._solved(partition.regions, scoring, early))
            if tight:
                partition = heuristic_partition(
                    position, ownership, sure=sure, previous=previous, strict=strict, tight=tight
                )
        division = Division(partition, {})
        if themes:
            division = divided(position, partition, ownership, 0)
            partition = division.partition
        parts = division.parts()
        whole = tuple(region for region, theme in parts if theme is None)
        reports = self._solved(whole, scoring, _before(end, seconds, _ESTIMATING_SHARE))
        for region, theme in parts:
            if theme is not None:
                reports[region.name] = replace(
                    unknown_report(region, scoring, [_PART]), theme=theme
                )
        sharing = _SHARING_SHARE * (end - self._clock()) if end and division.themes else 0.0
        estimated_by = None if end is None else end - sharing
        self.estimates.add(
            position, reports, ownership, estimated_by, priors, self.limits, complete=themes
        )
        if end is not None:
            self.estimates.share(position, reports, end)
        if position.rules.suicide:
            for name, report in reports.items():
                remarks = [*report.remarks, _NO_SUICIDE]
                reports[name] = replace(report, exact=False, remarks=remarks)
        return Survey(
            position,
            scoring,
            partition,
            [reports[region.name] for region, _ in parts],
            settled_lead(position, partition),
            dict(ownership),
        )

    def tables(self, survey: Survey, seconds: float | None = None) -> Tables:
        """Return the tables of a survey as a search reads them: those that can be trusted.

        What cannot be tried within `seconds` is not trusted; None counts nodes instead.
        """
        end = None if seconds is None else self._clock() + seconds
        known = {
            report.region.name: report.placed
            for report in survey.regions
            if report.placed is not None and self._is_trusted(survey, report, end)
        }
        others = [r.region for r in survey.regions if r.region.name not in known]
        return tables_of(survey.position, list(known.values()), others)

    def _is_trusted(self, survey: Survey, report: RegionReport, end: float | None) -> bool:
        """Tell whether a search may count a region by its table.

        The region must be solved, the owners that the whole board's search expects must not
        contradict it, and its value must stay when the region is grown by a ring of land.
        """
        if report.exact or not self.limits.held:
            return report.exact or not self._is_in_doubt(survey, report)
        if report.value is None or self._is_in_doubt(survey, report):
            return False
        left = math.inf if end is None else end - self._clock()
        if left <= _LEAST_SECONDS:
            return False
        limits = Limits(self.limits.border_nodes, left)
        return try_region(survey.position, report.region, report.value, self.solver, limits).holds

    def _is_in_doubt(self, survey: Survey, report: RegionReport) -> bool:
        """Tell whether the owners that the whole board's search expects contradict a region."""
        mean, heat = report.likely_mean, report.likely_temperature
        if mean is None or heat is None or not survey.ownership:
            return False
        stones, _ = in_scoring(report.region, survey.position)
        expected = sum(survey.ownership[point] for point in report.region.points)
        most = self.limits.doubt + max(float(heat), 0.0) / 2
        return abs(expected - float(mean + stones)) > most

    def forget(self) -> None:
        """Drop searches that are not finished; solved graphs and their tables stay."""
        self._searched.clear()

    def _solved(
        self, regions: tuple[Region, ...], scoring: Scoring, end: float | None
    ) -> dict[int, RegionReport]:
        """Return a report for each region by name: solved where it is small and time allows."""
        reports = {}
        most = self.limits.solved_empty
        by_size = sorted(regions, key=lambda region: len(region.empty))
        small = [region for region in by_size if len(region.empty) <= most]
        for number, region in enumerate(small):
            share = None
            if end is not None:
                share = max(end - self._clock(), 0.0) / (len(small) - number)
            reports[region.name] = self._report(region, scoring, share)
        for region in by_size[len(small) :]:
            text = f"{len(region.empty)} empty points are more than {most}"
            reports[region.name] = unknown_report(region, scoring, [text])
        return reports

    def _report(self, region: Region, scoring: Scoring, seconds: float | None) -> RegionReport:
        """Return what a region is worth if it is solved in time, or with positions counted."""
        if seconds is None:
            nodes = self.limits.nodes
            solution = self.solver.solve(region, Limits(nodes, math.inf))
            solution.solved.evaluations = _EVALUATIONS_PER_NODE * nodes
        else:
            solution = self._in_time(region, seconds)
        if not solution.is_solved:
            return unknown_report(region, scoring, solution.warnings, solution.kind)
        return solved_report(region, solution, self._table(solution), scoring)

    def _in_time(self, region: Region, seconds: float) -> Solution:
        """Return the solution of a region and give the questions that follow what is left."""
        end = self._clock() + seconds
        nodes = int(seconds * self.limits.nodes_per_second)
        nodes = min(max(nodes, _FEWEST_NODES), self.limits.nodes)
        half = max(seconds / 2, _LEAST_SECONDS)
        solution = self.solver.solve(region, Limits(nodes=nodes, seconds=half))
        # Four questions may follow: without threats, with kos free, and for both komasters.
        left = end - self._clock()
        solution.solved.seconds = max(left / 4, _LEAST_SECONDS)
        solution.solved.until = time.monotonic() + left
        return solution

    def _table(self, solution: Solution) -> LocalTable:
        key = solution.placement.key
        table = self._tables.get(key)
        if table is None:
            table = table_of_values(solution.solved.values(Rules.NOBODY))
            self._tables.put(key, table)
        return table

    def _too_hard(self, reports: Mapping[int, RegionReport]) -> Bits:
        """Return the points of the regions that were not solved though they look small."""
        points = 0
        for report in reports.values():
            if report.value is None and len(report.region.empty) <= self.limits.solved_empty:
                points |= bits_of(report.region.points)
        return points


def _before(end: float | None, seconds: float | None, share: float) -> float | None:
    """Return the moment at which that share of the time is left."""
    return None if end is None or seconds is None else end - share * seconds
