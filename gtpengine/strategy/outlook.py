"""Outlooks: all that a strategy knows of a region.

Moves and regions are opaque integers: only whoever made them knows the board. Values are Black's
advantage, exact, in the scoring of the current rules; Black is Left (1), White is Right (-1).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph
from gtpengine.values.kinds import LEFT, RIGHT
from gtpengine.values.trajectory import Trajectory

BLACK, WHITE = LEFT, RIGHT


class BadOutlook(BadInput):
    """An outlook contradicts itself."""


class Kind(StrEnum):
    """What a region is just below its temperature."""

    NUMBER = "number"
    DAME = "dame"
    GOTE = "gote"
    BLACK_SENTE = "Black's sente"
    WHITE_SENTE = "White's sente"
    DOUBLE_SENTE = "double sente"
    PLACID_KO = "placid ko"
    HYPERACTIVE_KO = "hyperactive ko"
    UNKNOWN = "of unknown kind"


class Interval(NamedTuple):
    """Closed bounds of a number that is not known exactly; equal if it is."""

    low: Fraction
    high: Fraction


class Alternative(NamedTuple):
    """A move that is not the best one of its region, and what it gains: at most the temperature.

    It matters if the same move also gains something in an overlapping region.
    """

    side: int
    move: int
    gain: Fraction


class Threat(NamedTuple):
    """A ko threat: what `side` gains by a second move if the first one is not answered."""

    side: int
    move: int
    size: Fraction


@dataclass(frozen=True, slots=True)
class Ko:
    """The ko of a region, as it stands.

    Attributes:
        holder: the side that ends it with one move; the other side has to take it first.
        black_wins: what the region is worth once Black has won the ko.
        white_wins: the same for White.
        take: the move by which the holder's opponent takes it.
        finish: the move by which the holder ends it.
        banned: the holder's opponent may not take at once, because the holder has just taken.

    Raises:
        BadOutlook: Black does not gain by winning it.
    """

    holder: int
    black_wins: Fraction
    white_wins: Fraction
    take: int
    finish: int
    banned: bool = False

    def __post_init__(self) -> None:
        if self.black_wins <= self.white_wins:
            raise BadOutlook(
                f"a ko that brings {self.black_wins} or {self.white_wins} is not worth fighting"
            )

    @property
    def size(self) -> Fraction:
        """The difference between winning and losing it."""
        return self.black_wins - self.white_wins


@dataclass(frozen=True, slots=True)
class LocalGame:
    """A loop-free graph of the region, and the moves that lead to its root's options, in order.

    Raises:
        BadOutlook: not one move per option.
    """

    graph: GameGraph
    black_moves: tuple[int, ...]
    white_moves: tuple[int, ...]

    def __post_init__(self) -> None:
        root = self.graph.nodes[self.graph.root]
        if (len(root.left), len(root.right)) != (len(self.black_moves), len(self.white_moves)):
            raise BadOutlook("a local game needs one move for each option of its root")

    def moves(self, side: int) -> tuple[int, ...]:
        """Return the moves of `side` at the root."""
        return self.black_moves if side == BLACK else self.white_moves


@dataclass(frozen=True, slots=True)
class Outlook:
    """A region seen from outside.

    Attributes:
        region: its identity, the same from turn to turn while it is the same region.
        name: for people.
        mean: what it is worth on average.
        temperature: what a move in it is worth.
        mean_bounds: bounds of the mean; the mean itself if none are given.
        temperature_bounds: bounds of the temperature, likewise.
        left_wall: what Black gets moving first, by temperature; None if only mean and temperature
            are known.
        right_wall: the same for White moving first; both walls are given, or none.
        black_move: Black's best move at the ambient temperature, None if he has none.
        white_move: the same for White.
        follow_ups: the temperature that Black's and White's best move leave here, by side, as far
            as they are known: what is threatened.
        alternatives: other moves worth knowing.
        kind: what it is just below its temperature.
        exact: whether mean, temperature and walls are proved.
        threats: the ko threats that it offers.
        ko: the ko in it.
        game: its local game, if it is complete, loop-free and small.
        last_changed: the opponent has just played in it.
        links: regions that depend on it, so that values do not simply add.

    Raises:
        BadOutlook: one wall without the other, or bounds that exclude the value.
    """

    region: int
    name: str
    mean: Fraction
    temperature: Fraction
    mean_bounds: Interval | None = None
    temperature_bounds: Interval | None = None
    left_wall: Trajectory | None = None
    right_wall: Trajectory | None = None
    black_move: int | None = None
    white_move: int | None = None
    follow_ups: Mapping[int, Fraction] = field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    kind: Kind = Kind.UNKNOWN
    exact: bool = False
    threats: tuple[Threat, ...] = ()
    ko: Ko | None = None
    game: LocalGame | None = None
    last_changed: bool = False
    links: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if (self.left_wall is None) != (self.right_wall is None):
            raise BadOutlook(f"{self.name}: one wall without the other")
        for value, bounds in (
            (self.mean, self.mean_bounds),
            (self.temperature, self.temperature_bounds),
        ):
            if bounds is not None and not bounds.low <= value <= bounds.high:
                raise BadOutlook(f"{self.name}: {value} is not in {bounds.low}..{bounds.high}")

    def move(self, side: int) -> int | None:
        """Return the best move of `side` at the ambient temperature."""
        return self.black_move if side == BLACK else self.white_move

    @property
    def coolest(self) -> Fraction:
        """The lower bound of the temperature."""
        return self.temperature if self.temperature_bounds is None else self.temperature_bounds.low

    @property
    def hottest(self) -> Fraction:
        """The upper bound of the temperature."""
        return self.temperature if self.temperature_bounds is None else self.temperature_bounds.high

    @property
    def is_ko(self) -> bool:
        """Whether who wins here hangs on ko threats."""
        return self.kind in (Kind.PLACID_KO, Kind.HYPERACTIVE_KO)

    def walls(self, floor: Fraction) -> tuple[Trajectory, Trajectory]:
        """Return both walls from `floor` upward; where unknown, those of a plain gote."""
        if self.left_wall is None or self.right_wall is None:
            return self._gote(1, floor), self._gote(-1, floor)
        if self.left_wall.floor == self.right_wall.floor == floor:
            return self.left_wall, self.right_wall
        return self.left_wall.from_floor(floor), self.right_wall.from_floor(floor)

    def _gote(self, side: int, floor: Fraction) -> Trajectory:
        mast = (self.mean, max(self.temperature, floor))
        if self.temperature <= floor:
            return Trajectory((mast,))
        return Trajectory(((self.mean + side * (self.temperature - floor), floor), mast))
