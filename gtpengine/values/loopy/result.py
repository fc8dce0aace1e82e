"""What ko analysis returns: thermographs, bounds and the comparison of the two komasters."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from gtpengine.values.graph import Option
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.loopy.walls import Wall, value_at
from gtpengine.values.trajectory import Trajectory

Range = tuple[Fraction, Fraction | None]  # temperatures; None: without end


class Kind(Enum):
    """Whether a ko's mast depends on who is komaster."""

    PLACID = "placid"
    HYPERACTIVE = "hyperactive"


class Bounds(NamedTuple):
    """Loop-free bounds of a position's walls; None is minus infinity below, plus above."""

    low_left: Trajectory | None
    low_right: Trajectory | None
    high_left: Trajectory | None
    high_right: Trajectory | None


class BestMove(NamedTuple):
    """A move, and the temperatures at which it costs its player nothing to play it."""

    option: Option
    ranges: list[Range]


@dataclass(frozen=True, slots=True)
class LoopyThermograph:
    """The walls of one position under one komaster, from the floor upward.

    Above `temperature` both walls are the vertical mast; below it they may coincide as well and
    lean (a bent mast). A scaffold is None where that player has no move.
    """

    node: int
    name: str
    komaster: Komaster
    left_wall: Trajectory
    right_wall: Trajectory
    left_scaffold: Trajectory | None
    right_scaffold: Trajectory | None

    @property
    def mast(self) -> Fraction:
        """The value at high temperatures."""
        return self.left_wall.points[-1][0]

    @property
    def temperature(self) -> Fraction:
        """Where the vertical mast starts; the floor if there is nothing else."""
        return max(self.left_wall.points[-1][1], self.right_wall.points[-1][1])

    @property
    def has_bent_mast(self) -> bool:
        """Whether the walls coincide at some temperatures without being vertical there."""
        shared = set(self.left_wall.segments()) & set(self.right_wall.segments())
        return any(segment.slope != 0 for segment in shared)


def kind_of(black: LoopyThermograph, white: LoopyThermograph) -> Kind:
    """Return whether the masts of Black and White as komaster are the same."""
    return Kind.PLACID if black.mast == white.mast else Kind.HYPERACTIVE


def to_trajectory(wall: Wall, scale: int, floor: Fraction) -> Trajectory:
    """Return a scaled wall from `floor` on, which is not below its bottom."""
    start = int(floor * scale)
    points = [(Fraction(value_at(wall, start), scale), floor)]
    points += [(Fraction(value, scale), Fraction(t, scale)) for t, value, _ in wall if t > start]
    return Trajectory(tuple(points), Fraction(wall[-1][2]))
