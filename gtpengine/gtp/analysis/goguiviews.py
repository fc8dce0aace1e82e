"""An analysis in the forms that GoGui draws: gfx lines, boards of strings and numbers, points.

Boards are rows from the top, cells separated by blanks; an empty string cell is `""`. Colours and
letters of regions are those of the reports. GoGui cuts off what is longer than LABEL_LENGTH, so
numbers on the board are decimals that fit; texts have fractions, as the reports do.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.komi import decimal_text
from gtpengine.board.points import point_at, vertex_of
from gtpengine.report.heat import heat_step
from gtpengine.report.regionwords import kind_of
from gtpengine.report.scorewords import lead_text
from gtpengine.report.view import Certainty, PositionView, RegionView
from gtpengine.report.words import mixed

UNKNOWN_COLOUR = "#a9a49b"
STEP_COLOURS = ("#9db8c9", "#7fb6a8", "#b9c76a", "#f2c230", "#f08a35", "#df4a38")
LABEL_LENGTH = 3
_KINDS = {
    "gote": "G",
    "Black sente": "BS",
    "White sente": "WS",
    "ko": "KO",
    "hyperactive ko": "KO+",
    "dame": "0",
    "number": "-",
    "loop without a decision": "LP",
}


def regions_gfx(view: PositionView) -> str:
    """Return the regions shaded by temperature, named by their letters, beside settled land."""
    lines = []
    for colour, name in ((BLACK, "BLACK"), (WHITE, "WHITE")):
        land = [
            vertex_of(point)
            for point in sorted(view.settled[colour])
            if view.stones.get(point, EMPTY) != colour
        ]
        if land:
            lines.append(f"{name} {' '.join(land)}")
    shades: dict[str, list[str]] = {}
    for region in view.regions:
        step = heat_step(region.temperature, view.scoring)
        shade = UNKNOWN_COLOUR if step is None else STEP_COLOURS[step]
        shades.setdefault(shade, []).extend(vertex_of(point) for point in region.points)
    lines += [f"COLOR {shade} {' '.join(points)}" for shade, points in shades.items()]
    if view.regions:
        labels = " ".join(f"{vertex_of(region.place)} {region.label}" for region in view.regions)
        lines.append(f"LABEL {labels}")
    text = lead_text(view)
    if view.ambient is not None:
        text += f"; the hottest of {len(view.regions)} regions: {mixed(view.ambient)}"
    return "\n".join([*lines, f"TEXT {text}"])


def temperature_board(view: PositionView) -> str:
    """Return what a move is worth, written once on each region."""
    return _labels(view, {region.place: _heat(region) for region in view.regions})


def mean_board(view: PositionView) -> str:
    """Return what each region counts for Black, written once on it."""
    return _labels(
        view,
        {
            region.place: "?" if region.mean is None else _number(region, region.mean)
            for region in view.regions
        },
    )


def kind_board(view: PositionView) -> str:
    """Return whether each region is gote, sente, a ko, written once on it."""
    return _labels(
        view, {region.place: _KINDS.get(kind_of(region), "?") for region in view.regions}
    )


def ownership_board(view: PositionView, likely: Mapping[int, float]) -> str:
    """Return whose each point is or will be, from 1 for Black to -1 for White."""

    def share(point: int) -> str:
        owner = view.owner(point)
        if owner != EMPTY and view.region_at(point) is None:
            return "1" if owner == BLACK else "-1"
        return f"{max(-1.0, min(1.0, likely.get(point, 0.0))):.3g}"

    return _board(view, share)


def label_of(number: Fraction, length: int = LABEL_LENGTH) -> str:
    """Return a number as a label: "3", "1.5", "-.5", "-12", rounded where it must be.

    One that does not fit even so is a sign and stars.
    """
    for decimals in (2, 1, 0):
        rounded = Fraction(floor(number * 10**decimals + Fraction(1, 2)), 10**decimals)
        text = decimal_text(rounded)
        if abs(rounded) < 1 and rounded:
            text = text.replace("0.", ".")
        if len(text) <= length:
            return text
    return ("-" if number < 0 else "+").ljust(length, "*")


def _heat(region: RegionView) -> str:
    if region.kind == "number":
        return "-"
    if region.temperature is None:
        return "?"
    return _number(region, max(region.temperature, Fraction(0)))


def _number(region: RegionView, number: Fraction) -> str:
    if region.certainty is Certainty.GUESSED:
        return "~" + label_of(number, LABEL_LENGTH - 1)
    return label_of(number)


def _labels(view: PositionView, labels: Mapping[int, str]) -> str:
    return _board(view, lambda point: labels.get(point, '""'))


def _board(view: PositionView, cell: Callable[[int], str]) -> str:
    rows = [
        " ".join(cell(point_at(row, column)) for column in range(1, view.width + 1))
        for row in range(view.height, 0, -1)
    ]
    return "\n" + "\n".join(rows)
