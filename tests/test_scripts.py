"""The commands that people type: from anywhere, through a symlink, with typos."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "scripts" / "gtpengine"

pytestmark = pytest.mark.skipif(
    not (ROOT / ".venv" / ".installed-core.toml").exists(),
    reason="set up by other means than scripts/test",
)


def run(*command, cwd=ROOT, stdin="", **env):
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        input=stdin,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_no_input_is_a_quiet_success():
    done = run(SCRIPT)
    assert (done.returncode, done.stdout) == (0, "")


def test_from_another_folder_through_a_symlink_to_a_symlink(tmp_path):
    (tmp_path / "inner").symlink_to(SCRIPT)
    (tmp_path / "outer").symlink_to("inner")
    done = run(tmp_path / "outer", "--version", cwd=tmp_path)
    assert (done.returncode, done.stdout[:10]) == (0, "gtpengine ")
    assert done.stderr == ""


def test_another_project_in_the_current_folder_is_not_what_runs(tmp_path):
    other = tmp_path / "gtpengine"
    other.mkdir()
    (other / "__init__.py").write_text("raise SystemExit('the wrong project')")
    done = run(SCRIPT, "--version", cwd=tmp_path)
    assert (done.returncode, done.stdout[:10]) == (0, "gtpengine ")


def test_gtp_answers_on_stdout_alone(tmp_path):
    done = run(SCRIPT, "--no-autosave", cwd=tmp_path, stdin="1 name\nquit\n")
    assert (done.returncode, done.stdout) == (0, "=1 gtpengine\n\n=\n\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["vallue", "1"], "did you mean 'value'?"),
        (["--confg", "x"], "--confg"),
        (["--config", "missing.toml"], "missing.toml"),
        (["bench", "bord"], "bord"),
    ],
)
def test_typos_get_one_clear_line(arguments, words):
    done = run(SCRIPT, *arguments)
    assert done.returncode in (1, 2)
    assert done.stdout == ""
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_every_subcommand():
    from gtpengine.cli.main import SUBCOMMANDS

    text = run(SCRIPT, "--help").stdout
    assert all(name in text for name in SUBCOMMANDS)
    for name in SUBCOMMANDS:
        assert run(SCRIPT, name, "--help").stdout.startswith(f"usage: gtpengine {name}")


def test_running_leaves_nothing_in_the_checkout():
    before = run("git", "status", "--porcelain", "--ignored").stdout
    run(SCRIPT, "--no-autosave", stdin="boardsize 9\nplay b e5\nquit\n")
    after = run("git", "status", "--porcelain", "--ignored").stdout
    assert after == before


@pytest.mark.parametrize(
    "name", ["baseline", "learn-patterns", "learn-tables", "make-figures", "release"]
)
def test_help_of_long_work_begins_none(name):
    done = run(ROOT / "scripts" / name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= 3
