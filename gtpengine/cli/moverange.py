"""`gtpengine analyze --move 180-200`: the positions before several moves, a line for each."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gtpengine.cli.progress import Bar

if TYPE_CHECKING:
    from gtpengine.board.position import Position
    from gtpengine.board.record import GameRecord
    from gtpengine.report.view import PositionView

HEADS = ("move", "next", "lead", "largest gain", "Black", "White", "solved")
RIGHT = (0, 2, 3, 6)

Analysed = Callable[["Position"], dict[str, Any]]


def move_or_range(text: str) -> int | range:
    """Return a move number, or the numbers of a range such as 180-200.

    Raises:
        ValueError: it is neither.
    """
    first, dash, last = text.partition("-")
    if not dash:
        return int(text)
    numbers = range(int(first), int(last) + 1)
    if not numbers:
        raise ValueError(text)
    return numbers


move_or_range.__name__ = "move number or range"  # argparse names it in its errors


def run(
    arguments: argparse.Namespace, record: "GameRecord", numbers: range, analysed: Analysed
) -> int:
    """Analyse the positions before these moves and write a table, or one JSON object.

    Raises:
        BadRecord: the record has no such move.
    """
    from gtpengine.cli.analyze import record_source, write_file
    from gtpengine.cli.stdout import checked_stdout
    from gtpengine.report.analysisjson import dump
    from gtpengine.report.view import view_of

    positions = [(number, record.position(number)) for number in numbers]
    found: list[tuple[int, dict[str, Any]]] = []
    bar = Bar(sys.stderr, "analyze")
    try:
        for done, (number, position) in enumerate(positions):
            bar.show(done, len(positions), f"move {number}")
            found.append((number, analysed(position)))
    finally:
        bar.end()
    views = [(number, view_of(each)) for number, each in found]
    if arguments.html:
        for number, view in views:
            page = _page(record, Path(arguments.file), number, view)
            write_file(Path(arguments.html) / f"move-{number}.html", page.encode("utf-8"))
    if arguments.sgf:
        from gtpengine.report.annotatedsgf import annotate

        source = record_source(Path(arguments.file), arguments.game)
        for number, view in views:
            source = annotate(source, view, number)
        write_file(Path(arguments.sgf), source)
    with checked_stdout() as stdout:
        if arguments.json:
            told = [{"before": number, **each} for number, each in found]
            stdout.write(dump({"positions": told}) + "\n")
            return 0
        from gtpengine.report.terminal import console_of, write_table

        console = console_of(stdout)
        rows = [row(number, view) for number, view in views]
        if console is None:
            stdout.write("".join("  ".join(cells) + "\n" for cells in (HEADS, *rows)))
        else:
            write_table(console, HEADS, RIGHT, [[(text, "") for text in cells] for cells in rows])
    return 0


def row(number: int, view: "PositionView") -> tuple[str, ...]:
    """Return the cells of a position, in the order of `HEADS`."""
    from gtpengine.board.colours import BLACK, WHITE
    from gtpengine.board.points import vertex_of
    from gtpengine.report.movecost import is_known
    from gtpengine.report.regionwords import NAMES, temperature_text

    moves = [view.best[colour] for colour in (BLACK, WHITE)]
    solved = sum(1 for region in view.regions if is_known(region))
    return (
        str(number),
        NAMES[view.to_move],
        "?" if view.lead is None else f"{float(view.lead):+.1f}",
        temperature_text(view.regions[0]) if view.regions else "-",
        *("-" if move is None else vertex_of(move) for move in moves),
        f"{solved} of {len(view.regions)}",
    )


def _page(record: "GameRecord", path: Path, number: int, view: "PositionView") -> str:
    from gtpengine.report.analysispage import analysis_page
    from gtpengine.report.titles import game_title, moment

    return analysis_page(view, game_title(record, path), moment(view, number - 1))
