"""The surveyor takes a position apart and values its regions within a budget of time."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring as RuleScoring
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.estimator import hanging_estimate
from gtpengine.engine.lives import HANGING, LifeReader
from gtpengine.engine.survey import Estimate, RegionReport, Survey, trivial_bounds
from gtpengine.engine.thermoestimator import ThermoEstimator
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.solution import LocalKind, LocalValue, NotSolved, Scoring, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.bits import Bits, bits_of
from gtpengine.partition.heuristic import SURE, heuristic_partition
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Division, Theme, divided, large_regions
from gtpengine.search.montecarlo.fates import Fate
from gtpengine.values.loopy.rules import Komaster

MOST_EMPTY = 16  # a region with more empty points is not expanded
_NODES_PER_SECOND = 200_000  # graph and values together, cautiously
_FEWEST_NODES = 2_000
_MOST_NODES = 4_000_000  # more would take gigabytes
_LEAST_SECONDS = 0.01  # for one question, however late it is
# Shares of the time: for verdicts about chains; for the estimates, where there are any, and for
# solving once more what was made smaller because it proved too hard.
_LIFE_SHARE = 0.4
_ESTIMATING_SHARE = 0.25
_AGAIN_SHARE = 0.15
_THEMES_SHARE = 0.55  # for estimates, where large regions have themes: most of the board is in them
_SHARING_SHARE = 0.3  # of what is left for estimates: for moves that concern several themes
_LEAST_ESTIMATE = 0.05  # seconds for one region, however late it is
CONTRADICTION = 2  # points by which a chain that hangs overrules a solved region's temperature
_CONTRADICTED = "a search beyond the border finds more at stake"
_PART = "part of a larger region: moves here may matter to its neighbours"
_NOT_PROVED = "the border is not proved safe"
_NO_SUICIDE = "local games are played without suicide"


class Estimator(Protocol):
    """Guesses what a region is worth that is too large to be solved."""

    def estimate(
        self,
        position: Position,
        region: Region,
        ownership: Mapping[int, float],
        seconds: float,
        theme: Theme | None = None,
    ) -> Estimate:
        """Return mean, temperature and moves, in the scoring of the position's rules."""
        ...

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
        ...


