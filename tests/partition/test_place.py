"""Places asked for: masks become regions with the walls that stand around them."""

from dataclasses import replace

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import SIDES, point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.partition.place import (
    BadPlace,
    Walls,
    parse_mask,
    parted,
    place_at,
    place_of,
    ringed,
)

# Black's corridor along the edge, open at E1 towards White.
EDGE = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. X X X X O O . .
. X . . . O . . .
. X X X . O O O .
. . . X . O . . .
. . . X . O . . .
. . . X . O . . .
"""


def names(points):
    return " ".join(vertex_of(point) for point in sorted(points))


def mask(position, text):
    return parse_mask(text, position.width, position.height)


def test_rectangles_and_points_are_read():
    assert names(parse_mask("c1:b2, E5", 9, 9)) == "B1 C1 B2 C2 E5"


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "no points"), ("Z1", "not on a board|not a vertex"), ("K1", "not on a board"),
     ("pass", "no place"), ("A1:B2:C3", "no rectangle")],
)  # fmt: skip
def test_nonsense_is_refused(text, said):
    with pytest.raises(BadPlace, match=said):
        parse_mask(text, 9, 9)


def test_stones_around_the_mask_are_walls():
    position = Position.from_diagram(EDGE)
    place = place_at(position, mask(position, "E1:E5,C5:D5"))
    assert names(place.region.points) == "E1 E2 E3 E4 C5 D5 E5"
    assert place.region.stones == ()
    assert not place.grown
    assert not place.cut
    assert not place.region.exact  # nobody has proved those walls
    assert len(place.trusted) == 2


def test_a_tight_mask_grows():
    position = Position.from_diagram(EDGE)
    place = place_at(position, mask(position, "E1:E3"))
    assert names(place.grown) == "E4 C5 D5 E5"
    assert any("too tight" in text for text in place.remarks)


def test_a_mask_that_leads_into_the_open_is_cut():
    position = Position.from_diagram(EDGE)
    place = place_at(position, mask(position, "A1:C3"))
    assert names(place.region.points) == "A1 B1 C1 A2 B2 C2 A3 B3 C3"
    assert names(place.cut) == "A4"


def test_stones_alone_are_no_place():
    position = Position.from_diagram(EDGE)
    with pytest.raises(BadPlace, match="nothing to play in"):
        place_at(position, mask(position, "D1:D3"))


def test_enclosed_stones_may_be_captured():
    position = Position.from_diagram(
        """
        X X X X
        X . o X
        X X X X
        """.replace("o", "O")
    )
    place = place_at(position, mask(position, "B2:C2"))
    assert [vertex_of(point) for point, _ in place.region.stones] == ["C2"]


def test_settled_parts_of_a_wide_mask_are_left_out():
    position = Position.from_diagram(
        """
        . X . X . O . O .
        X X X X . O O O O
        """
    )
    place = place_at(position, mask(position, "A1:J2"))
    assert names(place.region.points) == "E1 E2"
    assert place.region.exact


def test_real_walls_with_few_liberties_belong_to_the_place():
    picture = """
        . . . . . .
        . . . . . .
        X X X X X .
        O O O O X .
        . . . O X .
        X X . O X .
        """
    position = Position.from_diagram(picture)
    alive = place_at(position, mask(position, "C1:C2"), Walls.ALIVE)
    real = place_at(position, mask(position, "C1:C2"), Walls.REAL)
    assert point_of("D1", 6, 6) not in alive.region.points
    assert point_of("D1", 6, 6) in real.region.points


def test_a_rectangle_that_holds_a_point_of_the_open_leaves_it_out():
    position = Position.from_diagram(EDGE)
    place = place_at(position, mask(position, "C1:E5"))
    assert names(place.left) == "C1 C2 C3"
    assert names(place.region.points) == "E1 E2 E3 E4 C5 D5 E5"
    assert not place.cut
    assert any("leads into the open: C1, C2, C3" in text for text in place.remarks)
    # Where most leads into the open it is what was meant.
    assert not place_at(position, mask(position, "A1:C5,E1")).left


def test_a_ring_holds_the_land_behind_the_walls():
    position = Position.from_diagram(EDGE)
    place = place_at(position, mask(position, "E1:E5,C5:D5"))
    grown = ringed(position, place)
    assert set(place.region.points) < set(grown.region.points)
    assert point_of("G1", 9, 9) in grown.region.points


def test_a_ring_holds_stones_beside_the_place_that_are_no_walls():
    position = Position.from_diagram("""
        . . . . .
        . X X X .
        . X . O .
        . X X X .
        . . . . .
        """)
    # White's stone was taken for dead: it bounds the place and is no wall of it.
    region = place_at(position, mask(position, "C3")).region
    border = tuple((p, colour) for p, colour in region.border if colour == BLACK)
    grown = ringed(position, place_of(position, replace(region, border=border)))
    assert (point_of("D3", 5, 5), WHITE) in grown.region.stones


def test_games_apart_with_walls_that_live():
    position = Position.from_diagram(EDGE)
    place = place_at(position, mask(position, "E1:E5,C5:D5"))
    grown = ringed(position, place)
    region = parted(position, place, grown)
    assert region is not None
    inner = set(place.region.points)
    assert inner < set(region.points)
    for point in set(region.points) - inner:
        assert not {point + side for side in SIDES} & inner
    assert {p for p, _ in place.region.border} <= {p for p, _ in region.border}
