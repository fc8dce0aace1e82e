"""Who decides between the tree of the whole board and the sum of its regions."""

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.engine.division import (
    DECIDED,
    LIKED_TIMES,
    MORE_POINTS,
    PASSING,
    PASSING_CHANCE,
    SOLE_VISITS,
    TIED,
    TIED_VISITS,
    TIED_WHILE_OPEN,
    better_in_points,
    is_as_likely,
    is_much_preferred,
    is_tied,
    is_tiny,
    quiet_choice,
    tree_s_choice,
    tree_s_moves,
)
from gtpengine.engine.surveyor import Surveyor
from gtpengine.search.montecarlo.findings import Findings, MoveFinding
from tests.engine.positions import CORRIDORS, picture

BEST, OTHER, UNKNOWN = 30, 31, 32
CHANCE, POINTS = 0.5, 3.0  # of the best move


def found(chance=CHANCE, points=POINTS, visits=SOLE_VISITS, best=BEST, win_rate=0.5):
    """Return what a tree finds of its best move and of another one."""
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

    def tied(point=OTHER, **other):
        findings = found(**edge | other)
        return is_tied(findings, findings.moves[0], point, divided=divided)

    assert tied(BEST)
    assert tied()
    assert not tied(chance=CHANCE - chance - little)
    assert not tied(points=POINTS - points - little)
    assert not tied(visits=TIED_VISITS - 1)
    assert not tied(UNKNOWN)


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


@pytest.mark.parametrize(("win_rate", "limits"), [(0.5, PASSING), (0.99, DECIDED)])
def test_a_pass_gives_way_to_what_wins_as_often_by_more_points(win_rate, limits):
    share, points = limits
    enough = int(share * 10 * SOLE_VISITS)
    more = {"best": PASS, "points": POINTS + points, "chance": CHANCE - PASSING_CHANCE}
    more |= {"visits": enough, "win_rate": win_rate}
    assert quiet_choice(found(**more)).point == OTHER
    assert quiet_choice(found(**more | {"points": POINTS + points - 0.1})).point == PASS
    assert quiet_choice(found(**more | {"chance": CHANCE - PASSING_CHANCE - 0.01})).point == PASS
    assert quiet_choice(found(**more | {"visits": enough - 1})).point == PASS
    decided = win_rate > 0.9  # then the tree plays for points, whatever it would play
    assert quiet_choice(found(**more | {"best": BEST})).point == (OTHER if decided else BEST)


@pytest.mark.parametrize(
    ("win_rate", "visits", "chosen"),
    [
        (0.5, 10 * SOLE_VISITS, BEST),  # the most visited one
        (0.1, 10 * SOLE_VISITS, OTHER),  # the one that brings more points
        (0.9, 10 * SOLE_VISITS, OTHER),
        (0.1, SOLE_VISITS, BEST),  # too few visits to tell
    ],
)
def test_a_game_that_is_not_close_is_played_for_points(win_rate, visits, chosen):
    findings = found(points=POINTS + 1, visits=visits, win_rate=win_rate)
    assert tree_s_choice(findings) == chosen
    assert tree_s_choice(found(best=PASS, visits=visits)) == (
        PASS if visits == SOLE_VISITS else OTHER
    )


def test_the_tree_s_moves_are_those_that_it_can_judge():
    assert tree_s_moves(found()) == [BEST, OTHER]
    assert tree_s_moves(found(win_rate=0.1, points=POINTS + 1)) == [OTHER, BEST]
    assert tree_s_moves(found(visits=TIED_VISITS - 1)) == [BEST]
    assert tree_s_moves(found(best=PASS)) == [OTHER]
    assert tree_s_moves(found(), share=0.5) == [BEST]


def test_a_move_is_as_likely_to_win_if_the_tree_has_seen_it():
    chance = TIED[0]
    assert is_as_likely(found(chance=CHANCE - chance, visits=TIED_VISITS), BEST, OTHER)
    assert not is_as_likely(found(chance=CHANCE - chance - 0.01), BEST, OTHER)
    assert not is_as_likely(found(visits=TIED_VISITS - 1), BEST, OTHER)
    assert not is_as_likely(found(), BEST, UNKNOWN)
