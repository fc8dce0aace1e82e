"""docs/VALUES.md: every command in it prints exactly what the guide says."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from gtpengine.cli import value as value_command
from gtpengine.cli.main import run

GUIDE = Path(__file__).parents[2] / "docs" / "VALUES.md"
TEXT = GUIDE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ gtpengine (.*)\n((?s:.*?))```", TEXT)


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
def test_example(capsys, command, output):
    code = run(shlex.split(command))
    captured = capsys.readouterr()
    assert captured.out + captured.err == output
    assert code == (1 if captured.err else 0)


def test_every_block_is_an_example():
    assert len(EXAMPLES) == TEXT.count("```console") == 7


def test_every_option_is_explained():
    parser = argparse.ArgumentParser()
    value_command.configure(parser)
    options = re.findall(r"--[a-z]+", parser.format_help())
    assert {"--komaster", "--tree"} <= set(options)
    for option in set(options) - {"--help"}:
        assert option in TEXT, option
