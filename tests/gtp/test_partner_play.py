"""A live engine with a scripted KataGo beside it: moves, explanations, analysis, and its end."""

import shlex
import sys
from pathlib import Path

import pytest

from tests.gtp.process import engine
from tests.match.games import is_running, wait_until

SCRIPTED = Path(__file__).parent.parent / "evaluation" / "katago" / "scripted.py"


def command(*options):
    return shlex.join([sys.executable, "-I", "-S", str(SCRIPTED), *map(str, options)])


def test_moves_explanations_and_analysis_come_from_both(tmp_path):
    starts = tmp_path / "starts"
    words = command("--moves", "C3=40=1.5 D4=9=0.5", "--starts", starts)
    with engine("--katago", words, "--katago-visits", "50", "--seconds", "60") as process:
        process.tell("boardsize 9")
        for move in ("b A9", "w J1"):  # no book knows them
            process.tell(f"play {move}")
        assert process.tell("gtpengine-param evaluator") == "katago"
        analysis = process.tell("kata-genmove_analyze b 1")
        assert "info move C3 visits 40" in analysis
        assert analysis.endswith("play C3")
        said = process.tell("gomill-explain_last_move")
        assert "C3: the first choice of KataGo 9.9 after 50 visits, black leads by +1.5" in said
        process.tell("gtpengine-param evaluator own")
        process.tell("gtpengine-param visits 50")
        process.tell("genmove w")
        assert "KataGo" not in process.tell("gomill-explain_last_move")
        process.tell("quit")
        process.exit_code()
    for pid in starts.read_text().split():
        wait_until(lambda pid=pid: not is_running(int(pid)))


def test_one_that_does_not_start_costs_a_line_on_stderr():
    with engine("--katago", command("--does", "no start"), "--seconds", "2") as process:
        process.tell("boardsize 9")
        for move in ("b A9", "w J1"):
            process.tell(f"play {move}")
        process.tell("gtpengine-param visits 50")
        process.tell("genmove b")
        assert "KataGo" not in process.tell("gomill-explain_last_move")
        process.tell("quit")
        process.exit_code()
        told = process.stderr.decode()
    assert "KataGo does not start: Could not open the model file" in told
    assert "our own search goes on without it" in told


@pytest.mark.parametrize("options", [[], ["--katago", ""]])
def test_settings_that_want_a_katago_must_name_it(tmp_path, options):
    settings = tmp_path / "my.toml"
    settings.write_text('[player]\nevaluator = "katago"\n')
    with engine("--config", str(settings), *options) as process:
        assert process.answer() is None
        process.exit_code()
        assert b"'katago.command' is empty" in process.stderr
