"""The board as SVG: stones, settled land, regions shaded by temperature and labelled."""

from collections.abc import Iterable, Mapping

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import EAST, LETTERS, NORTH, SOUTH, WEST, column_of, row_of, vertex_of
from gtpengine.report.heat import heat_class
from gtpengine.report.language import say
from gtpengine.report.regionwords import headline
from gtpengine.report.svg import element, path, picture, text_of, words
from gtpengine.report.view import PositionView, RegionView

CELL = 32.0
MARGIN = 38.0
_STARS = {9: (3, 7), 13: (4, 7, 10), 19: (4, 10, 16)}
_CENTRE = {9: 5, 13: 7, 19: 10}
_SIDE_NAMES = {BLACK: "black", WHITE: "white"}


def board_svg(
    view: PositionView,
    label: str,
    *,
    marks: Mapping[int, tuple[str, str]] | None = None,
    regions: bool = True,
    standalone: bool = False,
) -> str:
    """Return the picture of a position.

    Args:
        view: what to draw.
        label: what it shows, in words.
        marks: (text, class) by point, drawn above everything; class may be "played" or "better".
        regions: whether regions are shaded, labelled and can be pointed at.
        standalone: whether the picture brings its own style.
    """
    grid = _Grid(view.width, view.height)
    shown = view.regions if regions else ()
    parts = [
        element("rect", width=grid.wide, height=grid.high, rx=6, class_="wood"),
        *(_shade(grid, view, region) for region in shown),
        _lines(grid),
        _coordinates(grid),
        *(_land(grid, view, point) for point in _settled_empty(view)),
        *(_stone(grid, view, point) for point in sorted(view.stones)),
    ]
    if view.last is not None and view.last in view.stones:
        x, y = grid.at(view.last)
        on = _SIDE_NAMES[view.stones[view.last]]
        parts.append(element("circle", cx=x, cy=y, r=CELL * 0.2, class_=f"last on-{on}"))
    taken = set(marks or ())
    parts += [_labels(grid, region, taken) for region in shown]
    parts += [_mark(grid, view, point, *mark) for point, mark in (marks or {}).items()]
    if not standalone:
        parts += [_hotspot(grid, region) for region in shown]
    inner = "".join(parts)
    return picture(inner, grid.wide, grid.high, label, "board", standalone=standalone)


