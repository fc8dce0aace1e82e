"""`gtpengine analyze --region`: places that somebody points at."""

import json
from pathlib import Path

import pytest

from gtpengine.cli import main

SHAPES = Path(__file__).parents[2] / "configs" / "examples" / "shapes"
CORRIDOR = str(SHAPES / "big-corridor.sgf")


def run(capsys, *arguments):
    code = main.run(["analyze", *arguments, "--seconds", "60"])
    return code, capsys.readouterr()


def test_a_place_by_its_rectangle(capsys):
    code, said = run(capsys, str(SHAPES / "monkey-jump.sgf"), "--region", "C1:J3", "--json")
    assert code == 0
    (region,) = json.loads(said.out)["regions"]
    # by hand from the record's comment: White jumps to E1, Black prevents it at G2; it is gote
    assert (region["kind"], region["black_move"], region["white_move"]) == ("gote", "G2", "E1")
    assert region["place"]["border"] == "proved"
    assert region["place"]["alternatives"]["black"][0] == {"move": "G2", "loses": "0"}


def test_words(capsys):
    _, said = run(capsys, str(SHAPES / "snapback.sgf"), "--region", "A1:J9")
    # by hand: {5|0}
    assert "5 points in gote (miai value 2 1/2)" in said.out


@pytest.mark.parametrize(
    ("place", "said"),
    [("", "no points"), ("Z99", "vertex|not on a board"), ("pass", "no place"),
     ("marks", "no marks")],
)  # fmt: skip
def test_nonsense(capsys, place, said):
    import re

    code, found = run(capsys, CORRIDOR, "--region", place)
    assert code == 1
    assert re.search(said, found.err)
    assert found.out == ""


def test_a_whole_board_has_bounds(capsys, tmp_path):
    record = tmp_path / "empty.sgf"
    record.write_text("(;SZ[9])")
    code, said = run(capsys, str(record), "--region", "A1:J9")
    assert code == 0
    assert "A1:J9: " in said.out
    assert "not fit" in said.out
    assert "Name a smaller place" in said.out


def test_a_thousand_places_are_too_many(capsys):
    places = [word for _ in range(1000) for word in ("--region", "B2")]
    code, found = run(capsys, CORRIDOR, *places)
    assert code == 1
    assert "1000 places: at most 100 at a time" in found.err


def test_settled_land_is_a_number(capsys):
    code, said = run(capsys, str(SHAPES / "snapback.sgf"), "--region", "A9", "--json")
    assert code in (0, 1)
    if code == 0:
        (region,) = json.loads(said.out)["regions"]
        assert region["kind"] in ("number", "dame")
    else:
        assert "nothing to play in" in said.err


def test_the_local_tree_is_written(capsys, tmp_path):
    out = tmp_path / "out.sgf"
    code, _ = run(capsys, str(SHAPES / "snapback.sgf"), "--region", "A1:J9", "--sgf", str(out))
    assert code == 0
    text = out.read_text()
    assert ": best." in text
    assert "loses" in text
