"""Random playouts: uniform, reproducible, and ending on boards that cannot be played further."""

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.kernels import playouts as kernels
from gtpengine.board.layout import COLOUR
from gtpengine.board.playouts import ownership, random_playouts
from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.board.vector import light_vector, vector_of

SETTLED = """
    . X X O .
    X X X O O
    . X O O .
    X X O . O
    . X O O O
"""


def test_length_and_score_of_games_on_an_empty_board():
    # 110.8 moves and 44.5 % for Black at komi 6.5: what libego and others print for this policy.
    summary = random_playouts(Position(9), 20_000, seed=3)
    assert summary.moves / summary.count == pytest.approx(110.8, abs=0.5)
    wins = summary.lead_counts[81 + 7 :].sum() / summary.count
    assert wins == pytest.approx(0.445, abs=0.015)
    assert 1 < summary.mean_lead() < 4


def test_the_same_seed_gives_the_same_games():
    first, again, other = (random_playouts(Position(7), 200, seed=seed) for seed in (5, 5, 6))
    assert np.array_equal(first.lead_counts, again.lead_counts)
    assert not np.array_equal(first.lead_counts, other.lead_counts)


def test_the_first_move_is_uniform():
    """Stop each game after one move: each point is played equally often (80 degrees of freedom)."""
    position = Position(9)
    start, work = vector_of(position), light_vector(11)
    counts = np.zeros(len(position.points()))
    for _ in range(8100):
        kernels.play_some(start, work, BLACK, 1)
        stones = [int(work[COLOUR + point]) for point in position.points()]
        counts[stones.index(BLACK)] += 1
    chi_square = ((counts - 100) ** 2 / 100).sum()
    assert 40 < chi_square < 130


@pytest.mark.checked
@pytest.mark.pure
def test_games_follow_the_rules():
    """Replay playouts on the plain board: legal, no own eye filled, nothing left to play."""
    for seed in range(3):
        position = Position(5, rules=JAPANESE)
        start = vector_of(position)
        colour = BLACK
        number = 0
        while True:
            number += 1
            work = light_vector(seed)
            if kernels.play_some(start, work, BLACK, number) < number:
                break
            stones = {point: int(work[COLOUR + point]) for point in position.points()}
            new = [p for p, c in stones.items() if c == colour and position.colour_at(p) != c]
            if new:
                assert len(new) == 1
                assert not position.is_own_eye(colour, new[0])
                position.play(colour, new[0])
            assert stones == {point: position.colour_at(point) for point in position.points()}
            colour = BLACK + WHITE - colour
            if number >= 3 * len(position.points()):
                break
        if number < 3 * len(position.points()):
            for player in (BLACK, WHITE):
                left = position.legal_points(player)
                assert all(position.is_own_eye(player, point) for point in left)


@pytest.mark.checked
def test_ownership_of_a_settled_board():
    position = Position.from_diagram(SETTLED)
    owner = ownership(position, 50)
    assert set(owner) == set(position.points())
    assert owner[point_of("A5", 5, 5)] == 1.0
    assert owner[point_of("E5", 5, 5)] == -1.0
    assert random_playouts(position, 10).mean_lead() == 12 - 13
