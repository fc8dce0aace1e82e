"""`gtpengine value`: the papers' numbers in JSON, plain words, and what it says of mistakes."""

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from gtpengine.cli.main import run


def value(capsys, *arguments):
    """Run in this process; return exit code, stdout, stderr."""
    code = run(["value", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def as_json(capsys, *arguments):
    code, out, err = value(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def wall(text):
    """Read "11@0 8@3" as the JSON writes it."""
    return [corner.split("@") for corner in text.split()]


@pytest.mark.parametrize(
    ("game", "mean", "temperature", "left", "right", "kind"),
    [
        # value: Kao
        ("11||8|0", "8", "3", "11@0 8@3", "8@0", "White sente"),
        ("8|0", "4", "4", "8@0 4@4", "0@0 4@4", "gote"),
        ("23|2||2|-17", "2", "0", "2@0", "2@0", "number"),
        # value: M93
        ("10|0", "5", "5", "10@0 5@5", "0@0 5@5", "gote"),
        ("20|10||0", "15/2", "15/2", "10@0 10@5 15/2@15/2", "0@0 15/2@15/2", "gote"),
        ("30|10||0", "10", "10", "10@0", "0@0 10@10", "Black sente"),
        ("29|10||0", "39/4", "39/4", "10@0 10@19/2 39/4@39/4", "0@0 39/4@39/4", "gote"),
        (
            "1|0+2|0+3|0+4|0+5|0",
            "15/2",
            "5/2",
            "9@0 17/2@1/2 17/2@1 8@3/2 8@2 15/2@5/2",
            "6@0 13/2@1/2 13/2@1 7@3/2 7@2 15/2@5/2",
            "gote",
        ),
        # value: Wu, means and temperatures; walls by hand
        ("{2|4}", "3", "0", "3@0", "3@0", "number"),
        ("{-3|5}", "0", "0", "0@0", "0@0", "number"),
        ("{-1|-1/2}", "-3/4", "0", "-3/4@0", "-3/4@0", "number"),
        ("{5|-3||0,^}", "-1", "0", "-1@0", "-1@0", "number"),
        ("{1|*}", "1/2", "1/2", "1@0 1/2@1/2", "0@0 1/2@1/2", "gote"),
        ("2|{1|*}", "5/4", "3/4", "2@0 5/4@3/4", "1@0 1@1/2 5/4@3/4", "gote"),
        ("{2|{2|{2|3}}}", "17/8", "0", "17/8@0", "17/8@0", "number"),
        ("{2|{2|2}}", "2", "0", "2@0", "2@0", "infinitesimal"),
        # value: TR96, loop-free facts
        ("1||0|-8", "0", "1", "1@0 0@1", "0@0", "White sente"),
        ("10|0||0|-20", "0", "0", "0@0", "0@0", "number"),
        # value: TDS
        ("10|0||0", "0", "0", "0@0", "0@0", "infinitesimal"),
        ("-4|3", "0", "0", "0@0", "0@0", "number"),
        # value: CGSuite
        ("{3||2*|1*}", "9/4", "3/4", "3@0 9/4@3/4", "2@0 2@1/2 9/4@3/4", "gote"),
    ],
)
def test_loop_free_json(capsys, game, mean, temperature, left, right, kind):
    found = as_json(capsys, game)
    assert (found["mean"], found["temperature"]) == (mean, temperature)
    assert found["left_wall"] == wall(left)
    assert found["right_wall"] == wall(right)
    assert found["kind"] == kind
    assert found["warnings"] == []


@pytest.mark.parametrize(
    ("game", "canonical"),
    [
        # value: M93 and Wu, also printed so by CGSuite
        ("{5|-3||0,^}", "-1"),
        ("10|0||0|-20", "0"),
        ("{2|{2|2}}", "2+^"),
        ("2+3v*+2^", "2+v*"),
        ("11||8|0", "11||8|0"),
    ],
)
def test_canonical_form(capsys, game, canonical):
    assert as_json(capsys, game)["canonical"] == canonical


ONE_POINT_KO = "G={1|H}; H={G|0}"
BIG_KO = "K={L|-9}; L={18|K}"


@pytest.mark.parametrize(
    ("game", "komaster", "mean", "temperature", "left", "right"),
    [
        # value: TR96
        (ONE_POINT_KO, "black", "2/3", "1/3", "1@0 2/3@1/3", "1@0 2/3@1/3"),
        (ONE_POINT_KO, "white", "2/3", "1/3", "1@0 2/3@1/3", "0@0 2/3@1/3"),
        ("H={G|0}; G={1|H}", "black", "1/3", "1/3", "1@0 1/3@1/3", "0@0 1/3@1/3"),
        ("H={G|0}; G={1|H}", "white", "1/3", "1/3", "0@0 1/3@1/3", "0@0 1/3@1/3"),
        (BIG_KO, "black", "0", "9", "18@0 0@9", "-9@0 0@9"),
        (BIG_KO, "none", "0", "9", "18@0 0@9", "-9@0 0@9"),
        (BIG_KO, "white", "0", "9", "-9@0 0@9", "-9@0 0@9"),
        ("L={18|K}; K={L|-9}", "black", "9", "9", "18@0 9@9", "18@0 9@9"),
        ("L={18|K}; K={L|-9}", "white", "9", "9", "18@0 9@9", "-9@0 9@9"),
    ],
)
def test_ko_json(capsys, game, komaster, mean, temperature, left, right):
    found = as_json(capsys, game, "--komaster", komaster)
    assert (found["mean"], found["temperature"]) == (mean, temperature)
    assert found["left_wall"] == wall(left)
    assert found["right_wall"] == wall(right)
    assert found["canonical"] is None
    assert found["kind"] == "placid ko"
    assert found["komaster"] == komaster


@pytest.mark.parametrize(
    ("komaster", "drop", "mean", "temperature", "left", "right"),
    [
        # value: TR96
        ("black", "all", "9/2", "27/2", "18@0 9/2@27/2", "-9@0 9/2@27/2"),
        ("white", "all", "-9", "0", "-9@0", "-9@0"),
        ("black", "3", "1", "10", "18@0 15@3 1@10", "-9@0 1@10"),
        ("white", "3", "-2", "10", "-9@0 -9@3 -2@10", "-9@0 -9@3 -2@10"),
    ],
)
def test_threats_that_last(capsys, komaster, drop, mean, temperature, left, right):
    found = as_json(capsys, BIG_KO, "--komaster", komaster, "--drop", drop)
    assert (found["mean"], found["temperature"]) == (mean, temperature)
    assert found["left_wall"] == wall(left)
    assert found["right_wall"] == wall(right)
    assert found["kind"] == "hyperactive ko"


def test_threats_that_last_in_words(capsys):
    _, out, _ = value(capsys, BIG_KO, "--drop", "3")
    assert "komaster     black: Black wins all kos, up to 3 points of temperature later\n" in out
    _, out, _ = value(capsys, BIG_KO, "--drop", "all", "--komaster", "white")
    assert "komaster     white: White wins all kos, whenever that suits best\n" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--drop", "x"], "--drop takes a number of points or 'all', not 'x'"),
        (["--drop", "1/0"], "--drop takes a number of points or 'all', not '1/0'"),
        (["--drop=-3"], "the temperature cannot fall by -3"),
        (["--drop", "3", "--komaster", "none"], "only a komaster can let the temperature fall"),
    ],
)
def test_drops_that_make_no_sense(capsys, arguments, message):
    assert value(capsys, BIG_KO, *arguments) == (1, "", f"gtpengine value: {message}\n")


def test_without_komaster_a_ko_is_shown_for_both(capsys):
    found = as_json(capsys, BIG_KO)
    for who in ("black", "white"):
        alone = as_json(capsys, BIG_KO, "--komaster", who)
        assert found[who].items() <= alone.items()
        assert (found[who]["mean"], found[who]["temperature"]) == ("0", "9")
    assert found["canonical"] is None
    assert found["kind"] == "placid ko"


def test_hyperactive_ko(capsys):
    found = as_json(capsys, "G={H|*}; H={10|K}; K={H|-20}")
    assert found["kind"] == "hyperactive ko"
    assert found["black"]["mean"] == "10/3"
    assert found["white"]["mean"] == "0"


def test_every_number_is_an_exact_string(capsys):
    def numbers(data):
        if isinstance(data, dict):
            return [n for key, each in data.items() if key != "option" for n in numbers(each)]
        if isinstance(data, list):
            return [number for each in data for number in numbers(each)]
        return [data]

    found = as_json(capsys, "1/3|{1/7|-5}")
    for key in ("mean", "temperature", "left_wall", "right_wall"):
        for number in numbers(found[key]):
            assert str(Fraction(number)) == number


def test_plays_reach_above_the_temperature_for_threats(capsys):
    found = as_json(capsys, "1||0|-8")
    # value: TR96: reverse sente for Black up to 1, White's sente up to 4
    assert found["black_plays"] == [{"option": "1", "temperatures": [["0", "1"]]}]
    assert found["white_plays"] == [{"option": "0|-8", "temperatures": [["0", "4"]]}]


def test_only_good_options_are_plays(capsys):
    found = as_json(capsys, "{5,9|0,{0|-30}}")
    assert [play["option"] for play in found["black_plays"]] == ["9"]
    # by hand: the plain 0 costs t, the threat costs nothing up to 15; only at t = 0 are they equal
    assert found["white_plays"] == [
        {"option": "0", "temperatures": [["0", "0"]]},
        {"option": "0|-30", "temperatures": [["0", "15"]]},
    ]


def test_floor_minus_one(capsys):
    # value: CGSuite
    found = as_json(capsys, "25/16", "--floor", "-1")
    assert (found["mean"], found["temperature"]) == ("25/16", "-1/16")
    found = as_json(capsys, "-4|3", "--floor", "-1")
    assert (found["mean"], found["temperature"]) == ("0", "-1")
    assert found["left_wall"] == [["0", "-1"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ["-4|3", "--json"],
        ["--json", "-4|3"],
        ["--json", "--floor", "0", "-4|3"],
        ["--json", "--", "-4|3"],
        ["--json", "--komaster", "none", "-4|3", "--floor", "-1"],
    ],
)
def test_notation_that_begins_with_a_minus(capsys, arguments):
    code, out, err = value(capsys, *arguments)
    assert (code, err) == (0, "")
    assert json.loads(out)["mean"] == "0"


def test_negative_number(capsys):
    assert as_json(capsys, "-7/2")["mean"] == "-7/2"


def test_komaster_of_a_game_without_loops_is_noted(capsys):
    found = as_json(capsys, "11||8|0", "--komaster", "black")
    assert found["mean"] == "8"
    assert found["warnings"] == ["the game has no loop: it is the same for every komaster"]


def test_words(capsys):
    code, out, _ = value(capsys, "11||8|0")
    assert code == 0
    assert out == (
        "game         11||8|0\n"
        "mean         8\n"
        "temperature  3\n"
        "kind         White's sente: White's move is answered and keeps the mean; "
        "Black's move is reverse sente and gains 3 points\n"
        "left wall    11@0, 8@3\n"
        "right wall   8@0\n"
        "Black        reverse sente at 0 to 3\n"
        "             plays to 11 at temperature 0 to 3\n"
        "White        sente at 0 to 4\n"
        "             plays to 8|0 at temperature 0 to 4\n"
    )


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("7", "a number: nobody gains by moving here\n"),
        ("*", "infinitesimal: no points to gain, only the last move\n"),
        ("10|0", "gote: whoever moves gains 5 points, and need not be answered"),
        ("30|10||0", "Black's sente: Black's move is answered"),
        ("3||2|0", "White's sente: "),
        ("1||0|-8", "gains 1 point\n"),
        (
            "10|0||0|-20",
            "but Black may threaten up to temperature 5 and White may threaten up to temperature",
        ),
        (BIG_KO, "placid ko: its mean is the same whoever wins the ko"),
        ("G={H|*}; H={10|K}; K={H|-20}", "hyperactive ko: its mean depends on who"),
        ("-4|3", "has no move that costs nothing"),
        ("{1|{0|*}}", "canonical"),
    ],
)
def test_kinds_in_words(capsys, game, words):
    code, out, _ = value(capsys, game)
    assert code == 0
    assert words in out


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("{1|2", "'{' is never closed at character 1"),
        ("1|2}", "'}' closes nothing at character 4"),
        ("1/0", "division by zero at character 3"),
        ("G={1|H}", "'H' is not defined at character 6"),
        ("3|4|5", "side by side"),
        ("{" * 10_000, "never closed at character 10000"),
        ("", "the notation is empty"),
        ("1 $ 2", "unexpected '$' at character 3"),
    ],
)
def test_mistakes_in_the_notation(capsys, game, message):
    code, out, err = value(capsys, "--json", "--", game)
    assert (code, out) == (1, "")
    assert err.startswith("gtpengine value: ")
    assert message in err.splitlines()[0]


