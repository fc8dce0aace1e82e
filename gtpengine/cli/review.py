"""`gtpengine review`: what every move of a game's endgame gained and cost; also of many games."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gtpengine.cli.partner import Partner, add_options, evaluator_of, partner_of, without
from gtpengine.cli.progress import Bar

if TYPE_CHECKING:
    from gtpengine.board.position import Position
    from gtpengine.board.record import GameRecord
    from gtpengine.evaluation.katago.evaluator import Evaluator
    from gtpengine.report.analysiscache import AnalysisCache
    from gtpengine.report.movereview import Witnesses
    from gtpengine.report.review import Review
    from gtpengine.report.reviewtable import GameReview

_FAILED = 1
_INTERRUPTED = 130


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `gtpengine review`."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE.sgf", help="game records, or folders of them"
    )
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
    parser.add_argument(
        "--visits",
        type=int,
        default=0,
        metavar="N",
        help="playouts for each position instead of a time: the same review every time",
    )
    from gtpengine.cli.records import add_game_option

    add_game_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--html",
        metavar="DIR",
        help="write the page DIR/index.html; of several games DIR/GAME.html",
    )
    parser.add_argument(
        "--sgf",
        metavar="OUT",
        help="write the record with the review in it; of several games OUT is a folder",
    )
    parser.add_argument(
        "--no-cache", action="store_true", help="neither use nor keep earlier results"
    )
    add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the review to stdout; after Ctrl-C what is known by then, with exit code 130.

    Several games are told in one table. A record that cannot be read is named and left out.
    """
    from gtpengine.cli.analyze import MOST_VISITS, check_count, check_seconds, make_folder

    check_seconds(arguments.seconds)
    check_count("visits", arguments.visits, MOST_VISITS)
    partner = partner_of(arguments)
    paths = records_in(arguments.files)
    several = len(paths) > 1 or any(Path(name).is_dir() for name in arguments.files)
    if several:
        for folder in (arguments.html, arguments.sgf):
            if folder:
                make_folder(folder)
        return _run_all(arguments, partner, paths)
    record = _opened(arguments, paths[0])
    if arguments.html:
        make_folder(arguments.html)
    with evaluator_of(partner) as evaluator:
        reviewer = Reviewer(arguments, partner, evaluator)
        found = reviewer.review(record, paths[0].name)
    if arguments.html:
        from gtpengine.report.htmlpage import write_page

        page = write_page(Path(arguments.html), _page(found, paths[0]))
        sys.stderr.write(f"wrote {page}\n")
    if arguments.sgf:
        _write_sgf(arguments, paths[0], Path(arguments.sgf), found)
    _write(arguments, found)
    return 0 if found.complete else _INTERRUPTED


def records_in(names: list[str]) -> list[Path]:
    """Return the records that are named, those of folders by name.

    Raises:
        BadInput: a folder holds none.
    """
    from gtpengine.errors import BadInput

    found: list[Path] = []
    for name in names:
        path = Path(name)
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(each for each in path.iterdir() if each.suffix.lower() == ".sgf")
        if not inside:
            raise BadInput(f"no game records (*.sgf) in '{name}'")
        found += inside
    return found


def _opened(arguments: argparse.Namespace, path: Path) -> "GameRecord":
    """Return a record that can be reviewed; what is to be said of it goes to stderr.

    Raises:
        BadRecord: it cannot be used.
    """
    from gtpengine.cli.records import open_record
    from gtpengine.report.review import first_move

    record, remarks = open_record(str(path), arguments.rules, arguments.game)
    first_move(record, arguments.first)
    record.position()  # any illegal move is found before the first word
    sys.stderr.writelines(f"{remark}\n" for remark in remarks)
    return record


