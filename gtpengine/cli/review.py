"""`gtpengine review`: what every move of a game's endgame gained and cost."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from gtpengine.cli.partner import Partner, add_options, evaluator_of, partner_of, without

if TYPE_CHECKING:
    from gtpengine.board.position import Position
    from gtpengine.evaluation.katago.evaluator import Evaluator
    from gtpengine.report.analysiscache import AnalysisCache

_BAR = 30
_INTERRUPTED = 130


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine review`."""
    parser.add_argument("file", metavar="FILE.sgf", help="a game record")
    parser.add_argument(
        "--from",
        dest="first",
        type=int,
        metavar="N",
        help="the first move to review; without it, the last 60 moves are",
    )
    parser.add_argument(
        "--rules", metavar="NAME", help="instead of the record's: japanese, chinese, aga ..."
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, metavar="S", help="time for each position (2)"
    )
    from gtpengine.cli.records import add_game_option

    add_game_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--html", metavar="DIR", help="write the page DIR/index.html")
    parser.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep earlier results"
    )
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the review to stdout; after Ctrl-C what is known by then, with exit code 130."""
    from gtpengine.cli.analyze import check_seconds, make_folder
    from gtpengine.cli.records import open_record
    from gtpengine.cli.stdout import checked_stdout

    seconds = check_seconds(arguments.seconds)
    partner = partner_of(arguments)
    record, remarks = open_record(arguments.file, arguments.rules, arguments.game)

    from gtpengine.report.review import first_move, review

    first = first_move(record, arguments.first)
    record.position()  # any illegal move is found before the first word
    if arguments.html:
        make_folder(arguments.html)
    sys.stderr.writelines(f"{remark}\n" for remark in remarks)
    with evaluator_of(partner) as evaluator:
        cache = _cache(arguments.no_cache, partner, evaluator)
        if evaluator is not None:
            last = len(record.moves()) + 1
            positions = [record.position(number) for number in range(first, last + 1)]
            _prepare(evaluator, [p for p in positions if not cache.holds(p, seconds)])
        bar = Bar(sys.stderr)
        found = review(record, first, lambda p: cache.view(p, seconds), progress=bar.show)
        bar.end()
    if arguments.html:
        from gtpengine.report.htmlpage import write_page
        from gtpengine.report.reviewpage import review_page
        from gtpengine.report.titles import game_title

        title = game_title(record, Path(arguments.file))
        sys.stderr.write(f"wrote {write_page(Path(arguments.html), review_page(found, title))}\n")
    with checked_stdout() as stdout:
        if arguments.json:
            from gtpengine.report.analysisjson import dump
            from gtpengine.report.reviewjson import as_json

            stdout.write(dump(as_json(found)) + "\n")
        else:
            from gtpengine.report.reviewterminal import write_review

            write_review(found, stdout)
    return 0 if found.complete else _INTERRUPTED


def _prepare(evaluator: "Evaluator", positions: "list[Position]") -> None:
    """Ask the partner about all positions in one batch; say so if it does not help."""
    bar = Bar(sys.stderr, "KataGo")
    try:
        evaluator.prepare(positions, lambda done, total: bar.show(done, total, None))
    except KeyboardInterrupt:
        pass  # what it has said by now is used, and the review can be interrupted as well
    finally:
        bar.end()
    if evaluator.trouble:
        sys.stderr.write(f"{without(evaluator)}\n")


def _cache(is_off: bool, partner: Partner | None, evaluator: "Evaluator | None") -> "AnalysisCache":
    """Return the cache of this engine: its name changes with every source that it can see."""
    from gtpengine.cli.cachefolder import cache_folder
    from gtpengine.jit import source_digest
    from gtpengine.report.analysiscache import AnalysisCache

    folder = None if is_off else cache_folder("analyses")
    sources = ("gtpengine.report.analysis", "gtpengine.report.analysisjson")
    engine = " ".join(source_digest(name) for name in sources)
    if partner is None:
        return AnalysisCache(folder, _analyser(None), engine)
    # What was found without the partner, because it was gone, is not what was asked for.
    return AnalysisCache(
        folder,
        _analyser(evaluator),
        f"{engine} {partner.identity}",
        lambda found: "partner" in found,
    )


def _analyser(evaluator: "Evaluator | None") -> "Callable[[Position, float], dict[str, Any]]":
    """Return what analyses a position; loaded when the first one is asked for."""
    thinkers: list[Any] = []

    def analysed(position: "Position", seconds: float) -> dict[str, Any]:
        from gtpengine.deadline import Deadline
        from gtpengine.engine.thinker import Thinker
        from gtpengine.report.analysis import analyse
        from gtpengine.report.analysisjson import as_json
        from gtpengine.report.partnered import partner_json

        # One thinker for the game: most regions are the same from one move to the next.
        if not thinkers:
            thinkers.append(Thinker())
        told = None if evaluator is None else evaluator.evaluation(position)
        with Deadline(seconds) as deadline:
            found = as_json(analyse(position, deadline, thinker=thinkers[0], evaluation=told))
        return found if told is None else {**found, "partner": partner_json(told)}

    return analysed


class Bar:
    """A progress bar on one line of a terminal; elsewhere nothing."""

    def __init__(self, stream: TextIO, name: str = "review") -> None:
        self._stream = stream
        self._name = name
        self._is_shown = stream.isatty()

    def show(self, done: int, total: int, number: int | None) -> None:
        """Draw the bar; `number` is the move that is next, if that is known."""
        if self._is_shown:
            full = _BAR * done // max(total, 1)
            bar = "#" * full + "." * (_BAR - full)
            place = "" if number is None else f", move {number}"
            self._stream.write(f"\r{self._name} [{bar}] {done}/{total}{place} ")
            self._stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._is_shown:
            self._stream.write("\n")
