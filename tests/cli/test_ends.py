"""How a command ends when something around it fails: one line on stderr, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine import __main__
from gtpengine.cli.main import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_USAGE, SUBCOMMANDS, run

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full disk at hand")
SHORT = [
    *(["--help"], ["--version"], ["--show-config"], ["completion", "bash"]),
    *(["value", "11||8|0"], ["value", "11||8|0", "--json"]),
]


def ended(arguments, **how):
    command = [sys.executable, "-m", "gtpengine", *arguments]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, **how)
    return done.returncode, done.stderr


@needs_full
@pytest.mark.parametrize("arguments", SHORT, ids=" ".join)
def test_a_full_disk_behind_stdout_is_told_in_one_line(arguments):
    with FULL.open("w") as full:
        code, told = ended(arguments, stdout=full)
    assert code == EXIT_FAILED
    assert told.count("\n") == 1
    assert "No space left on device" in told


def test_a_closed_stdout_is_told_in_one_line():
    def close():
        os.close(1)

    code, told = ended(["value", "11||8|0"], preexec_fn=close)
    assert (code, told.count("\n")) == (EXIT_FAILED, 1)
    assert "stdout is closed" in told


@needs_full
def test_a_log_that_cannot_be_written_disturbs_no_game_and_is_told_once():
    conversation = {"input": "name\nversion\nquit\n", "stdout": subprocess.PIPE}
    code, told = ended(["gtp", "--no-autosave", "--log", str(FULL)], **conversation)
    assert code == 0
    assert told == "gtpengine: cannot write the log '/dev/full': No space left on device\n"


@pytest.mark.parametrize("name", ["", *SUBCOMMANDS])
def test_an_interruption_is_no_traceback_however_early(name, monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("gtpengine.cli.main.importlib.import_module", interrupted)
    assert run([name] if name else []) == EXIT_INTERRUPTED
    assert capsys.readouterr().err == f"gtpengine {name or 'gtp'}: interrupted\n"


def test_an_interruption_before_anything_is_imported_is_none_either(monkeypatch):
    monkeypatch.setitem(sys.modules, "gtpengine.cli.main", Interrupted("gtpengine.cli.main"))
    assert __main__.main() == EXIT_INTERRUPTED


class Interrupted(type(sys)):
    """A module that Ctrl-C meets while it is imported."""

    @property
    def run(self):
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("given", "meant"), [("--bordsize", "--boardsize"), ("--secnds=3", "--seconds"), ("--qq", None)]
)
def test_a_wrong_option_names_the_one_that_may_be_meant(given, meant, capsys):
    with pytest.raises(SystemExit) as left:
        run(["gtp", given])
    assert left.value.code == EXIT_USAGE
    told = capsys.readouterr().err
    assert f"unrecognized arguments: {given}" in told
    assert ("did you mean" in told) == (meant is not None)
    assert meant is None or f"did you mean '{meant}'?" in told
