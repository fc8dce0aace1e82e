"""Names of points, colours and rules: what is accepted, what is refused and with which words."""

import pytest

from gtpengine.board.colours import BLACK, WHITE, BadColour, opponent, parse_colour
from gtpengine.board.points import (
    GRID_LEN,
    PASS,
    BadSize,
    BadVertex,
    board_points,
    check_size,
    column_of,
    point_at,
    point_of,
    row_of,
    vertex_of,
)
from gtpengine.board.rules import RULES, BadRules, HandicapBonus, KoRule, Scoring, rules_named


@pytest.mark.parametrize(
    ("vertex", "row", "column"), [("A1", 1, 1), ("H8", 8, 8), ("J9", 9, 9), ("Z25", 25, 25)]
)
def test_a_vertex_and_its_point(vertex, row, column):
    point = point_of(vertex, 25, 25)
    assert (row_of(point), column_of(point)) == (row, column)
    assert vertex_of(point) == vertex
    assert point_of(vertex.lower(), 25, 25) == point


def test_every_point_of_every_size_has_one_name():
    for width in range(2, 26):
        for height in (2, 7, 25):
            names = {vertex_of(point) for point in board_points(width, height)}
            assert len(names) == width * height
            assert all(vertex_of(point_of(name, width, height)) == name for name in names)


def test_neighbours_of_the_board_stay_inside_the_grid():
    for point in board_points(25, 25):
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                assert 0 <= point + point_at(row, column) < GRID_LEN


@pytest.mark.parametrize("text", ["", "I5", "A0", "A10", "K1", "5", "D", "D-4", "D4x", "D٤", "DD"])
def test_what_is_no_vertex(text):
    with pytest.raises(BadVertex):
        point_of(text, 9, 9)


def test_pass_is_a_vertex():
    assert point_of("PaSs", 9, 9) == PASS
    assert vertex_of(PASS) == "pass"


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (26, 26), (9, 1), (-3, 9)])
def test_sizes_that_no_board_has(size):
    with pytest.raises(BadSize, match=f"{size[0]}x{size[1]}"):
        check_size(*size)


def test_colours():
    assert [parse_colour(text) for text in ("b", "B", "black", "WHITE", "w")] == [1, 1, 1, 2, 2]
    assert (opponent(BLACK), opponent(WHITE)) == (WHITE, BLACK)
    with pytest.raises(BadColour, match="grey"):
        parse_colour("grey")


def test_rules_by_name():
    assert {name: rules_named(name) for name in RULES} == RULES
    assert rules_named("New Zealand").name == "new_zealand"
    assert rules_named("Tromp-Taylor").suicide
    assert rules_named("korean").scoring is Scoring.TERRITORY
    assert rules_named("aga").ko is KoRule.SITUATIONAL
    with pytest.raises(BadRules, match="chinese, japanese, aga"):
        rules_named("ing")


def test_handicap_bonus():
    # Chinese count gives White one point a stone, the AGA one fewer, others nothing.
    assert [bonus.points(4) for bonus in HandicapBonus] == [0, 4, 3]
    assert [bonus.points(0) for bonus in HandicapBonus] == [0, 0, 0]
