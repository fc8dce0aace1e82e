"""Tournaments of scripted engines, run by the real command."""

import json
import os
import subprocess
import sys
from pathlib import Path

from gtpengine.board.record import load_record
from tests.match.games import MARK, PATIENCE, words

ROOT = Path(__file__).parents[2]


def write_tournament(folder, *, games=12, format="round-robin", delay=0.0, names="abc", extra=""):
    """Write a tournament of scripted engines; return its path. They resign by chance, soon."""
    (folder / "engines").mkdir(parents=True, exist_ok=True)
    (folder / "tournaments").mkdir(exist_ok=True)
    for name in names:
        line = words("--does", "resign", "--at", 4, "--seed", "{seed}", "--delay", delay)
        # One that does not resign at its fourth move lets the other resign at his.
        line += ("--resigns", "0.5" if name == "a" else "1.0")
        (folder / "engines" / f"{name}.toml").write_text(f"command = {json.dumps(line)}\n")
    path = folder / "tournaments" / "scripted.toml"
    path.write_text(
        f'format = "{format}"\ngames = {games}\nengines = {json.dumps(list(names))}\n{extra}\n'
        "[game]\nmost_moves = 12\n"
        f'[time]\nhang = {PATIENCE}\n[judges]\nnames = ["gtpengine"]\n'
    )
    return path


def command(path, *options):
    return [sys.executable, "-m", "gtpengine", "match", str(path), *map(str, options)]


def environment(folder):
    """Return the environment of a tournament in `folder`."""
    return dict(os.environ, PYTHONPATH=str(ROOT), **{MARK: str(folder)})


def run(path, folder, *options):
    """Run a tournament to its end; return the finished process."""
    return subprocess.run(
        command(path, "--folder", folder, "--parallel", 2, *options),
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        env=environment(folder),
        check=False,
    )


def start(path, folder, *options):
    return subprocess.Popen(
        command(path, "--folder", folder, "--parallel", 2, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(folder),
    )


def logged(folder):
    """Return the finished games of the log, as tables."""
    path = folder / "log.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def check_complete(folder, games):
    """Every game is there exactly once, and every record parses and says the same."""
    lines = logged(folder)
    assert sorted(line["number"] for line in lines) == list(range(1, games + 1))
    files = sorted(path.name for path in (folder / "games").iterdir())
    assert files == sorted(line["file"] for line in lines)
    for line in lines:
        record = load_record(folder / "games" / line["file"])
        assert record.result == line["result"]
        assert len(record.moves()) == line["moves"]
        record.position()
