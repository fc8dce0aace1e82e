"""Games of the engine against itself under every time system, with clocks kept by a referee.

    scripts/clocks --games 20 --pace 0.1 --results clocks.jsonl

One process plays both colours; each has a clock of its own, which runs from the command to its
answer. With a pace of 0.1 all clocks have a tenth of their usual time, and a game takes seconds.
Games that the file of results already has are not played again. With a hog a busy process shares
the engine's core.

Told are games lost on time, moves by chance, moves that a small search had to decide, and how late
answers came: longer than the engine's own plan for the move. On a machine with other work an answer
may be late because the engine had to wait for a core, so the processor time is told as well that
the engine took after the end of its plan; of a game lost on time, the seconds and processor seconds
of its last move. With `--own` clocks run on after the plan of a move only while the engine itself
computes: then other work on the machine loses no game.

The engine is told to keep back what a server on the same machine needs (`lag_seconds`), or `--lag`:
1 is what it keeps back by default.
"""

import argparse
import json
import os
import queue
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.clock import Clock, absolute, byoyomi, canadian, fischer, moves_to_go
from tests.gtp.process import EngineProcess, engine

RANDOM = ("any move, for want", "chosen by chance")
SMALL = "a small search decides"
LATE = "did not stop in time"
COLOURS = {"b": BLACK, "w": WHITE}
LAG = 0.1  # seconds, as a server on the same machine would have it
LEAST_LAG = 0.03  # what a machine takes to pass a line on does not hang on the pace
NO_CLOCK_SECONDS = 0.4
READY_SECONDS = 1800.0  # that compiling may take
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

    def at(self, pace: float) -> "System":
        """Return the system with so much of its time."""
        return replace(
            self,
            main={size: pace * seconds for size, seconds in self.main.items()},
            period=pace * self.period,
            cap=pace * self.cap,
        )

    def setting(self, size: int) -> str:
        """Return the command that sets it."""
        words = {"main": self.main[size], "period": self.period, "cap": self.cap}
        return self.command.format(**{name: f"{number:g}" for name, number in words.items()})

    def plan(self, size: int, pace: float, lag: float) -> Clock:
        """Return the engine's own clock, to know what it planned."""
        clock = Clock(pace * NO_CLOCK_SECONDS, lag)
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
LONG = {9: 12.0, 19: 60.0}
SYSTEMS = {
    "none": System("kgs-time_settings none", "none"),
    "absolute": System("time_settings {main} 0 0", "absolute", LONG),
    "canadian": System("time_settings {main} {period} 10", "canadian", SHORT, 6.0, 10),
    "simple": System("time_settings 0 {period} 1", "canadian", period=0.5, count=1),
    "kgs absolute": System("kgs-time_settings absolute {main}", "absolute", LONG),
    "kgs byoyomi": System("kgs-time_settings byoyomi {main} {period} 3", "byoyomi", SHORT, 0.5, 3),
    "kgs canadian": System(
        "kgs-time_settings canadian {main} {period} 10", "canadian", SHORT, 6.0, 10
    ),
    "fischer": System("kata-time_settings fischer {main} {period}", "fischer", SHORT, 0.4),
    "fischer capped": System(
        "kata-time_settings fischer-capped {main} {period} {cap}", "fischer", SHORT, 0.4, cap=3.0
    ),
    "ogs byoyomi": System("time_settings {main} {period} 1", "byoyomi", SHORT, 0.5, 3, ogs=True),
}


@dataclass
class Game:
    """What a game showed."""

    system: str
    size: int
    hog: bool
    number: int
    pace: float = 1.0
    own: bool = False  # other work on the machine was left out of the clocks
    lag: float | None = None  # that the engine keeps back; None: that of a near server
    moves: int = 0
    lost_on_time: bool = False
    random_moves: int = 0
    small_searches: int = 0
    left_behind: int = 0
    worst_late: float = 0.0  # seconds beyond the engine's plan
    worst_late_cpu: float = 0.0  # processor seconds of the engine after it
    worst_answer: float = 0.0
    least_left: float = -1.0  # of main time, at the end
    lost_by: tuple[float, float] | None = None  # seconds and processor seconds of the last move

    @property
    def key(self) -> tuple[object, ...]:
        """What makes it one game."""
        return self.system, self.size, self.hog, self.number, self.pace, self.own, self.lag

    @property
    def lag_seconds(self) -> float:
        """What the engine is told to keep back."""
        return max(LEAST_LAG, self.pace * LAG) if self.lag is None else self.lag


def processor_clock(process: int) -> int:
    """Return the clock of the processor time of a process (Linux: as clock_getcpuclockid(3))."""
    return (~process << 3) | 2


@dataclass
class Answer:
    """An answer and how long it took: in all, after the plan, and processor seconds of both."""

    text: str
    seconds: float
    cpu: float
    late: float
    late_cpu: float


