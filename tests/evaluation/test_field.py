"""Fields of heavy playouts: ownership, criticality, verdicts that hold, regions that are kept."""

from fractions import Fraction

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, EMPTY, WALL, WHITE
from gtpengine.board.layout import COLOUR
from gtpengine.board.points import NO_POINT, point_of
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector
from gtpengine.evaluation.frozen import frozen_vector
from gtpengine.evaluation.kernels.field import play_some_heavy
from gtpengine.evaluation.playouts import field, heavy_playouts
from gtpengine.evaluation.weights import default_weights

SETTLED = """
    . X X O .
    X X X O O
    . X O O .
    X X O . O
    . X O O O
"""


def at(vertex, size):
    return point_of(vertex, size, size)


def test_a_settled_board():
    position = Position.from_diagram(SETTLED)
    result = field(position, 40)
    assert result.ownership(at("A5", 5)) == 1.0
    assert result.ownership(at("E5", 5)) == -1.0
    assert result.swing(at("A5", 5)) == result.criticality(at("A5", 5)) == 0.0
    assert heavy_playouts(position, 10).mean_lead() == 12 - 13
    assert result.black_first.mean_lead() == 12 - 13
    assert all(result.survival(chain) == 1.0 for chain in position.chains())


def test_who_is_first_gets_the_last_point():
    position = Position.from_diagram(SETTLED.replace("X X X O O", "X X . O O"))
    result = field(position, 40)
    assert result.swing(at("C4", 5)) == 2.0
    assert result.black_first.mean_lead() == 12 - 13
    assert result.white_first.mean_lead() == 11 - 14


def test_the_same_seed_gives_the_same_field():
    position = Position(7)
    first, again, other = (field(position, 60, seed=seed).black_first for seed in (1, 1, 2))
    assert np.array_equal(first.black, again.black)
    assert not np.array_equal(first.black, other.black)


def test_the_point_that_decides_is_critical():
    """Whoever plays E7 first decides about the white group, and with this komi about the game."""
    position = Position.from_diagram(
        """
        . X O . . . O
        X X O O O O O
        . X X X X X X
        X X . X X X X
        . X X X . X X
        X X X X X X X
        . X . X X X .
        """,
        komi=Fraction(39),
    )
    result = field(position, 400)
    vital, corner = at("E7", 7), at("A1", 7)
    assert result.criticality(vital) > 0.1
    assert result.criticality(corner) == result.swing(corner) == 0
    group = position.chain_at(at("C7", 7))
    assert 0.2 < result.survival(group) < 0.8


CONTEST = """
    . . . . . . .
    X X X . O O O
    . . X . O . .
    . O X . O X .
    . . X . O . .
    X X X . O O O
    . . . . . . .
"""


@pytest.mark.checked
def test_verdicts_hold_in_every_game():
    position = Position.from_diagram(CONTEST)
    black = [at(f"{c}{r}", 7) for c in "ABC" for r in range(2, 7)]
    white = [at(f"{c}{r}", 7) for c in "EFG" for r in range(2, 7)]
    owners = dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE)
    result = field(position, 100, owners=owners)
    assert all(result.ownership(point) == 1.0 for point in black)
    assert all(result.ownership(point) == -1.0 for point in white)
    free = [point for point in position.points() if point not in owners]
    assert any(abs(result.ownership(point)) < 1 for point in free)


@pytest.mark.checked
def test_moves_stay_in_the_region():
    position = Position.from_diagram(CONTEST)
    region = {at(f"D{r}", 7) for r in range(1, 8)} | {at(f"{c}7", 7) for c in "ABC"}
    start = frozen_vector(position, allowed=region)
    for seed in range(40):
        work = light_vector(seed)
        play_some_heavy(start, default_weights(), work, BLACK, NO_POINT, 60)
        for point in position.points():
            if point in region:
                continue
            now, before = int(work[COLOUR + point]), position.colour_at(point)
            assert now == (WALL if before == EMPTY else before)


@pytest.mark.checked
@pytest.mark.pure
def test_where_nothing_is_allowed_both_pass():
    start = frozen_vector(Position.from_diagram(CONTEST), allowed=())
    assert play_some_heavy(start, default_weights(), light_vector(1), BLACK, NO_POINT, 60) == 2


def test_chains_that_verdicts_leave_without_liberty_are_settled_too():
    position = Position.from_diagram("""
        . X O .
        X X O O
        . X O .
        O X O .
    """)
    # Black owns A2; the white stone at A1 loses its last liberty by that.
    start = frozen_vector(position, owners={at("A2", 4): BLACK})
    assert start[COLOUR + at("A1", 4)] == BLACK


def test_chains_that_reach_settled_land_of_their_own_stand_with_it():
    position = Position.from_diagram("""
        . X O .
        X X O O
        . X O .
        X X O .
    """)
    # All that Black has is settled but the stones at A1 and B1; without A2 they have no liberty.
    mine = {at(vertex, 4): BLACK for vertex in ("A2", "A3", "A4", "B2", "B3", "B4")}
    start = frozen_vector(position, owners=mine)
    assert start[COLOUR + at("A1", 4)] == BLACK
    assert start[COLOUR + at("B1", 4)] == BLACK
