"""The picture of a game tree: Black moves down to the left, White to the right.

Each box shows the mean and the temperature of its position; a number at the end is the score.
"""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from gtpengine.report.figure import INK, MUTED, PAPER, SHADE, new_figure, save, settings
from gtpengine.report.gametree import Vertex, unfold
from gtpengine.report.gamevalue import NO_DROP
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse

MAX_TITLE = 60
COLUMN, ROW, LETTER = 1.15, 1.2, 0.085  # inches
CAPTION = (
    "Black lines are Black's moves, white lines White's. A box holds the mean and the temperature "
    "t of its position;\na plain number is the final score (Black's points minus White's)."
)
KO_CAPTION = "\nB and W: values if Black, or White, wins all kos. 'back to' closes a loop."


def draw_tree(
    notation: str,
    komasters: Sequence[Komaster],
    path: Path,
    kind: str,
    drop: Fraction | None = NO_DROP,
) -> None:
    """Draw the tree of a game into a "png" or "svg" file; `drop` is as in `gamevalue.evaluate`.

    Raises:
        BadNotation: the notation has a mistake.
        BadInput: the tree is too large for a picture, or the file cannot be written.
        NoMatplotlib: there is no matplotlib.
    """
    graph = parse(notation)
    vertices = unfold(graph, komasters, drop)
    with settings():
        save(tree_figure(notation, vertices, loopy=not graph.is_loop_free), path, kind)


def tree_figure(title: str, vertices: list[Vertex], *, loopy: bool) -> Any:
    """Return the figure, ready to be saved.  Pre: within `settings`."""
    last = max(vertex.column for vertex in vertices)
    depth = max(vertex.depth for vertex in vertices)
    # A column holds the widest text of its row; margins of 0.3, titles above and below in inches.
    columns = max(last + 1, 6.0)
    longest = max(len(line) for vertex in vertices for line in (*vertex.lines, vertex.name))
    column = max(COLUMN, longest * LETTER + 0.3)
    width, height = columns * column + 0.6, depth * ROW + 2.7
    figure = new_figure(width, height)
    axes = figure.add_axes((0.3 / width, 1.0 / height, 1 - 0.6 / width, 1 - 1.8 / height))
    axes.axis("off")
    axes.set_xlim((last - columns) / 2, (last + columns) / 2)
    axes.set_ylim(-depth - 0.45, 0.45)
    for vertex in vertices:
        _draw_moves(axes, vertex)
        _draw_vertex(axes, vertex)
    text = {"color": INK, "fontsize": 14, "family": "DejaVu Sans Mono", "va": "center"}
    shown = title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 3]}..."
    figure.text(0.3 / width, 1 - 0.35 / height, shown, **text)
    caption = CAPTION + KO_CAPTION if loopy else CAPTION
    figure.text(0.3 / width, 0.15 / height, caption, fontsize=8.5, color=MUTED, va="bottom")
    return figure


def _draw_moves(axes: Any, vertex: Vertex) -> None:
    from matplotlib import patheffects

    outline = [patheffects.withStroke(linewidth=4.4, foreground=INK)]
    for black, child in vertex.moves:
        axes.plot(
            [vertex.column, child.column],
            [-vertex.depth, -child.depth],
            zorder=1,
            color=INK if black else "white",
            linewidth=3.2 if black else 2.4,
            path_effects=None if black else outline,
            solid_capstyle="round",
        )


def _draw_vertex(axes: Any, vertex: Vertex) -> None:
    text = "\n".join([*([vertex.name] if vertex.name else []), *vertex.lines])
    number = vertex.is_leaf and bool(vertex.lines)
    box = {
        "boxstyle": "round,pad=0.35",
        "facecolor": PAPER if number else SHADE,
        "edgecolor": PAPER if number else INK,
        "linewidth": 1.0,
    }
    axes.text(
        vertex.column,
        -vertex.depth,
        text,
        ha="center",
        va="center",
        zorder=3,
        bbox=box,
        fontsize=11 if number else 9.5,
        fontweight="bold" if number else "normal",
        color=INK,
        linespacing=1.35,
    )
