"""`gtpengine endgame-loss`: points lost per move in recorded endgames, by KataGo's judgement."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gtpengine.cli.main import EXIT_OK

if TYPE_CHECKING:
    from gtpengine.match.loss.endings import Ending
    from gtpengine.match.loss.judge import Judge
    from gtpengine.match.loss.table import Losses
    from gtpengine.match.settings import EngineSettings

_ROOT = Path(__file__).resolve().parents[2]
GAMES = _ROOT.parent / "shared" / "data" / "games" / "pro19_counted"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    add = parser.add_argument
    add("engines", nargs="*", metavar="ENGINE", help="name in configs/engines, TOML, NAME=COMMAND")
    add("--katago", required=True, metavar="COMMAND", help="'katago analysis -config F -model F'")
    add("--visits", type=int, default=400, help="of KataGo after each move (400)")
    add("--games", metavar="FOLDER", default=str(GAMES), help="records (the shared ones)")
    add("--count", type=int, default=60, help="games, evenly spread over the folder (60)")
    add("--distances", default="60,45,30,20", help="moves before the end (60,45,30,20)")
    add("--every", type=int, default=1, help="only each Nth position; 4 gives one per game (1)")
    add("--seconds", type=float, default=0.0, help="wall time per move of our own engines")
    add("--cpu-seconds", type=float, default=0.0, help="the same as CPU time, roughly")
    add("--playouts", type=int, default=0, help="visits per move of our own engines instead")
    add("--cache", metavar="FOLDER", help="where all answers are kept (the user's cache folder)")
    add("--worst", type=int, default=0, metavar="N", help="also list each engine's N worst moves")


def run(arguments: argparse.Namespace) -> int:
    """Ask, judge and print; progress on stderr. What is known already is not asked again.

    Raises:
        EngineError: no records, no such engine, or KataGo cannot be started.
    """
    from gtpengine.cli.cachefolder import cache_folder
    from gtpengine.errors import BadInput
    from gtpengine.evaluation.katago.keeper import PartnerSettings
    from gtpengine.match.loss.endings import endings
    from gtpengine.match.loss.judge import Judge
    from gtpengine.match.loss.players import Effort, Player
    from gtpengine.match.loss.store import Store
    from gtpengine.match.loss.table import losses_text

    folder = Path(arguments.cache) if arguments.cache else cache_folder("endgame-loss")
    if folder is None:
        raise BadInput("there is no home folder: say with --cache where answers are kept")
    try:
        distances = [int(word) for word in arguments.distances.split(",")]
    except ValueError:
        raise BadInput(f"--distances are numbers with commas, not {arguments.distances}") from None
    effort = Effort(arguments.seconds, arguments.cpu_seconds, arguments.playouts)
    store = Store(folder / "moves.jsonl")
    players = [Player(_engine(text), effort, store, _say) for text in arguments.engines]
    chosen = endings(Path(arguments.games), arguments.count, distances, max(arguments.every, 1))
    settings = PartnerSettings.of_line(arguments.katago)
    judge = Judge(settings, arguments.visits, Store(folder / "judge.jsonl"), _say)
    own = judge.own_moves(chosen)
    judge.judge([(ending, ending.played) for ending in chosen])
    judge.judge([(ending, own[ending.key]) for ending in chosen])
    answers = {}
    for player in players:
        answers[player.name] = found = player.moves(chosen)
        judge.judge(
            [(ending, point) for ending in chosen if (point := found[ending.key].point) is not None]
        )
    _say("")
    table = [
        _losses(judge, "professionals", chosen, {each.key: each.played for each in chosen}),
        _losses(judge, "KataGo's first choice", chosen, dict(own)),
    ]
    for name, found in answers.items():
        moves = {key: answer.point for key, answer in found.items()}
        losses = _losses(judge, name, chosen, moves)
        losses.cpu = [answer.cpu for answer in found.values() if answer.cpu is not None]
        table.append(losses)
    sys.stdout.write(losses_text(table))
    if arguments.worst:
        for losses in table[2:]:
            moves = {key: answer.point for key, answer in answers[losses.name].items()}
            sys.stdout.write(_worst(judge, losses, chosen, moves, own, arguments.worst))
    return EXIT_OK


def _losses(
    judge: "Judge", name: str, chosen: "list[Ending]", moves: "dict[str, int | None]"
) -> "Losses":
    from gtpengine.match.loss.table import Losses

    found = Losses(name)
    for ending in chosen:
        point = moves.get(ending.key)
        lead = None if point is None else judge.lead(ending, point)
        best = judge.best_lead(ending)
        if lead is None or best is None:
            found.failed += 1
            continue
        found.lost[ending.key] = max(best - lead, 0.0)
        found.distances[ending.key] = ending.distance
    return found


def _worst(
    judge: "Judge",
    losses: "Losses",
    chosen: "list[Ending]",
    moves: "dict[str, int | None]",
    own: dict[str, int],
    count: int,
) -> str:
    """Return the costliest moves of a player, as lines."""
    from gtpengine.board.points import vertex_of

    by_loss = sorted(chosen, key=lambda ending: -losses.lost.get(ending.key, 0.0))
    lines = [f"\nworst moves of {losses.name}"]
    for ending in by_loss[:count]:
        point = moves.get(ending.key)
        lines.append(
            f"  {losses.lost.get(ending.key, 0.0):5.2f}  {ending.name} -{ending.distance}: "
            f"{'none' if point is None else vertex_of(point)}, "
            f"played {vertex_of(ending.played)}, KataGo {vertex_of(own[ending.key])}"
        )
    return "\n".join(lines) + "\n"


def _engine(text: str) -> "EngineSettings":
    """Return an engine by its name among configs/engines, its TOML file, or NAME=COMMAND."""
    from gtpengine.match.settings import EngineSettings, load_engine

    name, mark, line = text.partition("=")
    if mark:
        return EngineSettings(command=tuple(shlex.split(line)), name=name)
    if text.endswith(".toml"):
        return load_engine(Path.cwd() / "engine", text)
    return load_engine(_ROOT / "configs" / "tournaments" / "none", text)


def _say(text: str) -> None:
    """Show progress: one line that is written over on a terminal, else lines."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text[:100]:<100}" + ("" if text else "\r"))
    elif text:
        sys.stderr.write(text + "\n")
    sys.stderr.flush()
