"""First moves: the book in all symmetries, then empty corners."""

import pytest

from gtpengine.board.colours import EMPTY
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.opening import BadBook, OpeningBook, load_book, opening_move


def after(size, moves):
    position = Position(size)
    for move in moves.split():
        position.play(position.to_move, point_of(move, size, size))
    return position


def named(points):
    return sorted(vertex_of(point) for point in points)


def test_the_book_replies_in_all_symmetries():
    book = OpeningBook.from_text("9: C4 G6 F3\n# a remark\n\n9: E5 # the centre")
    assert named(book.replies(Position(9))) == [
        "C4", "C6", "D3", "D7", "E5", "F3", "F7", "G4", "G6",
    ]  # fmt: skip
    assert named(book.replies(after(9, "C4"))) == ["G6"]
    assert named(book.replies(after(9, "F7"))) == ["D3"]
    assert named(book.replies(after(9, "C4 G6"))) == ["F3"]
    assert not book.replies(after(9, "C4 G6 F3"))
    assert not book.replies(Position(13))


@pytest.mark.parametrize("text", ["9 E5", "9: Z99", "x: E5", "9: E5 E5", "99: E5"])
def test_a_broken_book_names_the_line(text):
    with pytest.raises(BadBook, match="line 2"):
        OpeningBook.from_text("9: E5\n" + text)


def test_our_own_book_is_sound():
    assert load_book().replies(Position(9))


def test_a_missing_book_is_no_silent_matter(tmp_path):
    with pytest.raises(BadBook, match=r"none\.txt"):
        load_book(tmp_path / "none.txt")


@pytest.mark.parametrize("size", [13, 19])
def test_empty_corners_come_first(size):
    position = Position(size)
    for _ in range(4):
        move, why = opening_move(position, OpeningBook(), seed=1)
        assert "corner" in why
        near = [min(line, size + 1 - line) for line in (move // 26, move % 26)]
        assert sorted(near) in ([3, 4], [4, 4])
        position.play(position.to_move, move)
    assert opening_move(position, OpeningBook(), seed=1) is None


def test_small_boards_and_taken_corners_are_left_to_the_search():
    assert opening_move(Position(9), OpeningBook(), seed=1) is None
    assert opening_move(after(19, "D4 Q16 D16 Q4"), OpeningBook(), seed=1) is None


def test_the_seed_decides_and_the_point_is_free():
    position = after(19, "D4")
    moves = {opening_move(position, OpeningBook(), seed)[0] for seed in range(20)}
    assert len(moves) > 3
    assert all(position.colour_at(move) == EMPTY for move in moves)
