"""An analysis in the terminal: a coloured table by rich, or plain text where rich is missing."""

import os
import sys
from typing import TextIO

from gtpengine.board.colours import EMPTY
from gtpengine.board.diagram import draw
from gtpengine.report.analysistext import HEADS, RIGHT, as_text, remarks, row, summary
from gtpengine.report.heat import heat_step
from gtpengine.report.view import PositionView

# By step of heat; the last for what is not known.
_STYLES = ("cyan", "green", "green", "yellow", "dark_orange", "bold red", "bright_black")
_WIDTH_OF_FILES = 120


def write_analysis(view: PositionView, stream: TextIO | None = None) -> None:
    """Write the analysis to a stream, stdout by default."""
    stream = sys.stdout if stream is None else stream
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        stream.write(as_text(view) + "\n")
        return
    width = None if stream.isatty() else _WIDTH_OF_FILES
    console = Console(
        file=stream,
        width=width,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        no_color="NO_COLOR" in os.environ or None,
    )
    console.print(draw(view.width, view.height, lambda point: view.stones.get(point, EMPTY)))
    console.print()
    for line in summary(view):
        console.print(line)
    if not view.regions:
        return
    table = Table(header_style="bold", border_style="bright_black")
    for place, head in enumerate(HEADS):
        last = place == len(HEADS) - 1
        table.add_column(head, justify="right" if place in RIGHT else "left", no_wrap=not last)
    for region in view.regions:
        step = heat_step(region.temperature, view.scoring)
        style = _STYLES[-1 if step is None else step]
        cells = row(region)
        shown = [Text(cell) for cell in cells]
        for place in (0, *RIGHT):
            shown[place] = Text(cells[place], style=style)
        table.add_row(*shown)
    console.print(table)
    for line in remarks(view):
        console.print(line)
