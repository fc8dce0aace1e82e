"""Kill a tournament with kill -9 at random moments, ten times, then let it finish and check it.

    .venv/bin/python scripts/torture_tournament.py configs/tournaments/smoke.toml --folder FOLDER

Says at the end whether every game is there exactly once and every record parses, and whether any
process was left behind after a kill. Exit code 1 if not.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from gtpengine.board.record import load_record
from gtpengine.match.openings import load_openings
from gtpengine.match.schedule import game_count
from gtpengine.match.settings import load_tournament

MARK = "GTPENGINE_TORTURE"
SETTLE_SECONDS = 10.0


def left_behind(mark: str) -> list[int]:
    """Return the processes that were started with our mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and f"{MARK}={mark}".encode() in (path / "environ").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def finished(folder: Path) -> int:
    """Return how many lines the log has."""
    path = folder / "log.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def problems(folder: Path, games: int) -> list[str]:
    """Return what is wrong with a finished tournament."""
    found = []
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    numbers = sorted(line["number"] for line in lines)
    if numbers != list(range(1, games + 1)):
        found.append(f"games in the log: {numbers}")
    for line in lines:
        try:
            load_record(folder / "games" / line["file"]).position()
        except Exception as error:
            found.append(f"{line['file']}: {error}")
    return found


def main() -> int:
    """Run, kill, resume, check."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("config")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--longest", type=float, default=15.0, help="seconds before a kill")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    chance = random.Random(wanted.seed)
    folder = Path(wanted.folder)
    tournament = load_tournament(Path(wanted.config))
    games = game_count(tournament, load_openings(tournament))
    line = [sys.executable, "-m", "gtpengine", "match", wanted.config, "--folder", wanted.folder]
    mark = str(os.getpid())
    env = dict(os.environ, **{MARK: mark})
    bad = []
    for kill in range(1, wanted.kills + 1):
        process = subprocess.Popen([*line, "--plain"], env=env, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.5, wanted.longest))
        process.send_signal(signal.SIGKILL)
        process.wait()
        until = time.monotonic() + SETTLE_SECONDS
        while left_behind(mark) and time.monotonic() < until:
            time.sleep(0.05)
        orphans = left_behind(mark)
        if orphans:
            bad.append(f"after kill {kill} processes lived on: {orphans}")
        sys.stderr.write(f"kill {kill}: {finished(folder)} of {games} games, {len(orphans)} left\n")
    subprocess.run([*line, "--plain"], check=True)
    bad += problems(folder, games)
    sys.stderr.write(
        "\n".join(bad or [f"all {games} games exactly once, all records parse"]) + "\n"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