def timed(talk: EngineProcess, line: str, planned: float) -> Answer:
    """Send a command that must succeed; look at the clocks when the plan ends and at the end."""
    clock = processor_clock(talk.process.pid)
    began = time.clock_gettime(clock)
    started = time.monotonic()
    talk.send(line + "\n")
    late_from = None
    try:
        text = talk.answer(max(planned, 0.001))
    except queue.Empty:
        late_from = time.clock_gettime(clock)
        text = talk.answer()
    seconds, cpu = time.monotonic() - started, time.clock_gettime(clock)
    assert text.startswith("="), f"{line}: {text}"
    late_cpu = 0.0 if late_from is None else cpu - late_from
    return Answer(text[1:].strip(), seconds, cpu - began, seconds - planned, late_cpu)


def play(talk: EngineProcess, game: Game, most: int | None) -> None:
    """Play one game to two passes, a loss on time or the limit of moves."""
    system, size = SYSTEMS[game.system].at(game.pace), game.size
    for line in (f"boardsize {size}", "clear_board", "komi 6.5", system.setting(size)):
        talk.tell(line)
    sides = {colour: system.start(size) for colour in COLOURS}
    passes = 0
    colour = "b"
    while passes < 2 and game.moves < (most or MOST_MOVES[size]) and not game.lost_on_time:
        side = sides[colour]
        plan = system.plan(size, game.pace, game.lag_seconds)
        words = system.left(side)
        if words is not None:
            talk.tell(f"time_left {colour} {words}")
            seconds, count = words.split()
            plan.set_left(COLOURS[colour], float(seconds), int(count))
        planned = plan.seconds_for_move(COLOURS[colour], moves_to_go(size * size, game.moves))
        before = talk.stderr.count(SMALL.encode()), talk.stderr.count(LATE.encode())
        answer = timed(talk, f"genmove {colour}", planned)
        spent = answer.seconds
        if game.own:
            spent = min(spent, planned) + answer.late_cpu
        system.spend(side, spent, size)
        game.moves += 1
        game.lost_on_time = side.lost
        if side.lost:
            game.lost_by = (round(answer.seconds, 4), round(answer.cpu, 4))
        game.worst_late = max(game.worst_late, answer.late)
        game.worst_late_cpu = max(game.worst_late_cpu, answer.late_cpu)
        game.worst_answer = max(game.worst_answer, answer.seconds)
        reason = talk.tell("gomill-explain_last_move")
        game.random_moves += any(words in reason for words in RANDOM)
        game.small_searches += talk.stderr.count(SMALL.encode()) - before[0]
        game.left_behind += talk.stderr.count(LATE.encode()) - before[1]
        passes = passes + 1 if answer.text.lower() == "pass" else 0
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


@contextmanager
def ready(core: int | None, first: Game) -> Iterator[EngineProcess]:
    """Start an engine, on one core if one is named, and wait until it has loaded."""
    with engine("--no-autosave") as talk:
        if core is not None:
            for thread in Path(f"/proc/{talk.process.pid}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {core})
        talk.send("gtpengine-ready\n")
        assert talk.answer(READY_SECONDS) == "= true"
        seconds = f"seconds_per_move {first.pace * NO_CLOCK_SECONDS}"
        for setting in (seconds, f"lag_seconds {first.lag_seconds}", "resign 0"):
            talk.tell(f"gtpengine-param {setting}")
        yield talk


def table(games: Iterable[Game]) -> str:
    """Return the results by system, size and hog."""
    rows: dict[tuple[str, int, bool, bool, float, float], list[Game]] = {}
    for game in games:
        kind = (game.system, game.size, game.hog, game.own, game.pace, game.lag_seconds)
        rows.setdefault(kind, []).append(game)
    lines = [
        "| system | board | hog | clock | pace | lag s | games | moves | lost on time | random"
        " | small search | worst late s | of processor s | longest answer s |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for (system, size, hog, own, pace, lag), played in sorted(rows.items()):
        lines.append(
            f"| {system} | {size}x{size} | {'yes' if hog else 'no'} | {'own' if own else 'wall'}"
            f" | {pace:g} | {lag:g} | {len(played)}"
            f" | {sum(each.moves for each in played)}"
            f" | {sum(each.lost_on_time for each in played)}"
            f" | {sum(each.random_moves for each in played)}"
            f" | {sum(each.small_searches for each in played)}"
            f" | {max(each.worst_late for each in played):.3f}"
            f" | {max(each.worst_late_cpu for each in played):.3f}"
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
    parser.add_argument("--pace", type=float, default=1.0, help="share of the usual times (1)")
    parser.add_argument("--own", action="store_true", help="leave other work out of the clocks")
    parser.add_argument("--lag", type=float, help="seconds that the engine keeps back")
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
        for size in wanted.sizes:
            missing = [
                game
                for number in range(wanted.games)
                for name in wanted.systems
                if (
                    game := Game(
                        *(name, size, core is not None, number, wanted.pace),
                        own=wanted.own,
                        lag=wanted.lag,
                    )
                ).key
                not in known
            ]
            if not missing:
                continue
            with busy(core), ready(core, missing[0]) as talk:
                for game in missing:
                    talk.tell(f"gtpengine-param seed {game.number + 1}")
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
