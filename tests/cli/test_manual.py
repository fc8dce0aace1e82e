"""The manual is what the parsers say, shells can complete it, and --version names the commit."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine import __version__
from gtpengine.cli.completion import bash, fish, words_of
from gtpengine.cli.gtp import default_settings, greeting, user_settings
from gtpengine.cli.main import SUBCOMMANDS, overview, parser_of
from gtpengine.cli.manual import manual
from gtpengine.cli.version import version_text
from gtpengine.config import Config, GtpConfig, load_config
from gtpengine.gtp.catalogue import catalogue

ROOT = Path(__file__).parents[2]


def test_the_manual_in_the_documents_is_made_from_the_parsers():
    told = (ROOT / "docs" / "COMMANDS.md").read_text(encoding="utf-8")
    assert told == manual(), "made anew by: scripts/gtpengine manual > docs/COMMANDS.md"


def test_the_manual_leaves_nothing_out():
    text = manual()
    for name in SUBCOMMANDS:
        assert f"\n## gtpengine {name}\n" in text
        for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]*", parser_of(name).format_usage()):
            assert f"`{flag}" in text, (name, flag)
    for name in catalogue(GtpConfig(kgs=True)).names():
        assert re.search(rf"^- `{name}`: \w.*\.$", text, re.MULTILINE), name


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_option_has_words(name):
    assert name in overview()
    for action in parser_of(name)._actions:
        assert action.help, (name, action.dest)


def completed(line):
    """Return what bash offers for the last word of a line."""
    ask = f"COMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _gtpengine;"
    done = subprocess.run(
        ["bash", "-c", f'{bash()}{ask} printf "%s\\n" "${{COMPREPLY[@]}}"'],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_subcommands_options_and_choices():
    assert completed("gtpengine rev") == ["review"]
    assert completed("gtpengine --sel") == ["--self-test"]
    assert completed("gtpengine review --ht") == ["--html"]
    assert completed("gtpengine completion z") == ["zsh"]
    assert completed("gtpengine --kgs --bo") == ["--boardsize"]


def test_the_other_shells_get_every_option():
    assert "bashcompinit" in bash(zsh=True)
    script = fish()
    for name in SUBCOMMANDS:
        for flag in words_of(name):
            if flag.startswith("--"):
                assert f" -l {flag[2:]}" in script, (name, flag)


def test_the_version_names_the_commit():
    told = subprocess.run(
        [sys.executable, "-m", "gtpengine", "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told == f"gtpengine {version_text()}\n"
    assert told.startswith(f"gtpengine {__version__}")
    if (ROOT / ".git").exists() and shutil.which("git"):
        assert re.search(r" \(commit [0-9a-f]{8}\+?\)$", version_text())


def test_the_shown_settings_are_the_defaults(tmp_path):
    (tmp_path / "own.toml").write_text(default_settings(), encoding="utf-8")
    assert load_config(tmp_path / "own.toml") == Config()


def engine(*options, **env):
    return subprocess.run(
        [sys.executable, "-m", "gtpengine", "--no-autosave", *options],
        cwd=ROOT,
        input="kata-get-rules\nget_komi\nquit\n",
        env={"PATH": "", **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_settings_in_the_usual_folder_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert user_settings() is None
    path = tmp_path / "gtpengine" / "config.toml"
    path.parent.mkdir()
    path.write_text('[game]\nrules = "japanese"\nkomi = 3.5\n')
    assert user_settings() == path
    own = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert "TERRITORY" in engine(**own).stdout
    assert "= 3.5" in engine(**own).stdout
    assert "= 0.5" in engine("--komi", "0.5", **own).stdout
    assert "AREA" in engine("--no-config", **own).stdout
    path.write_text("[gmae]\n")
    broken = engine(**own)
    assert broken.returncode == 1
    assert "config.toml" in broken.stderr
    assert "did you mean 'game'?" in broken.stderr


def test_who_starts_it_in_a_terminal_is_told_what_it_is():
    pty = pytest.importorskip("pty")
    import os

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "gtpengine", "--no-autosave"],
        cwd=ROOT,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.write(ours, b"name\nquit\n")
    out, err = process.communicate(timeout=120)
    os.close(theirs)
    os.close(ours)
    assert out == b"= gtpengine\n\n=\n\n"
    assert err.decode() == greeting()
    assert "--help" in greeting()
