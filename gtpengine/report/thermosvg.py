"""Thermographs as SVG: Black's side on the left, temperature upward, walls and mast.

Read from the floor up, a wall is the count if that player begins and every move costs t points.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from gtpengine.board.colours import BLACK
from gtpengine.report.language import say
from gtpengine.report.regionwords import rounded
from gtpengine.report.svg import element, path, picture, words
from gtpengine.report.view import RegionView
from gtpengine.report.words import mixed
from gtpengine.values.trajectory import Trajectory

WIDTH, HEIGHT = 340.0, 236.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 16.0, 22.0, 44.0
_NEAR = 30.0  # labels of ticks keep so much distance
_LETTER = 7.4  # width of a letter of what is told, on average
_PLAIN = 16  # larger denominators are written as decimals
_KO_CAPTION = "dashed: Black (blue), White (red) wins all kos"

Corner = tuple[Fraction, Fraction]


class _Frame:
    """Maps (count, temperature) to the picture; counts grow to the left."""

    def __init__(self, corners: list[Corner], floor: Fraction) -> None:
        values = [float(value) for value, _ in corners]
        heights = [float(t) for _, t in corners]
        most, least = max(values), min(values)
        air = (most - least) * 0.12 or 1.0
        self.most, self.least = most + air, least - air
        self.floor = float(floor)
        top = max(max(heights), self.floor)
        self.top = top + ((top - self.floor) * 0.32 or 1.0)

    def x(self, value: float) -> float:
        share = (self.most - value) / (self.most - self.least)
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT)

    def y(self, t: float) -> float:
        share = (t - self.floor) / (self.top - self.floor)
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)

    def at(self, value: Fraction | float, t: Fraction | float) -> tuple[float, float]:
        return self.x(float(value)), self.y(float(t))


def region_thermo(region: RegionView, *, standalone: bool = False) -> str | None:
    """Return the thermograph of a region, or the box of an estimate; None if nothing is known."""
    if region.mean is None or region.temperature is None:
        return None
    if region.walls is None:
        return _guess(region, standalone)
    told = say(
        "Thermograph of region {label}: mean {mean}, temperature {heat}",
        label=region.label,
        mean=mixed(region.mean),
        heat=mixed(region.temperature),
    )
    return thermo_svg(*region.walls, told, komasters=dict(region.komasters), standalone=standalone)


def thermo_svg(
    left: Trajectory,
    right: Trajectory,
    label: str,
    *,
    komasters: dict[int, tuple[Trajectory, Trajectory]] | None = None,
    standalone: bool = False,
) -> str:
    """Return the picture of one pair of walls; `komasters` are drawn over it as dashed lines."""
    mean, heat = left.points[-1][0], max(left.points[-1][1], right.points[-1][1])
    floor = max(left.floor, Fraction(0)) if heat > 0 else left.floor
    left, right = left.from_floor(floor), right.from_floor(floor)
    others = {
        colour: tuple(wall.from_floor(floor) for wall in walls)
        for colour, walls in (komasters or {}).items()
        if tuple(wall.from_floor(floor) for wall in walls) != (left, right)
    }
    every = [left, right, *(wall for pair in others.values() for wall in pair)]
    frame = _Frame([corner for wall in every for corner in wall.points], floor)
    # A wall that is vertical from the floor has no corner at the top.
    lines = [[*_line(frame, wall), frame.at(mean, heat)] for wall in (left, right)]
    parts = [
        _axes(frame, [corner for wall in (left, right) for corner in wall.points], floor),
        element("polygon", points=_outline(lines), class_="inside"),
        path([lines[1]], class_="wall white case"),
        path([lines[1]], class_="wall white"),
        path([lines[0]], class_="wall black case"),
        path([lines[0]], class_="wall black"),
        path([[frame.at(mean, heat), frame.at(mean, frame.top)]], class_="mast"),
    ]
    for colour, pair in others.items():
        class_ = f"komaster {'black' if colour == BLACK else 'white'}"
        drawn = [[*_line(frame, wall), _mast_end(frame, wall)] for wall in pair]
        parts.append(path(drawn, class_=class_))
    parts.append(_joint(frame, mean, heat, mixed(mean), mixed(heat)))
    if others:
        parts.append(words(say(_KO_CAPTION), WIDTH / 2, 14, "caption middle"))
    return picture("".join(parts), WIDTH, HEIGHT, label, "thermo", standalone=standalone)


def _guess(region: RegionView, standalone: bool) -> str:
    assert region.mean is not None
    assert region.temperature is not None
    assert region.errors is not None
    mean, heat = region.mean, max(region.temperature, Fraction(0))
    wide, high = (max(error, Fraction(1, 20)) for error in region.errors)
    corners = [
        (mean + heat + wide, Fraction(0)),
        (mean - heat - wide, Fraction(0)),
        (mean, heat + high),
    ]
    frame = _Frame(corners, Fraction(0))
    x, y = frame.at(mean + wide, heat + high)
    far_x, far_y = frame.at(mean - wide, max(heat - high, Fraction(0)))
    parts = [
        _axes(frame, [], Fraction(0)),
        element("rect", x=x, y=y, width=far_x - x, height=far_y - y, class_="guess"),
        path([[frame.at(mean, heat), frame.at(mean, frame.top)]], class_="mast"),
        _joint(frame, mean, heat, f"~{rounded(mean)}", f"~{rounded(heat)}", y),
        words(rounded(mean), frame.x(float(mean)), HEIGHT - _BOTTOM + 16, "tick middle"),
    ]
    told = say(
        "Estimate of region {label}: mean about {mean}, temperature about {heat}",
        label=region.label,
        mean=rounded(mean),
        heat=rounded(heat),
    )
    return picture("".join(parts), WIDTH, HEIGHT, told, "thermo", standalone=standalone)


def _line(frame: _Frame, wall: Trajectory) -> list[tuple[float, float]]:
    return [frame.at(value, t) for value, t in wall.points]


def _mast_end(frame: _Frame, wall: Trajectory) -> tuple[float, float]:
    return frame.at(wall.points[-1][0], frame.top)


def _outline(lines: list[list[tuple[float, float]]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in [*lines[0], *reversed(lines[1])])


def _joint(
    frame: _Frame,
    mean: Fraction,
    heat: Fraction,
    count: str,
    gain: str,
    above: float | None = None,
) -> str:
    """Return the place where the walls meet, told in words; they stand above `above` if given."""
    x, y = frame.at(mean, heat)
    base = y if above is None else above
    lines = say("count {count}", count=count), say("a move gains {gain}", gain=gain)
    wide = max(map(len, lines)) * _LETTER
    on_left = x > WIDTH * 0.62 or x + 9.0 + wide > WIDTH
    shift, side = (-9.0, " end") if on_left else (9.0, "")
    if on_left and x - 9.0 < wide:  # in the middle, and too long for either side
        shift = min(WIDTH - 2.0, wide + 2.0) - x
    return (
        element("circle", cx=x, cy=y, r=4.6, class_="joint")
        + words(lines[0], x + shift, base - 17, f"told{side}")
        + words(lines[1], x + shift, base - 3, f"told{side}")
    )


def _axes(frame: _Frame, corners: list[Corner], floor: Fraction) -> str:
    base = HEIGHT - _BOTTOM
    parts = [element("rect", width=WIDTH, height=HEIGHT, class_="paper")]
    for t in _spread([floor, *(t for _, t in corners)], frame.y, _NEAR / 2):
        y = frame.y(float(t))
        parts.append(path([[(_LEFT, y), (WIDTH - _RIGHT, y)]], class_="grid"))
        parts.append(words(_short(t), _LEFT - 6, y + 4, "tick end"))
    parts += [
        words(_short(value), frame.x(float(value)), base + 16, "tick middle")
        for value in _spread([value for value, _ in corners], frame.x, _NEAR)
    ]
    parts.append(path([[(_LEFT, base), (WIDTH - _RIGHT, base)]], class_="floor"))
    parts.append(
        words("\N{LEFTWARDS ARROW} " + say("better for Black"), _LEFT, HEIGHT - 8, "caption")
    )
    parts.append(
        words(
            say("better for White") + " \N{RIGHTWARDS ARROW}",
            WIDTH - _RIGHT,
            HEIGHT - 8,
            "caption end",
        )
    )
    return "".join(parts)


def _spread(
    numbers: Iterable[Fraction], place: Callable[[float], float], gap: float
) -> list[Fraction]:
    """Return as many of the numbers as have `gap` between their places, the first ones first."""
    chosen: list[Fraction] = []
    for number in dict.fromkeys(numbers):
        if all(abs(place(float(number)) - place(float(other))) >= gap for other in chosen):
            chosen.append(number)
    return chosen


def _short(number: Fraction) -> str:
    return mixed(number) if number.denominator <= _PLAIN else f"{float(number):.2f}"