class _Grid:
    """Where points lie in the picture."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.wide = 2 * MARGIN + (width - 1) * CELL
        self.high = 2 * MARGIN + (height - 1) * CELL

    def at(self, point: int) -> tuple[float, float]:
        x = MARGIN + (column_of(point) - 1) * CELL
        return x, MARGIN + (self.height - row_of(point)) * CELL


def _lines(grid: _Grid) -> str:
    right, bottom = grid.wide - MARGIN, grid.high - MARGIN
    lines = [
        [(MARGIN + i * CELL, MARGIN), (MARGIN + i * CELL, bottom)] for i in range(grid.width)
    ] + [[(MARGIN, MARGIN + i * CELL), (right, MARGIN + i * CELL)] for i in range(grid.height)]
    dots = []
    if grid.width == grid.height and grid.width in _STARS:
        places = [(c, r) for c in _STARS[grid.width] for r in _STARS[grid.width]]
        places.append((_CENTRE[grid.width], _CENTRE[grid.width]))
        for column, row in dict.fromkeys(places):
            x, y = MARGIN + (column - 1) * CELL, MARGIN + (row - 1) * CELL
            dots.append(element("circle", cx=x, cy=y, r=3.2, class_="star"))
    return path(lines, class_="lines") + "".join(dots)


def _coordinates(grid: _Grid) -> str:
    near = MARGIN * 0.38
    parts = [
        words(LETTERS[column], MARGIN + column * CELL, y, "coordinate")
        for column in range(grid.width)
        for y in (near, grid.high - near)
    ]
    parts += [
        words(str(row), x, MARGIN + (grid.height - row) * CELL, "coordinate")
        for row in range(1, grid.height + 1)
        for x in (near, grid.wide - near)
    ]
    return element("g", "".join(parts), aria_hidden="true")


def _settled_empty(view: PositionView) -> Iterable[int]:
    """Yield the settled points that get a mark: empty ones and those with a dead stone."""
    for colour in (BLACK, WHITE):
        for point in sorted(view.settled[colour]):
            if point not in view.stones or view.is_dead(point):
                yield point


def _land(grid: _Grid, view: PositionView, point: int) -> str:
    """Draw nothing under a dead stone: its mark goes on it."""
    return "" if view.is_dead(point) else _land_mark(grid, view, point)


def _land_mark(grid: _Grid, view: PositionView, point: int) -> str:
    x, y = grid.at(point)
    half = CELL * 0.13
    return element(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=1.5,
        class_=f"land {_SIDE_NAMES[view.owner(point)]}",
    )


def _stone(grid: _Grid, view: PositionView, point: int) -> str:
    x, y = grid.at(point)
    dead = view.is_dead(point)
    class_ = f"stone {_SIDE_NAMES[view.stones[point]]}{' dead' if dead else ''}"
    drawn = element("circle", cx=x, cy=y, r=CELL * 0.47, class_=class_)
    return drawn + (_land_mark(grid, view, point) if dead else "")


def _shade(grid: _Grid, view: PositionView, region: RegionView) -> str:
    inside = set(region.points)
    cells, edges = [], []
    half = CELL / 2
    for point in region.points:
        x, y = grid.at(point)
        cells.append(element("rect", x=x - half, y=y - half, width=CELL, height=CELL))
        for step, start, end in (
            (NORTH, (x - half, y - half), (x + half, y - half)),
            (SOUTH, (x - half, y + half), (x + half, y + half)),
            (WEST, (x - half, y - half), (x - half, y + half)),
            (EAST, (x + half, y - half), (x + half, y + half)),
        ):
            if point + step not in inside:
                edges.append([start, end])
    outline = path(edges, class_="outline")
    class_ = f"region {heat_class(region.temperature, view.scoring)}"
    return element("g", "".join(cells) + outline, class_=class_, data_key=region.label)


def _labels(grid: _Grid, region: RegionView, taken: set[int]) -> str:
    """Write the region's letter at its best moves: on a plate in the colour whose move it is."""
    black, white = (region.moves.get(colour) for colour in (BLACK, WHITE))
    if black == white:
        plates = {region.place: "both"}
    else:
        plates = {p: side for p, side in ((black, "black"), (white, "white")) if p is not None}
    parts = []
    for point, side in plates.items():
        if point in taken:
            continue
        x, y = grid.at(point)
        plate = _plate(x, y)
        letter = words(region.label, x, y, _letter_class(region.label))
        parts.append(element("g", plate + letter, class_=f"label {side}", data_key=region.label))
    return "".join(parts)


def _mark(grid: _Grid, view: PositionView, point: int, text: str, class_: str) -> str:
    x, y = grid.at(point)
    on = view.stones.get(point, EMPTY)
    side = "both" if on == EMPTY else _SIDE_NAMES[on]
    plate = "" if on else _plate(x, y)
    letter = words(text, x, y, _letter_class(text))
    return element("g", plate + letter, class_=f"mark {class_} on-{side}")


def _plate(x: float, y: float) -> str:
    """Return what a letter stands on where there is no stone: a tile, which looks like none."""
    half = CELL * 0.38
    return element(
        "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=5, class_="plate"
    )


def _letter_class(text: str) -> str:
    """Return the class of a label: long ones are written smaller."""
    return "letter long" if len(text) > 2 else "letter"


def _hotspot(grid: _Grid, region: RegionView) -> str:
    """Return the invisible cells on top that can be pointed at and reached by the keyboard."""
    half = CELL / 2
    cells = []
    for point in region.points:
        x, y = grid.at(point)
        cells.append(element("rect", x=x - half, y=y - half, width=CELL, height=CELL))
    told = say(
        "Region {label} at {point}: {what}",
        label=region.label,
        point=vertex_of(region.place),
        what=headline(region),
    )
    return element(
        "g",
        element("title", text_of(told)) + "".join(cells),
        class_="hotspot",
        data_key=region.label,
        tabindex=0,
        role="button",
        aria_label=told,
    )
