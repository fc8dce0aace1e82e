"""Reports of regions by what the solver says of them, and the lead on all that is settled."""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.solution import LocalKind, LocalValue, NotSolved, Solution
from gtpengine.model.survey import RegionReport, trivial_bounds
from gtpengine.partition.partition import Partition
from gtpengine.partition.region import Region
from gtpengine.search.local.table import LocalTable
from gtpengine.search.local.tables import Placed
from gtpengine.values.loopy.rules import Komaster

_NOT_PROVED = "the border is not proved safe"
_BOTH = (BLACK, WHITE)


def solved_report(
    region: Region, solution: Solution, table: LocalTable, scoring: Scoring
) -> RegionReport:
    """Report a region that is solved."""
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
        placed=Placed(region, solution.placement, table),
    )


def unknown_report(
    region: Region, scoring: Scoring, remarks: list[str], kind: LocalKind = LocalKind.UNKNOWN
) -> RegionReport:
    """Report a region of which only the trivial bounds are known: all of it is one player's."""
    remarks = remarks if region.exact else list(dict.fromkeys([*remarks, _NOT_PROVED]))
    bounds = trivial_bounds(region, scoring)
    moves: dict[int, int | None] = {BLACK: None, WHITE: None}
    return RegionReport(region, None, bounds, None, False, kind, moves, {}, remarks)


def in_scoring(region: Region, position: Position) -> tuple[int, int]:
    """Return what is taken off a mean and a temperature by area to have those of the rules."""
    if position.rules.scoring is Scoring.AREA:
        return 0, 0
    return sum(1 if colour == BLACK else -1 for _, colour in region.stones), 1


def settled_lead(position: Position, partition: Partition) -> Fraction:
    """Return Black's lead by the rules on all points outside the regions, komi included."""
    if position.rules.scoring is Scoring.AREA:
        bonus = position.rules.handicap_bonus.points(position.handicap)
        return partition.settled_score() - position.komi - bonus
    lead = Fraction(position.prisoners[BLACK] - position.prisoners[WHITE])
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        own = sum(1 << point for point in position.stones(colour))
        land = partition.territory[colour]
        # Empty points count once, the opponent's dead stones twice, own stones not at all.
        lead += sign * ((land & ~own).bit_count() + (land & partition.dead).bit_count())
    return lead - position.komi


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
