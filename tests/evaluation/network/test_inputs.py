"""Input planes: a picture, and random games against the slow twin on boards of all sizes."""

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.points import GRID_LEN, NO_POINT, STRIDE, point_of
from gtpengine.board.position import Position
from gtpengine.board.tactics import Tactician
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.kernels.priors import priors_of
from gtpengine.evaluation.network import layout
from gtpengine.evaluation.network.kernels.inputs import inputs_of
from gtpengine.evaluation.weights import default_weights
from tests.evaluation.network.random_games import random_game
from tests.oracles.slow_inputs import slow_planes


def planes_of(position, colour, last=NO_POINT, before_last=NO_POINT):
    out = np.full((1, position.height, position.width, layout.PLANES), 7, dtype=np.float32)
    inputs_of(
        vector_of(position)[None],
        np.array([colour]),
        np.array([[last, before_last]]),
        default_weights(),
        vector_of(Position(2)),
        np.zeros(GRID_LEN, dtype=np.float32),
        out,
    )
    return out[0]


def gammas(position, colour, last, before_last):
    out = np.zeros(GRID_LEN, dtype=np.float32)
    priors_of(vector_of(position), default_weights(), colour, last, before_last, out)
    return out


def picture(planes, plane):
    """The plane as text, the highest row first."""
    return [
        "".join("x" if value else "." for value in row) for row in planes[::-1, :, plane].tolist()
    ]


@pytest.mark.checked
@pytest.mark.pure
def test_a_picture_of_atari_lines_and_last_moves():
    position = Position.from_diagram(
        """
        . . . . . .
        . . X . . .
        . X O . . .
        . . X . . .
        . . . . . O
        . . . . O .
        """
    )
    planes = planes_of(position, BLACK, point_of("D3", 6, 6), point_of("C3", 6, 6))
    assert picture(planes, layout.OTHER_LIBERTIES) == [
        "......",
        "......",
        "..x...",
        "......",
        "......",
        "......",
    ]
    assert picture(planes, layout.OWN)[1] == "..x..."
    assert planes[2, 3, layout.LAST] == 1
    assert planes[2, 2, layout.BEFORE_LAST] == 1
    assert planes[:, :, layout.LAST].sum() == planes[:, :, layout.BEFORE_LAST].sum() == 1
    assert planes[:, :, layout.LINES].sum() == 20
    assert planes[:, :, layout.LINES + 1].sum() == 12
    assert planes[:, :, layout.LINES + 2].sum() == 4


@pytest.mark.checked
@pytest.mark.parametrize("size", [(2, 2), (5, 5), (9, 9), (7, 12), (19, 19), (25, 25)])
def test_random_games_against_the_slow_twin(size):
    small = size[0] * size[1] <= 25
    points = size[0] * size[1]
    for length in sorted({0, 1, min(70, points // 2), min(90, points)}):
        position, (last, before_last) = random_game(*size, length, length)
        colour = position.to_move
        planes = planes_of(position, colour, last, before_last)
        expected = slow_planes(
            position,
            colour,
            last,
            before_last,
            gammas(position, colour, last, before_last),
            gammas(position, opponent(colour), before_last, last),
            ladders=small,
        )
        for point in position.points():
            row, column = point // STRIDE - 1, point % STRIDE - 1
            for plane in range(layout.PLANES):
                if plane in (layout.OWN_CAUGHT, layout.OTHER_CAUGHT) and not small:
                    continue
                value = expected.get((plane, point), 0)
                if value is not None:
                    assert planes[row, column, plane] == pytest.approx(value, abs=1e-4)


@pytest.mark.checked
def test_a_ladder_works_until_a_stone_breaks_it():
    ladder = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X O . . . .
        . . X X . . .
        . . . . . . .
        """
    )
    breakers = Tactician(ladder).ladder_breakers(point_of("C3", 7, 7))
    assert point_of("F6", 7, 7) in breakers
    for stone in (None, *breakers):
        position = ladder.copy()
        if stone is not None:
            position.setup(white=[stone])
        for colour, plane in ((BLACK, layout.OTHER_CAUGHT), (WHITE, layout.OWN_CAUGHT)):
            assert planes_of(position, colour)[2, 2, plane] == (stone is None)