def _run_all(arguments: argparse.Namespace, partner: Partner | None, paths: list[Path]) -> int:
    """Review several games and write a table of them."""
    from gtpengine.errors import EngineError
    from gtpengine.report.reviewtable import GameReview

    games: list[GameReview] = []
    code = 0
    with evaluator_of(partner) as evaluator:
        reviewer = Reviewer(arguments, partner, evaluator)
        for number, path in enumerate(paths, start=1):
            try:
                record = _opened(arguments, path)
                found = reviewer.review(record, f"{number}/{len(paths)} {path.name}")
                _write_files(arguments, path, found, {game.path.stem for game in games})
            except EngineError as error:
                sys.stderr.write(f"{path}: {error}\n")
                code = _FAILED
                continue
            games.append(GameReview(path, found))
            if not found.complete:
                code = _INTERRUPTED
                break
    _write_table(arguments, games)
    return code


def _write_files(
    arguments: argparse.Namespace, path: Path, found: "Review", taken: set[str]
) -> None:
    """Write the page and the record of one game among several."""
    from gtpengine.cli.analyze import write_file

    name = path.stem
    while name in taken:
        name += "_"
    if arguments.html:
        page = _page(found, path).encode("utf-8")
        write_file(Path(arguments.html) / f"{name}.html", page)
    if arguments.sgf:
        _write_sgf(arguments, path, Path(arguments.sgf) / f"{name}.sgf", found)


def _write_sgf(arguments: argparse.Namespace, path: Path, out: Path, found: "Review") -> None:
    from gtpengine.cli.analyze import record_source, write_file
    from gtpengine.report.reviewsgf import annotate_review

    write_file(out, annotate_review(record_source(path, arguments.game), found))


def _page(found: "Review", path: Path) -> str:
    from gtpengine.report.reviewpage import review_page
    from gtpengine.report.titles import game_title

    return review_page(found, game_title(found.record, path))


def _write(arguments: argparse.Namespace, found: "Review") -> None:
    from gtpengine.cli.stdout import checked_stdout

    with checked_stdout() as stdout:
        if arguments.json:
            from gtpengine.report.analysisjson import dump
            from gtpengine.report.reviewjson import as_json

            stdout.write(dump(as_json(found)) + "\n")
        else:
            from gtpengine.report.reviewterminal import write_review

            write_review(found, stdout)


def _write_table(arguments: argparse.Namespace, games: "list[GameReview]") -> None:
    from gtpengine.cli.stdout import checked_stdout

    with checked_stdout() as stdout:
        if arguments.json:
            from gtpengine.report.analysisjson import dump
            from gtpengine.report.reviewjson import as_json

            told = [{"file": str(game.path), **as_json(game.found)} for game in games]
            stdout.write(dump({"games": told}) + "\n")
            return
        from gtpengine.report.reviewtable import HEADS, RIGHT, table_text
        from gtpengine.report.terminal import console_of, write_table

        console = console_of(stdout)
        if console is None:
            stdout.write(table_text(games) + "\n")
        elif games:
            rows = [[(text, "") for text in game.row()] for game in games]
            write_table(console, HEADS, RIGHT, rows)


class Reviewer:
    """Reviews games one after the other; what is known of regions is kept between them."""

    def __init__(
        self,
        arguments: argparse.Namespace,
        partner: Partner | None,
        evaluator: "Evaluator | None",
    ) -> None:
        self._arguments = arguments
        self._evaluator = evaluator
        self._cache = _cache(arguments, partner, evaluator)
        self._witnesses = _witnesses(arguments)

    def review(self, record: "GameRecord", name: str) -> "Review":
        """Return the review of a game, with progress on stderr."""
        from gtpengine.report.review import first_move, review

        seconds: float = self._arguments.seconds
        first = first_move(record, self._arguments.first)
        if self._evaluator is not None:
            last = len(record.moves()) + 1
            positions = [record.position(number) for number in range(first, last + 1)]
            fresh = [p for p in positions if not self._cache.holds(p, seconds)]
            _prepare(self._evaluator, fresh)
        bar = Bar(sys.stderr, name)
        try:
            return review(
                record,
                first,
                lambda position: self._cache.view(position, seconds),
                progress=lambda done, total, move: bar.show(done, total, f"move {move}"),
                witnesses=self._witnesses,
            )
        finally:
            bar.end()


