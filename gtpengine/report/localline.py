"""The local line: what follows in a region when one player begins and both play their best there.

The line ends where the region is cooler than it was at the start: then both may look elsewhere.
Moves are compared just below the region's temperature, where a sente is answered even if both
players could as well move elsewhere.
"""

from fractions import Fraction
from typing import NamedTuple

from gtpengine.board.colours import opponent
from gtpengine.board.position import IllegalMove, Position
from gtpengine.engine.survey import RegionReport
from gtpengine.localgame.solution import Scoring, Solution
from gtpengine.localgame.values import Rules

LONGEST = 12  # a ko that is fought out shows no more
_LITTLE = Fraction(1, 1 << 20)  # less than between any two corners of a thermograph


class LineMove(NamedTuple):
    """A move of a line and how many stones it takes."""

    colour: int
    point: int
    taken: int


def local_line(position: Position, report: RegionReport, colour: int) -> list[LineMove]:
    """Return the line when `colour` begins; empty where there is nothing to gain or to know."""
    solution, value, first = report.solution, report.value, report.moves[colour]
    if solution is None or value is None or first is None or value.temperature < 0:
        return []
    shift = 1 if value.scoring is Scoring.TERRITORY else 0
    t = max(value.temperature - _LITTLE, value.left.floor, value.right.floor) + shift
    board = position.copy()
    line: list[LineMove] = []
    region = report.region
    node, ban = solution.play.start(region.ko_point, region.ko_colour, colour)
    wanted: int | None = first
    while len(line) < LONGEST:
        found = _best(solution, node, ban, colour, t, wanted)
        if found is None:
            break
        before = board.prisoners[colour]
        try:
            board.play(colour, found.point)
        except IllegalMove:
            break
        line.append(LineMove(colour, found.point, board.prisoners[colour] - before))
        node, ban, wanted = found.node, found.ban, None
        colour = opponent(colour)
        if not _is_hotter(solution, node, t):
            break
    return line


class _Found(NamedTuple):
    point: int
    node: int
    ban: int


def _best(
    solution: Solution, node: int, ban: int, colour: int, t: Fraction, wanted: int | None
) -> _Found | None:
    """Return the best move of `colour` at area temperature `t`, or the one at `wanted`."""
    values = solution.solved.values(Rules.NOBODY)
    side = solution.placement.side(colour)
    best, highest = None, Fraction(0)
    for edge in solution.graph.options(node, side, ban):
        point = solution.placement.points[edge.bit]
        after = values.after(node, side, edge)
        if after is None or (wanted is not None and point != wanted):
            continue
        worth = after.value_at(t) * (1 if side == 0 else -1)
        if best is None or worth > highest:
            best, highest = _Found(point, edge.node, edge.ban), worth
    return best


def _is_hotter(solution: Solution, node: int, t: Fraction) -> bool:
    walls = solution.solved.values(Rules.NOBODY).walls(node)
    if walls is None:
        return False
    return max(walls.left.points[-1][1], walls.right.points[-1][1]) > t
