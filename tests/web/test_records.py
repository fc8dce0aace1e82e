"""Records for the browser: variations, captures, text that stays text, whatever is in a file."""

import random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.web.positions import root_position
from gtpengine.web.records import tree_json


def nodes(text):
    return tree_json(text.encode())["nodes"]


def test_variations_name_their_parents():
    found = nodes("(;SZ[9];B[cc](;W[dd];B[ee])(;W[ff];B[gg](;W[aa])(;W[bb])))")
    moves = [(each["parent"], each.get("colour"), each.get("vertex")) for each in found]
    assert moves == [
        (-1, None, None),
        (0, "b", "C7"),
        (1, "w", "D6"),
        (2, "b", "E5"),
        (1, "w", "F4"),
        (4, "b", "G3"),
        (5, "w", "A9"),
        (5, "w", "B8"),
    ]


def test_moves_tell_what_they_capture():
    # Black takes the corner stone; then White's variation does not see that.
    found = nodes("(;SZ[5];B[ba];W[aa](;B[ab])(;B[cc];W[bb]))")
    assert [each.get("taken") for each in found] == [None, [], [], ["A5"], [], []]


def test_setup_at_the_root_is_where_the_game_begins():
    found = tree_json(b"(;SZ[9]KM[0]RU[Japanese]AB[cc][dd]AW[ee]PL[W];W[ff];AE[cc]AB[aa];B[bb])")
    assert found["root"]["black"] == ["D6", "C7"]
    assert found["root"]["to_move"] == "w"
    assert found["nodes"][2]["setup"]["empty"] == ["C7"]
    handicap = tree_json(b"(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    assert handicap["root"]["handicap"] == 2
    assert root_position(handicap["root"]).handicap == 2


def test_what_looks_like_markup_is_text():
    evil = "<script>alert(1)</script>"
    found = tree_json(f"(;SZ[9]PB[{evil}]PW[x];B[cc]C[{evil}])".encode(), evil)
    assert found["header"]["black"] == evil
    assert found["nodes"][1]["text"] == evil
    assert found["name"] == evil


def test_an_illegal_move_ends_its_line_only():
    found = tree_json(b"(;SZ[9];B[cc](;W[cc];B[dd])(;W[ee]))")
    assert [each.get("vertex") for each in found["nodes"]] == [None, "C7", "E5"]
    assert any("C7 is occupied; that line ends there" in text for text in found["warnings"])


def test_a_file_that_breaks_off_is_read_as_far_as_it_goes():
    found = tree_json(b"(;SZ[9];B[cc](;W[dd];B[ee")
    assert [each["vertex"] for each in found["nodes"] if "vertex" in each] == ["C7", "D6"]
    assert any("breaks off" in text for text in found["warnings"])


def test_a_deep_game_is_no_matter_of_recursion():
    text = "(;SZ[19]" + "(;B[]" * 3000 + ")" * 3000 + ")"
    assert len(nodes(text)) == 3001


@pytest.mark.parametrize("data", [b"", b"  ", b"x", b"(;GM[2])", b"(;SZ[99])", b"(;" * 30_000])
def test_what_is_no_record_is_refused_in_words(data):
    with pytest.raises(BadRecord):
        tree_json(data)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_come_out_as_they_went_in(seed):
    chance = random.Random(seed)
    position = Position(7)
    for _ in range(80):
        legal = position.legal_points(position.to_move)
        position.play(position.to_move, chance.choice(legal) if legal else PASS)
    found = tree_json(record_text(record_of(position)).encode())
    board = {}
    for node in found["nodes"]:
        if node.get("vertex", "pass") != "pass":
            board[node["vertex"]] = node["colour"]
        for vertex in node.get("taken", []):
            del board[vertex]
    for colour, letter in ((BLACK, "b"), (WHITE, "w")):
        there = {vertex for vertex, each in board.items() if each == letter}
        assert there == {vertex_of(point) for point in position.stones(colour)}
