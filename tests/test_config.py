"""Settings files: every mistake is an error that says what and where."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from gtpengine.board.rules import rules_named
from gtpengine.config import BadConfig, Config, filled, load_config
from gtpengine.engine.settings import parameters

ROOT = Path(__file__).parent.parent


def loaded(tmp_path, text):
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return load_config(path)


def test_an_empty_file_is_the_default(tmp_path):
    assert loaded(tmp_path, "") == Config()


def test_values_arrive(tmp_path):
    config = loaded(tmp_path, '[game]\nrules = "aga"\nkomi = 7\n[record]\nautosave = false\n')
    assert config.game.rules == "aga"
    assert config.game.komi == 7.0
    assert config.game.board_size == 19
    assert not config.record.autosave


WRONG = [
    pytest.param("[gmae]", "unknown key 'gmae'; did you mean 'game'?", id="table"),
    pytest.param("[game]\nkomy = 1", "unknown key 'game.komy'; did you mean 'komi'?", id="key"),
    pytest.param(
        "[gtp]\nxxxx = 1", "unknown key 'gtp.xxxx'; there are kgs, log, verbose", id="far"
    ),
    pytest.param("game = 3", "'game' is a table: write [game] and its keys below", id="no table"),
    pytest.param("[game]\nrules = 3", "'game.rules' must be of type str, not 3", id="type"),
    pytest.param("[game]\nboard_size = true", "must be of type int, not True", id="bool is no int"),
    pytest.param("[game]\nkomi = 'x'", "'game.komi' must be of type float, not 'x'", id="optional"),
    pytest.param("[game]\nboard_size = 1", "is 1; it must be between 2 and 25", id="range"),
    pytest.param("[time]\nlag_seconds = nan", "it must be between 0 and 60", id="not a number"),
    pytest.param("[game", "is not TOML: ", id="not TOML"),
    pytest.param("[time]\nlag_seconds = nan", "'time.lag_seconds' is not a number", id="nan"),
    pytest.param("[game]\nkomi = 1e400", "it must be between -10000 and 10000", id="infinite"),
    pytest.param(f"[game]\nkomi = {10**400}", "not a huge number", id="huge komi"),
    pytest.param(f"[game]\nboard_size = {10**400}", "is too large a number", id="huge size"),
    pytest.param(f"[game]\nkomi = {'9' * 5000}", "is not TOML", id="thousands of digits"),
    pytest.param(f"game = {'[' * 9999}", "is not TOML", id="thousands of brackets"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_mistakes_are_named(tmp_path, text, words):
    with pytest.raises(BadConfig) as error:
        loaded(tmp_path, text)
    assert words in str(error.value)
    assert "some.toml" in str(error.value)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "some.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfig, match="is not TOML"):
        load_config(path)


@pytest.mark.parametrize("path", ["missing.toml", "."], ids=["missing", "folder"])
def test_files_that_cannot_be_read(tmp_path, path):
    with pytest.raises(BadConfig, match="cannot read"):
        load_config(tmp_path / path)


def test_the_default_file_shows_the_defaults_and_every_key_once_in_its_table():
    path = ROOT / "gtpengine" / "default.toml"
    assert load_config(path) == Config()
    shown: dict[str, list[str]] = {}
    described = False
    for line in path.read_text(encoding="utf-8").splitlines():
        if table := re.fullmatch(r"\[(\w+)\]", line):
            keys = shown.setdefault(table[1], [])
        elif key := re.match(r"(?:# )?(\w+) = ", line):
            keys.append(key[1])
            assert described or len(keys) > 1, f"{line}: what does it mean?"
        described = line.startswith("#")
    assert shown == {
        table.name: [key.name for key in fields(getattr(Config(), table.name))]
        for table in fields(Config)
    }


def test_limits_hold_for_the_defaults_of_every_table():
    for table in fields(Config):
        kind = getattr(Config(), table.name)
        given = {key.name: getattr(kind, key.name) for key in fields(kind)}
        assert filled(type(kind), given, table.name) == kind


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs" / "engines").glob("*.toml")), ids=lambda path: path.stem
)
def test_engines_set_parameters_that_exist(path):
    known = parameters()
    for command in tomllib.loads(path.read_text(encoding="utf-8")).get("commands", []):
        name, *words = command.split()
        assert name == "gtpengine-param"
        assert words[0] in known, command


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs" / "clients").glob("*.toml")), ids=lambda path: path.stem
)
def test_engine_settings_for_clients_are_valid(path):
    config = load_config(path)
    assert config != Config()
    rules_named(config.game.rules)
