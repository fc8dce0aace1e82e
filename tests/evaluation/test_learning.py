"""The fit: it learns what was played, the same each time."""

import random

import numpy as np
import pytest

from gtpengine.board.position import Position
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.learning import Game, Model, load_games
from tests.shared_data import SHARED, needs_shared_data


def odd_games(count, seed=1):
    """Games by players who always choose the first legal point of the board."""
    generator = random.Random(seed)
    games = []
    for number in range(count):
        position = Position(5)
        for _ in range(2):
            position.play(position.to_move, generator.choice(position.legal_points(1)))
        while len(position.moves) < 16:
            legal = position.legal_points(position.to_move)
            if not legal:
                break
            position.play(position.to_move, legal[0])
        moves = [move.colour * 1024 + move.point for move in position.moves]
        start = vector_of(Position(5))
        games.append(Game(f"odd/{number}", start, np.array(moves, dtype=np.int32)))
    return games


@pytest.mark.checked
@pytest.mark.parametrize("playout", [True, False])
def test_learning_makes_the_moves_that_were_played_likely(playout):
    games = odd_games(12)
    model, twin = Model(playout=playout), Model(playout=playout)
    before = model.quality(games[9:])
    for fitted in (model, twin):
        fitted.learn(games[:9], games[9:], 3, lambda text: None)
    after = model.quality(games[9:])
    assert after.log_likelihood > before.log_likelihood + 0.3
    assert after.top_1 >= before.top_1
    assert np.array_equal(model.theta, twin.theta)


@needs_shared_data
def test_shared_games_are_read():
    folder = SHARED / "games"
    games = load_games(folder, lambda text: None, folders=("pro13",))
    assert len(games) == 53
    assert all(game.name.startswith("pro13/") for game in games)
