"""`gtpengine honesty`: verdicts of reviews held against KataGo's judgement of every move."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gtpengine.cli.main import EXIT_INTERRUPTED, EXIT_OK

if TYPE_CHECKING:
    from gtpengine.match.honesty.second import SecondOpinion
    from gtpengine.match.honesty.tally import Tally
    from gtpengine.report.movereview import MoveReview
    from gtpengine.report.review import Review

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
_ASKED_AGAIN = 2.0  # points that a good move costs by the short search


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE.sgf", help="records (30 of the shared games)")
    add("--katago", required=True, metavar="COMMAND", help="'katago analysis -config F -model F'")
    add("--katago-visits", type=int, default=64, help="of KataGo for each position (64)")
    add("--again", type=int, default=400, help="of KataGo where the two differ (400)")
    add("--visits", type=int, default=200, help="of our search for each position (200)")
    add("--seconds", type=float, default=2.0, help="instead, where --visits is 0 (2)")
    add("--other", type=int, default=0, metavar="N", help="shared games N places further")
    add("--games", type=int, metavar="N", help="only the first N of the games")
    add("--judged", action="store_true", help="ask only about moves that are judged: no recall")
    add("--from", dest="first", type=int, metavar="N", help="the first move (60 before the end)")
    add("--no-cache", action="store_true", help="neither use nor keep earlier reviews")
    add("--cache", metavar="FOLDER", help="where KataGo's answers are kept (the cache folder)")


def run(arguments: argparse.Namespace) -> int:
    """Review, ask, compare and print; what is known already is not asked again.

    After Ctrl-C the figures are those of the games that are done.

    Raises:
        EngineError: no records, or KataGo cannot be started.
    """
    from gtpengine.cli.cachefolder import cache_folder
    from gtpengine.cli.records import open_record
    from gtpengine.cli.review import Reviewer
    from gtpengine.errors import BadInput
    from gtpengine.evaluation.katago.keeper import PartnerSettings
    from gtpengine.match.honesty.games import shared_games
    from gtpengine.match.honesty.second import SecondOpinion
    from gtpengine.match.honesty.tally import Tally
    from gtpengine.match.loss.store import Store

    folder = Path(arguments.cache) if arguments.cache else cache_folder("honesty")
    if folder is None:
        raise BadInput("there is no home folder: say with --cache where answers are kept")
    paths = [Path(name) for name in arguments.files] or shared_games(DATA, arguments.other)
    settings = PartnerSettings.of_line(arguments.katago)
    second = SecondOpinion(settings, Store(folder / "judge.jsonl"), _say)
    reviewer = Reviewer(arguments, None, None)
    tally = Tally(recalls=not arguments.judged)
    code = EXIT_OK
    for path in paths[: arguments.games]:
        record, _ = open_record(str(path), None)
        try:
            found = reviewer.review(record, path.name)
            if not found.complete:
                raise KeyboardInterrupt
            _add(tally, path.stem, found, second, arguments)
        except KeyboardInterrupt:
            code = EXIT_INTERRUPTED
            break
        _say(f"{path.name}: endgame from {found.endgame}, {len(tally.judged)} judged so far")
    sys.stdout.write(tally.text())
    return code


def _add(
    tally: "Tally",
    name: str,
    found: "Review",
    second: "SecondOpinion",
    arguments: argparse.Namespace,
) -> None:
    """Ask about the moves of a game's endgame and add both accounts of them."""
    from gtpengine.board.points import vertex_of
    from gtpengine.match.honesty.second import Turn
    from gtpengine.match.honesty.tally import Opinion

    record = found.record
    late = [m for m in found.moves if found.endgame is not None and m.number >= found.endgame]
    asked = [move for move in late if move.judged or not arguments.judged]
    few, many = arguments.katago_visits, arguments.again
    turns = [Turn(record, move.number) for move in asked]
    second.ask([each for turn in turns for each in (turn, Turn(record, turn.number + 1))], few)
    again = []
    for move, turn in zip(asked, turns, strict=True):
        if _differ(move, second.cost(turn, few)):
            again += [turn, Turn(record, move.number + 1)]
    second.ask(again, many)
    tally.games += 1
    tally.reviewed += len(found.moves)
    tally.late += len(late)
    for move, turn in zip(asked, turns, strict=True):
        cost = second.cost(turn, many)
        cost = second.cost(turn, few) if cost is None else cost
        if cost is not None:
            best = "none" if move.best is None else vertex_of(move.best)
            words = f"{vertex_of(move.point)} (best {best}): {move.verdict.value}"
            costly = bool(move.loss)
            tally.opinions.append(Opinion(name, move.number, move.judged, costly, cost, words))


def _differ(move: "MoveReview", cost: float | None) -> bool:
    """Tell whether a longer look of KataGo decides about a move."""
    if cost is None or not move.judged:
        return False
    return bool(move.loss) or cost >= _ASKED_AGAIN


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
