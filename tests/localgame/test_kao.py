"""Kao's games A, B and C, realised on boards: his numbers, with a constant taken off.

Kao gives A = {11|{8|0}} (mean 8, temperature 3), B by mean 7 and temperature 4 alone, for which we
take {11|3}, and C = {C^L|A+B} with mean(C^L) = 24: mean 39/2, temperature 9/2. The boards are ours.
"""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.rules import Scoring
from gtpengine.localgame.solution import LocalKind
from gtpengine.localgame.solver import solve
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region
from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from tests.oracles.fast_coupons import FastCoupons

# Black C3 connects everything and leaves the point F2: 1. White C3 takes C2, two points, and
# threatens the other four stones, eight more; Black fills F2. So {1|{-2|-10}}, A less 10.
KAO_A = """
    - - O O O O
    - X . x x x
    - O x O x .
    - - O - O X
"""
# Four stones to save or to catch, at C1: {0|-8}, B less 11.
KAO_B = """
    - O x O
    O x x O
    O x . X
"""
# Black D3 takes a stone and connects A's stones to B's: one prisoner, D2 and C1, and at D5 White's
# sente over G4 is left, so {4|{3|-5}}, of mean 3. White D3 saves the stone and leaves A and B. All
# of it is C less 21.
KAO_C = """
    - - - O O O O
    - - X . x x x
    - - O x O x .
    - O x . O O X
    O x x o X - -
    O x . X - - -
"""
AFTER_WHITE = KAO_C.replace("x . O O X", "x O O O X").replace("x o X", "x O X")
AFTER_BLACK = KAO_C.replace("x . O O X", "x x O O X").replace("x o X", "x . X")


@pytest.mark.parametrize(
    ("picture", "game", "less", "mean", "temperature"),
    [
        # value: Kao
        pytest.param(KAO_A, "11||8|0", 10, 8, 3, id="A"),
        pytest.param(KAO_B, "11|3", 11, 7, 4, id="B"),
        pytest.param(KAO_C, "{24|{11||8|0}+{11|3}}", 21, Fraction(39, 2), Fraction(9, 2), id="C"),
        # The temperature of A + B is not more than 4.
        pytest.param(AFTER_WHITE, "{11||8|0}+{11|3}", 21, 15, 4, id="A + B"),
        # by hand; the prisoner is no part of the picture
        pytest.param(AFTER_BLACK, "25||24|16", 22, 24, 1, id="C after Black"),
    ],
)
def test_walls(picture, game, less, mean, temperature):
    expected = analyse(parse(game), Komaster.NONE).thermograph(0)
    value = solve(Region.from_diagram(picture)).value()
    assert value.left.from_floor(0) == expected.left_wall.shifted(-less)
    assert value.right.from_floor(0) == expected.right_wall.shifted(-less)
    assert (value.mean + less, value.temperature) == (mean, temperature)


def test_the_threat_in_a():
    # value: Kao, A^R = {8|0} has temperature 4, which is 5 in area scoring
    solution = solve(Region.from_diagram(KAO_A))
    assert solution.kind is LocalKind.WHITE_SENTE
    moves = {
        vertex_of(move.point): move.state.node
        for move in solution.play.moves(solution.play.start(), WHITE)
    }
    best = [vertex_of(best.point) for best in solution.best_moves(WHITE)]
    assert best == ["C3"]
    threat = solution.solved.values(Rules.NOBODY).walls(moves["C3"])
    assert threat.left.points[-1][1] == 5


def test_both_play_first_where_c_falls_apart():
    solution = solve(Region.from_diagram(KAO_C))
    for colour in (BLACK, WHITE):
        best = [b for b in solution.best_moves(colour) if b.ranges[-1][1] == Fraction(9, 2)]
        assert [vertex_of(b.point) for b in best] == ["D3"]


@pytest.mark.parametrize("picture", [KAO_A, KAO_B], ids=["A", "B"])
def test_play_beside_coupons_brings_the_walls(picture):
    region = Region.from_diagram(picture)
    area = solve(region).value(scoring=Scoring.AREA)
    for colour, wall in ((BLACK, area.left), (WHITE, area.right)):
        play = FastCoupons(region, colour, 4)
        for count in range(0, 29, 2):
            assert play.wall(count) == wall.value_at(Fraction(count, 4))
