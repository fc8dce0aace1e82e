"""Bent fours in the corner: where they are, and who is dead by them."""

from itertools import product

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.model.bentfour import bent_fours, with_one_eye
from gtpengine.model.lives import LifeReader
from gtpengine.partition.bits import points_of
from tests.engine.positions import picture

# White's stones around Black's three in the corner have no other eye.
BENT = """
    . X . X X . X . X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    O O O O O X X X X
    . O O O O O X X X
    X X X . O . X X .
    """
# At F2 they have one, behind a wall.
TWO_EYES = """
    . X . X X . X . X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X . X
    O O O O O O O O X
    . O O O O . O O X
    X X X . O O O O X
    """
# Two stones are not three of a bent four.
LINE = BENT.replace("X X X . O . X X .", "X X . . O . X X .")


def turned(text, *, mirrored, upside_down, transposed, swapped):
    rows = [line.split() for line in text.strip().splitlines()]
    if mirrored:
        rows = [row[::-1] for row in rows]
    if upside_down:
        rows = rows[::-1]
    if transposed:
        rows = [list(row) for row in zip(*rows, strict=True)]
    text = "\n".join(" ".join(row) for row in rows)
    return text.translate(str.maketrans("XO", "OX")) if swapped else text


@pytest.mark.parametrize(
    ("mirrored", "upside_down", "transposed", "swapped"), list(product([False, True], repeat=4))
)
def test_they_are_found_in_every_corner(mirrored, upside_down, transposed, swapped):
    text = turned(
        BENT,
        mirrored=mirrored,
        upside_down=upside_down,
        transposed=transposed,
        swapped=swapped,
    )
    position = picture(text)
    [four] = bent_fours(position)
    assert four.colour == (WHITE if swapped else BLACK)
    assert four.stones.bit_count() == 3
    assert four.space.bit_count() == 5
    other = with_one_eye(position, four)
    eye = point_of(vertex_of(four.corner), 9, 9)
    assert [point for point in points_of(four.space) if point in other.stones(four.colour)] == []
    assert other.chain_at(max(points_of(four.space & ~(1 << eye)))).colour != four.colour


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        BENT.replace(". O O O O O X", "X O O O O O X"),  # all four are there already
        BENT.replace(". O O O O O X", "O O O O O O X"),  # White has approached
        BENT.replace("O O O O O X X X X", ". O O O O X X X X"),  # the wall has a hole
    ],
)
def test_other_shapes_are_none(text):
    assert bent_fours(picture(text)) == []


def verdicts(text, rules):
    """Return by vertex of one stone whether chains live or die."""
    position = picture(text, rules=rules)
    owners = dict.fromkeys(position.points(), 0.0)
    owners.update(dict.fromkeys(position.stones(BLACK), 0.9))
    owners.update(dict.fromkeys(position.stones(WHITE), -0.9))
    with Deadline(30.0) as deadline:
        lives = LifeReader().read(position, owners, deadline)
    found = {
        vertex_of(min(fate.chain.stones)): (fate.lives, fate.dies, fate.by_rule)
        for fate in lives.fates
    }
    return found, lives.ownership


def test_by_territory_the_wall_is_dead_and_the_corner_lives():
    found, owners = verdicts(BENT, JAPANESE)
    assert found["A1"] == (True, False, True)
    assert found["E1"] == (False, True, True)
    for vertex in ("A1", "A2", "D1", "E1", "A3"):
        assert owners[point_of(vertex, 9, 9)] == 1.0


def test_by_area_it_must_be_played_out():
    found, _ = verdicts(BENT, CHINESE)
    assert not any(by_rule for _, _, by_rule in found.values())


def test_a_wall_with_another_eye_is_left_to_the_search():
    found, _ = verdicts(TWO_EYES, JAPANESE)
    assert not any(by_rule for _, _, by_rule in found.values())
