"""Moves that prepare another one: which of them is better than the best move because of that."""

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import PASS
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.preparation import MOST_MOVES, Preparation, prepared_by
from gtpengine.engine.settings import Settings
from gtpengine.engine.thought import Check
from tests.engine.positions import CORRIDORS, picture

PROPOSAL, FIRST, OTHER, THIRD = 40, 41, 42, 43


def check(point, score):
    return Check(point, score, 0.5, 100)


@pytest.mark.parametrize(
    ("alone", "together", "better"),
    [
        (5.0, 5.0, True),  # after the first move the proposal costs five points
        (3.0, 3.0, True),
        (2.9, 9.0, False),  # other moves bring more
        (5.0, 0.5, False),  # hardly better than the first one at that
        (5.0, 2.9, False),  # nor is the proposal good after it
        (3.1, 2.3, False),  # it loses what it gains
    ],
)
def test_a_move_that_prepares_another_may_be_better(alone, together, better):
    found = Preparation(FIRST, {FIRST: 0.0, OTHER: together})
    assert found.is_better(check(OTHER, alone), check(FIRST, 5.0)) is better
    assert not found.is_better(check(FIRST, 5.0), check(FIRST, 5.0))
    assert not found.is_better(check(THIRD, 9.0), check(FIRST, 5.0))  # not looked at


def test_the_best_come_first():
    found = Preparation(FIRST, {FIRST: 0.0, OTHER: 2.0, THIRD: 3.0, 44: 0.5})
    assert found.best() == [THIRD, OTHER]
    assert found.gain(THIRD) == 3.0
    assert not Preparation(FIRST, {}).best()


class Looks:
    """A guard that expects as many points as a move's number after it and the proposal."""

    def __init__(self, *unseen):
        self.unseen = unseen
        self.asked = []

    def together(self, position, proposal, moves, deadline, settings):
        self.asked.append((proposal, list(moves)))
        return {move: float(move) for move in moves if move not in self.unseen}


def prepared(looks, moves, proposal=PROPOSAL):
    position = picture(CORRIDORS, to_move=BLACK)
    with Deadline(10.0) as deadline:
        return prepared_by(looks, position, proposal, moves, deadline, Settings())


def test_each_move_is_looked_at_once_but_not_the_proposal_itself():
    looks = Looks()
    found = prepared(looks, [FIRST, OTHER, FIRST, PROPOSAL, THIRD])
    assert looks.asked == [(PROPOSAL, [FIRST, OTHER, THIRD])]
    assert found == Preparation(FIRST, {FIRST: 41.0, OTHER: 42.0, THIRD: 43.0})
    many = Looks()
    prepared(many, list(range(50, 70)))
    assert many.asked == [(PROPOSAL, list(range(50, 50 + MOST_MOVES)))]


def test_nothing_is_known_without_a_choice_or_without_time():
    alone = Looks()
    assert prepared(alone, [FIRST, PROPOSAL]) == Preparation(FIRST, {})
    assert prepared(alone, [FIRST, OTHER], PASS) == Preparation(FIRST, {})
    assert not alone.asked
    assert prepared(Looks(FIRST), [FIRST, OTHER]) == Preparation(FIRST, {})
