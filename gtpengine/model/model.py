"""The model of a position: settled points, regions, and a local table for each; kept between turns.

    position, ownership ── partition ──▶ regions ── solver ──▶ exact values and tables
                                                 ── temperature discovery search ──▶ bounds, tables
                                                 ── searches beside coupons ──▶ guesses

Graphs, searches and tables are kept by the key of the region, so a region that did not change, or
that was seen before anywhere on the board, costs nothing.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring as RuleScoring
from gtpengine.localgame.borders import try_region
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import MAX_BITS, place
from gtpengine.localgame.solution import LocalKind, LocalValue, NotSolved, Scoring, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.localgame.values import Rules
from gtpengine.model.estimator import CouponEstimator
from gtpengine.model.kept import Kept
from gtpengine.model.survey import Estimate, RegionReport, Survey, trivial_bounds
from gtpengine.parameters import ModelSettings
from gtpengine.partition.bits import Bits, bits_of
from gtpengine.partition.heuristic import SURE, heuristic_partition
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Division, divided
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.local.table import LocalTable, table_of_sweep, table_of_values
from gtpengine.search.local.tables import Placed, single_table, tables_of
from gtpengine.search.tds.anytime import Priors, RegionEstimate, RegionSearch
from gtpengine.search.tds.budget import Budget
from gtpengine.values.loopy.rules import Komaster

_FEWEST_NODES = 2_000
_LEAST_SECONDS = 0.01  # for one question, however late it is
_LEAST_ESTIMATE = (
    0.05  # seconds for a guess at one region, if there is time at all or a report wants it
)
_AMPLE = 60.0  # seconds, where nodes are counted instead
# Shares of the time: for estimates, and for solving once more what was made smaller.
_ESTIMATING_SHARE = 0.4
_AGAIN_SHARE = 0.15
_SHARING_SHARE = 0.3  # of what is left for estimates: for moves that concern several themes
_PART = "part of a larger region: moves here may matter to its neighbours"
_NOT_PROVED = "the border is not proved safe"
_NO_SUICIDE = "local games are played without suicide"
_BOTH = (BLACK, WHITE)
TABLE_BYTES = 50_000_000  # that are kept until somebody says otherwise


class Model:
    """Surveys positions; what it finds out about regions is kept from one survey to the next.

    Attributes:
        solver: solves regions and remembers them.
        limits: see there.
    """

    def __init__(
        self,
        solver: Solver | None = None,
        clock: Callable[[], float] = time.monotonic,
        limits: ModelSettings | None = None,
    ) -> None:
        self.solver = solver or Solver()
        self.limits = limits or ModelSettings()
        self._coupons = CouponEstimator()
        self._clock = clock
        self._searched_before: Kept[_Searched] = Kept(self.limits.kept, TABLE_BYTES)
        self._tables: Kept[LocalTable] = Kept(self.limits.kept, TABLE_BYTES)

    def keep_within(self, graphs: int, tables: int) -> None:
        """Keep no more than so many bytes of graphs and of tables from now on."""
        self.solver.cache.max_bytes = graphs
        self.solver.cache.trim()
        for kept in (self._searched_before, self._tables):
            kept.max_bytes = tables // 2
            kept.trim()

    @property
    def nbytes(self) -> int:
        """The memory that everything takes that is kept."""
        return self.solver.cache.nbytes + self._searched_before.nbytes + self._tables.nbytes

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
        scoring = Scoring(position.rules.scoring.value)
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
                reports[region.name] = replace(_unknown(region, scoring, [_PART]), theme=theme)
        sharing = _SHARING_SHARE * (end - self._clock()) if end and division.themes else 0.0
        estimated_by = None if end is None else end - sharing
        self._estimate(position, reports, ownership, estimated_by, priors, complete=themes)
        if end is not None:
            self._share(position, reports, end)
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
        limits = Limits(nodes=self.limits.border_nodes)
        if end is not None:
            left = end - self._clock()
            if left <= _LEAST_SECONDS:
                return False
            limits = replace(limits, seconds=left)
        return try_region(survey.position, report.region, report.value, self.solver, limits).holds

    def _is_in_doubt(self, survey: Survey, report: RegionReport) -> bool:
        """Tell whether the owners that the whole board's search expects contradict a region."""
        mean, heat = report.likely_mean, report.likely_temperature
        if mean is None or heat is None or not survey.ownership:
            return False
        stones, _ = _in_scoring(report.region, survey.position)
        expected = sum(survey.ownership[point] for point in report.region.points)
        most = self.limits.doubt + max(float(heat), 0.0) / 2
        return abs(expected - float(mean + stones)) > most

    def forget(self) -> None:
        """Drop searches that are not finished; solved graphs and their tables stay."""
        self._searched_before.clear()

    def _solved(
        self, regions: tuple[Region, ...], scoring: Scoring, end: float | None
    ) -> dict[int, RegionReport]:
        """Return a report for each region by name: solved where it is small and time allows."""
        reports = {}
        most = self.limits.solved_empty
        by_size = sorted(regions, key=lambda region: len(region.empty))
        small = [region for region in by_size if len(region.empty) <= most]
        for number, region in enumerate(small):
            share = _AMPLE
            if end is not None:
                share = max(end - self._clock(), 0.0) / (len(small) - number)
            reports[region.name] = self._report(region, scoring, share)
        for region in by_size[len(small) :]:
            text = f"{len(region.empty)} empty points are more than {most}"
            reports[region.name] = _unknown(region, scoring, [text])
        return reports

    def _report(self, region: Region, scoring: Scoring, seconds: float) -> RegionReport:
        end = self._clock() + seconds
        nodes = int(seconds * self.limits.nodes_per_second)
        nodes = min(max(nodes, _FEWEST_NODES), self.limits.nodes)
        half = max(seconds / 2, _LEAST_SECONDS)
        solution = self.solver.solve(region, Limits(nodes=nodes, seconds=half))
        # Four questions may follow: without threats, with kos free, and for both komasters.
        left = end - self._clock()
        solution.solved.seconds = max(left / 4, _LEAST_SECONDS)
        solution.solved.until = time.monotonic() + left
        if not solution.is_solved:
            return _unknown(region, scoring, solution.warnings, solution.kind)
        value = solution.value(scoring=scoring)
        return RegionReport(
            region,
            value,
            (value.mean, value.mean),
            (value.temperature, value.temperature),
            solution.exact,
            solution.kind,
            {colour: _move(solution, colour, value, scoring) for colour in _BOTH},
            _komasters(solution, scoring),
            solution.warnings,
            solution=solution,
            placed=Placed(region, solution.placement, self._table(solution)),
        )

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

    def _estimate(
        self,
        position: Position,
        reports: dict[int, RegionReport],
        ownership: Mapping[int, float],
        end: float | None,
        priors: Priors | None,
        *,
        complete: bool,
    ) -> None:
        """Add estimates to the reports without a value, the largest regions last.

        Those that are `complete` have one for every region, however late it is.
        """
        unknown = [
            report
            for report in reports.values()
            if report.value is None
            and (report.theme or len(report.region.empty) <= self.limits.estimated_empty)
        ]
        unknown.sort(key=lambda report: len(report.region.empty))
        for number, report in enumerate(unknown):
            share = None
            if end is not None:
                left = end - self._clock()
                if left <= 0 and not complete:
                    return  # no move waits for guesses
                share = max(_LEAST_ESTIMATE, left / (len(unknown) - number))
            name = report.region.name
            if report.theme is None and place(report.region).key.bits <= MAX_BITS:
                reports[name] = self._searched(position, report, share, priors)
            else:
                guess = self._coupons.estimate(
                    position, report.region, ownership, share, report.theme
                )
                stones, tax = _in_scoring(report.region, position)
                mean, heat = float(guess.mean + stones), float(guess.temperature + tax)
                placed = single_table(report.region, guess.moves, mean, heat)
                reports[name] = replace(report, estimate=guess, moves=guess.moves, placed=placed)

    def _searched(
        self,
        position: Position,
        report: RegionReport,
        seconds: float | None,
        priors: Priors | None,
    ) -> RegionReport:
        """Return a report with what temperature discovery search says of its region."""
        region = report.region
        placement = place(region)
        kept = self._searched_before.get(placement.key)
        if kept is None or kept.region != region:
            most = self.limits.search_nodes
            search = RegionSearch(region, priors=priors)
            budget = Budget(pool_nodes=most)
            if seconds is not None:
                budget = Budget.for_seconds(seconds, pool_nodes=most)
            found = search.run(budget)
            table = table_of_sweep(search.swept, search.game.offset)
            kept = _Searched(region, found, table)
            self._searched_before.put(placement.key, kept)
        found = kept.found
        guess = _estimate_of(found, region, position)
        low, high = found.interval.mean_lower, found.interval.mean_upper
        cold, hot = found.interval.temperature_lower, found.interval.temperature_upper
        stones, tax = _in_scoring(region, position)
        return replace(
            report,
            mean=(low - stones, high - stones),
            temperature=(cold - tax, hot - tax),
            estimate=guess,
            moves=guess.moves,
            placed=Placed(region, placement, kept.table),
            remarks=[*report.remarks, f"estimated from {found.nodes} positions"],
        )

    def _share(self, position: Position, reports: dict[int, RegionReport], end: float) -> None:
        """Add to the estimates of themes what the best moves of other themes gain there too."""
        questions = _shared_moves(reports)
        for number, (name, colour, move) in enumerate(questions):
            left = end - self._clock()
            if left <= 0:
                return
            share = max(_LEAST_SECONDS, left / (len(questions) - number))
            report = reports[name]
            theme, guess = report.theme, report.estimate
            assert theme is not None
            assert guess is not None
            gain = self._coupons.gain(position, theme, guess.temperature, colour, move, share)
            if gain > 0:
                gains = {**guess.shared.get(colour, {}), move: gain}
                guess = replace(guess, shared={**guess.shared, colour: gains})
                reports[name] = replace(report, estimate=guess)


