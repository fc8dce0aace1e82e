"""The local line: what follows in a region when one player begins and both play their best there.

The line ends where the player to move gains nothing here and may look elsewhere. Moves are compared
just below the region's temperature, so that those are chosen which stay right when the board cools
down, and a sente is answered even if both players could as well move elsewhere.
"""

from fractions import Fraction
from typing import NamedTuple

from gtpengine.board.colours import opponent
from gtpengine.board.position import IllegalMove, Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.solution import LocalValue, Solution
from gtpengine.localgame.values import Rules
from gtpengine.model.survey import RegionReport

LONGEST = 12  # a ko that is fought out shows no more
_LITTLE = Fraction(1, 1 << 20)  # less than between any two corners of a thermograph


class LineMove(NamedTuple):
    """A move of a line and how many stones it takes."""

    colour: int
    point: int
    taken: int


def best_move(report: RegionReport, colour: int) -> int | None:
    """Return the best move of `colour` in a region, where solved one that cooling leaves best."""
    found = _opening(report, colour)
    return report.moves[colour] if found is None else found.point


def region_move(solution: Solution, colour: int, value: LocalValue) -> int | None:
    """Return a move of `colour` that is best at the temperature of a solved region, or None."""
    t = value.temperature
    for best in solution.best_moves(colour, scoring=value.scoring):
        if any(low <= t and (high is None or high >= t) for low, high in best.ranges):
            return best.point
    return None


def local_line(position: Position, report: RegionReport, colour: int) -> list[LineMove]:
    """Return the line when `colour` begins; empty where there is nothing to gain or to know."""
    solution, found = report.solution, _opening(report, colour)
    if solution is None or found is None:
        return []
    t = just_below(report)
    board = position.copy()
    line: list[LineMove] = []
    while found is not None and len(line) < LONGEST:
        before = board.prisoners[colour]
        try:
            board.play(colour, found.point)
        except IllegalMove:
            break
        line.append(LineMove(colour, found.point, board.prisoners[colour] - before))
        colour = opponent(colour)
        if not _gains(solution, found.node, colour, t):
            break
        found = _best(solution, found.node, found.ban, colour, t)
    return line


def _opening(report: RegionReport, colour: int) -> "_Found | None":
    """Return the first move of `colour`, the survey's if it is as good as any; None if unknown."""
    solution, value, usual = report.solution, report.value, report.moves[colour]
    if solution is None or value is None or usual is None or value.temperature < 0:
        return None
    region = solution.region
    node, ban = solution.play.start(region.ko_point, region.ko_colour, colour)
    return _best(solution, node, ban, colour, just_below(report), usual)


def just_below(report: RegionReport) -> Fraction:
    """Return an area temperature just below that of a region.  Pre: it has a value."""
    value = report.value
    assert value is not None
    shift = 1 if value.scoring is Scoring.TERRITORY else 0
    return max(value.temperature - _LITTLE, value.left.floor, value.right.floor) + shift


class _Found(NamedTuple):
    point: int
    node: int
    ban: int


def _best(
    solution: Solution, node: int, ban: int, colour: int, t: Fraction, usual: int | None = None
) -> _Found | None:
    """Return the best move of `colour` at area temperature `t`, of equal ones that at `usual`."""
    values = solution.solved.values(Rules.NOBODY)
    side = solution.placement.side(colour)
    best, highest = None, Fraction(0)
    for edge in solution.graph.options(node, side, ban):
        point = solution.placement.points[edge.bit]
        after = values.after(node, side, edge)
        if after is None:
            continue
        worth = after.value_at(t) * (1 if side == 0 else -1)
        if best is None or worth > highest or (worth == highest and point == usual):
            best, highest = _Found(point, edge.node, edge.ban), worth
    return best


def _gains(solution: Solution, node: int, colour: int, t: Fraction) -> bool:
    """Tell whether `colour` gains by a move, at area temperature `t`."""
    walls = solution.solved.values(Rules.NOBODY).walls(node)
    if walls is None:
        return False
    wall = walls.left if solution.placement.side(colour) == 0 else walls.right
    return wall.value_at(t) != wall.points[-1][0]
