"""A position surveyed: its partition, and what each region is worth as far as that is known."""

from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.borders import Border
from gtpengine.localgame.solution import LocalKind, LocalValue, Solution
from gtpengine.partition.partition import Partition
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Theme
from gtpengine.search.local.tables import Placed

Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Estimate:
    """What playouts say of a region that is not solved; no bound, but a guess with its error.

    Attributes:
        mean: expected count, Black minus White, in the scoring of the rules.
        temperature: what a move gains, in the scoring of the rules.
        mean_error: one standard error of the mean, the playouts' bias left out.
        temperature_error: the same of the temperature.
        moves: per colour the best move found, or None.
        shared: of a theme per colour what best moves of other themes gain here as well, surely. By
            area: what the stone itself costs by territory is paid where the move is best.
    """

    mean: Fraction
    temperature: Fraction
    mean_error: Fraction
    temperature_error: Fraction
    moves: dict[int, int | None]
    shared: dict[int, dict[int, Fraction]] = field(default_factory=dict)


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
        estimate: what playouts guess where there is no value, or None.
        solution: the solved graph behind the value, or None.
        theme: what a part of a larger region is about; None: it is a region of its own.
        placed: the local table that a search follows, or None if there is none.
        border: what became of the value when the region was grown by a ring; None: not tried.
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
    estimate: Estimate | None = None
    solution: Solution | None = field(default=None, compare=False, repr=False)
    theme: Theme | None = None
    placed: Placed | None = field(default=None, compare=False, repr=False)
    border: Border | None = None

    @property
    def likely_mean(self) -> Fraction | None:
        """The mean, solved or guessed."""
        if self.value is not None:
            return self.value.mean
        return self.estimate.mean if self.estimate is not None else None

    @property
    def likely_temperature(self) -> Fraction | None:
        """The temperature, solved or guessed."""
        if self.value is not None:
            return self.value.temperature
        return self.estimate.temperature if self.estimate is not None else None


@dataclass(frozen=True)
class Survey:
    """A whole position.

    Attributes:
        position: what was surveyed.
        scoring: how points are counted in all values.
        partition: settled points and regions.
        regions: a report for each region of the partition, in its order; in the place of one that
            is divided stand its themes.
        settled: Black's lead outside the regions, komi included.
        ownership: per point from 1.0 Black to -1.0 White, as the search guesses it.
    """

    position: Position
    scoring: Scoring
    partition: Partition
    regions: list[RegionReport]
    settled: Fraction
    ownership: dict[int, float] = field(default_factory=dict, compare=False, repr=False)

    @property
    def score(self) -> tuple[Fraction | None, Fraction, Fraction]:
        """Black's expected lead, or None where a region is not solved, and its bounds."""
        low = self.settled + sum(report.mean[0] for report in self.regions)
        high = self.settled + sum(report.mean[1] for report in self.regions)
        return (low if self._is_solved() else None), low, high

    @property
    def is_sum(self) -> bool:
        """Whether the board is divided and every region solved, within the borders that it has."""
        return bool(self.regions) and self._is_solved()

    def _is_solved(self) -> bool:
        return all(report.value is not None for report in self.regions)

    @property
    def likely_score(self) -> Fraction | None:
        """Black's expected lead from solved and guessed means; None if a region has neither."""
        total = self.settled
        for report in self.regions:
            mean = report.likely_mean
            if mean is None:
                return None
            total += mean
        return total

    @property
    def ambient(self) -> Fraction | None:
        """The highest temperature that is known or guessed, or None."""
        known = [t for r in self.regions if (t := r.likely_temperature) is not None]
        return max(known, default=None)

    def best(self, colour: int) -> int | None:
        """Return the move of `colour` that gains most in all its regions, or None if none does."""
        gains: dict[int, Fraction] = {}
        for report in self.regions:
            heat, move = report.likely_temperature, report.moves[colour]
            if heat is not None and move is not None:
                gains[move] = gains.get(move, Fraction(0)) + heat
        for report in self.regions:
            if report.estimate is not None:
                for move, gain in report.estimate.shared.get(colour, {}).items():
                    gains[move] = gains.get(move, Fraction(0)) + gain
        return max(gains, key=lambda move: gains[move], default=None)

    def at(self, point: int) -> RegionReport | None:
        """Return the report of the region that holds a point, or None if it is settled."""
        return next((report for report in self.regions if point in report.region.points), None)


def trivial_bounds(region: Region, scoring: Scoring) -> Bounds:
    """Return the bounds of the mean that hold for any region: all of it is one player's."""
    count = len(region.points)
    black = sum(1 for _, colour in region.stones if colour == BLACK)
    white = len(region.stones) - black
    low, high = -count, count
    if scoring is Scoring.TERRITORY:
        # The loser's stones are prisoners as well; the winner's own are no territory.
        low, high = low + white - black, high - black + white
    return Fraction(low), Fraction(high)
