"""The game notation, read and written."""

import random
from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.values import expressions
from gtpengine.values.formatting import format_graph
from gtpengine.values.graph import GameGraph, Node
from gtpengine.values.notation import parse
from gtpengine.values.tokens import MAX_LENGTH, BadNotation


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("{11|{8|0}}", "11||8|0"),
        ("{{20|10}|0}", "20|10||0"),
        ("{{10|0}|{0|-20}}", "10|0||0|-20"),
        (" 1 || 0 | -8 ", "1||0|-8"),
        ("a={1|0}; b={a|-5}", "1|0"),
        ("b={a|-5}; a={1|0}", "1|0||-5"),
        ("17/8", "17/8"),
        ("2.125", "17/8"),
        ("-3", "-3"),
        ("--3", "3"),
        ("{0|0}", "*"),
        ("{3|3}", "3*"),
        ("3/2*", "3/2*"),
        ("-1/2*", "-1/2*"),
        ("*3", "*3"),
        ("1*2", "1*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "2^"),
        ("{0|^}", "2^*"),
        ("-2^*", "2v*"),
        ("-^", "v"),
        ("0^", "0"),
        ("2+3v*", "2+3v*"),
        ("\u2191|\u2212\u2193", "^|^"),
        ("{1|}", "{1|}"),
        ("{|-1}", "{|-1}"),
        ("{|}", "{|}"),
        ("{{1|}|0}", "{1|}|0"),
        ("3, 1 | {2|0}, -1", "3,1|{2|0},-1"),
        ("{{{{{5|4}|3}|2}|1}|0}", "{5|4||3|||2}|1||0"),
        ("3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}", "3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}"),
        ("{4|2}+3", "7|5"),
        ("(4|2)-(1)", "3|1"),
        ("-{4|1}", "-1|-4"),
        ("1|0+2|0", "{2|0}+1,{1|0}+2|{2|0},1|0"),
        ("{1|0}+{2|0}", "{2|0}+1,{1|0}+2|{2|0},1|0"),
        ("G={1|H}; H={G|0}", "G={1|H}; H={G|0}"),
        ("H={G|0}; G={1|H}", "H={G|0}; G={1|H}"),
        ("G=1|H; H=G|0;", "G={1|H}; H={G|0}"),
        ("{K|K-28}; K={L|-9}; L={18|K}", "A={K|K-28}; K={L|-9}; L={18|K}"),
        ("K+{0|-28}; K={L|-9}; L={18|K}", None),
        ("A={B|}; B={|A}", "A={B|}; B={|A}"),
        ("G={G|}", "G={G|}"),
    ],
)
def test_read_and_written(text, written):
    graph = parse(text)
    if written is None:
        written = format_graph(graph)
    # Two options with bars on one side are braced; one option never is.
    assert format_graph(graph) == written.replace("|{2|0},1|0", "|{2|0},{1|0}")
    assert format_graph(parse(format_graph(graph))) == format_graph(graph)


def test_the_longest_run_of_bars_separates_first():
    assert parse("1|2||3|4|||5") == parse("{{{1|2}|{3|4}}|5}")


def test_signs_bind_tighter_than_bars():
    assert parse("1+1|0") == parse("2|0")
    assert format_graph(parse("{K|K-28}; K={4|2}")) == "4|2||{4|2}-28"


def test_commas_bind_tighter_than_bars():
    assert parse("3,1|0,-1||-9") == parse("{{3,1|0,-1}|-9}")


def test_shared_positions_are_one_node():
    graph = parse("{{1|0},{1|0}|{1|0}}")
    assert len(graph) == 4
    assert len(graph.nodes[0].left) == 1


def test_sums_have_the_product_of_the_positions():
    # {a|b} has itself and two ends, which become offsets: 3^5 ways, ends merged by their totals
    graph = parse("1|0+2|0+3|0+4|0+5|0")
    assert sum(node.number is None for node in graph.nodes) == 2**5 - 1


def test_a_ko_plus_a_switch():
    graph = parse("K+{0|-28}; K={L|-9}; L={18|K}")
    names = {graph.label(node) for node in range(len(graph))}
    assert {"K", "L"} <= names
    assert len(graph.loops()) == 2


