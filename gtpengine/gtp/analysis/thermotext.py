"""A thermograph drawn with letters: B is what Black gets moving first, W what White leaves.

Temperatures rise upward, and as in the books Black's points lie to the left; where both walls have
met there is a mast.
"""

from fractions import Fraction

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.report.regionwords import CERTAINTY_WORDS, NAMES, explain, headline, mean_text
from gtpengine.report.view import LocalLine, PositionView, RegionView
from gtpengine.report.words import mixed
from gtpengine.values.trajectory import Trajectory

_ROWS = 8
_WIDTH = 41
_STEPS = [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5)]


def thermograph_text(view: PositionView, region: RegionView) -> str:
    """Return a region in words with the drawing of its thermograph, where there is one."""
    lines = [
        f"{region.label}: {headline(region)}",
        f"count {mean_text(region)}, {CERTAINTY_WORDS[region.certainty]}",
        *explain(view, region),
    ]
    for colour in (BLACK, WHITE):
        line = region.lines.get(colour)
        if line is not None and line.moves:
            lines.append(f"{NAMES[colour]} first: {_moves(line)}")
    if region.walls is not None:
        lines += drawing(*region.walls)
    for colour, walls in region.komasters.items():
        if walls != region.walls:
            lines += [f"If {NAMES[colour]} wins all kos:", *drawing(*walls)]
    return "\n".join(lines)


def drawing(left: Trajectory, right: Trajectory) -> list[str]:
    """Return the two walls as rows of text, the highest temperature first."""
    floor = max(left.floor, right.floor)
    top = max(left.points[-1][1], right.points[-1][1])
    step = _step(top - floor)
    heights = [floor]
    while heights[-1] < top + step:
        heights.append(heights[-1] + step)
    values = [wall.value_at(t) for wall in (left, right) for t in heights]
    low, high = min(values), max(values)
    rows = []
    for t in reversed(heights):
        cells = [" "] * _WIDTH
        places = [_column(wall.value_at(t), low, high) for wall in (left, right)]
        if places[0] == places[1]:
            cells[places[0]] = "|"
        else:
            cells[places[0]], cells[places[1]] = "B", "W"
        rows.append(f"{mixed(t):>7} {''.join(cells)}".rstrip())
    ends = f"{mixed(high)}{mixed(low):>{_WIDTH - len(mixed(high))}}" if low < high else ""
    axis = ends or mixed(low).center(_WIDTH).rstrip()
    return [*rows, f"{'t':>7} {'-' * _WIDTH}", f"{'':7} {axis}"]


def _step(range_: Fraction) -> Fraction:
    """Return the smallest step by which the drawing keeps to its height."""
    for step in _STEPS:
        if range_ / step <= _ROWS:
            return step
    return Fraction(-(-range_ // _ROWS))


def _column(value: Fraction, low: Fraction, high: Fraction) -> int:
    if low == high:
        return _WIDTH // 2
    return round((high - value) * (_WIDTH - 1) / (high - low))


def _moves(line: LocalLine) -> str:
    return " ".join(f"{NAMES[colour][0]} {vertex_of(point)}" for colour, point, _ in line.moves)
