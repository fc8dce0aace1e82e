"""The tree keeper: trees that follow the game, and which of them decides."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.treekeeper import TreeKeeper

# One point is left to play for, G5: Black saves two stones there, or White takes them.
LAST_POINTS = """
    . . O X . . . . .
    . . O X . . . . .
    O O O X X X X . .
    . . O O O O X X .
    . O . O X X . X X
    . O O O O O X X .
    . O O O O X X . .
    . O . O O X . . .
    . . O . O X . . .
    """
VISITS = Settings(visits=1500)


def grown(komi):
    position = Position.from_diagram(LAST_POINTS, komi=Fraction(komi))
    position.to_move = BLACK
    keeper = TreeKeeper()
    with Deadline(60.0) as deadline:
        return keeper, keeper.grow(position, deadline, VISITS)


@pytest.mark.parametrize("komi", [-40, 60])
def test_a_decided_game_is_played_for_points(komi):
    keeper, findings = grown(komi)
    assert keeper._for_points is not None
    assert keeper._for_points.settings.score_weight > keeper._search.settings.score_weight
    assert findings.playouts == VISITS.visits
    assert findings.win_rate > 0.9 if komi < 0 else findings.win_rate < 0.1


def test_the_loser_looks_for_points_alone():
    winner, loser = grown(-40)[0], grown(60)[0]
    assert loser._for_points.settings.score_weight > winner._for_points.settings.score_weight


def test_an_open_game_is_played_to_win():
    position = Position(9)
    keeper = TreeKeeper()
    with Deadline(60.0) as deadline:
        keeper.grow(position, deadline, Settings(visits=300))
        assert keeper._for_points is None
        before = keeper.playouts
        move = keeper.grow(position, deadline, Settings(visits=300)).best
        assert keeper.playouts == before + 300
        position.play(BLACK, move)
        keeper.grow(position, deadline, Settings(visits=10))
    assert 10 < keeper.playouts < before + 310  # the subtree of the move was kept
    keeper.forget()
    assert keeper.playouts == 0
