"""What finished games count when they are played to their end, and captures that are read."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import column_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.judge import played_on
from gtpengine.engine.thinker import Thinker
from gtpengine.model.judgement import judged
from gtpengine.model.lives import with_captures
from tests.model.test_ending import TEIRE


def halves(position):
    """Black has the first three columns and D4, White the rest."""
    own = {point: 1.0 if column_of(point) <= 3 else -1.0 for point in position.points()}
    for stone in position.stones(BLACK):
        own[stone] = 1.0
    return own


@pytest.fixture(scope="module")
def thinker():
    return Thinker()


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_the_score_counts_what_has_to_be_filled(thinker, to_move):
    position = Position.from_diagram(TEIRE, to_move, JAPANESE, Fraction(1, 2))
    before = judged(position, halves(position))
    with Deadline(60.0) as deadline:
        after = played_on(position, before, thinker, deadline)
    assert before.score == 12 - 15 - Fraction(1, 2)
    assert after.score == 11 - 15 - Fraction(1, 2)
    assert {"C4", "E4"} <= {vertex_of(move) for move in after.moves}
    assert after.dead == before.dead == ()


def test_by_area_nothing_is_played_on(thinker):
    position = Position.from_diagram(TEIRE, BLACK, CHINESE)
    with Deadline(60.0) as deadline:
        assert played_on(position, judged(position, halves(position)), thinker, deadline) is None


def test_without_time_the_board_is_not_played_on(thinker):
    position = Position.from_diagram(TEIRE, BLACK, JAPANESE)
    with Deadline(0.0) as deadline:
        assert played_on(position, judged(position, halves(position)), thinker, deadline) is None


@pytest.mark.parametrize(
    ("picture", "owner"),
    [
        pytest.param(
            """
            . X O X .
            . X . X .
            . . X . .
            . . . . .
            . . . . .
            """,
            1.0,
            id="runs into a wall",
        ),
        pytest.param(
            """
            . X O X .
            . . . . .
            . . . . .
            . . . . .
            . . . . .
            """,
            -0.5,
            id="has a way out",
        ),
    ],
)
def test_a_capture_that_is_read_is_believed(picture, owner):
    position = Position.from_diagram(picture, WHITE, JAPANESE)
    ownership = dict.fromkeys(position.points(), 0.5)
    stone = position.stones(WHITE)[0]
    ownership[stone] = -0.5
    assert with_captures(position, ownership)[stone] == owner