def test_numbers_added_to_what_may_be_a_number_keep_their_moves():
    # {-3|5} = 0, so {-3|5}+10 is 10 and not {7|15} = 8
    root = parse("{-3|5}+10").nodes[0]
    assert len(root.left) == 2
    with pytest.raises(BadInput, match="1/3"):
        parse("{-3|5}+1/3")


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("{1|0", 0, "never closed"),
        ("1|0}", 3, "closes nothing"),
        ("{1|0)", 4, "closes nothing"),
        ("(1|0}", 4, "closes nothing"),
        ("1/0", 2, "division by zero"),
        ("3|12/00", 5, "division by zero"),
        ("1|2|3", 3, "side by side"),
        ("{1||2||3|4}", 5, "side by side"),
        ("G={1|H}", 5, "'H' is not defined"),
        ("G={1|0}; G=3", 9, "'G' is defined twice"),
        ("G=G", 0, "'G' is defined by itself"),
        ("A=1; G=H+1; H=G", 5, "'G' is defined by itself"),
        ("v={1|0}", 0, "'v' means down"),
        ("3={1|0}", 0, "cannot be a name"),
        ("1 2", 2, "operator is missing"),
        ("{1|0}{2|0}", 5, "operator is missing"),
        ("2v3*", 1, "operator is missing"),
        ("{1}", 0, "braces need a bar"),
        ("{}", 0, "braces need a bar"),
        ("3+", 2, "game is missing"),
        ("a=", 2, "game is missing"),
        (";", 0, "game is missing"),
        ("()", 1, "game is missing"),
        ("+3", 0, r"unexpected '\+'"),
        ("=3", 0, "unexpected '='"),
        ("G={1=0}", 4, "unexpected '='"),
        ("1,2", 1, "comma"),
        ("{1,|0}", 3, "option is missing"),
        ("{,1|0}", 1, "option is missing"),
        ("{1|0,}", 5, "option is missing"),
        ("1|0,2|0||3", 5, "side by side"),
        ("1|0; 2|0", 7, "only equations"),
        ("1/2^", 0, "whole number"),
        ("*1/2", 1, "whole number"),
        ("99999^", 0, "at most"),
        ("*99999", 1, "at most"),
        ("1|$", 2, r"unexpected '\$'"),
        ("1|\x00", 2, "unexpected"),
        ("1|\u0663", 2, "unexpected"),
        ("7" * 2_000, 0, "digits"),
        ("1|" + "G" * 2_000, 2, "a name of more"),
        ("1" + "|" * 2_000 + "0", 1, "a run of bars"),
        ("{" * 10_000, 9_999, "never closed"),
        ("{" * 10_000 + "}" * 10_000, 9_999, "braces need a bar"),
        ("}" * 10_000, 0, "closes nothing"),
        ("{" * 9_999 + "1" + "|0}" * 9_998, 0, "never closed"),
    ],
    ids=lambda value: value[:16] if isinstance(value, str) else None,
)
def test_mistakes_are_shown_where_they_are(text, position, message):
    with pytest.raises(BadNotation, match=message) as caught:
        parse(text)
    assert caught.value.position == position
    lines = str(caught.value).split("\n")
    assert lines[0].endswith(f"at character {position + 1}")
    if position < len(text) and text[position].isprintable():
        assert lines[1][lines[2].index("^")] == text[position]


@pytest.mark.parametrize("text", ["", " \n\t ", "1" * (MAX_LENGTH + 1)], ids=["", "blank", "long"])
def test_no_text_and_too_much_text(text):
    with pytest.raises(BadInput, match=r"empty|limit"):
        parse(text)


def test_sums_that_explode_are_refused(monkeypatch):
    monkeypatch.setattr(expressions, "MAX_POSITIONS", 700)
    summands = [f"{{{9**i}|0||-{7**i}}}" for i in range(1, 8)]
    # each summand is finished, at its root or below it: 3^5 and 3^7 positions
    assert len(parse("+".join(summands[:5]))) > 200
    with pytest.raises(BadInput, match="more than 700 positions"):
        parse("+".join(summands))
    with pytest.raises(BadInput, match="more than 64 games"):
        parse("G=H+H; H=I+I; I=J+J; J=K+K; K=L+L; L=M+M; M=N+N; N=1|0")


def test_long_flat_notations_are_read_quickly():
    assert parse("1" + "+1" * 50_000).nodes[0].number == 50_001
    assert len(parse("{" + ",".join(map(str, range(10_000))) + "|0}").nodes[0].left) == 10_000
    with pytest.raises(BadInput, match="more than 64 games"):
        parse("1|0" + "+1|0" * 20_000)


def test_deep_nesting_is_read_and_written():
    depth = 10_000
    graph = parse("{" * depth + "1" + "|0}" * depth)
    assert len(graph) == depth + 2
    assert without_names(parse(format_graph(graph))) == without_names(graph)


def without_names(graph: GameGraph) -> GameGraph:
    nodes = (Node("", node.number, node.left, node.right) for node in graph.nodes)
    return GameGraph(tuple(nodes), graph.root)


def random_text(rng: random.Random, depth: int) -> str:
    """Random games whose ends are all different from each other, so that nothing is a star."""
    if depth == 0 or rng.random() < 0.2:
        return str(Fraction(rng.randint(-999, 999), rng.choice([1, 2, 7])))
    sides = (
        ",".join(random_text(rng, depth - 1) for _ in range(rng.randint(0, 3))) for _ in range(2)
    )
    return "{" + "|".join(sides) + "}"


def test_round_trip_of_random_games():
    rng = random.Random(7)
    for _ in range(200):
        graph = parse(random_text(rng, 4))
        assert without_names(parse(format_graph(graph))) == without_names(graph), format_graph(
            graph
        )


def test_round_trip_of_random_loopy_games():
    rng = random.Random(8)
    for _ in range(400):
        names = [f"N{i}" for i in range(rng.randint(1, 5))]
        equations = []
        for name in names:
            sides = []
            for _ in range(2):
                options = []
                for _ in range(rng.randint(0, 2)):
                    offset = rng.choice(["", "", "+3", "-1/2"])
                    options.append(rng.choice([rng.choice(names) + offset, random_text(rng, 1)]))
                sides.append(",".join(options))
            equations.append(f"{name}={{{'|'.join(sides)}}}")
        graph = parse("; ".join(equations))
        assert without_names(parse(format_graph(graph))) == without_names(graph), equations


def test_random_garbage_never_escapes_as_another_error():
    rng = random.Random(9)
    for _ in range(3_000):
        text = "".join(rng.choice("{}|,;=+-*^v()GH01/2. ") for _ in range(rng.randint(1, 14)))
        try:
            graph = parse(text)
        except BadInput:
            continue
        assert format_graph(parse(format_graph(graph))) == format_graph(graph), text
