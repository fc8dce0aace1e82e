"""What a region is worth: its local game solved, shown in the colours and points of the board.

Inside, everything is area scoring from area temperature 0 upward. A territory game is the area game
with a tax of one point on each move (docs: area inside, territory on request), so the territory
thermograph at t is the area thermograph at t + 1, less a constant: the stones that stand in the
region from the start, Black's minus White's, which count for area and not for territory.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from gtpengine.board.colours import BLACK
from gtpengine.board.points import NO_POINT, vertex_of
from gtpengine.board.rules import Scoring
from gtpengine.errors import EngineError
from gtpengine.localgame.graph import NO_BAN, LocalGraph, Status
from gtpengine.localgame.key import Placement
from gtpengine.localgame.play import LocalPlay
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.values import GraphValues, Rules
from gtpengine.partition.region import Region
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.trajectory import Trajectory, maximum, minimum, where_at_least

Range = tuple[Fraction, Fraction | None]  # temperatures; None: without end


class NotSolved(EngineError):
    """The region has no exact value; the text says why."""


class LocalKind(Enum):
    """What a local game is just below its temperature, territory scoring."""

    NUMBER = "number"  # nothing left to play for
    DAME = "dame"  # temperature 0: a point that only changes who moves next
    GOTE = "gote"
    BLACK_SENTE = "Black sente"
    WHITE_SENTE = "White sente"
    KO = "ko"
    HYPERACTIVE_KO = "hyperactive ko"
    LOOP = "loop without a decision"
    UNKNOWN = "not solved"


@dataclass(frozen=True)
class LocalValue:
    """A thermograph of the region: both walls, joined in a mast at `mean` above `temperature`."""

    left: Trajectory
    right: Trajectory
    komaster: Komaster
    scoring: Scoring

    @property
    def mean(self) -> Fraction:
        """The mast."""
        return self.left.points[-1][0]

    @property
    def temperature(self) -> Fraction:
        """Where the vertical mast starts; the floor (area 0, territory -1) if nothing is below."""
        return max(self.left.points[-1][1], self.right.points[-1][1])


class LocalBest(NamedTuple):
    """A move and the temperatures at which no play, here or elsewhere, is better for its player."""

    point: int
    ranges: list[Range]


class Solution:
    """A region, its graph and its values; made by `gtpengine.localgame.solver.Solver`.

    Attributes:
        region: what was asked for.
        placement: how the graph lies on the board.
        solved: graph and values, shared by all regions with the same key.
    """

    def __init__(self, region: Region, placement: Placement, solved: SolvedGraph) -> None:
        self.region = region
        self.placement = placement
        self.solved = solved
        self.play = LocalPlay(solved.graph, placement)

    @property
    def graph(self) -> LocalGraph:
        """All positions."""
        return self.solved.graph

    @property
    def status(self) -> Status:
        """Whether the graph is complete, or which limit ended it."""
        return self.graph.status

    @property
    def is_solved(self) -> bool:
        """Whether the value without ko threats is known exactly inside the given border."""
        return self.solved.complete and self.solved.values(Rules.NOBODY).is_exact()

    @property
    def exact(self) -> bool:
        """Whether the value is exact on the board too: solved, and the border is proved safe."""
        return self.is_solved and self.region.exact

    def value(
        self, komaster: Komaster = Komaster.NONE, scoring: Scoring = Scoring.TERRITORY
    ) -> LocalValue:
        """Return the thermograph of the region without a ko ban.

        Raises:
            NotSolved: a limit ended the expansion, or a loop is left undecided.
        """
        walls = self._values(komaster).walls()
        if walls is None:
            raise NotSolved(self.refusal(komaster))
        left, right = walls.left, walls.right
        if self.placement.swapped:
            left, right = right.negated(), left.negated()
        return LocalValue(self.shown(left, scoring), self.shown(right, scoring), komaster, scoring)

    def bounds(
        self, komaster: Komaster = Komaster.NONE, scoring: Scoring = Scoring.TERRITORY
    ) -> tuple[Trajectory | None, Trajectory | None, Trajectory | None, Trajectory | None]:
        """Return low left, low right, high left, high right walls; None is infinite.

        Raises:
            NotSolved: a limit ended the expansion.
        """
        found = self._values(komaster).bounds()
        if self.placement.swapped:
            found = tuple(
                None if found[place] is None else found[place].negated()  # type: ignore[union-attr]
                for place in (3, 2, 1, 0)
            )
        shown = [None if wall is None else self.shown(wall, scoring) for wall in found]
        return shown[0], shown[1], shown[2], shown[3]

    def best_moves(
        self,
        colour: int,
        komaster: Komaster = Komaster.NONE,
        scoring: Scoring = Scoring.TERRITORY,
    ) -> list[LocalBest]:
        """Return the moves of `colour` that are best at some temperature, by point.

        A move is best where its scaffold, one move taxed, reaches the wall of the player who is to
        move. A point that the region's ko ban forbids is no move; the wall is then that of the
        banned player.

        Raises:
            NotSolved: as `value`.
        """
        values = self._values(komaster)
        walls = values.walls()
        if walls is None:
            raise NotSolved(self.refusal(komaster))
        side = self.placement.side(colour)
        ban = NO_BAN
        if self.region.ko_point != NO_POINT and self.region.ko_colour == colour:
            ban = self.placement.bit_of(self.region.ko_point)
        found = []
        wall = (walls.left, walls.right)[side]
        lines = [(e.bit, values.assured(0, side, e)) for e in self.graph.options(0, side, ban)]
        known = [(bit, line) for bit, line in lines if line is not None]
        if ban != NO_BAN:
            wall = (walls.right, walls.left)[side]
            for _, line in known:
                wall = _better(wall, line, side)
        for bit, line in known:
            ranges = where_at_least(line, wall) if side == 0 else where_at_least(wall, line)
            if ranges:
                shown = self._ranges_shown(ranges, scoring)
                if shown:
                    found.append(LocalBest(self.placement.points[bit], shown))
        return sorted(found)

    def scaffold(
        self,
        colour: int,
        komaster: Komaster = Komaster.NONE,
        scoring: Scoring = Scoring.TERRITORY,
    ) -> Trajectory | None:
        """Return the best that a first move of `colour` brings, one move taxed; None without one.

        Where nobody wants to move it lies on the wrong side of the walls.

        Raises:
            NotSolved: as `value`, or a move that is not exact.
        """
        values = self._values(komaster)
        side = self.placement.side(colour)
        best: Trajectory | None = None
        for edge in self.graph.options(0, side):
            line = values.after(0, side, edge)
            if line is None:
                raise NotSolved(self.refusal(komaster))
            best = line if best is None else _better(best, line, side)
        if best is None:
            return None
        return self.shown(best.negated() if self.placement.swapped else best, scoring)

    @cached_property
    def kind(self) -> LocalKind:
        """What the local game is."""
        if not self.solved.complete:
            return LocalKind.UNKNOWN
        if not self.is_solved:
            return LocalKind.LOOP
        if self.hangs_on_loops:
            try:
                black, white = self.value(Komaster.BLACK), self.value(Komaster.WHITE)
            except NotSolved:
                return LocalKind.KO
            if black.mean != white.mean:
                return LocalKind.HYPERACTIVE_KO
            if _from_zero(black) != _from_zero(white):
                return LocalKind.KO
        value = self.value()
        if value.temperature <= 0:
            return LocalKind.NUMBER if value.temperature < 0 else LocalKind.DAME
        below = (
            value.left.slope_below(value.temperature),
            value.right.slope_below(value.temperature),
        )
        if below[0] == 0:
            return LocalKind.BLACK_SENTE
        return LocalKind.WHITE_SENTE if below[1] == 0 else LocalKind.GOTE

    @cached_property
    def hangs_on_loops(self) -> bool:
        """Whether it matters if a ko, or another loop, may be gone round at will.

        Raises:
            NotSolved: a limit ended the expansion.
        """
        if not self.solved.complete:
            raise NotSolved(self.graph.status.value)
        return not self.solved.values(Rules.FREE).is_exact()

    @property
    def warnings(self) -> list[str]:
        """What a reader should know: limits, loops left undecided, a border not proved.

        Komasters are spoken of only where their values were asked for.
        """
        found = []
        if not self.solved.complete:
            found.append(self.graph.status.value)
        elif not self.is_solved:
            found.append(self.refusal(Komaster.NONE))
        for komaster in (Komaster.BLACK, Komaster.WHITE):
            known = self.solved.computed(self._rules(komaster))
            if known is not None and not known.is_exact():
                found.append(f"{komaster.value} komaster: {self.refusal(komaster)}")
        if not self.region.exact:
            found.append("the border is not proved safe")
        return found

    def refusal(self, komaster: Komaster) -> str:
        """Return why there is no value."""
        if not self.solved.complete:
            return self.graph.status.value
        values = self.solved.values(self._rules(komaster))
        names = [vertex_of(self.placement.points[bit]) for bit in values.loop_bits()]
        shown = ", ".join(sorted(names)[:12]) + (" and others" if len(names) > 12 else "")
        return values.loop_text() + (f" (plays at {shown})" if names else "")

    def shown(self, wall: Trajectory, scoring: Scoring) -> Trajectory:
        """Return an area wall of the board in the wanted scoring."""
        if scoring is Scoring.AREA:
            return wall
        less = self.standing_stones
        return Trajectory(tuple((value - less, t - 1) for value, t in wall.points), wall.slope)

    @property
    def standing_stones(self) -> int:
        """Black's minus White's unsafe stones in the region: they count for area alone."""
        return sum(1 if colour == BLACK else -1 for _, colour in self.region.stones)

    def _ranges_shown(self, ranges: list[Range], scoring: Scoring) -> list[Range]:
        if scoring is Scoring.AREA:
            return ranges
        return [(low - 1, None if high is None else high - 1) for low, high in ranges]

    def _rules(self, komaster: Komaster) -> Rules:
        if komaster is Komaster.NONE:
            return Rules.NOBODY
        black = (komaster is Komaster.BLACK) != self.placement.swapped
        return Rules.BLACK if black else Rules.WHITE

    def _values(self, komaster: Komaster) -> GraphValues:
        if not self.solved.complete:
            raise NotSolved(self.graph.status.value)
        return self.solved.values(self._rules(komaster))


def _from_zero(value: LocalValue) -> tuple[Trajectory, Trajectory]:
    """Return the walls of a territory value at the temperatures of real moves."""
    return value.left.from_floor(0), value.right.from_floor(0)


def _better(a: Trajectory, b: Trajectory, side: int) -> Trajectory:
    return maximum(a, b) if side == 0 else minimum(a, b)
