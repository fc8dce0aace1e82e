"""The baseline: every setting pinned, and older states of the code beside this one."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from gtpengine.engine.settings import parameters
from gtpengine.match.settings import Format, load_engine, load_tournament
from tests.gtp.conversation import Conversation

ROOT = Path(__file__).parents[2]
PROGRESS = ROOT / "configs" / "tournaments" / "progress.toml"
OF_THE_GAME = {"seconds_per_move": "--seconds", "seed": "--seed"}  # on the command line


def pinned():
    """Return the values of the settings in the baseline, by name."""
    lines = [line.split() for line in load_engine(PROGRESS, "baseline").commands]
    assert {line[0] for line in lines} == {"gtpengine-param"}
    return {name: value for _, name, value in lines}


def test_every_setting_is_pinned_once():
    engine = load_engine(PROGRESS, "baseline")
    assert len(engine.commands) == len(pinned())
    names = {name for name in parameters() if "." not in name}  # tables are the code's
    assert set(pinned()) | set(OF_THE_GAME) == names
    assert set(OF_THE_GAME.values()) <= set(engine.command)


def test_the_engine_takes_every_line():
    conversation = Conversation()
    for name, value in pinned().items():
        conversation.tell(f"gtpengine-param {name} {value}")
        assert conversation.tell(f"gtpengine-param {name}") == value


def test_progress_is_measured_against_it():
    tournament = load_tournament(PROGRESS)
    assert tournament.format is Format.PLAYOFF
    assert [engine.name for engine in tournament.engines] == ["default", "baseline"]
    default, baseline = tournament.engines
    assert default.command == baseline.command


ENGINE = """#!/usr/bin/env bash
echo "$1 by the {} engine${{PYTHONSAFEPATH:+, not by the current folder}}"
"""


def git(folder, *words):
    who = ["-c", "user.name=test", "-c", "user.email=test@example.invalid"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path):
    """A project with two states of an engine that only says which one it is."""
    folder = tmp_path / 'here "and" there'
    scripts = folder / "scripts"
    scripts.mkdir(parents=True)
    git(folder, "init", "--quiet")
    for name in ("baseline", "environment.sh"):
        shutil.copy(ROOT / "scripts" / name, scripts)
    for state in ("old", "new"):
        (scripts / "gtpengine").write_text(ENGINE.format(state), encoding="utf-8")
        (scripts / "gtpengine").chmod(0o755)
        git(folder, "add", ".")
        git(folder, "commit", "--quiet", "--message", state)
    return folder


def baseline(project, *words, cwd=None):
    return subprocess.run(
        [project / "scripts" / "baseline", *words],
        cwd=cwd or project,
        env=os.environ | {"GIT_CEILING_DIRECTORIES": str(project.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("times", [1, 2])
def test_an_older_state_plays_from_its_own_checkout(project, tmp_path, times):
    for _ in range(times):
        done = baseline(project, "HEAD~1", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "warm by the old engine" in done.stderr
    command = tomllib.loads(done.stdout)["command"]
    words = [*command[: command.index("--no-autosave")], "name"]
    said = subprocess.run(words, capture_output=True, text=True, check=True)
    assert said.stdout == "name by the old engine, not by the current folder\n"
    assert "{seed}" in command
    written = list((project / ".baseline").glob("*.toml"))
    assert len(written) == 1
    assert load_engine(PROGRESS, str(written[0])).command == tuple(command)


def test_a_checkout_that_was_deleted_is_made_again(project):
    baseline(project, "HEAD~1")
    shutil.rmtree(project / ".baseline")
    assert baseline(project, "HEAD~1").returncode == 0


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        ([], 2, "usage: scripts/baseline COMMIT"),
        (["--nonsense"], 2, "usage: scripts/baseline COMMIT"),
        (["nowhere"], 1, "there is no commit 'nowhere'"),
    ],
)
def test_mistakes_get_one_line(project, words, code, text):
    done = baseline(project, *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert text in done.stderr
    assert not (project / ".baseline").exists()
