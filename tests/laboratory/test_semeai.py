"""Static knowledge about races against races played out."""

from itertools import product

import pytest

from gtpengine.laboratory.semeai import LARGEST_EYE, Block, Race, eye_liberties, race
from tests.oracles.liberty_race import DIE, KILL, SEKI, outcome

RESULTS = {KILL: Race.KILL, SEKI: Race.SEKI, DIE: Race.DIE}


def test_liberties_of_eyes():
    # value: Mueller 1993, (n^2 - 3n)/2 + 3 - m
    assert [eye_liberties(n) for n in range(7)] == [0, 1, 2, 3, 5, 8, 12]
    assert eye_liberties(5, 2) == 6


@pytest.mark.parametrize(("points", "inside"), [(LARGEST_EYE + 1, 0), (3, 3), (-1, 0), (2, -1)])
def test_impossible_eyes_are_refused(points, inside):
    with pytest.raises(ValueError, match="no nakade"):
        eye_liberties(points, inside)


def test_every_small_race_ends_as_played_out():
    compared = 0
    for eyes in ((0, 0), (0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (1, 3), (4, 4), (0, 4), (4, 0)):
        for own_outside, other_outside, shared in product(range(6), range(6), range(5)):
            own, other = Block(own_outside, eyes[0]), Block(other_outside, eyes[1])
            if 0 in (own.exclusive + shared, other.exclusive + shared):
                continue
            blocks = [(b.outside, eye_liberties(b.eye)) for b in (own, other)]
            for first in (True, False):
                played = outcome(*blocks, shared) if first else -outcome(*blocks[::-1], shared)
                found = race(own, other, shared, attacker_first=first)
                assert found is RESULTS[played], (own, other, shared, first)
                compared += 1
    assert compared > 3000


def test_eyes_of_different_class_are_not_covered():
    assert race(Block(3, 4), Block(3, 1), 1, attacker_first=True) is None
