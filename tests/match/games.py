"""Specifications of games between scripted engines, and what tests ask about processes."""

import dataclasses
import shutil
import sys
import time
from pathlib import Path

from gtpengine.match.openings import EMPTY_BOARD
from gtpengine.match.schedule import GameSpec
from gtpengine.match.settings import EngineSettings, GameSettings, JudgeSettings, TimeControl

SCRIPTED = Path(__file__).with_name("scripted.py")
SCRIPTED_JUDGE = Path(__file__).with_name("scripted_judge.py")
# Environment variable that all processes of a test's tournament inherit.
MARK = "GTPENGINE_TEST"
# Generous: these machines are shared. Only a real hang runs into it.
PATIENCE = 120.0


def words(*options):
    """Return the command line of a scripted engine."""
    return (sys.executable, "-I", "-S", str(SCRIPTED), *map(str, options))


def judge_in(folder):
    """Put the scripted judge into a folder, where a test may break it; return its file."""
    return Path(shutil.copy(SCRIPTED_JUDGE, folder / "judge.py"))


def scripted(name, *options):
    """Return a scripted engine's settings."""
    return EngineSettings(words(*options), name=name)


RESIGNER = scripted("resigner", "--does", "resign", "--at", 5)
PLAYER = scripted("player")


def game(black=PLAYER, white=RESIGNER, **changes):
    """Return a game on 9x9 with the given changes."""
    spec = GameSpec(
        number=1,
        pair=1,
        black=black,
        white=white,
        opening=EMPTY_BOARD,
        game=GameSettings(board_size=9, komi=7.5),
        time=TimeControl(hang=PATIENCE, start=PATIENCE),
        judges=JudgeSettings(),
        seed=5,
        keep_engines=False,
    )
    return dataclasses.replace(spec, **changes)


def is_running(pid):
    """Tell whether a process exists and is no zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def wait_until(condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def processes_of(folder):
    """Return the living processes of tournaments in `folder`: they inherit it as a mark."""
    mark = f"{MARK}={folder}".encode() + b"\0"
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark in (path / "environ").read_bytes()
        except OSError:
            continue
        if marked and is_running(int(path.name)):
            found.append(int(path.name))
    return found
