"""What a move gained, and what it cost against the best one, by the orthodox account.

Let T be the temperature of the board: that of its hottest region. A move's gain at T is how much it
raises its player's count, less what the opponent can take back at once in a place that the move
has made hotter than T. The best move gains T (never less than a pass, 0), so a gote of 2 points
costs T - 2, and a sente costs nothing while its threat is larger than T. Where all regions are
solved that is exact for play in a rich environment; estimates make it an estimate with an error.

Only the points that the move can have changed are looked at, so noise elsewhere does not count.
"""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.model.turns import in_turn
from gtpengine.report.view import Certainty, PositionView, RegionView

_NOTHING = Fraction(0)
ERRORS = 2  # standard errors that count as certain
_SENTE = ("Black sente", "White sente")
_SURE = (Certainty.EXACT, Certainty.SOLVED)


@dataclass(frozen=True)
class MoveCost:
    """The account of one move, in points for the player who made it.

    Attributes:
        ambient: T, what the best move gained.
        gain: what this one gained at T.
        cost: the difference, never negative.
        error: standard errors of the estimates that it rests on, added up; 0 where all is solved.
        area: the points that the move concerned.
        final: what it cost of the final score if from then on both players take the hottest gote in
            turn; that is exact for sums of plain gote, and knows who gets the last one.
    """

    ambient: Fraction
    gain: Fraction
    cost: Fraction
    error: Fraction
    area: frozenset[int]
    final: Fraction

    @property
    def loss(self) -> Fraction:
        """What it cost: all of it where it is exact, else what two standard errors leave."""
        return max(self.cost - ERRORS * self.error, _NOTHING)


def move_cost(
    before: PositionView, after: PositionView, colour: int, point: int | None
) -> MoveCost | None:
    """Return the account of a move of `colour`; None if a region that matters is not known.

    The same if guesses of it before and after the move cannot both be right. `point` is None for a
    pass.
    """
    if before.regions and before.ambient is None:
        return None
    ambient = max(before.ambient or _NOTHING, _NOTHING)
    hottest = before.regions[:1]
    error = sum((r.errors[1] for r in hottest if r.errors), _NOTHING)
    turns = _in_turn(before) + _in_turn(after)
    if point is None:
        return MoveCost(ambient, _NOTHING, ambient, error, frozenset(), turns)
    area = concerned(before, after, point)
    old, new = _inside(before, area), _inside(after, area)
    if any(region.mean is None for region in (*old, *new)):
        return None
    sign = 1 if colour == BLACK else -1
    raised = sign * (_count(after, new, area) - _count(before, old, area))
    gain = raised - max((_taken_back(r, colour, ambient) for r in new), default=_NOTHING)
    doubt = sum((r.errors[0] for r in (*old, *new) if r.errors), _NOTHING)
    if doubt and gain < -ambient:
        # A move that is so much worse than a pass: the guesses before and after contradict.
        return None
    error += doubt
    return MoveCost(ambient, gain, max(ambient - gain, _NOTHING), error, area, turns - raised)


def concerned(before: PositionView, after: PositionView, point: int) -> frozenset[int]:
    """Return the points that a move at `point` can have changed: whole regions of both views."""
    area = {point}
    area |= {p for p in before.stones if p not in after.stones}
    regions = [frozenset(region.points) for view in (before, after) for region in view.regions]
    grown = True
    while grown:
        grown = False
        for points in regions:
            if points & area and not points <= area:
                area |= points
                grown = True
    return frozenset(area)


def is_sure(view: PositionView) -> bool:
    """Tell whether all regions of a position are solved."""
    return all(is_known(region) for region in view.regions)


def is_known(region: RegionView) -> bool:
    """Tell whether a region is solved, within its border."""
    return region.certainty in _SURE


def _inside(view: PositionView, area: frozenset[int]) -> list[RegionView]:
    return [region for region in view.regions if area.issuperset(region.points)]


def _count(view: PositionView, regions: list[RegionView], area: frozenset[int]) -> Fraction:
    """Return Black's count on `area`, prisoners so far included."""
    total = sum((region.mean for region in regions if region.mean is not None), _NOTHING)
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        for point in area & view.settled[colour]:
            total += sign * _worth(view, point, colour)
        if view.scoring == "territory":
            total += sign * view.prisoners[colour]
    return total


def _worth(view: PositionView, point: int, owner: int) -> int:
    """Return what a settled point counts for its owner."""
    if view.scoring == "area":
        return 1
    stone = view.stones.get(point)
    if stone is None:
        return 1
    return 2 if stone == opponent(owner) else 0


def _in_turn(view: PositionView) -> Fraction:
    """Return what the player to move gains above the count if all take the hottest gote in turn.

    A sente is as good as played: its count says so.
    """
    return in_turn(r.heat for r in view.regions if r.kind not in _SENTE)


def _taken_back(region: RegionView, colour: int, t: Fraction) -> Fraction:
    """Return what the opponent of `colour` gains by moving first in a region hotter than `t`."""
    if region.temperature is None or region.mean is None or region.temperature <= t:
        return _NOTHING
    if region.walls is None:
        return region.temperature - t
    wall = region.walls[1 if colour == BLACK else 0]
    value = wall.value_at(max(t, wall.floor))
    return (region.mean - value) * (1 if colour == BLACK else -1)
