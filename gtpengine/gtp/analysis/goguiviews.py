"""An analysis in the forms that GoGui draws: gfx lines, boards of strings and numbers, points.

Boards are rows from the top, cells separated by blanks; an empty string cell is `""`. Colours and
labels are those of the reports.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import point_at, vertex_of
from gtpengine.report.heat import heat_step
from gtpengine.report.regionwords import kind_of, lead_text
from gtpengine.report.view import Certainty, PositionView, RegionView

UNKNOWN_COLOUR = "#a9a49b"
STEP_COLOURS = ("#9db8c9", "#7fb6a8", "#b9c76a", "#f2c230", "#f08a35", "#df4a38")
_KINDS = {
    "gote": "gote",
    "Black sente": "bSente",
    "White sente": "wSente",
    "ko": "ko",
    "hyperactive ko": "hyperKo",
    "dame": "dame",
    "number": "-",
    "loop without a decision": "loop",
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
        text += f"; the hottest of {len(view.regions)} regions: {short(view.ambient)}"
    return "\n".join([*lines, f"TEXT {text}"])


def temperature_board(view: PositionView) -> str:
    """Return what a move is worth, written once on each region."""
    return _labels(view, {region.place: _heat(region) for region in view.regions})


def mean_board(view: PositionView) -> str:
    """Return what each region counts for Black, written once on it."""
    return _labels(
        view,
        {
            region.place: "?" if region.mean is None else _guessed(region) + short(region.mean)
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


def short(number: Fraction) -> str:
    """Return a number that fits on a point: "3", "3/2", "-0.4" where the fraction is too long."""
    text = str(number)
    return text if len(text) <= 4 else f"{float(number):.3g}"


def _heat(region: RegionView) -> str:
    if region.kind == "number":
        return "-"
    if region.temperature is None:
        return "?"
    return _guessed(region) + short(max(region.temperature, Fraction(0)))


def _guessed(region: RegionView) -> str:
    return "~" if region.certainty is Certainty.GUESSED else ""


def _labels(view: PositionView, labels: Mapping[int, str]) -> str:
    return _board(view, lambda point: labels.get(point, '""'))


def _board(view: PositionView, cell: Callable[[int], str]) -> str:
    rows = [
        " ".join(cell(point_at(row, column)) for column in range(1, view.width + 1))
        for row in range(view.height, 0, -1)
    ]
    return "\n" + "\n".join(rows)
