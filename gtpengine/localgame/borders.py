"""Borders that hold: is a value the same when the region is grown by a ring?

A value within a border that is not proved is only as good as the border. Grown by a ring, the walls
themselves may be captured and what lies behind them is played in. If the thermograph is the same
but for what the new land counts if all its stones live, the border holds. New land may have moves
of its own, so the border holds as well if walls that cannot be captured make no other thermograph
of all of it: then what happens inside and what happens behind are games apart. A second ring is
tried where it is not too large: walls that reach beyond the first one were walls there.
"""

import time
from dataclasses import dataclass, replace
from enum import Enum

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import MAX_BITS
from gtpengine.localgame.key import place as key_of
from gtpengine.localgame.solution import LocalValue, Solution
from gtpengine.localgame.solver import Solver
from gtpengine.partition.bits import beside, bits_of, components
from gtpengine.partition.place import BadPlace, Place, parted, place_of, ringed
from gtpengine.partition.region import Region

SECOND = 6  # times the nodes of a first ring may be met in a second one; few come so far


class Border(Enum):
    """What became of a value when its region was grown."""

    PROVED = "all walls are proved safe"
    HOLDS = "a ring of land around the place changes nothing in it"
    ASSUMED = "the walls are taken as alive"
    CHANGES = "the value is another with a ring of land around the place"
    UNKNOWN = "too large with a ring of land around it"


@dataclass(frozen=True)
class Tried:
    """A border that was put to the test.

    Attributes:
        border: how that ended.
        grown: the place with a ring of land around it, or None if there is none.
        value: what the grown place is worth, if that is known.
        solution: its solution, if it was solved.
        land: what the ring counts if all its stones live.
    """

    border: Border
    grown: Place | None = None
    value: LocalValue | None = None
    solution: Solution | None = None
    land: int = 0

    @property
    def holds(self) -> bool:
        """Whether the value may be called solved."""
        return self.border in (Border.PROVED, Border.HOLDS)


def land_between(position: Position, inner: Region, outer: Region, scoring: Scoring) -> int:
    """Return what the land counts by which `outer` is larger if all its stones live.

    Empty points are land of the colour that alone touches them.
    """
    inside = bits_of(inner.points)
    added = bits_of(outer.points) & ~inside
    black, white = (bits_of(position.stones(colour)) for colour in (BLACK, WHITE))
    count = 0
    if scoring is Scoring.AREA:
        count += (added & black).bit_count() - (added & white).bit_count()
    for part in components(added & ~black & ~white):
        around = beside(part)
        if not around & inside and bool(around & black) != bool(around & white):
            count += part.bit_count() if around & black else -part.bit_count()
    return count


def differ_by(one: LocalValue, other: LocalValue, shift: int) -> bool:
    """Tell whether `other` is `one` and so many points."""
    return one.left.shifted(shift) == other.left and one.right.shifted(shift) == other.right


def stays(value: LocalValue, grown: LocalValue, land: int) -> bool:
    """Tell whether a value is the same in a larger region that has so much land more."""
    return differ_by(_warm(value), _warm(grown), land)


def try_border(
    position: Position,
    place: Place,
    value: LocalValue,
    solver: Solver,
    limits: Limits | None = None,
) -> Tried:
    """Return whether `value`, that of `place`, stays when the place is grown by rings.

    One ring has to leave it, and a second one as well if SECOND times the nodes solve that.
    """
    if place.region.exact:
        return Tried(Border.PROVED)
    limits = limits or solver.limits
    end = time.monotonic() + limits.seconds
    first = try_rings(position, place, value, solver, limits, 1)
    if not first.holds or first.grown is None:
        return first
    left = Limits(SECOND * limits.nodes, max(end - time.monotonic(), 0.0), limits.nbytes)
    second = try_rings(position, place, value, solver, left, 2)
    return second if second.border is Border.CHANGES else first


def try_rings(
    position: Position, place: Place, value: LocalValue, solver: Solver, limits: Limits, rings: int
) -> Tried:
    """Return whether `value`, that of `place`, is the same with so many rings around it."""
    end = time.monotonic() + limits.seconds
    grown = place
    try:
        for _ in range(rings):
            grown = ringed(position, grown)
    except BadPlace:
        return Tried(Border.UNKNOWN)
    if grown.region.points == place.region.points and grown.region.border == place.region.border:
        return Tried(Border.HOLDS, grown, value)
    apart = parted(position, place, grown)
    if apart is not None and apart.points == grown.region.points:
        return Tried(Border.HOLDS, grown)  # no wall can be captured there
    if key_of(grown.region).key.bits > MAX_BITS:
        return Tried(Border.UNKNOWN, grown)
    solution = solver.solve(grown.region, limits)
    if not solution.is_solved:
        return Tried(Border.UNKNOWN, grown)
    found = solution.value(value.komaster, value.scoring)
    land = land_between(position, place.region, grown.region, value.scoring)
    same = stays(value, found, land)
    if not same and apart is not None:
        games = solver.solve(apart, replace(limits, seconds=max(end - time.monotonic(), 0.0)))
        if not games.is_solved:
            return Tried(Border.UNKNOWN, grown)
        walls = solution.standing_stones - games.standing_stones
        gone = walls if value.scoring is Scoring.AREA else 0
        same = stays(games.value(value.komaster, value.scoring), found, gone)
    return Tried(Border.HOLDS if same else Border.CHANGES, grown, found, solution, land)


def try_region(
    position: Position,
    region: Region,
    value: LocalValue,
    solver: Solver,
    limits: Limits | None = None,
) -> Tried:
    """Return whether `value`, that of a region of the board, may be called solved (`holds`)."""
    return try_border(position, place_of(position, region), value, solver, limits)


def _warm(value: LocalValue) -> LocalValue:
    """Return a value at the temperatures of real moves: below them dame and fillings differ."""
    floor = 1 if value.scoring is Scoring.AREA else 0
    left, right = value.left.from_floor(floor), value.right.from_floor(floor)
    return LocalValue(left, right, value.komaster, value.scoring)
