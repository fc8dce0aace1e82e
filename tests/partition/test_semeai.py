"""The semeai formula against a race played out liberty by liberty, and Müller's nakade numbers."""

from functools import cache
from itertools import product

import pytest

from gtpengine.partition.semeai import BadRace, Racer, RaceResult, nakade_liberties, race


def test_nakade_liberties():
    # value: Müller 1993, (n*n - 3*n) / 2 + 3 - m
    assert [nakade_liberties(n) for n in range(2, 7)] == [2, 3, 5, 8, 12]
    assert nakade_liberties(1) == 1
    assert nakade_liberties(5, 2) == 6


@pytest.mark.parametrize(("points", "stones"), [(0, 0), (7, 0), (3, 3), (3, -1)])
def test_no_nakade(points, stones):
    with pytest.raises(BadRace):
        nakade_liberties(points, stones)


@cache
def played_race(own: int, foe: int, shared: int, eyes: tuple[int, int], passed: bool) -> int:
    """Return 1 if the player to move captures, -1 if he is captured, 0 for a seki.

    `own` and `foe` are outside liberties; an eye of one point is filled last of all. A move takes
    an outside liberty of the foe, a shared one, or his eye when nothing else is left.
    """
    best = -1
    turned = (eyes[1], eyes[0])
    if foe > 0:
        if foe == 1 and shared == 0 and not eyes[1]:
            return 1
        best = max(best, -played_race(foe - 1, own, shared, turned, False))
    if shared > 0:
        if shared == 1 and foe == 0 and not eyes[1]:
            return 1
        if own + eyes[0] + shared > 1:  # otherwise it would be suicide
            best = max(best, -played_race(foe, own, shared - 1, turned, False))
    if eyes[1] and foe == 0 and shared == 0:
        return 1
    return max(best, 0 if passed else -played_race(foe, own, shared, turned, True))


def test_formula_against_play():
    results = {1: RaceResult.FIRST_WINS, -1: RaceResult.SECOND_WINS, 0: RaceResult.SEKI}
    seen = set()
    for own, foe, shared, mine, yours in product(range(6), range(6), range(5), (0, 1), (0, 1)):
        if own + shared + mine == 0 or foe + shared + yours == 0:
            continue
        expected = results[played_race(own, foe, shared, (mine, yours), False)]
        found = race(Racer(own, mine), Racer(foe, yours), shared)
        assert found is expected, (own, foe, shared, mine, yours)
        seen.add(found)
    assert len(seen) == 3


def test_negative_liberties():
    with pytest.raises(BadRace):
        race(Racer(-1), Racer(2), 0)


def test_a_big_eye_beats_a_small_one():
    # by hand: the big eye makes the two shared liberties its owner's alone
    big, small = Racer(outside=0, eye=4), Racer(outside=3, eye=1)
    assert race(big, small, 2) is RaceResult.FIRST_WINS
    assert race(small, big, 2) is RaceResult.SECOND_WINS