class _Searched(NamedTuple):
    """What a search of a region found; the search itself is large, and done with."""

    region: Region
    found: RegionEstimate
    table: LocalTable

    @property
    def nbytes(self) -> int:
        return self.table.nbytes


def _before(end: float | None, seconds: float | None, share: float) -> float | None:
    """Return the moment at which that share of the time is left."""
    return None if end is None or seconds is None else end - share * seconds


def _in_scoring(region: Region, position: Position) -> tuple[int, int]:
    """Return what is taken off a mean and a temperature by area to have those of the rules."""
    if position.rules.scoring is RuleScoring.AREA:
        return 0, 0
    return sum(1 if colour == BLACK else -1 for _, colour in region.stones), 1


def _estimate_of(found: RegionEstimate, region: Region, position: Position) -> Estimate:
    """Return what a search found in the scoring of the rules, with the errors it usually has."""
    stones, tax = _in_scoring(region, position)
    moves = {colour: min(found.moves(colour), default=None) for colour in _BOTH}
    exact = found.is_exact
    return Estimate(
        found.mean - stones,
        found.temperature - tax,
        Fraction(0) if exact else MEAN_ERROR,
        Fraction(0) if exact else HEAT_ERROR,
        moves,
    )


# What searches of 20,000 positions are off by, one standard error: regions of 12 to 14 empty points
# of shared games that the solver solves as well (`scripts/bench estimates`).
MEAN_ERROR = Fraction(1)
HEAT_ERROR = Fraction(1)


