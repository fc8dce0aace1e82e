"""How much of real games is proved, and how life-and-death suites are answered: proved-points."""

import argparse
import sys
import time
from pathlib import Path

from gtpengine.board.colours import parse_colour
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.errors import BadInput, EngineError
from gtpengine.match.suite import Case, load_suite
from gtpengine.reading.prover import Prover
from gtpengine.reading.words import dragon_status, owl_code
from gtpengine.search.tree.status import StatusJudge

GAMES = Path(__file__).resolve().parents[4] / "shared" / "data" / "games" / "pro19_counted"
BEFORE_END = (0, 20)


def main(argv: list[str]) -> int:
    """Run what was asked for; figures on stdout, progress on stderr."""
    parser = argparse.ArgumentParser(prog="proved-points", description=__doc__)
    parser.add_argument("--games", type=int, default=150, help="how many games (150)")
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each (5)")
    parser.add_argument("--suite", type=Path, help="run a suite of life-and-death cases instead")
    arguments = parser.parse_args(argv)
    try:
        if arguments.suite:
            run_suite(arguments.suite)
        else:
            count_points(arguments.games, arguments.seconds)
    except EngineError as error:
        sys.stderr.write(f"proved-points: {error}\n")
        return 1
    return 0


def shared_games(most: int, folder: Path = GAMES) -> list[Path]:
    """Return the paths of at most so many games of a folder, spread evenly.

    Raises:
        BadInput: the games are not here.
    """
    paths = sorted(folder.glob("*.sgf"))
    if not paths:
        raise BadInput("the shared games (../shared/data/games/pro19_counted) are not here")
    return paths[:: max(1, len(paths) // max(1, most))][:most]


def count_points(most: int, seconds: float) -> None:
    """Print the share of points with a proved owner.

    Raises:
        BadInput: the shared games are not here.
    """
    chosen = shared_games(most)
    shares: dict[int, list[float]] = {before: [] for before in BEFORE_END}
    spent: dict[int, float] = dict.fromkeys(BEFORE_END, 0.0)
    for number, path in enumerate(chosen, 1):
        record = load_record(path, JAPANESE)
        for before in BEFORE_END:
            position = record.position(max(1, len(record.moves()) - before + 1))
            started = time.process_time()
            found = Prover().prove(position, seconds)
            spent[before] += time.process_time() - started
            shares[before].append(found.points.bit_count() / (position.width * position.height))
        sys.stderr.write(f"{number} of {len(chosen)}: {path.name}\n")
    for before in BEFORE_END:
        count = len(shares[before])
        sys.stdout.write(
            f"{before:>3} moves before the end: {sum(shares[before]) / count:.1%} proved"
            f" ({count} games, {spent[before] / count:.2f} s each)\n"
        )


def run_suite(path: Path) -> None:
    """Print the answer to each case of a suite with dragon_status, owl_attack and owl_defend."""
    judge = StatusJudge()
    passed = asked = 0
    started = time.process_time()
    for case in load_suite(path):
        given = answer(judge, case)
        right = case.expected.accepts(given)
        passed += right
        asked += 1
        mark = "pass" if right else "FAIL"
        sys.stdout.write(f"{case.number:>4} {mark} {case.command}: {given}, {case.expected}\n")
    mean = (time.process_time() - started) / max(1, asked)
    sys.stdout.write(f"{passed} of {asked} passed, {mean:.2f} s each\n")


def answer(judge: StatusJudge, case: Case) -> str:
    """Return what is answered to a case of dragon_status, owl_attack or owl_defend."""
    position = _board(case)
    stone = point_of(case.command.split()[1], position.width, position.height)
    status = judge.status(position, stone)
    if case.verb == "dragon_status":
        return dragon_status(status)
    if case.verb == "owl_attack":
        return owl_code(status.attacked, attack=True)
    return owl_code(status.defended, attack=False)


def _board(case: Case) -> Position:
    position = Position(19)
    for command in case.setup:
        words = command.split()
        if words[0] == "loadsgf":
            number = int(words[2]) if len(words) > 2 else None
            position = load_record(words[1], JAPANESE).position(number)
        elif words[0] == "play":
            point = point_of(words[2], position.width, position.height)
            position.play(parse_colour(words[1]), point)
    return position


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
