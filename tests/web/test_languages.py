"""One catalogue of strings for pages and app: every sentence is there, with the same blanks."""

import ast
import json
import re
from pathlib import Path

import pytest

from gtpengine.report import analysispage, heat, regionwords, reviewwords, thermosvg
from gtpengine.report.language import CATALOGUES, LANGUAGES, say, speaking

PACKAGE = Path(__file__).parents[2] / "gtpengine"
STATIC = PACKAGE / "web" / "static"
BLANKS = re.compile(r"\{\w+\}")


def said_by_python():
    for path in (PACKAGE / "report").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_said = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say"
            if is_said and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value
    # What stands in tables is said by its name.
    yield from regionwords.NAMES.values()
    yield from regionwords.CERTAINTY_WORDS.values()
    yield from regionwords.CERTAINTY_SENTENCES.values()
    yield from reviewwords._WHY.values()
    yield thermosvg._KO_CAPTION
    yield from (name for names in heat.STEP_NAMES.values() for name in names)
    yield from (name for _, name in analysispage._HEADS)
    yield from analysispage.HOW_TO_READ
    yield from ("best move of both", "Black's", "White's", "centre", "Ko")
    yield "Ko whose count depends on the ko threats"
    yield from ("gote", "dame", "ko", "hyperactive ko", "open", "loop", "settled")
    yield from (f"{up} {across}" for up in ("lower", "upper") for across in ("left", "right"))
    yield from (f"{each} side" for each in ("lower", "upper", "left", "right"))


def said_by_the_browser():
    for path in (STATIC / "js").glob("*.js"):
        for found in re.findall(r"\bt\(\s*(\"(?:[^\"\\]|\\.)*\")", path.read_text("utf-8")):
            yield json.loads(found)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    yield from re.findall(r"data-t>([^<]+)<", page)
    yield from re.findall(r"data-t-(?:label|title)=\"([^\"]+)\"", page)


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_every_sentence_is_translated_with_the_same_blanks(language):
    catalogue = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
    wanted = {*said_by_python(), *said_by_the_browser()}
    assert len(wanted) > 200
    assert wanted - catalogue.keys() == set()
    assert catalogue.keys() - wanted == set()  # nothing that nobody says
    for english, other in catalogue.items():
        assert sorted(BLANKS.findall(english)) == sorted(BLANKS.findall(other)), english
        assert english.startswith(" ") == other.startswith(" "), english


def test_a_language_holds_where_it_is_asked_for():
    assert say("{points} for {who}", points=3, who="x") == "3 for x"
    with speaking("de"):
        assert say("{points} for {who}", points=3, who="x") == "3 für x"
        assert say("no such sentence") == "no such sentence"
    with speaking("../../etc"):
        assert say("Black") == "Black"
    assert say("Black") == "Black"
