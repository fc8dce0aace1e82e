"""SGF in and out, and what is said of files that are no games."""

import random
from fractions import Fraction

import pytest
from sgfmill import sgf

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, point_of, vertex_of
from gtpengine.board.position import Move, Position
from gtpengine.board.record import BadRecord, load_record
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.board.rules import AGA, CHINESE, JAPANESE


def test_a_game_with_everything():
    record = load_record(
        rb"""(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[5.5]RU[Japanese]HA[2]PB[Kuro\]]PW[Shiro]RE[W+R]
        AB[cg][gc]C[begin]
        ;W[ee];B[](;W[cc]C[main])(;W[gg];B[aa]))"""
    )
    assert (record.width, record.height, record.komi) == (9, 9, Fraction(11, 2))
    assert (record.rules, record.handicap, record.result) == (JAPANESE, 2, "W+R")
    assert record.black_name == "Kuro]"
    assert [str(move) for move in record.moves()] == ["W E5", "B pass", "W C7"]
    assert record.nodes[0].comment == "begin"
    position = record.position()
    assert (position.handicap, position.to_move) == (2, BLACK)
    assert len(record.position(before=1).moves) == 0
    assert len(record.position(before=3).moves) == 2


def test_setup_in_mid_game_and_rectangles():
    record = load_record(b"(;SZ[5:4];B[aa];AW[bb:cc]AE[aa]PL[W];W[ed])")
    position = record.position()
    assert (position.width, position.height) == (5, 4)
    assert position.diagram(labelled=False) == ". . . . .\n. O O . .\n. O O . .\n. . . . O"


def test_defaults_where_the_record_is_silent():
    record = load_record(b"(;B[aa];W[tt];B[sa])", rules=AGA)
    assert (record.width, record.komi, record.rules) == (19, 0, AGA)
    assert record.moves()[1].point == PASS
    assert vertex_of(record.moves()[2].point) == "T19"


def test_what_is_saved_can_be_loaded_by_us_and_by_sgfmill():
    generator = random.Random(8)
    for number in range(30):
        size = generator.randrange(2, 20)
        position = Position(
            size, rules=generator.choice((CHINESE, JAPANESE)), komi=Fraction(number)
        )
        if number % 3 == 0 and size >= 5:
            position.setup([point_of("A1", 5, 5)], [point_of("C3", 5, 5)], to_move=WHITE)
        elif number % 3 == 1 and size >= 5:
            position.place_handicap([point_of("B2", 5, 5), point_of("D4", 5, 5)])
        for _ in range(generator.randrange(1, 40)):
            colour = position.to_move
            position.play(colour, generator.choice([PASS, *position.legal_points(colour)]))
        text = record_text(
            record_of(position, black_name="a]b", white_name="\\", result="B+1"),
            {0: "first: words]", len(position.moves): "last\nline"},
        )
        again = load_record(text.encode())
        loaded = again.position()
        assert loaded.diagram() == position.diagram()
        assert (loaded.moves, loaded.handicap) == (position.moves, position.handicap)
        assert (loaded.to_move, loaded.komi) == (position.to_move, position.komi)
        assert (again.black_name, again.white_name, again.result) == ("a]b", "\\", "B+1")
        assert again.nodes[0].comment.startswith("first: words]")
        theirs = sgf.Sgf_game.from_bytes(text.encode())
        assert theirs.get_size() == size
        assert len(theirs.get_main_sequence()) == len(position.moves) + 1


def test_rectangular_boards_and_two_moves_in_a_row_survive():
    position = Position(7, 3, JAPANESE)
    position.play(BLACK, point_of("A1", 7, 3))
    position.play(BLACK, point_of("G3", 7, 3))
    again = load_record(record_text(record_of(position)).encode()).position()
    assert again.moves == [Move(BLACK, point_of("A1", 7, 3)), Move(BLACK, point_of("G3", 7, 3))]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"hello", "not an SGF"),
        (b";B[aa]", "not an SGF"),
        (b"(;SZ[9]KM[6.5]", "breaks off before the first stone"),
        (b"\xff\xfe\x00(;", "not an SGF"),
        (b"\0" * 5000, "not an SGF"),
        (b"(;GM[2]SZ[8])", "not a game of Go"),
        (b"(;SZ[0])", r"SZ\[0\]"),
        (b"(;SZ[26])", r"SZ\[26\]"),
        (b"(;SZ[big])", r"SZ\[big\]"),
        (b"(;SZ[1:2:3])", r"SZ\[1:2:3\]"),
        (b"(;SZ[9];B[zz])", "node 1: 'zz'"),
        (b"(;SZ[9];B[a])", "node 1: 'a'"),
        (b"(;SZ[9]AB[aj])", "node 0: 'aj'"),
        (b"(;SZ[9];B[aa];W[aa])", r"move 2 \(W A9\) is illegal: A9 is occupied"),
        (b"(;SZ[9];B[ab];B[ba];W[aa])", r"move 3 \(W A9\) is illegal: A9 is suicide"),
        (b"(;SZ[2]AB[aa][ab][ba][bb])", "setup after move 0: .* no liberty"),
    ],
)
def test_errors_say_what_and_where(data, words):
    with pytest.raises(BadRecord, match=words):
        load_record(data).position()


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(BadRecord, match="No such file"):
        load_record(tmp_path / "missing.sgf")
    with pytest.raises(BadRecord, match="is a folder"):
        load_record(tmp_path)
    zeros = tmp_path / "zeros.sgf"
    with zeros.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(BadRecord, match="larger than 16 MiB"):
        load_record(zeros)


def test_deep_variations_do_not_end_in_a_traceback():
    nested = b"(;SZ[9]" + b"(;B[aa]" * 20_000 + b")" * 20_001
    try:
        load_record(nested).position()
    except BadRecord as error:
        assert "move 2" in str(error) or "not an SGF" in str(error)  # noqa: PT017
    else:
        pytest.fail("twenty thousand moves on one point were accepted")


def test_positions_that_the_record_does_not_have():
    record = load_record(b"(;SZ[9];B[aa];W[bb])")
    for before in (0, -1, 4):
        with pytest.raises(BadRecord, match="the last move is 2"):
            record.position(before=before)


@pytest.mark.parametrize("komi", ["1e400", "-1e308", "1e999999999", "99999", "9" * 5000, "1e-9"])
def test_a_komi_that_nothing_can_be_counted_with_is_refused(komi):
    with pytest.raises(BadRecord, match=r"KM\[.*: the komi must"):
        load_record(f"(;SZ[9]KM[{komi}];B[aa])".encode())
