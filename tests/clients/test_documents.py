"""The pages for users name only commands, options and files that exist."""

import json
import re
from pathlib import Path

import pytest

from gtpengine.cli import gtp
from gtpengine.config import GtpConfig
from gtpengine.gtp.catalogue import catalogue

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "clients").glob("*.md"))
FILES = sorted((ROOT / "configs" / "clients").iterdir())
NAMES = set(catalogue(GtpConfig(kgs=True)).names())
# Words that look like commands of ours and are not: settings, other programs' options, file names.
OURS = re.compile(r"`((?:kgs|kata|gogui|gomill|gg|gtpengine)-[a-z_-]+|final_\w+|set_\w+|place_\w+)")
PROGRAMS = {"gogui-regress", "gogui-twogtp"}


def options():
    import argparse

    parser = argparse.ArgumentParser()
    gtp.configure(parser)
    return {name for action in parser._actions for name in action.option_strings}


def test_there_is_a_page_for_every_client():
    assert {page.stem for page in PAGES} == {
        *("README", "browser", "sabaki", "gogui", "gtp2ogs", "kgsgtp"),
        *("katago", "katago-json", "tournaments"),
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_options_and_files_exist(page):
    text = page.read_text(encoding="utf-8")
    assert {name for name in OURS.findall(text) if name not in PROGRAMS} <= NAMES
    # Behind the name of the engine all options are ours, up to the end of the quotation.
    for quoted in re.findall(r"gtpengine((?: --?[\w-]+(?: [\w./]+)?)+)", text):
        assert set(re.findall(r"--[\w-]+", quoted)) <= options(), quoted
    for path in re.findall(r"configs/[\w./-]*\w", text):
        assert (ROOT / path).exists(), path
    for link in re.findall(r"\]\(([\w.-]+)\)", text):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_client_files_use_options_that_exist(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        assert json.loads(text)
    for quoted in re.findall(r"gtpengine\"?,? ((?:\"?--[\w-]+\"?,? ?\"?[\w.]*\"?,? ?)+)", text):
        assert set(re.findall(r"--[\w-]+", quoted)) <= options(), quoted
