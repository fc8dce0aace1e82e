"""Moves on which a group hangs, as they are read: pictures whose vital point is known."""

import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.model.vital import VitalMoves

THREE = """
    X . . . X O . . .
    X X X X X O . . .
    O O O O O O . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
EYES = """
    . X . . . X O . .
    X X X X X X O . .
    O O O O O O O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """


def expected(position, owner):
    """What somebody who sees no detail thinks: the corner is in doubt, the rest is White's."""
    stones = {point for point in position.points() if position.colour_at(point) == owner}
    return {point: 0.0 if point in stones else -0.9 for point in position.points()}


@pytest.mark.parametrize(("to_move", "word"), [(WHITE, "kills"), (BLACK, "saves")])
def test_the_middle_of_three(to_move, word):
    position = Position.from_diagram(THREE, to_move)
    found = VitalMoves().find(position, expected(position, BLACK), None)
    assert {vertex_of(move) for move in found} == {"C9"}
    assert f"C9: {word} the group at" in next(iter(found.values()))


def test_nothing_hangs_on_a_move_where_a_group_lives():
    position = Position.from_diagram(EYES, WHITE)
    assert VitalMoves().find(position, expected(position, BLACK), None) == {}


def test_the_same_for_either_colour():
    position = Position.from_diagram(
        """
        O . . . O X . . .
        O O O O O X . . .
        X X X X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        opponent(WHITE),
    )
    owners = {point: -share for point, share in expected(position, WHITE).items()}
    assert {vertex_of(move) for move in VitalMoves().find(position, owners, None)} == {"C9"}
