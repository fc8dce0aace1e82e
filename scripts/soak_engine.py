"""One engine process for a long time: games against itself, then an analysis that never rests.

    scripts/soak --games 100 --seconds 0.2 --analysis 600

Memory is what the system counts as resident (and its peak), looked at after every move; threads and
open files are compared after each game and during the analysis. Needs /proc, so Linux.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.gtp.process import EngineProcess, engine

ALLOWED_MB = 200  # beyond the budget: the program itself
MOST_MOVES = 150
STUDY_SECONDS = 15.0  # of one position
MOST_MORE_THREADS = 4  # that come and go with thoughts
MOST_MORE_FILES = 2


@dataclass
class Watch:
    """What a process takes, as seen now and at worst."""

    process: int
    worst_mb: float = 0.0
    threads: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)

    def look(self) -> float:
        """Return the resident megabytes now."""
        words = self._status()
        now = int(words["VmRSS"].split()[0]) / 1000
        self.worst_mb = max(self.worst_mb, now)
        return now

    def count(self) -> None:
        """Count threads and open files."""
        self.threads.append(int(self._status()["Threads"]))
        self.files.append(len(list(Path(f"/proc/{self.process}/fd").iterdir())))

    def peak(self) -> float:
        """Return the most megabytes that the process has ever had."""
        return int(self._status()["VmHWM"].split()[0]) / 1000

    def _status(self) -> dict[str, str]:
        lines = Path(f"/proc/{self.process}/status").read_text().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def play(talk: EngineProcess, watch: Watch, number: int) -> int:
    """Play one game of 9x9; return its moves."""
    for line in ("boardsize 9", "clear_board", "komi 6.5", f"gtpengine-param seed {number}"):
        talk.tell(line)
    passes = moves = 0
    while passes < 2 and moves < MOST_MOVES:
        move = talk.tell(f"genmove {'bw'[moves % 2]}")
        passes = passes + 1 if move.lower() == "pass" else 0
        moves += 1
        watch.look()
    return moves


def analyse(talk: EngineProcess, watch: Watch, seconds: float) -> int:
    """Study positions of a growing 19x19 game for so long; return how many lines were told."""
    talk.tell("boardsize 19")
    talk.tell("clear_board")
    end = time.monotonic() + seconds
    told = 0
    while (left := end - time.monotonic()) > 0:
        talk.send("lz-analyze 50\n")
        time.sleep(min(STUDY_SECONDS, left))
        watch.look()
        watch.count()
        talk.send("name\n")
        told += (talk.answer() or "").count("info move")
        assert talk.answer() == "= gtpengine"
        for colour in "bw" * 5:
            talk.tell(f"genmove {colour}")
    return told


def main() -> int:
    """Run it; print a line for each game and a summary as JSON."""
    parser = argparse.ArgumentParser(description="Leave one process running.")
    parser.add_argument("--games", type=int, default=100, help="of 9x9 (100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="a move (0.2)")
    parser.add_argument("--visits", type=int, default=0, help="a move, instead of seconds")
    parser.add_argument("--analysis", type=float, default=600.0, help="seconds, on 19x19 (600)")
    parser.add_argument("--memory", type=int, default=1000, help="the budget, megabytes (1000)")
    wanted = parser.parse_args()
    with engine("--no-autosave") as talk:
        watch = Watch(talk.process.pid)
        assert talk.tell("gtpengine-ready") == "true"
        for setting in (
            f"seconds_per_move {wanted.seconds}",
            f"memory_mb {wanted.memory}",
            f"visits {wanted.visits}",
            "resign 0",
        ):
            talk.tell(f"gtpengine-param {setting}")
        moves = 0
        started = watch.look()
        for number in range(1, wanted.games + 1):
            moves += play(talk, watch, number)
            watch.count()
            line = {
                "game": number,
                "moves": moves,
                "mb": round(watch.look()),
                "worst": round(watch.worst_mb),
            }
            sys.stderr.write(json.dumps(line) + "\n")
        talk.tell("gtpengine-param visits 0")
        told = analyse(talk, watch, wanted.analysis) if wanted.analysis else 0
        summary = {
            **{"games": wanted.games, "moves": moves, "analysed_s": wanted.analysis, "lines": told},
            **{"mb_at_start": round(started), "worst_mb": round(watch.worst_mb)},
            **{"peak_mb": round(watch.peak()), "budget_mb": wanted.memory},
            **{"threads": [min(watch.threads), max(watch.threads)]},
            **{"files": [min(watch.files), max(watch.files)]},
        }
        sys.stdout.write(json.dumps(summary) + "\n")
        good = (
            watch.worst_mb <= wanted.memory + ALLOWED_MB
            and max(watch.threads) - min(watch.threads) <= MOST_MORE_THREADS
            and max(watch.files) - min(watch.files) <= MOST_MORE_FILES
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
