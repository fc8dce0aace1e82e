"""Estimates of regions that are not solved: by temperature discovery, or beside coupons.

What a search found is kept by the key of its region.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.localgame.key import MAX_BITS, place
from gtpengine.model.estimator import CouponEstimator
from gtpengine.model.kept import Kept
from gtpengine.model.reports import in_scoring
from gtpengine.model.survey import Estimate, RegionReport
from gtpengine.parameters import ModelSettings
from gtpengine.partition.region import Region
from gtpengine.search.local.table import LocalTable, table_of_sweep
from gtpengine.search.local.tables import Placed, single_table
from gtpengine.search.tds.anytime import Priors, RegionEstimate, RegionSearch
from gtpengine.search.tds.budget import Budget

_LEAST_SECONDS = 0.01  # for one question, however late it is
# Seconds for a guess at one region, if there is time at all or a report wants it.
_LEAST_ESTIMATE = 0.05
# What searches of 20,000 positions are off by, one standard error: regions of 12 to 14 empty points
# of shared games that the solver solves as well. Rounded; seen once, no bench repeats it.
MEAN_ERROR = Fraction(1)
HEAT_ERROR = Fraction(1)


class Searched(NamedTuple):
    """What a search of a region found; the search itself is large, and done with."""

    region: Region
    found: RegionEstimate
    table: LocalTable

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        return self.table.nbytes


class Estimates:
    """Adds estimates to reports.

    Args:
        searched: keeps what searches have found.
        clock: tells the time.

    Attributes:
        coupons: guesses at what is too large for a search.
    """

    def __init__(self, searched: Kept[Searched], clock: Callable[[], float]) -> None:
        self.coupons = CouponEstimator()
        self.searched = searched
        self._clock = clock

    def add(
        self,
        position: Position,
        reports: dict[int, RegionReport],
        ownership: Mapping[int, float],
        end: float | None,
        priors: Priors | None,
        limits: ModelSettings,
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
            and (report.theme or len(report.region.empty) <= limits.estimated_empty)
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
                reports[name] = self._searched(position, report, share, priors, limits.search_nodes)
            else:
                guess = self.coupons.estimate(
                    position, report.region, ownership, share, report.theme
                )
                stones, tax = in_scoring(report.region, position)
                mean, heat = float(guess.mean + stones), float(guess.temperature + tax)
                placed = single_table(report.region, guess.moves, mean, heat)
                reports[name] = replace(report, estimate=guess, moves=guess.moves, placed=placed)

    def _searched(
        self,
        position: Position,
        report: RegionReport,
        seconds: float | None,
        priors: Priors | None,
        most: int,
    ) -> RegionReport:
        """Return a report with what temperature discovery search says of its region."""
        region = report.region
        placement = place(region)
        kept = self.searched.get(placement.key)
        if kept is None or kept.region != region:
            search = RegionSearch(region, priors=priors)
            budget = Budget(pool_nodes=most)
            if seconds is not None:
                budget = Budget.for_seconds(seconds, pool_nodes=most)
            found = search.run(budget)
            table = table_of_sweep(search.swept, search.game.offset)
            kept = Searched(region, found, table)
            self.searched.put(placement.key, kept)
        found = kept.found
        guess = estimate_of(found, region, position)
        low, high = found.interval.mean_lower, found.interval.mean_upper
        cold, hot = found.interval.temperature_lower, found.interval.temperature_upper
        stones, tax = in_scoring(region, position)
        return replace(
            report,
            mean=(low - stones, high - stones),
            temperature=(cold - tax, hot - tax),
            estimate=guess,
            moves=guess.moves,
            placed=Placed(region, placement, kept.table),
            remarks=[*report.remarks, f"estimated from {found.nodes} positions"],
        )

    def share(self, position: Position, reports: dict[int, RegionReport], end: float) -> None:
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
            gain = self.coupons.gain(position, theme, guess.temperature, colour, move, share)
            if gain > 0:
                gains = {**guess.shared.get(colour, {}), move: gain}
                guess = replace(guess, shared={**guess.shared, colour: gains})
                reports[name] = replace(report, estimate=guess)


def estimate_of(found: RegionEstimate, region: Region, position: Position) -> Estimate:
    """Return what a search found in the scoring of the rules, with the errors it usually has."""
    stones, tax = in_scoring(region, position)
    moves = {colour: min(found.moves(colour), default=None) for colour in (BLACK, WHITE)}
    exact = found.is_exact
    return Estimate(
        found.mean - stones,
        found.temperature - tax,
        Fraction(0) if exact else MEAN_ERROR,
        Fraction(0) if exact else HEAT_ERROR,
        moves,
    )


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
