"""A position analysed: its partition, and what each region is worth within a budget of time."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.playouts import ownership
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring as RuleScoring
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.solution import LocalKind, LocalValue, NotSolved, Scoring, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.heuristic import heuristic_partition
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region
from gtpengine.values.loopy.rules import Komaster

MOST_EMPTY = 16  # a region with more empty points is not expanded
_PLAYOUTS = 400
_NODES_PER_SECOND = 200_000  # graph and values together, cautiously
_FEWEST_NODES = 2_000
_MOST_NODES = 4_000_000  # more would take gigabytes
_NOT_PROVED = "the border is not proved safe"
_NO_SUICIDE = "local games are played without suicide"

Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class RegionReport:
    """One region and what is known of it, in the scoring of the rules.

    Attributes:
        region: the points.
        value: mean, temperature and walls, or None if they are not known.
        mean: bounds of the mean; they hold inside the border that the region has.
        temperature: bounds of the temperature, or None if nothing is known.
        exact: the value is proved on the board: solved, and the border is safe.
        kind: gote, sente, ko and so on.
        moves: per colour the best move at the region's temperature, or None.
        komasters: where kos matter, the values for Black and White as komaster.
        remarks: why it is not solved, or not exact.
    """

    region: Region
    value: LocalValue | None
    mean: Bounds
    temperature: Bounds | None
    exact: bool
    kind: LocalKind
    moves: dict[int, int | None]
    komasters: dict[int, LocalValue]
    remarks: list[str]


@dataclass(frozen=True)
class Analysis:
    """A whole position."""

    position: Position
    scoring: Scoring
    partition: Partition
    regions: list[RegionReport]
    settled: Fraction  # Black's lead outside the regions, komi included

    @property
    def score(self) -> tuple[Fraction | None, Fraction, Fraction]:
        """Black's expected lead, or None, and its bounds."""
        low = self.settled + sum(report.mean[0] for report in self.regions)
        high = self.settled + sum(report.mean[1] for report in self.regions)
        solved = all(report.value is not None for report in self.regions)
        return (low if solved else None), low, high

    @property
    def ambient(self) -> Fraction | None:
        """The highest temperature that is known, or None."""
        return max((r.value.temperature for r in self.regions if r.value is not None), default=None)

    def best(self, colour: int) -> int | None:
        """Return the best move of `colour` in its hottest region, or None if none is known."""
        known = [r for r in self.regions if r.value is not None and r.moves[colour] is not None]
        hottest = max(known, key=lambda r: r.value.temperature if r.value else 0, default=None)
        return hottest.moves[colour] if hottest else None


def analyse(
    position: Position,
    seconds: float,
    solver: Solver | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Analysis:
    """Return the analysis of a position; regions that do not fit into `seconds` stay unsolved.

    Proved borders are used where they leave regions small enough to solve; otherwise a rough
    estimate of ownership draws the borders, and the regions say that they are not exact.
    """
    end = clock() + seconds
    solver = solver or Solver()
    scoring = Scoring(position.rules.scoring.value)
    partition = strict_partition(position)
    if any(len(region.empty) > MOST_EMPTY for region in partition.regions):
        estimate = ownership(position, _PLAYOUTS)
        partition = heuristic_partition(position, estimate, strict=partition)
    by_size = sorted(partition.regions, key=lambda region: len(region.empty))
    reports = {}
    for number, region in enumerate(by_size):
        share = max(end - clock(), 0.0) / (len(by_size) - number)
        report = _report(region, solver, scoring, share)
        if position.rules.suicide:
            report = replace(report, exact=False, remarks=[*report.remarks, _NO_SUICIDE])
        reports[region.name] = report
    return Analysis(
        position,
        scoring,
        partition,
        [reports[region.name] for region in partition.regions],
        _settled(position, partition),
    )


def _report(region: Region, solver: Solver, scoring: Scoring, seconds: float) -> RegionReport:
    if len(region.empty) > MOST_EMPTY:
        text = f"{len(region.empty)} empty points are more than {MOST_EMPTY}"
        return _unknown(region, scoring, [text])
    nodes = min(max(int(seconds * _NODES_PER_SECOND), _FEWEST_NODES), _MOST_NODES)
    solution = solver.solve(region, Limits(nodes=nodes, seconds=max(seconds, 0.01)))
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
    )


def _unknown(
    region: Region, scoring: Scoring, remarks: list[str], kind: LocalKind = LocalKind.UNKNOWN
) -> RegionReport:
    """Report a region of which only the trivial bounds are known: all of it is one player's."""
    count = len(region.points)
    black = sum(1 for _, colour in region.stones if colour == BLACK)
    white = len(region.stones) - black
    low, high = -count, count
    if scoring is Scoring.TERRITORY:
        # The loser's stones are prisoners as well; the winner's own are no territory.
        low, high = low + white - black, high - black + white
    remarks = remarks if region.exact else list(dict.fromkeys([*remarks, _NOT_PROVED]))
    return RegionReport(
        region,
        None,
        (Fraction(low), Fraction(high)),
        None,
        False,
        kind,
        {BLACK: None, WHITE: None},
        {},
        remarks,
    )


def _move(solution: Solution, colour: int, value: LocalValue, scoring: Scoring) -> int | None:
    """Return the move of `colour` that is best up to the highest temperature, or None."""
    floor = min(value.left.points[0][1], value.right.points[0][1])
    best, highest = None, floor - 1
    for move in solution.best_moves(colour, scoring=scoring):
        for low, high in move.ranges:
            top = value.temperature if high is None else min(high, value.temperature)
            if low <= value.temperature and top > highest:
                best, highest = move.point, top
    return best


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


def _settled(position: Position, partition: Partition) -> Fraction:
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
