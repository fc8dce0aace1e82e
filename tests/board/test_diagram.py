"""Pictures in and out."""

import pytest

from gtpengine.board.diagram import BadDiagram, parse_diagram
from gtpengine.board.points import BadSize, vertex_of
from gtpengine.board.position import BadSetup, Position


def test_a_picture_is_read_top_row_first():
    picture = parse_diagram(
        """
           A B C
         2 X . a 2
         1 . O . 1
           A B C
        """
    )
    assert (picture.width, picture.height) == (3, 2)
    assert [vertex_of(p) for p in picture.black] == ["A2"]
    assert [vertex_of(p) for p in picture.white] == ["B1"]
    assert {name: vertex_of(p) for name, p in picture.labels.items()} == {"a": "C2"}


def test_what_is_drawn_can_be_read_again():
    text = ". X O\nX X O\n. O ."
    position = Position.from_diagram(text)
    assert position.diagram(labelled=False) == text
    assert Position.from_diagram(position.diagram()).diagram(labelled=False) == text


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        (". . .\n. X\n. . .", BadDiagram, "line 2: 2 cells where 3"),
        (". . ?\n. . .", BadDiagram, "line 1: '\\?'"),
        ("", BadSize, "0x0"),
        (".", BadSize, "1x1"),
        ("X O\nO X", BadSetup, "no liberty"),
    ],
)
def test_errors_say_where(text, error, words):
    with pytest.raises(error, match=words):
        Position.from_diagram(text)
