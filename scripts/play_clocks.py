"""Games of the engine against itself under every time system, with clocks kept by a referee.

    scripts/clocks --games 20 --results clocks.jsonl

One process plays both colours; each has a clock of its own, which runs from the command to its
answer. Games that the file of results already has are not played again. Told are games lost on
time, moves by chance, moves that a small search had to decide, and how late answers came: longer
than the engine's own plan for the move. With a hog a busy process shares the engine's core.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.engine.clock import Clock, absolute, byoyomi, canadian, fischer, moves_to_go
from tests.gtp.process import EngineProcess, engine

RANDOM = ("any move, for want", "chosen by chance")
SMALL = "a small search decides"
LATE = "did not stop in time"
COLOURS = {"b": BLACK, "w": WHITE}
LAG = 0.1  # seconds, as a server on the same machine would have it
NO_CLOCK_SECONDS = 0.4
MOST_MOVES = {9: 140, 19: 420}


@dataclass
class Side:
    """The referee's clock of one player."""

    main: float
    period: float = 0.0
    count: int = 0  # periods or stones left in overtime
    lost: bool = False


@dataclass(frozen=True)
class System:
    """A time system: what a client says first, and how the clock runs.

    Attributes:
        command: what sets it.
        kind: none, absolute, canadian, byoyomi or fischer.
        main, period, count: in seconds, as the kind has it; per board size the main time.
        cap: most of Fischer time.
        ogs: `time_left` as gtp2ogs sends it: byo-yomi as one Canadian stone.
    """

    command: str
    kind: str
    main: dict[int, float] = field(default_factory=lambda: {9: 0.0, 19: 0.0})
    period: float = 0.0
    count: int = 0
    cap: float = -1.0
    ogs: bool = False

    def start(self, size: int) -> Side:
        """Return a full clock."""
        return Side(self.main[size])

    def spend(self, side: Side, seconds: float, size: int) -> None:
        """Let a move take so long."""
        if self.kind == "none":
            return
        rest = side.main - seconds
        if self.kind == "fischer":
            side.lost |= rest < 0
            side.main = rest + self.period
            if self.cap > 0:
                side.main = min(side.main, self.cap)
            return
        if self.kind == "absolute":
            side.lost |= rest < 0
            side.main = rest
            return
        if side.main > 0 and rest > 0:
            side.main = rest
            return
        over = seconds - max(side.main, 0.0)
        if side.main > 0 or side.count == 0:
            side.main, side.period, side.count = 0.0, self.period, self.count
        if self.kind == "byoyomi":
            while over >= self.period and side.count > 0:
                over -= self.period
                side.count -= 1
            side.lost |= side.count == 0
            return
        side.period -= over
        side.lost |= side.period < 0
        side.count -= 1
        if side.count == 0:
            side.period, side.count = self.period, self.count

    def left(self, side: Side) -> str | None:
        """Return the words of `time_left`; None if there is no clock."""
        if self.kind == "none":
            return None
        if self.kind in ("fischer", "absolute") or side.main > 0:
            seconds = side.main
            if self.ogs and self.kind == "byoyomi":
                seconds += (self.count - 1) * self.period
            if not (self.kind == "canadian" and self.main == {9: 0.0, 19: 0.0}):
                return f"{seconds:.3f} 0"
        if self.kind == "byoyomi":
            count = 1 if self.ogs else (side.count or self.count)
            return f"{self.period:.3f} {count}"
        if side.count == 0:
            return f"{self.period:.3f} {self.count}"
        return f"{side.period:.3f} {side.count}"

    def plan(self, size: int) -> Clock:
        """Return the engine's own clock, to know what it planned."""
        clock = Clock(NO_CLOCK_SECONDS, LAG)
        main = self.main[size]
        if self.ogs:
            clock.set(canadian(main, self.period, 1))
        elif self.kind == "absolute":
            clock.set(absolute(main))
        elif self.kind == "canadian":
            clock.set(canadian(main, self.period, self.count))
        elif self.kind == "byoyomi":
            clock.set(byoyomi(main, self.period, self.count))
        elif self.kind == "fischer":
            clock.set(fischer(main, self.period, self.cap))
        return clock


SHORT = {9: 2.0, 19: 4.0}
SYSTEMS = {
    "none": System("", "none"),
    "absolute": System("time_settings {main} 0 0", "absolute", {9: 12.0, 19: 60.0}),
    "canadian": System("time_settings {main} 6 10", "canadian", SHORT, 6.0, 10),
    "simple": System("time_settings 0 0.5 1", "canadian", period=0.5, count=1),
    "kgs absolute": System("kgs-time_settings absolute {main}", "absolute", {9: 12.0, 19: 60.0}),
    "kgs byoyomi": System("kgs-time_settings byoyomi {main} 0.5 3", "byoyomi", SHORT, 0.5, 3),
    "kgs canadian": System("kgs-time_settings canadian {main} 6 10", "canadian", SHORT, 6.0, 10),
    "fischer": System("kata-time_settings fischer {main} 0.4", "fischer", SHORT, 0.4),
    "fischer capped": System(
        "kata-time_settings fischer-capped {main} 0.4 3", "fischer", SHORT, 0.4, cap=3.0
    ),
    "ogs byoyomi": System("time_settings {main} 0.5 1", "byoyomi", SHORT, 0.5, 3, ogs=True),
}


@dataclass
class Game:
    """What a game showed."""

    system: str
    size: int
    hog: bool
    number: int
    moves: int = 0
    lost_on_time: bool = False
    random_moves: int = 0
    small_searches: int = 0
    left_behind: int = 0
    worst_late: float = 0.0  # seconds beyond the engine's plan
    worst_answer: float = 0.0
    least_left: float = -1.0  # of main time, at the end

    @property
    def key(self) -> tuple[str, int, bool, int]:
        """What makes it one game."""
        return self.system, self.size, self.hog, self.number


