"""One decision: do player, report and both analyze commands name the same best move?

Positions of shared games, small and large boards, opening to endgame, with a fixed number of visits
and a seed. Prints each disagreement and how many positions agree.
"""

import argparse
import sys

from gtpengine.board.colours import colour_letter
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.opening import load_book
from gtpengine.engine.search_player import SearchPlayer
from gtpengine.engine.settings import Settings
from gtpengine.engine.staff import Staff
from gtpengine.engine.thinker import Thinker
from gtpengine.engine.thinking import Thinking
from gtpengine.engine.warmup import Loading, Warmup
from gtpengine.gtp.analysis.analyst import Analyst
from gtpengine.gtp.analysis.infolines import Dialect, info_line
from gtpengine.gtp.analysis.wishes import Wishes
from gtpengine.laboratory.shared import GAMES
from gtpengine.report.analysis import analyse
from gtpengine.report.analysisjson import as_json

FOLDERS = ("pro9", "pro13", "pro19_counted")
SHARES = (0.12, 0.35, 0.6, 0.85)  # of a game: opening, middle game, endgame


def positions(count: int) -> list[tuple[str, Position]]:
    """Return positions of shared games with their names, all sizes and stages in turn."""
    found: list[tuple[str, Position]] = []
    paths = {folder: sorted((GAMES / folder).glob("*.sgf")) for folder in FOLDERS}
    for index in range(count):
        games = paths[FOLDERS[index % len(FOLDERS)]]
        if not games:
            continue
        path = games[7 * index % len(games)]
        record = load_record(path)
        number = max(1, int(SHARES[index % len(SHARES)] * len(record.moves())))
        found.append((f"{path.stem} before move {number}", record.position(number)))
    return found


def answers(position: Position, settings: Settings) -> dict[str, str]:
    """Return the best move by who names it."""
    found = {}
    thinking = Loading[Thinking | None](None, Thinker, "search")
    thinking.start()
    simple = Staff(settings, Warmup()).player
    player = SearchPlayer(thinking, simple, load_book(), lambda: settings)
    with Deadline(LONGEST_SECONDS) as deadline:
        found["genmove"] = vertex_of(player.choose(position.copy(), deadline).point)
        told: list[Decision] = []
        Analyst().study(position.copy(), deadline, settings, told.append)
        for dialect in Dialect:
            line = info_line(told[-1], Wishes(position.to_move), dialect)
            found[f"{dialect.value}-analyze"] = line.split()[2]
        found["analyze"] = as_json(analyse(position.copy(), deadline, settings))["move"]
    return found


def main() -> int:
    """Compare; return 0 if all agree."""
    parser = argparse.ArgumentParser(prog="one-decision", description=__doc__)
    parser.add_argument("--positions", type=int, default=40, metavar="N")
    parser.add_argument("--visits", type=int, default=400, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    settings = Settings(visits=arguments.visits, seed=arguments.seed)
    chosen = positions(arguments.positions)
    if not chosen:
        sys.stdout.write("skipped: no shared game records\n")
        return 0
    same = 0
    for number, (name, position) in enumerate(chosen, start=1):
        found = answers(position, settings)
        same += len(set(found.values())) == 1
        if len(set(found.values())) > 1:
            told = ", ".join(f"{who} {move}" for who, move in found.items())
            sys.stdout.write(f"{name}, {colour_letter(position.to_move)} to move: {told}\n")
        sys.stderr.write(f"\r{number} of {len(chosen)} positions, {same} agree")
    sys.stderr.write("\n")
    sys.stdout.write(f"{same} of {len(chosen)} positions: one best move\n")
    return 0 if same == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
