"""Sabaki's own client library drives the engine."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gtp.parsers import sabaki
from tests.gtp.process import real_trouble

HERE = Path(__file__).parent


def driven(*command):
    """Return the report of sabaki.js about an engine."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    if not (HERE / "node_modules" / "@sabaki" / "gtp").is_dir():
        pytest.skip("@sabaki/gtp is not installed (npm ci --prefix tests/clients)")
    done = subprocess.run(
        [node, "sabaki.js", *map(str, command)],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=400,
        env=dict(os.environ, PYTHONPATH=str(HERE.parents[1])),
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_session_with_sabaki():
    report = driven(sys.executable, "-m", "gtpengine", "--no-autosave", "--seconds", "1")
    name, version, protocol, commands = report["start"]
    assert (name, protocol) == ("gtpengine", "2")
    assert version
    assert {"undo", "set_free_handicap", "genmove"} <= set(commands.split("\n"))
    whole = [
        ".........",
        ".........",
        "......X..",
        ".........",
        "....OX...",
        "..XO.O...",
        "..X.O....",
        ".........",
        ".........",
    ]
    assert report["whole"] == whole
    back = [*whole[:4], "....O....", "..XOXO...", "..X......", *whole[7:]]
    assert report["back"] == back
    assert report["branch"] == ["........O", "........O", *back[2:]]
    assert report["history"] == 10
    assert report["move"][0] in "ABCDEFGHJ"
    stones = "".join(report["moved"])
    assert stones.count("X") + stones.count("O") >= 8
    assert report["refused"] == "? illegal move"
    assert report["rectangle"] == ["......O", ".......", "O......", "X......", "XX....."]
    assert real_trouble(report["stderr"]) == []
    assert report["stopSeconds"] < 3


def test_sabaki_stops_a_stream_by_sending_anything():
    report = driven(sys.executable, HERE / "streaming_engine.py", "--no-autosave")
    first, *lines, last = report["analysis"]
    assert first == "="
    assert len(lines) >= 3
    # A 7x5 board with stones at A1, A2, A3, B1 and G5.
    for line in lines:
        moves = sabaki(line, "kata")
        assert [move["move"] for move in moves] == ["C1", "D1", "E1"]
        assert all(len(move["pv"]) == 3 for move in moves)
    assert last == ""
    assert report["stopping"] == "2"
    assert report["afterwards"] == report["rectangle"]
    assert report["genmove"] == "kata-genmove_analyze"
    first, *lines, move, last = report["genmoveLines"]
    assert (first, move, last) == ("=", "play C1", "")
    assert all(sabaki(line, "kata")[0]["move"] == "C1" for line in lines)
    assert report["next"] == "2"
    assert report["genmoveHistory"] == {"name": "play", "args": ["B", "C1"]}
    assert report["genmoveBoard"] == [*report["rectangle"][:4], "XXX...."]
