"""Moves before they are played: what gives the opponent something, and what only threatens."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, point_of
from gtpengine.engine import safety
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.lives import LifeReader
from gtpengine.engine.safety import WOUND, Safety
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.stakes import Stakes
from tests.engine.positions import CORRIDORS, picture

QUIET = (10.0, 9.0)  # Black's lead in the area when Black, and when White, moves first


@pytest.mark.parametrize(
    ("mover", "later", "wounded"),
    [
        pytest.param(BLACK, (10.0, 9.0), False, id="nothing changes"),
        pytest.param(BLACK, (25.0, 9.0), False, id="a threat of one's own"),
        pytest.param(BLACK, (10.0, 9.0 - 2 * WOUND), True, id="the opponent gains"),
        pytest.param(BLACK, (4.0, 9.0 - WOUND), False, id="little more is at stake"),
        pytest.param(WHITE, (10.0, -5.0), False, id="a threat of White's own"),
        pytest.param(WHITE, (10.0 + 2 * WOUND, 9.0), True, id="Black gains"),
    ],
)
def test_a_wound_is_what_the_opponent_gains_by_the_move(monkeypatch, mover, later, wounded):
    position = picture(CORRIDORS, to_move=mover)

    def searched(seen, area, playouts, *, flag):
        leads = QUIET if seen is position else later
        return Stakes(area, *leads, {BLACK: NO_POINT, WHITE: NO_POINT})

    monkeypatch.setattr(safety, "stakes", searched)
    monkeypatch.setattr(safety, "surroundings", lambda *_: 1)
    with Deadline(60.0) as deadline:
        found = Safety(LifeReader()).wound(position, point_of("E5", 9, 9), {}, deadline)
    assert (found is not None) is wounded


# Black at C4 connects three stones that White takes at C2.
CONNECTED = """
. . . . . . .
O O O O . . .
X O X O X . .
. O . O X . .
X O X O X . .
X X . X X . .
. X X X . . .
"""


def test_a_chain_counts_as_large_as_the_move_makes_it():
    position = picture(CONNECTED, to_move=BLACK)
    search = TreeSearch(position)
    search.run(None, 2000)
    owners = search.findings().ownership
    with Deadline(60.0) as deadline:
        lost = Safety(LifeReader()).loss(
            position, point_of("C4", 7, 7), owners, deadline, Fraction(1)
        )
    assert lost is not None
    assert len(lost.chain.stones) == 3
