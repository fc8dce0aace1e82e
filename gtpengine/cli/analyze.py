"""`gtpengine analyze`: the regions of a position and what they are worth.

As a table in the terminal, as JSON, as a page, and written into the game record.
"""

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gtpengine.cli import moverange, places
from gtpengine.cli.partner import add_options, evaluator_of, partner_of, without

if TYPE_CHECKING:
    from gtpengine.board.position import Position

_MOST_SECONDS = 86_400
MOST_VISITS = 100_000_000
_MOST_SEED = 2**31 - 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine analyze`."""
    parser.add_argument("file", metavar="FILE.sgf", help="a game record")
    parser.add_argument(
        "--move",
        type=moverange.move_or_range,
        metavar="N[-M]",
        help="the position before move N; without it, the last one; of several: a table",
    )
    parser.add_argument(
        "--rules", metavar="NAME", help="instead of the record's: japanese, chinese, aga ..."
    )
    parser.add_argument(
        "--seconds", type=float, default=10.0, metavar="S", help="time for the regions (10)"
    )
    from gtpengine.cli.records import add_game_option

    add_game_option(parser)
    parser.add_argument(
        "--visits",
        type=int,
        default=0,
        metavar="N",
        help="playouts of the search instead of a time: the same answer every time",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the playouts (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--html", metavar="DIR", help="write the page DIR/index.html")
    parser.add_argument("--sgf", metavar="OUT", help="write the record with marks and comments")
    add_options(parser)
    places.configure(parser)


def check_seconds(seconds: float) -> float:
    """Return the time that was asked for.

    Raises:
        BadInput: it is none.
    """
    from gtpengine.errors import BadInput

    if not (math.isfinite(seconds) and 0 < seconds <= _MOST_SECONDS):
        raise BadInput(f"--seconds {seconds:g} is not between 0 and {_MOST_SECONDS}")
    return seconds


def check_count(name: str, number: int, most: int) -> int:
    """Return a number that was asked for.

    Raises:
        BadInput: it is negative or too large.
    """
    from gtpengine.errors import BadInput

    if not 0 <= number <= most:
        raise BadInput(f"--{name} {number} is not between 0 and {most}")
    return number


def make_folder(name: str) -> None:
    """Make the folder for a page, before any time is spent on what will be written there.

    Raises:
        BadInput: it cannot be made.
    """
    from gtpengine.errors import BadInput

    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise BadInput(f"cannot write to {name}: it is a file, and a folder is wanted") from None
    except OSError as error:
        raise BadInput(f"cannot write to {name}: {error.strerror or error}") from None


def run(arguments: argparse.Namespace) -> int:
    """Write the analysis of the position to stdout, and the files that were asked for."""
    from gtpengine.cli.records import open_record
    from gtpengine.cli.stdout import checked_stdout
    from gtpengine.errors import BadInput

    seconds = check_seconds(arguments.seconds)
    visits = check_count("visits", arguments.visits, MOST_VISITS)
    seed = check_count("seed", arguments.seed, _MOST_SEED)
    partner = partner_of(arguments)
    record, remarks = open_record(arguments.file, arguments.rules, arguments.game)
    several = isinstance(arguments.move, range)
    position = record.position(arguments.move[-1] if several else arguments.move)
    if arguments.html:
        make_folder(arguments.html)
    if arguments.sgf and not Path(arguments.sgf).parent.is_dir():
        raise BadInput(f"cannot write {arguments.sgf}: there is no such folder")
    sys.stderr.writelines(f"{remark}\n" for remark in remarks)
    if several and arguments.region:
        raise BadInput("--region is about one position: name one move")
    if arguments.region:
        return places.run(arguments, position, seconds)

    from gtpengine.deadline import LONGEST_SECONDS, Deadline
    from gtpengine.engine.settings import Settings
    from gtpengine.engine.thinker import Thinker
    from gtpengine.report.analysis import analyse
    from gtpengine.report.analysisjson import as_json, dump
    from gtpengine.report.partnered import partner_json
    from gtpengine.report.view import view_of

    settings = Settings(visits=visits, seed=seed)
    thinker = Thinker()
    with evaluator_of(partner) as evaluator:

        def analysed(position: "Position") -> dict[str, Any]:
            told = None if evaluator is None else evaluator.evaluation(position)
            if evaluator is not None and told is None:
                sys.stderr.write(f"{without(evaluator)}\n")
            with Deadline(LONGEST_SECONDS if visits else seconds) as deadline:
                found = as_json(analyse(position, deadline, settings, thinker, told))
            return found if told is None else {**found, "partner": partner_json(told)}

        if several:
            return moverange.run(arguments, record, arguments.move, analysed)
        found = analysed(position)
    view = view_of(found)
    if arguments.move in (None, len(record.moves()) + 1):
        from gtpengine.report.recordedresult import result_doubt

        doubt = result_doubt(record, view)
        sys.stderr.write(f"{doubt}\n" if doubt else "")
    if arguments.sgf:
        from gtpengine.report.annotatedsgf import annotate

        source = record_source(Path(arguments.file), arguments.game)
        write_file(Path(arguments.sgf), annotate(source, view, arguments.move))
    if arguments.html:
        from gtpengine.report.analysispage import analysis_page
        from gtpengine.report.htmlpage import write_page
        from gtpengine.report.titles import game_title, moment

        played = len(record.moves()) if arguments.move is None else arguments.move - 1
        title = game_title(record, Path(arguments.file))
        written = write_page(Path(arguments.html), analysis_page(view, title, moment(view, played)))
        sys.stderr.write(f"wrote {written}\n")
    with checked_stdout() as stdout:
        if arguments.json:
            stdout.write(dump(found) + "\n")
        else:
            from gtpengine.report.terminal import write_analysis

            write_analysis(view, stdout)
    return 0


def record_source(path: Path, game: int | None) -> bytes:
    """Return the record to write into: as it is, or mended where an editor could not read it."""
    from gtpengine.board.record import main_line
    from gtpengine.board.sgfgames import text_of

    data = path.read_bytes()
    line, warnings = main_line(data, game)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return text_of(line)
    return text_of(line) if warnings or game else data


def write_file(path: Path, data: bytes) -> None:
    """Write a file and say so.

    Raises:
        BadInput: it cannot be written.
    """
    from gtpengine.errors import BadInput
    from gtpengine.wholefile import write_whole

    try:
        write_whole(path, data)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None
    sys.stderr.write(f"wrote {path}\n")
