"""Regions as pictures."""

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_at, vertex_of
from gtpengine.partition.region import BadRegion, Region

PICTURE = """
X X X -
. x . O
X w o O
- X O -
"""


def test_picture():
    region = Region.from_diagram(PICTURE)
    assert [vertex_of(point) for point in region.points] == ["B2", "C2", "A3", "B3", "C3"]
    assert region.stones == ((point_at(2, 3), WHITE), (point_at(3, 2), BLACK))
    assert [vertex_of(point) for point in region.empty] == ["B2", "A3", "C3"]
    assert (region.ko_point, region.ko_colour) == (point_at(2, 2), WHITE)
    assert region.exact
    assert region.name == point_at(2, 2)
    assert len(region.border) == 8


def test_picture_and_back():
    region = Region.from_diagram(PICTURE)
    assert region.diagram() == PICTURE.strip()
    assert Region.from_diagram(region.diagram()) == region


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        pytest.param(". X\n- X", "no border stone", id="open to the outside"),
        pytest.param(". X\nX", "1 cells where 2", id="ragged"),
        pytest.param(". ?\nX X", "not a cell", id="unknown cell"),
        pytest.param("X X\nO O", "at least one point", id="no point"),
    ],
)
def test_bad_pictures(picture, message):
    with pytest.raises(BadRegion, match=message):
        Region.from_diagram(picture)


def test_stones_and_ko_lie_inside():
    with pytest.raises(BadRegion, match="no point of the region"):
        Region.of((2, 2), [point_at(1, 1)], {point_at(2, 2): BLACK}, {})
