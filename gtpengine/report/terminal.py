"""Reports in the terminal: coloured tables by rich, or plain text where rich is missing."""

import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from gtpengine.board.colours import EMPTY
from gtpengine.board.diagram import draw
from gtpengine.report.analysistext import HEADS, RIGHT, as_text, remarks, row, summary
from gtpengine.report.heat import heat_step
from gtpengine.report.svg import untorn
from gtpengine.report.view import PositionView

if TYPE_CHECKING:
    from rich.console import Console

# By step of heat; the last for what is not known.
_STYLES = ("cyan", "green", "green", "yellow", "dark_orange", "bold red", "bright_black")
_WIDTH_OF_FILES = 120
Cells = Sequence[tuple[str, str]]  # text and style


def write_analysis(view: PositionView, stream: TextIO | None = None) -> None:
    """Write the analysis to a stream, stdout by default."""
    stream = sys.stdout if stream is None else stream
    console = console_of(stream)
    if console is None:
        stream.write(as_text(view) + "\n")
        return
    board = draw(view.width, view.height, lambda point: view.stones.get(point, EMPTY))
    console.print(board, soft_wrap=True)
    console.print()
    write_lines(console, summary(view))
    if not view.regions:
        return
    rows = []
    for region in view.regions:
        step = heat_step(region.temperature, view.scoring)
        style = _STYLES[-1 if step is None else step]
        cells = row(region)
        rows.append([(text, style if n in (0, *RIGHT) else "") for n, text in enumerate(cells)])
    write_table(console, HEADS, RIGHT, rows)
    write_lines(console, remarks(view))


def console_of(stream: TextIO) -> "Console | None":
    """Return rich's console on a stream, or None where rich is missing."""
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(
        file=stream,
        width=None if stream.isatty() else _WIDTH_OF_FILES,
        highlight=False,
        markup=False,
        emoji=False,
        no_color="NO_COLOR" in os.environ or None,
    )


def write_table(
    console: "Console", heads: Sequence[str], right: Sequence[int], rows: Iterable[Cells]
) -> None:
    """Write a table; where it does not fit, its last column is cut short."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
        border_style="bright_black",
    )
    last = len(heads) - 1
    for place, head in enumerate(heads):
        table.add_column(
            Text(head, no_wrap=True),
            justify="right" if place in right else "left",
            no_wrap=place != last,
        )
    for cells in rows:
        table.add_row(
            *(Text(text, style, no_wrap=True, overflow="ellipsis") for text, style in cells)
        )
    console.print()
    console.print(table)


def write_lines(console: "Console", lines: Iterable[str]) -> None:
    """Write sentences, wrapped at the width of the console but never within a mixed number."""
    for line in lines:
        wrapped = textwrap.fill(untorn(line), console.width, break_long_words=False)
        console.print(wrapped.replace("\N{NO-BREAK SPACE}", " "), soft_wrap=True)
