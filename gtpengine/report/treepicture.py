"""The picture of a game tree: Black moves down to the left, White to the right.

Each box shows the mean and the temperature of its position; a number at the end is the score.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gtpengine.report.figure import INK, MUTED, PAPER, SHADE, new_figure, save, settings
from gtpengine.report.gametree import Vertex, unfold
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse

MAX_TITLE = 60
COLUMN, ROW = 1.15, 1.2  # inches
CAPTION = (
    "Black lines are Black's moves, white lines White's. A box holds the mean and the temperature "
    "t of its position;\na plain number is the final score (Black's points minus White's)."
)
KO_CAPTION = "\nB and W: values if Black, or White, wins all kos. 'back to' closes a loop."


def draw_tree(notation: str, komasters: Sequence[Komaster], path: Path, kind: str) -> None:
    """Draw the tree of a game into a "png" or "svg" file.

    Raises:
        BadNotation: the notation has a mistake.
        BadInput: the tree is too large for a picture, or the file cannot be written.
        NoMatplotlib: there is no matplotlib.
    """
    graph = parse(notation)
    with settings():
        vertices = unfold(graph, komasters)
        width = max(1 + max(vertex.column for vertex in vertices), 6) * COLUMN + 0.6
        depth = max(vertex.depth for vertex in vertices)
        height = depth * ROW + 2.7
        figure = new_figure(width, height)
        axes = figure.add_axes((0.3 / width, 1.0 / height, 1 - 0.6 / width, 1 - 1.8 / height))
        axes.axis("off")
        middle = max(vertex.column for vertex in vertices) / 2
        half = (width - 0.6) / COLUMN / 2
        axes.set_xlim(middle - half, middle + half)
        axes.set_ylim(-depth - 0.45, 0.45)
        for vertex in vertices:
            _draw_moves(axes, vertex)
        for vertex in vertices:
            _draw_vertex(axes, vertex)
        game = notation if len(notation) <= MAX_TITLE else f"{notation[: MAX_TITLE - 3]}..."
        figure.text(
            0.3 / width,
            1 - 0.35 / height,
            game,
            fontsize=14,
            family="DejaVu Sans Mono",
            color=INK,
            va="center",
        )
        caption = CAPTION if graph.is_loop_free else CAPTION + KO_CAPTION
        figure.text(0.3 / width, 0.15 / height, caption, fontsize=8.5, color=MUTED, va="bottom")
        save(figure, path, kind)


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
