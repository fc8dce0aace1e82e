"""Who decides between the tree of the whole board and the sum of its regions."""

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.engine.division import (
    LIKED_TIMES,
    MORE_POINTS,
    SOLE_VISITS,
    TIED,
    TIED_VISITS,
    TIED_WHILE_OPEN,
    better_in_points,
    is_much_preferred,
    is_tied,
    is_tiny,
)
from gtpengine.engine.surveyor import Surveyor
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from tests.engine.positions import CORRIDORS, picture

BEST, OTHER, UNKNOWN = 30, 31, 32
CHANCE, POINTS = 0.5, 3.0  # of the best move


def found(chance=CHANCE, points=POINTS, visits=SOLE_VISITS, best=BEST, win_rate=0.5):
    """Return what a tree finds of its best move, and of another one."""
    moves = (
        MoveFinding(best, 10 * SOLE_VISITS, CHANCE, POINTS, 0.5, 0.1, (best,)),
        MoveFinding(OTHER, visits, chance, points, 0.5, 0.1, (OTHER,)),
    )
    return Findings(BLACK, moves, 100, win_rate, 0.0, 1.0, {}, 100, False)


@pytest.mark.parametrize(("divided", "limits"), [(True, TIED), (False, TIED_WHILE_OPEN)])
def test_moves_tie_that_are_the_same_to_the_tree(divided, limits):
    chance, points = limits
    little = 1e-6
    edge = {"chance": CHANCE - chance + little, "points": POINTS - points + little}
    assert is_tied(found(), BEST, divided=divided)
    assert is_tied(found(**edge), OTHER, divided=divided)
    assert not is_tied(found(**edge | {"chance": CHANCE - chance - little}), OTHER, divided=divided)
    assert not is_tied(found(**edge | {"points": POINTS - points - little}), OTHER, divided=divided)
    assert not is_tied(found(visits=TIED_VISITS - 1), OTHER, divided=divided)
    assert not is_tied(found(), UNKNOWN, divided=divided)


def survey_of(size):
    position = picture(CORRIDORS, to_move=BLACK)
    if size > 9:
        position = picture("\n".join([" ".join("." * size)] * size), to_move=BLACK)
    assert is_tiny(position) is (size == 9)
    return Surveyor().survey(position, dict.fromkeys(position.points(), 0.0), 10.0)


def test_a_tree_of_a_tiny_board_that_is_decided_knows_more_points():
    survey = survey_of(9)
    lost = {"points": POINTS - MORE_POINTS, "win_rate": 0.99}
    assert better_in_points(survey, found(**lost), OTHER) == MORE_POINTS
    assert better_in_points(survey, found(**lost | {"points": POINTS - 0.9}), OTHER) == 0.0
    assert better_in_points(survey, found(**lost | {"win_rate": 0.9}), OTHER) == 0.0
    assert better_in_points(survey, found(**lost, visits=SOLE_VISITS - 1), OTHER) == 0.0
    assert better_in_points(survey, found(**lost, best=PASS), OTHER) == 0.0
    assert better_in_points(survey, found(**lost), BEST) == 0.0
    assert better_in_points(survey, found(**lost), UNKNOWN) == 0.0
    assert better_in_points(survey_of(13), found(**lost), OTHER) == 0.0


@pytest.mark.parametrize(
    ("visits", "preferred"),
    [
        (10 * SOLE_VISITS // LIKED_TIMES, True),
        (10 * SOLE_VISITS // LIKED_TIMES + 1, False),
    ],
)
def test_a_move_is_preferred_that_has_many_times_the_visits(visits, preferred):
    assert is_much_preferred(found(visits=visits), BEST, OTHER) is preferred
    assert not is_much_preferred(found(visits=visits), OTHER, BEST)
    assert is_much_preferred(found(visits=visits), BEST, UNKNOWN)
    assert not is_much_preferred(found(visits=TIED_VISITS), OTHER, UNKNOWN)  # too few of all
