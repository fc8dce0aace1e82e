"""GoGui's own client and parsers read every view, and its referee plays a game.

The environment variable GTPENGINE_GOGUI is the class path of a GoGui: gogui.jar, or a folder of
its classes. Without it, or without Java, the transcripts in test_gogui.py stand alone.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GOGUI = os.environ.get("GTPENGINE_GOGUI", "")
BOARDS = ("SBOARD", "DBOARD", "CBOARD", "BWBOARD")

pytestmark = [
    pytest.mark.skipif(not GOGUI, reason="GTPENGINE_GOGUI names no GoGui (gogui.jar)"),
    pytest.mark.skipif(shutil.which("java") is None, reason="Java is not installed"),
]


def java(*words, folder):
    done = subprocess.run(
        ["java", "-cp", GOGUI, *map(str, words)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        env=dict(os.environ, PYTHONPATH=str(HERE.parents[1])),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def engine(*options):
    return " ".join([sys.executable, "-m", "gtpengine", "--no-autosave", *options])


@pytest.mark.parametrize("size", [9, 13, 19])
def test_every_view_is_read(size, tmp_path):
    out = java(HERE / "GoGuiViews.java", engine("--seconds", "0.5"), size, folder=tmp_path)
    views = [line.split("\t") for line in out.splitlines()]
    assert len(views) >= 15
    assert [view for view in views if view[2].startswith("FAILED")] == []
    for kind, _, came in views:
        # of an open board there may be no line and no thermograph to show: that is said in words
        assert not came.startswith("REFUSED") or kind in ("HSTRING", "VAR", "VARB", "VARC", "VARW")
        if kind in BOARDS:
            assert came == f"{size} columns"
        if kind == "PARAM":
            assert int(came.split()[0]) > 10


def test_two_engines_play_by_gogui_twogtp(tmp_path):
    player = engine("--seconds", "0.1")
    java(
        "net.sf.gogui.tools.twogtp.Main",
        *("-black", player, "-white", player, "-auto", "-games", "1", "-size", "5"),
        *("-komi", "0.5", "-sgffile", "game", "-maxmoves", "60"),
        folder=tmp_path,
    )
    rows = [
        line.split("\t")
        for line in (tmp_path / "game.dat").read_text().splitlines()
        if not line.startswith("#")
    ]
    # game, the result by Black, by White and by the referee, ..., the number of errors at the end
    (row,) = rows
    assert row[1] == row[2]
    assert row[1][0] in "BW0"
    assert (tmp_path / "game-0.sgf").exists()