def play(talk: EngineProcess, game: Game, most: int | None) -> None:
    """Play one game to two passes, a loss on time or the limit of moves."""
    system, size = SYSTEMS[game.system], game.size
    for line in (f"boardsize {size}", "clear_board", "komi 6.5"):
        talk.tell(line)
    if system.command:
        talk.tell(system.command.format(main=system.main[size]))
    else:
        talk.tell("kgs-time_settings none")
    sides = {colour: system.start(size) for colour in COLOURS}
    passes = 0
    colour = "b"
    while passes < 2 and game.moves < (most or MOST_MOVES[size]) and not game.lost_on_time:
        side = sides[colour]
        plan = system.plan(size)
        words = system.left(side)
        if words is not None:
            talk.tell(f"time_left {colour} {words}")
            seconds, count = words.split()
            plan.set_left(COLOURS[colour], float(seconds), int(count))
        planned = plan.seconds_for_move(COLOURS[colour], moves_to_go(size * size, game.moves))
        before = talk.stderr.count(SMALL.encode()), talk.stderr.count(LATE.encode())
        started = time.monotonic()
        move = talk.tell(f"genmove {colour}")
        took = time.monotonic() - started
        system.spend(side, took, size)
        game.moves += 1
        game.lost_on_time = side.lost
        game.worst_late = max(game.worst_late, took - planned)
        game.worst_answer = max(game.worst_answer, took)
        reason = talk.tell("gomill-explain_last_move")
        game.random_moves += any(words in reason for words in RANDOM)
        game.small_searches += talk.stderr.count(SMALL.encode()) - before[0]
        game.left_behind += talk.stderr.count(LATE.encode()) - before[1]
        passes = passes + 1 if move.lower() == "pass" else 0
        colour = "w" if colour == "b" else "b"
    if system.kind in ("absolute", "fischer"):
        game.least_left = min(side.main for side in sides.values())


@contextmanager
def busy(core: int | None) -> Iterator[None]:
    """Keep a core busy, if one is named."""
    if core is None:
        yield
        return
    hog = subprocess.Popen(
        [sys.executable, "-c", f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile True: pass"]
    )
    try:
        yield
    finally:
        hog.kill()
        hog.wait()


def table(games: Iterable[Game]) -> str:
    """Return the results by system, size and hog."""
    rows: dict[tuple[str, int, bool], list[Game]] = {}
    for game in games:
        rows.setdefault((game.system, game.size, game.hog), []).append(game)
    lines = [
        "| system | board | hog | games | moves | lost on time | random | small search"
        " | worst late s | longest answer s |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (system, size, hog), played in sorted(rows.items()):
        lines.append(
            f"| {system} | {size}x{size} | {'yes' if hog else 'no'} | {len(played)}"
            f" | {sum(each.moves for each in played)}"
            f" | {sum(each.lost_on_time for each in played)}"
            f" | {sum(each.random_moves for each in played)}"
            f" | {sum(each.small_searches for each in played)}"
            f" | {max(each.worst_late for each in played):.3f}"
            f" | {max(each.worst_answer for each in played):.3f} |"
        )
    return "\n".join(lines)


def read(path: Path | None) -> list[Game]:
    """Return the games of a file of results."""
    if path is None or not path.exists():
        return []
    return [Game(**json.loads(line)) for line in path.read_text().splitlines() if line.strip()]


def parsed() -> Any:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description="Play against the clock.")
    parser.add_argument("--games", type=int, default=20, help="of each kind (20)")
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS), choices=list(SYSTEMS))
    parser.add_argument("--sizes", nargs="*", type=int, default=[9, 19], choices=[9, 19])
    parser.add_argument("--hog", nargs="*", default=["no", "yes"], choices=["no", "yes"])
    parser.add_argument("--moves", type=int, help="most moves of a game")
    parser.add_argument("--results", type=Path, help="a file of results, gone on with if it exists")
    return parser.parse_args()


def main() -> int:
    """Play what is missing; print one line each and a table."""
    wanted = parsed()
    games = read(wanted.results)
    known = {game.key for game in games}
    for hog in wanted.hog:
        core = min(os.sched_getaffinity(0)) if hog == "yes" else None
        for name in wanted.systems:
            for size in wanted.sizes:
                missing = [
                    n for n in range(wanted.games) if (name, size, core is not None, n) not in known
                ]
                if not missing:
                    continue
                with busy(core), engine("--no-autosave") as talk:
                    if core is not None:
                        os.sched_setaffinity(talk.process.pid, {core})
                    assert talk.tell("gtpengine-ready") == "true"
                    for setting in (
                        f"seconds_per_move {NO_CLOCK_SECONDS}",
                        f"lag_seconds {LAG}",
                        "resign 0",
                    ):
                        talk.tell(f"gtpengine-param {setting}")
                    for number in missing:
                        talk.tell(f"gtpengine-param seed {number + 1}")
                        game = Game(name, size, core is not None, number)
                        play(talk, game, wanted.moves)
                        games.append(game)
                        line = json.dumps(asdict(game))
                        sys.stderr.write(line + "\n")
                        if wanted.results is not None:
                            with wanted.results.open("a", encoding="utf-8") as file:
                                file.write(line + "\n")
    sys.stdout.write(table(games) + "\n")
    return int(any(game.lost_on_time or game.random_moves for game in games))


if __name__ == "__main__":
    sys.exit(main())
