"""Values in words and JSON: the cases that no ordinary game shows."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.report.gamevalue import Play, Side, evaluate, option_text
from gtpengine.report.valuejson import as_json, dump, view_json
from gtpengine.report.words import as_text, mixed, points, range_words
from gtpengine.values.graph import Option
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from gtpengine.values.tokens import BadNotation

BIG_KO = "K={L|-9}; L={18|K}"
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(-3), "-3"),
        (HALF, "1/2"),
        (-HALF, "-1/2"),
        (Fraction(15, 2), "7 1/2"),
        (Fraction(-7, 2), "-3 1/2"),
    ],
)
def test_mixed_numbers(number, text):
    assert mixed(number) == text


def test_points():
    assert points(Fraction(1)) == "1 point"
    assert points(HALF) == "1/2 points"


def test_ranges():
    zero, one, two = (Fraction(n) for n in range(3))
    assert range_words(((zero, one), (two, two), (Fraction(3), None))) == "0 to 1, 2, 3 and more"


@pytest.mark.parametrize(
    ("notation", "option", "text"),
    [
        ("{K|K-28}; K={3|1}", 1, "(3|1)-28"),
        ("K={L|-9}; L={18|K}", 0, "L"),
        ("K-10; K={L|-9}; L={18|K}", 0, "L-10"),
        ("K-10; K={L|-9}; L={18|K}", 1, "-19"),
    ],
)
def test_option_text(notation, option, text):
    graph = parse(notation)
    node = graph.nodes[graph.root]
    assert option_text(graph, node.options[option]) == text


def test_unnamed_loopy_option_is_written_as_equations():
    graph = parse("K+{1|0}; K={L|-9}; L={18|K}")
    options = graph.nodes[graph.root].left
    loopy = next(option for option in options if not graph.nodes[option.node].name)
    text = option_text(graph, Option(loopy.node))
    assert "=" in text
    assert len(parse(text)) == len(graph.rooted_at(loopy.node).pruned())


def test_a_refused_komaster_stands_beside_the_other():
    value = evaluate(BIG_KO)
    half = replace(value, views=value.views[:1], refused=((Komaster.WHITE, "it never ends"),))
    found = as_json(half, both=True)
    assert found["white"] == {"refused": "it never ends"}
    assert found["black"] == view_json(value.views[0])
    text = as_text(half)
    assert text.endswith("komaster     white: White wins all kos\nrefused      it never ends")


def test_warnings_stand_last_and_name_the_komaster_if_only_one():
    # Black alone can go round from B; the loop is removed for either komaster.
    value = evaluate("A={B|-7}; B={B,9|A}")
    assert value.warnings[0] == "loop of one player removed: B"
    assert as_text(value).splitlines()[-len(value.warnings)].startswith("warning      loop of one")


def test_side_without_end_has_no_highest_play():
    assert Side((Play("x", ((Fraction(0), None),)),)).highest is None
    assert Side((Play("x", ((Fraction(0), HALF),)),)).highest == HALF
    assert Side(()).highest is None


def test_mistakes_reach_the_caller():
    with pytest.raises(BadNotation):
        evaluate("{1|")


def test_blanks_are_tidied():
    assert evaluate("  11||8\n |0 ").game == "11||8 |0"


def test_dump_is_json():
    data = as_json(evaluate(BIG_KO), both=True)
    assert json.loads(dump(data)) == data
    assert dump({"a": {"b": [1, 2]}, "c": None}) == (
        '{\n  "a": {\n    "b": [1, 2]\n  },\n  "c": null\n}'
    )
