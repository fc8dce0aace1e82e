"""Borders that hold: is a value the same when the region is grown by a ring?

A value within a border that is not proved is only as good as the border. Grown by a ring, the walls
themselves may be captured and what lies behind them is played in; if the thermograph is the same
but for a whole number of points, which the new land counts, the border holds.
"""

from dataclasses import dataclass
from enum import Enum

from gtpengine.board.position import Position
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import MAX_BITS
from gtpengine.localgame.key import place as key_of
from gtpengine.localgame.solution import LocalValue, Scoring
from gtpengine.localgame.solver import Solver
from gtpengine.partition.place import BadPlace, Place, ringed


class Border(Enum):
    """What became of a value when its region was grown."""

    PROVED = "all walls are proved safe"
    HOLDS = "the value is the same with a ring of land around the place"
    CHANGES = "the value is another with a ring of land around the place"
    UNKNOWN = "too large with a ring of land around it"


@dataclass(frozen=True)
class Tried:
    """A border that was put to the test; `value` is that of the grown region, if it is known."""

    border: Border
    grown: Place | None = None
    value: LocalValue | None = None

    @property
    def holds(self) -> bool:
        """Whether the value may be called solved."""
        return self.border in (Border.PROVED, Border.HOLDS)


def same_but_for_a_number(one: LocalValue, other: LocalValue) -> bool:
    """Tell whether two thermographs differ by a whole number of points alone."""
    shift = other.mean - one.mean
    return (
        shift.denominator == 1
        and one.left.shifted(shift) == other.left
        and one.right.shifted(shift) == other.right
    )


def try_border(
    position: Position,
    place: Place,
    value: LocalValue,
    solver: Solver,
    limits: Limits | None = None,
) -> Tried:
    """Return whether `value`, that of `place`, stays when the place is grown by a ring."""
    if place.region.exact:
        return Tried(Border.PROVED)
    try:
        grown = ringed(position, place)
    except BadPlace:
        return Tried(Border.UNKNOWN)
    if grown.region.points == place.region.points and grown.region.border == place.region.border:
        return Tried(Border.HOLDS, grown, value)
    if key_of(grown.region).key.bits > MAX_BITS:
        return Tried(Border.UNKNOWN, grown)
    solution = solver.solve(grown.region, limits)
    if not solution.is_solved:
        return Tried(Border.UNKNOWN, grown)
    found = solution.value(value.komaster, value.scoring)
    if value.scoring is Scoring.AREA and same_but_for_a_number(value, found):
        return Tried(Border.HOLDS, grown, found)
    same = same_but_for_a_number(_warm(value), _warm(found))
    return Tried(Border.HOLDS if same else Border.CHANGES, grown, found)


def _warm(value: LocalValue) -> LocalValue:
    """Return a territory value at the temperatures of real moves: below, fillings differ."""
    if value.scoring is Scoring.AREA:
        return value
    left, right = value.left.from_floor(0), value.right.from_floor(0)
    return LocalValue(left, right, value.komaster, value.scoring)
