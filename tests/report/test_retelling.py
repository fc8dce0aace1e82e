"""Sentences of the engine in the reader's language: all of them are known, nothing else changes."""

import ast
import json
import re
from pathlib import Path

import pytest

from gtpengine.report.language import speaking
from gtpengine.report.retelling import TOLD, retold

PACKAGE = Path(__file__).parents[2] / "gtpengine"
# Where sentences come from that a reader may get: reasons, remarks, warnings, errors.
SOURCES = [
    "strategy/candidates",
    "strategy/chooser",
    "strategy/forcing",
    "strategy/hotstrat",
    "strategy/ko",
    "strategy/kofight",
    "strategy/maxmove",
    "strategy/thermostrat",
    "engine/deciding",
    "engine/player",
    "engine/search_player",
    "engine/opening",
    "engine/cleanup",
    "model/model",
    "model/vital",
    "partition/place",
    "localgame/borders",
    "localgame/graph",
    "web/desk",
    "web/positions",
    "web/problems",
    "web/records",
    "web/room",
    "web/visitor",
    "web/app",
    "board/position",
    "board/komi",
    "board/points",
    "board/rules",
    "board/handicap",
    "board/record",
    "board/sgftext",
]
# What no page shows: names of players and strategies, types, faults of our own files, the terminal.
UNSEEN = re.compile(
    r"search player|cleanup player|exact sum|sente first|.* and search|.*\| None\]?"
    r"|.*opening book.*:.*|a ko threat of size .*|.*larger than .*|X1: is a folder"
    r"|no position before .*|no game .*"
    r"|.*setup after move .*|.*as far as move .*|.*before the first stone|too many pages are open"
    r"|there is no such file|Wait for .*|the ko fight is too long"
)
ENGLISH = re.compile(
    r"\b(the|is|are|of|and|no|not|with|at|than|where|which|by|has|have|that|more|move|moves|"
    r"region|regions|points|stones|file|place|must|be|between|black|white|to)\b",
    re.IGNORECASE,
)


def sentences(path):
    """Yield the sentences in a module, X1 in their blanks."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)  # a docstring
        elif isinstance(node, ast.JoinedStr):
            skipped.update(part for part in ast.walk(node) if part is not node)
        elif isinstance(node, ast.Assert) or (
            isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("log.", "say"))
        ):
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(
                part.value if isinstance(part, ast.Constant) else "X1" for part in node.values
            )
        else:
            continue
        if " " in text.strip() and not UNSEEN.fullmatch(text):
            yield text


@pytest.mark.parametrize("name", SOURCES)
def test_every_sentence_of_the_engine_is_told_in_german(name):
    with speaking("de"):
        left = {text: retold(text) for text in sentences(PACKAGE / f"{name}.py")}
    assert {text: said for text, said in left.items() if ENGLISH.search(said)} == {}


@pytest.mark.parametrize("path", sorted(TOLD.glob("*.json")), ids=lambda path: path.stem)
def test_blanks_of_what_is_told_are_blanks_of_the_sentence(path):
    for sentence, told in json.loads(path.read_text(encoding="utf-8")).items():
        assert {*re.findall(r"\{(\w+)\}", told)} <= {*re.findall(r"\{(\w+)\}", sentence)}, sentence


def test_sentences_are_told_part_by_part():
    reason = (
        "B11: answers in the region at G4, where the last move left about 4 points, of unknown "
        "kind; the ambient is 2 1/2"
    )
    assert retold(reason) == (
        "B11 answers in the region at G4: the last move left about 4 points there, and elsewhere "
        "moves gain 2 1/2"
    )
    with speaking("de"):
        assert retold(reason) == (
            "B11 antwortet in dem Gebiet bei G4: Der letzte Zug ließ dort etwa 4 Punkte, "
            "anderswo gewinnen Züge 2 1/2"
        )
        assert retold("11 of 12 regions solved; 1 guessed by playouts") == (
            "11 von 12 Gebieten sind ausgelesen; 1 durch Zufallspartien geschätzt"
        )
        assert retold("Pass: white has no move left but its own eyes.") == (
            "Passen: Weiß hat außer in die eigenen Augen keinen Zug mehr."
        )
        assert retold(
            "M2: the hottest region (the cut at B2), 3 1/3 points gote; next is 2 at M1"
        ) == ("M2 ist der größte Zug (beim Schnitt bei B2): 3 1/3 Punkte Gote; danach kommt M1: 2")


def test_what_is_not_known_stays_as_it_is():
    for text in ("", "no such sentence", "<b>&", "x" * 5000, "{move}", "a. b; c, d and e."):
        assert retold(text) == text