def test_loop_without_a_decision_is_named(capsys):
    code, out, err = value(capsys, "A={B|}; B={|A}", "--json")
    assert (code, out) == (1, "")
    assert err == "gtpengine value: the value of A hangs on a loop without a decision: A, B\n"


def test_floor_below_zero_needs_dyadic_numbers(capsys):
    code, _, err = value(capsys, "1/3|0", "--floor", "-1")
    assert code == 1
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [[], ["--komaster", "red", "1|0"], ["1|0", "--floor", "2"], ["1|0", "2|0"]]
)
def test_usage_errors(capsys, arguments):
    with pytest.raises(SystemExit) as stop:
        run(["value", *arguments])
    assert stop.value.code == 2
    assert "usage: gtpengine value" in capsys.readouterr().err


def test_pictures_are_written(capsys, tmp_path):
    png, svg, tree = tmp_path / "a.png", tmp_path / "a.svg", tmp_path / "tree.svg"
    code, out, err = value(
        capsys, "11||8|0", "--png", str(png), "--svg", str(svg), "--tree", str(tree)
    )
    assert (code, err) == (0, "")
    assert "temperature  3" in out
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "<svg" in svg.read_text(encoding="utf-8")
    assert "<svg" in tree.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--png", "--svg", "--tree"])
def test_unwritable_picture(capsys, tmp_path, option):
    code, out, err = value(capsys, "11||8|0", option, str(tmp_path / "nowhere" / "a.png"))
    assert (code, out) == (1, "")
    assert "cannot write" in err
    assert "No such file or directory" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("option", ["--png", "--svg", "--tree"])
def test_picture_without_matplotlib(capsys, tmp_path, monkeypatch, option):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = value(capsys, "11||8|0", option, str(tmp_path / "a.png"))
    assert (code, out) == (1, "")
    assert "matplotlib" in err
    assert "'gtpengine[report]'" in err
    assert err.count("\n") == 1


def test_values_need_no_matplotlib(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert as_json(capsys, "11||8|0")["mean"] == "8"


def test_as_a_process():
    done = subprocess.run(
        [sys.executable, "-m", "gtpengine", "value", "-4|3", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["canonical"] == "0"


def test_a_mistake_as_a_process():
    done = subprocess.run(
        [sys.executable, "-m", "gtpengine", "value", "{1|"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "never closed at character 1" in done.stderr
    assert "Traceback" not in done.stderr