def _prepare(evaluator: "Evaluator", positions: "list[Position]") -> None:
    """Ask the partner about all positions in one batch; say so if it does not help."""
    bar = Bar(sys.stderr, "KataGo")
    try:
        evaluator.prepare(positions, bar.show)
    except KeyboardInterrupt:
        pass  # what it has said by now is used, and the review can be interrupted as well
    finally:
        bar.end()
    if evaluator.trouble:
        sys.stderr.write(f"{without(evaluator)}\n")


def _cache(
    arguments: argparse.Namespace, partner: Partner | None, evaluator: "Evaluator | None"
) -> "AnalysisCache":
    """Return the cache of this engine: its name changes with every source that it can see."""
    from gtpengine.cli.cachefolder import cache_folder
    from gtpengine.jit import source_digest
    from gtpengine.report.analysiscache import AnalysisCache

    folder = None if arguments.no_cache else cache_folder("analyses")
    sources = ("gtpengine.report.analysis", "gtpengine.report.analysisjson")
    engine = " ".join(source_digest(name) for name in sources)
    if arguments.visits:
        engine += f" {arguments.visits} visits"
    analyser = _analyser(evaluator, arguments.visits)
    if partner is None:
        return AnalysisCache(folder, analyser, engine)
    # What was found without the partner, because it was gone, is not what was asked for.
    return AnalysisCache(
        folder, analyser, f"{engine} {partner.identity}", lambda found: "partner" in found
    )


def _witnesses(arguments: argparse.Namespace) -> "Witnesses":
    """Return searches of the whole board, for moves and against them; what they say is kept."""
    from gtpengine.cli.cachefolder import cache_folder
    from gtpengine.jit import source_digest
    from gtpengine.report.analysiscache import AnalysisCache
    from gtpengine.report.movereview import Witnesses

    folder = None if arguments.no_cache else cache_folder("analyses")

    def searched(position: "Position", visits: float) -> dict[str, Any]:
        from gtpengine.report import comparing

        return comparing.searched(position, int(visits))

    engine = f"comparison {source_digest('gtpengine.report.comparing')}"
    cache = AnalysisCache(folder, searched, engine)

    def kept(position: "Position", visits: float) -> dict[str, Any]:
        return cache.found(position, visits, dict)

    def compared(position: "Position", best: int, played: int) -> Any:
        from gtpengine.report.comparing import compared_by

        return compared_by(kept)(position, best, played)

    def confirmed(position: "Position", point: int) -> bool:
        from gtpengine.report.comparing import confirmed_by

        return confirmed_by(kept)(position, point)

    def accused(position: "Position", played: int) -> Any:
        from gtpengine.report.comparing import accused_by

        return accused_by(kept)(position, played)

    return Witnesses(compared, confirmed, accused)


def _analyser(
    evaluator: "Evaluator | None", visits: int
) -> "Callable[[Position, float], dict[str, Any]]":
    """Return what analyses a position; loaded when the first one is asked for."""
    thinkers: list[Any] = []

    def analysed(position: "Position", seconds: float) -> dict[str, Any]:
        from gtpengine.deadline import LONGEST_SECONDS, Deadline
        from gtpengine.engine.settings import Settings
        from gtpengine.engine.thinker import Thinker
        from gtpengine.report.analysis import analyse
        from gtpengine.report.analysisjson import as_json
        from gtpengine.report.partnered import partner_json

        # One thinker for the game: most regions are the same from one move to the next.
        if not thinkers:
            thinkers.append(Thinker())
        settings = Settings(visits=visits)
        told = None if evaluator is None else evaluator.evaluation(position)
        with Deadline(LONGEST_SECONDS if visits and told is None else seconds) as deadline:
            decision = analyse(position, deadline, settings, thinker=thinkers[0], evaluation=told)
        found = as_json(decision)
        return found if told is None else {**found, "partner": partner_json(told)}

    return analysed