class Surveyor:
    """Surveys positions; graphs of regions are kept from one survey to the next.

    Attributes:
        solver: solves regions and remembers them.
        lives: asks about chains and remembers the answers.
        estimator: guesses where a region is too hard; None: nobody does.
        method: "thermotree" leaves regions of middle size to thermograph trees instead; it may be
            assigned between surveys.
    """

    def __init__(
        self,
        solver: Solver | None = None,
        estimator: Estimator | None = None,
        clock: Callable[[], float] = time.monotonic,
        lives: LifeReader | None = None,
        hanging: float = HANGING,
    ) -> None:
        """Make a surveyor.

        Args:
            solver: solves regions and remembers them.
            estimator: guesses where that is too hard; None: nobody does.
            clock: tells the time.
            lives: asks about chains and remembers the answers.
            hanging: how sure a chain may seem that is opened because it hangs. Where points are
                foretold, playouts are right to trust the one who can still answer; a player must
                be that one.
        """
        self._hanging = hanging
        self.solver = solver or Solver()
        self.lives = lives or LifeReader()
        self.estimator = estimator
        self._trees = None if estimator is None else ThermoEstimator(estimator)
        self.method = "coupons"
        self._clock = clock

    def survey(
        self,
        position: Position,
        ownership: Mapping[int, float],
        seconds: float,
        *,
        previous: Partition | None = None,
        sure: float = SURE,
        themes: bool = False,
    ) -> Survey:
        """Return what the regions of a position are worth; `seconds` are kept roughly.

        Proved borders are used where they leave regions small enough to solve; otherwise
        `ownership` draws the borders, and those regions say that they are not exact. `previous` is
        the partition one or two moves ago: what has not changed since keeps its borders. With
        `themes`, regions that are large even for estimates are divided into themes, provided that
        somebody estimates.
        """
        end = self._clock() + seconds
        until = end if self.estimator is None else end - _ESTIMATING_SHARE * seconds
        plain = dict(ownership)
        scoring = Scoring(position.rules.scoring.value)
        partition = strict_partition(position)
        fates: tuple[Fate, ...] = ()
        if any(len(region.empty) > MOST_EMPTY for region in partition.regions):
            with Deadline(_LIFE_SHARE * seconds) as deadline:
                proved = partition.safe[BLACK] | partition.safe[WHITE]
                verdicts = self.lives.read(position, ownership, deadline, proved, self._hanging)
            ownership, fates = verdicts.ownership, verdicts.fates
            strict = partition
            partition = heuristic_partition(
                position, ownership, sure=sure, previous=previous, strict=strict
            )
            if themes and self.estimator is not None and large_regions(position, partition):
                until = end - _THEMES_SHARE * seconds
            reports = self._solved(partition.regions, scoring, until - _AGAIN_SHARE * seconds)
            tight = _unsolved(reports)
            if tight:
                partition = heuristic_partition(
                    position, ownership, sure=sure, previous=previous, strict=strict, tight=tight
                )
        division = Division(partition, {})
        if themes and self.estimator is not None:
            hanging = bits_of(p for fate in fates if fate.hangs for p in fate.chain.stones)
            division = divided(position, partition, ownership, hanging)
            partition = division.partition
        parts = division.parts()
        whole = tuple(region for region, theme in parts if theme is None)
        reports = self._solved(whole, scoring, until)
        _ask_fates(reports, fates, plain, scoring)
        for region, theme in parts:
            if theme is not None:
                reports[region.name] = replace(_unknown(region, scoring, [_PART]), theme=theme)
        sharing = _SHARING_SHARE * (end - self._clock()) if division.themes else 0.0
        self._estimate(position, reports, ownership, end - sharing)
        self._share(position, reports, end)
        if position.rules.suicide:
            _without_suicide(reports)
        return Survey(
            position,
            scoring,
            partition,
            [reports[region.name] for region, _ in parts],
            settled_lead(position, partition),
            dict(ownership),
            fates,
            plain,
        )

    def revised(self, survey: Survey, partition: Partition, seconds: float) -> Survey:
        """Return the survey by another partition of its position; `seconds` are kept roughly.

        Regions that both have keep what is known of them. Others are solved, or estimated if
        somebody estimates.
        """
        end = self._clock() + seconds
        known = {report.region.points: report for report in survey.regions}
        fresh = tuple(region for region in partition.regions if region.points not in known)
        until = end if self.estimator is None else end - _AGAIN_SHARE * seconds
        reports = self._solved(fresh, survey.scoring, until)
        _ask_fates(reports, survey.fates, survey.plain, survey.scoring)
        self._estimate(survey.position, reports, survey.ownership, end)
        if survey.position.rules.suicide:
            _without_suicide(reports)
        return replace(
            survey,
            partition=partition,
            regions=[
                replace(known[region.points], region=region)
                if region.points in known
                else reports[region.name]
                for region in partition.regions
            ],
            settled=settled_lead(survey.position, partition),
        )

    def _solved(
        self, regions: tuple[Region, ...], scoring: Scoring, end: float
    ) -> dict[int, RegionReport]:
        """Return a report for each region by name: solved where it is small and time allows."""
        reports = {}
        by_size = sorted(regions, key=lambda region: len(region.empty))
        small = [region for region in by_size if len(region.empty) <= MOST_EMPTY]
        for number, region in enumerate(small):
            share = max(end - self._clock(), 0.0) / (len(small) - number)
            reports[region.name] = self._report(region, scoring, share)
        for region in by_size[len(small) :]:
            text = f"{len(region.empty)} empty points are more than {MOST_EMPTY}"
            reports[region.name] = _unknown(region, scoring, [text])
        return reports

    def _report(self, region: Region, scoring: Scoring, seconds: float) -> RegionReport:
        end = self._clock() + seconds
        nodes = min(max(int(seconds * _NODES_PER_SECOND), _FEWEST_NODES), _MOST_NODES)
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
            {colour: _move(solution, colour, value, scoring) for colour in (BLACK, WHITE)},
            _komasters(solution, scoring),
            solution.warnings,
            solution=solution,
        )

    def _estimate(
        self,
        position: Position,
        reports: dict[int, RegionReport],
        ownership: Mapping[int, float],
        end: float,
    ) -> None:
        """Add estimates to the reports without a value, the largest regions last."""
        estimator = self._trees if self.method == "thermotree" else self.estimator
        if estimator is None:
            return
        unknown = [report for report in reports.values() if report.likely_mean is None]
        unknown.sort(key=lambda report: len(report.region.empty))
        for number, report in enumerate(unknown):
            share = max(_LEAST_ESTIMATE, (end - self._clock()) / (len(unknown) - number))
            guess = estimator.estimate(position, report.region, ownership, share, report.theme)
            reports[report.region.name] = replace(report, estimate=guess, moves=guess.moves)

    def _share(self, position: Position, reports: dict[int, RegionReport], end: float) -> None:
        """Add to the estimates of themes what the best moves of other themes gain there too."""
        if self.estimator is None:
            return
        questions = _shared_moves(reports.values())
        for number, (name, colour, move) in enumerate(questions):
            left = end - self._clock()
            if left <= 0:
                return
            share = max(_LEAST_SECONDS, left / (len(questions) - number))
            report = reports[name]
            theme, guess = report.theme, report.estimate
            assert theme is not None
            assert guess is not None
            gain = self.estimator.gain(position, theme, guess.temperature, colour, move, share)
            if gain > 0:
                gains = {**guess.shared.get(colour, {}), move: gain}
                guess = replace(guess, shared={**guess.shared, colour: gains})
                reports[name] = replace(report, estimate=guess)


