"""Handicap points against the table of the GTP 2 draft (section 4.1.1)."""

import pytest

from gtpengine.board.handicap import BadHandicap, fixed_handicap, free_handicap, most_fixed
from gtpengine.board.points import vertex_of


@pytest.mark.parametrize(
    ("size", "stones", "vertices"),
    [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (9, 2, "C3 G7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (13, 9, "D4 K10 D10 K4 D7 K7 G4 G10 G7"),
        (7, 4, "C3 E5 C5 E3"),
        (12, 4, "C3 K10 C10 K3"),
    ],
)
def test_fixed_points(size, stones, vertices):
    assert {vertex_of(p) for p in fixed_handicap(stones, size, size)} == set(vertices.split())


def test_how_many_stones_a_board_can_have():
    assert [most_fixed(n, n) for n in (2, 6, 7, 8, 9, 10, 13, 18, 19, 25)] == [
        0, 0, 4, 4, 9, 4, 9, 4, 9, 9,
    ]  # fmt: skip


@pytest.mark.parametrize(("stones", "size"), [(1, 19), (10, 19), (5, 8), (2, 6), (-1, 9)])
def test_refusals_name_what_is_allowed(stones, size):
    with pytest.raises(BadHandicap, match="allowed"):
        fixed_handicap(stones, size, size)


def test_free_placement_gives_exactly_what_was_asked():
    for size, most in ((3, 2), (5, 6), (6, 9), (9, 20), (13, 20), (19, 30), (25, 12)):
        for stones in range(2, most + 1):
            points = free_handicap(stones, size, size)
            assert len(set(points)) == stones
    with pytest.raises(BadHandicap):
        free_handicap(21, 9, 9)