def _shared_moves(reports: Mapping[int, RegionReport]) -> list[tuple[int, int, int]]:
    """Return (name, colour, move) where a theme's best move concerns the named theme as well.

    The moves of the hottest themes come first.
    """
    themed = [
        (each.theme, each)
        for each in reports.values()
        if each.theme is not None and each.estimate is not None
    ]
    themed.sort(key=lambda pair: (-(pair[1].likely_temperature or 0), pair[1].region.name))
    found = [
        (other.region.name, colour, move)
        for _, report in themed
        for colour, move in report.moves.items()
        for theme, other in themed
        if move is not None and theme.moves >> move & 1 and other.moves[colour] != move
    ]
    return list(dict.fromkeys(found))


def _unknown(
    region: Region, scoring: Scoring, remarks: list[str], kind: LocalKind = LocalKind.UNKNOWN
) -> RegionReport:
    """Report a region of which only the trivial bounds are known: all of it is one player's."""
    remarks = remarks if region.exact else list(dict.fromkeys([*remarks, _NOT_PROVED]))
    bounds = trivial_bounds(region, scoring)
    moves: dict[int, int | None] = {BLACK: None, WHITE: None}
    return RegionReport(region, None, bounds, None, False, kind, moves, {}, remarks)


def _move(solution: Solution, colour: int, value: LocalValue, scoring: Scoring) -> int | None:
    """Return the move of `colour` that is best up to the highest temperature, or None.

    Of several the one that stays best while the board cools furthest.
    """
    found = [
        (value.temperature if high is None else min(high, value.temperature), -low, move.point)
        for move in solution.best_moves(colour, scoring=scoring)
        for low, high in move.ranges
        if low <= value.temperature
    ]
    if not found:
        return None
    return max(found, key=lambda each: each[:2])[2]


def _komasters(solution: Solution, scoring: Scoring) -> dict[int, LocalValue]:
    if not solution.hangs_on_loops:
        return {}
    found = {}
    for colour, komaster in ((BLACK, Komaster.BLACK), (WHITE, Komaster.WHITE)):
        try:
            found[colour] = solution.value(komaster, scoring)
        except NotSolved:
            continue
    return found


def settled_lead(position: Position, partition: Partition) -> Fraction:
    """Return Black's lead by the rules on all points outside the regions, komi included."""
    if position.rules.scoring is RuleScoring.AREA:
        bonus = position.rules.handicap_bonus.points(position.handicap)
        return partition.settled_score() - position.komi - bonus
    lead = Fraction(position.prisoners[BLACK] - position.prisoners[WHITE])
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        own = sum(1 << point for point in position.stones(colour))
        land = partition.territory[colour]
        # Empty points count once, the opponent's dead stones twice, own stones not at all.
        lead += sign * ((land & ~own).bit_count() + (land & partition.dead).bit_count())
    return lead - position.komi
