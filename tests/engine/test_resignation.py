"""Giving up: only after several hopeless moves, and never when the count says the game is won."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.config import ResignConfig
from gtpengine.engine.resignation import Resignation
from gtpengine.engine.settings import Settings

THREE = Settings(resign=ResignConfig(turns=3, min_moves=10, threshold=0.05))


def turns(resignation, chances, lead=None, settings=THREE, colour=BLACK, first=20):
    """Return at which of Black's moves, two plies apart, resignation is due."""
    return [
        resignation.is_due(colour, first + 2 * number, chance, lead, settings)
        for number, chance in enumerate(chances)
    ]


def test_three_hopeless_moves_in_a_row():
    assert turns(Resignation(), [0.01, 0.01, 0.01]) == [False, False, True]


def test_a_hope_in_between_starts_the_count_again():
    assert not any(turns(Resignation(), [0.01, 0.01, 0.2, 0.01, 0.01]))


def test_never_when_the_count_says_the_endgame_is_won():
    assert not any(turns(Resignation(), [0.0] * 9, Fraction(1, 2)))


def test_not_before_the_least_number_of_moves():
    assert turns(Resignation(), [0.0] * 6, first=2) == [False] * 4 + [True] * 2


def test_not_at_all_if_forbidden():
    never = Settings(resign=ResignConfig(allowed=False))
    assert not any(turns(Resignation(), [0.0] * 9, settings=never, first=100))


def test_asking_twice_about_the_same_move_counts_once():
    resignation = Resignation()
    assert not any(resignation.is_due(BLACK, 20, 0.0, None, THREE) for _ in range(5))


def test_each_colour_has_a_count_of_its_own():
    resignation = Resignation()
    turns(resignation, [0.0, 0.0])
    assert not resignation.is_due(WHITE, 25, 0.0, None, THREE)
    assert resignation.is_due(BLACK, 26, 0.0, None, THREE)


@pytest.mark.parametrize("start_again", [True, False])
def test_taking_moves_back_or_a_new_game_starts_the_count_again(start_again):
    resignation = Resignation()
    turns(resignation, [0.0, 0.0])
    if start_again:
        resignation.forget()
    assert turns(resignation, [0.0, 0.0], first=12) == [False, False]
