"""A review in the terminal: a coloured table by rich, or plain text where rich is missing."""

import sys
from typing import TextIO

from gtpengine.report.review import Review
from gtpengine.report.reviewwords import HEADS, RIGHT, as_text, closing, row

_WIDTH_OF_FILES = 120


def write_review(found: Review, stream: TextIO | None = None) -> None:
    """Write the review to a stream, stdout by default."""
    stream = sys.stdout if stream is None else stream
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        stream.write(as_text(found) + "\n")
        return
    width = None if stream.isatty() else _WIDTH_OF_FILES
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False)
    table = Table(header_style="bold", border_style="bright_black")
    for place, head in enumerate(HEADS):
        table.add_column(head, justify="right" if place in RIGHT else "left")
    for move in found.moves:
        style = "" if not move.loss else "bold red" if move.loses_sente else "yellow"
        table.add_row(*(Text(cell, style=style) for cell in row(move)))
    if found.moves:
        console.print(table)
    for line in closing(found):
        console.print(line)