def _shared_moves(reports: Iterable[RegionReport]) -> list[tuple[int, int, int]]:
    """Return (name, colour, move) where a theme's best move concerns the named theme as well.

    The moves of the hottest themes come first.
    """
    themed = [each for each in reports if each.theme is not None and each.estimate is not None]
    themed.sort(key=lambda each: (-(each.likely_temperature or 0), each.region.name))
    found = [
        (other.region.name, colour, move)
        for report in themed
        for colour, move in report.moves.items()
        for other in themed
        if move is not None
        and other.theme is not None
        and other.theme.moves >> move & 1
        and other.moves[colour] != move
    ]
    return list(dict.fromkeys(found))


def _ask_fates(
    reports: dict[int, RegionReport],
    fates: tuple[Fate, ...],
    plain: Mapping[int, float],
    scoring: Scoring,
) -> None:
    """Add to the reports what verdicts about chains in their regions say."""
    for name, report in reports.items():
        guess = hanging_estimate(report.region, fates, plain, RuleScoring(scoring.value))
        if guess is not None:
            reports[name] = _with_hanging(report, guess, scoring)


def _with_hanging(report: RegionReport, guess: Estimate, scoring: Scoring) -> RegionReport:
    """Return a report with what becomes of its chains where it has no value, or a doubtful one.

    A value within a border that is not proved is doubtful if a search in which the border may fall
    finds much more at stake.
    """
    if report.value is not None:
        if report.exact or guess.temperature <= report.value.temperature + CONTRADICTION:
            return report
        report = _unknown(report.region, scoring, [*report.remarks, _CONTRADICTED])
    return replace(report, estimate=guess, moves=guess.moves)


def _without_suicide(reports: dict[int, RegionReport]) -> None:
    """Note in all reports that the rules allow what local games do not."""
    for name, report in reports.items():
        remarks = [*report.remarks, _NO_SUICIDE]
        reports[name] = replace(report, exact=False, remarks=remarks)


def _unsolved(reports: Mapping[int, RegionReport]) -> Bits:
    """Return the points of the regions that proved too hard though they did not look too large."""
    points = 0
    for report in reports.values():
        if report.value is None and len(report.region.empty) <= MOST_EMPTY:
            points |= bits_of(report.region.points)
    return points


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
