"""A review in the terminal: a coloured table by rich, or plain text where rich is missing."""

import sys
from typing import TextIO

from gtpengine.report.partnerwords import partner_lines
from gtpengine.report.review import Review
from gtpengine.report.reviewwords import HEADS, RIGHT, as_text, closing, row
from gtpengine.report.terminal import console_of, write_lines, write_table


def write_review(found: Review, stream: TextIO | None = None) -> None:
    """Write the review to a stream, stdout by default."""
    stream = sys.stdout if stream is None else stream
    console = console_of(stream)
    partner = partner_lines(found)
    if console is None:
        stream.write("\n".join([as_text(found), *(["", *partner] if partner else [])]) + "\n")
        return
    if found.moves:
        rows = []
        for move in found.moves:
            style = "" if not move.loss else "bold red" if move.loses_sente else "yellow"
            rows.append([(text, style) for text in row(move)])
        write_table(console, HEADS, RIGHT, rows)
    write_lines(console, [*closing(found), *(["", *partner] if partner else [])])
