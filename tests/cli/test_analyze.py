"""`gtpengine analyze`: values of real shapes, the JSON, bad input, the budget."""

import json

import pytest
from sgfmill import sgf

from gtpengine.board.colours import WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.board.record import load_record
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.cli import main

CORRIDOR = """
. X . X X O . O .
X X X X X O O O O
X . . . . . O O O
X X X X X X O O O
X X X X X X O O O
X . X . X X O . O
X X X X X . O O O
X X X X X O O O .
X X X X X O O O O
"""


@pytest.fixture
def analysed(tmp_path, capsys):
    """Return a function that analyses a picture and returns the JSON."""

    def run(picture, *options, rules=JAPANESE, to_move=1):
        position = Position.from_diagram(picture, to_move=to_move, rules=rules)
        path = tmp_path / "game.sgf"
        path.write_text(record_text(record_of(position)), encoding="utf-8")
        assert main.run(["analyze", str(path), "--seconds", "1", "--json", *options]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_corridor(analysed):
    found = analysed(CORRIDOR)
    dame, corridor = found["regions"]
    # value: Wu, the corridor of five points: chilled 49/16, temperature 1 - 2^-4
    assert (corridor["mean"], corridor["temperature"]) == ("49/16", "15/16")
    assert corridor["points"] == ["B7", "C7", "D7", "E7", "F7"]
    assert corridor["exact"]
    assert (corridor["black_move"], corridor["white_move"]) == ("F7", "F7")
    assert corridor["lower"] == corridor["upper"] == {"mean": "49/16", "temperature": "15/16"}
    assert (dame["mean"], dame["temperature"], dame["kind"]) == ("0", "0", "dame")
    assert found["ambient"] == "15/16"
    assert found["best"] == {"black": "F7", "white": "F7"}
    # by hand: 4 eyes each, 49/16, komi 13/2
    assert found["score"]["mean"] == str(-55) + "/16"
    assert found["board"] == {"width": 9, "height": 9}
    assert found["rules"] == "japanese"


def test_area_rules(analysed):
    found = analysed(CORRIDOR, "--rules", "chinese")
    dame, corridor = found["regions"]
    assert (corridor["mean"], corridor["temperature"]) == ("49/16", "31/16")
    assert (dame["mean"], dame["temperature"]) == ("0", "1")
    assert found["scoring"] == "area"


def test_suicide_rules_are_not_exact(analysed):
    found = analysed(CORRIDOR, "--rules", "tromp-taylor")
    assert [region["exact"] for region in found["regions"]] == [False, False]
    assert "suicide" in found["regions"][0]["remarks"][0]


def test_ko_has_two_komasters(analysed):
    picture = """
        . X . X O O . O .
        X X X X O O O O O
        X X X X O O O O O
        X X X O . O O O O
        """
    found = analysed(picture, rules=CHINESE, to_move=WHITE)
    assert found["to_move"] == "white"
    ko = found["regions"][0]
    assert ko["kind"] in ("ko", "hyperactive ko")
    assert set(ko["komaster"]) == {"black", "white"}
    assert ko["komaster"]["black"]["left_wall"]


def test_everything_settled(analysed):
    picture = """
        . X . X O . O .
        X X X X O O O O
        """
    found = analysed(picture)
    assert found["regions"] == []
    assert found["ambient"] is None
    # Nothing is left: whoever is to move passes.
    assert found["best"] == {"black": "pass", "white": None}
    assert found["move"] == "pass"
    assert found["score"]["mean"] == found["score"]["lower"] == "-13/2"


def test_text(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    path.write_text(record_text(record_of(Position.from_diagram(CORRIDOR, rules=JAPANESE))))
    assert main.run(["analyze", str(path), "--seconds", "1"]) == 0
    text = capsys.readouterr().out
    assert "Best move: Black F7, White F7" in text
    assert "3 1/16" in text
    assert "15/16" in text


@pytest.mark.parametrize(
    ("sgf", "options", "message"),
    [
        pytest.param("(;SZ[9]AB[aa:ii])", [], "have no liberty", id="no liberties"),
        pytest.param("(;SZ[9];B[aa];W[aa])", [], "is illegal", id="illegal move"),
        pytest.param("", [], "empty", id="empty file"),
        pytest.param("hello", [], "not an SGF file", id="no SGF"),
        pytest.param("(;SZ[99])", [], "not supported", id="bad size"),
        pytest.param("(;SZ[9];B[aa])", ["--move", "3"], "no position before move 3", id="move"),
        pytest.param("(;SZ[9])", ["--move", "0"], "no position before move 0", id="move zero"),
        pytest.param("(;SZ[9])", ["--rules", "x"], "no rules named", id="rules"),
        pytest.param("(;SZ[9])", ["--seconds", "0"], "--seconds", id="no time"),
        pytest.param("(;SZ[9])", ["--seconds", "nan"], "--seconds", id="not a time"),
        pytest.param("(;SZ[9])", ["--visits", "-1"], "--visits", id="visits"),
        pytest.param("(;SZ[9])", ["--seed", "-1"], "--seed", id="seed"),
    ],
)
def test_bad_input(tmp_path, capsys, sgf, options, message):
    path = tmp_path / "game.sgf"
    path.write_text(sgf, encoding="utf-8")
    assert main.run(["analyze", str(path), *options]) == 1
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_missing_file(tmp_path, capsys):
    assert main.run(["analyze", str(tmp_path / "none.sgf")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("sgf", "score"),
    [
        pytest.param("(;SZ[19])", None, id="empty board"),
        # Black has all but the last row, and nine points of territory there.
        pytest.param("(;SZ[9]AB[aa:ih])", "9", id="all one colour"),
        pytest.param("(;SZ[9]AB[dd][fd]AW[df][ff])", None, id="open position"),
    ],
)
def test_hopeless_positions_get_an_answer(tmp_path, capsys, sgf, score):
    path = tmp_path / "game.sgf"
    path.write_text(sgf, encoding="utf-8")
    assert main.run(["analyze", str(path), "--json", "--seconds", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"]["mean"] == score
    for region in found["regions"]:
        if region["mean"] is None:
            assert not region["exact"]
            assert region["remarks"]
            assert int(region["lower"]["mean"]) <= int(region["upper"]["mean"])


def test_time_runs_out_for_the_larger_regions():
    from gtpengine.model.model import Model

    ticks = iter(range(0, 10_000, 100))
    model = Model(clock=lambda: float(next(ticks)))
    survey = model.survey(Position.from_diagram(CORRIDOR, rules=JAPANESE), {}, 1.0)
    # Small regions get a little time even when there is none left.
    assert [report.exact for report in survey.regions] == [True, True]


def test_with_visits_the_answer_is_the_same_every_time(analysed):
    first, second = (analysed(CORRIDOR, "--visits", "300", "--seed", "7") for _ in range(2))
    assert first == second
    assert first["move"] == "F7"
    assert first["visits"] <= 300


def test_an_odd_record_is_analysed_and_written_in_a_form_that_editors_read(tmp_path, capsys):
    odd, out = tmp_path / "odd.sgf", tmp_path / "out.sgf"
    board = "AB[ca][cb][cc][cd][ce][ac]AW[da][db][dc][dd][de]"
    game = f"(;SZ[5]KM[375]PB[柯洁]PW[李世石]{board}PL[B];B[bb];W[ea];B[ab"
    odd.write_bytes(f"(;SZ[9];B[aa])\n{game}".encode("gb18030"))
    code = main.run(["analyze", str(odd), "--game", "2", "--seconds", "1", "--sgf", str(out)])
    assert code == 0
    said = capsys.readouterr().err
    assert "read as gb18030" in said
    assert "as far as move 2" in said
    written = sgf.Sgf_game.from_bytes(out.read_bytes())
    assert written.get_player_name("b") == "柯洁"
    assert len(written.get_main_sequence()) >= 3


def test_a_range_of_moves(tmp_path, capsys):
    position = Position.from_diagram(CORRIDOR, to_move=1, rules=JAPANESE)
    for colour, point in ((1, (7, 6)), (2, (3, 6))):  # F7 and the dame F3
        position.play(colour, point_at(*point))
    path = tmp_path / "game.sgf"
    path.write_text(record_text(record_of(position)), encoding="utf-8")
    common = ["analyze", str(path), "--visits", "50"]
    out = tmp_path / "out.sgf"
    files = ["--html", str(tmp_path), "--sgf", str(out)]
    assert main.run([*common, "--move", "1-3", "--json", *files]) == 0
    found = json.loads(capsys.readouterr().out)["positions"]
    assert [each["before"] for each in found] == [1, 2, 3]
    # by hand: the corridor is Black's, four points; then nothing is left
    assert [each["score"]["mean"] for each in found] == ["-55/16", "-5/2", "-5/2"]
    assert sorted(each.name for each in tmp_path.glob("*.html")) == [
        f"move-{number}.html" for number in (1, 2, 3)
    ]
    assert load_record(out).moves() == position.moves
    assert main.run([*common, "--move", "1-3"]) == 0
    table = capsys.readouterr().out
    assert "1 of 1" in table or "2 of 2" in table
    assert main.run([*common, "--move", "2-9"]) == 1
    assert "no position before move 9" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main.run([*common, "--move", "3-1"])
    assert "move number or range" in capsys.readouterr().err
