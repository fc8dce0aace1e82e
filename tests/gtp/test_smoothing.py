"""The lead along a game: noise is filtered, mistakes are believed, sums are told as they are."""

import random
import statistics
from dataclasses import replace
from itertools import pairwise

import pytest

from gtpengine.board.colours import BLACK
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.gtp.jsonmode.smoothing import Smoothing
from tests.gtp.fakes import decided


def told(smoothing, position, lead, visits=500, stdev=12.0):
    """Return Black's lead as it is told where the search says `lead`, and remember it."""
    sign = 1 if position.to_move == BLACK else -1
    found = replace(decided(position), lead=sign * lead, visits=visits, stdev=stdev, survey=None)
    shown = smoothing.smoothed(found)
    smoothing.remember(found)
    return sign * shown.lead, shown


def game(moves):
    position = Position(9)
    yield position.copy()
    for number in range(moves):
        position.play(position.to_move, point_at(1 + number // 8, 1 + number % 8))
        yield position.copy()


def test_noise_is_filtered():
    random.seed(3)
    searched = [5.0 + random.gauss(0.0, 1.6) for _ in range(40)]
    smoothing = Smoothing()
    shown = [
        told(smoothing, position, lead)[0]
        for position, lead in zip(game(39), searched, strict=True)
    ]

    def jump(leads):
        return statistics.mean(abs(a - b) for a, b in pairwise(leads))

    assert jump(shown[5:]) < jump(searched[5:]) / 2
    assert statistics.mean(shown[20:]) == pytest.approx(5.0, abs=1.0)


def test_a_mistake_is_believed():
    smoothing = Smoothing()
    leads = [5.0, 5.0, 5.0, -9.0, -9.0]
    shown = [told(smoothing, p, lead)[0] for p, lead in zip(game(4), leads, strict=True)]
    assert shown == pytest.approx(leads)


def test_the_first_position_is_told_as_it_is_and_moves_follow_the_lead():
    first, second = game(1)
    smoothing = Smoothing()
    lead, shown = told(smoothing, first, 4.0)
    assert lead == 4.0
    assert shown == replace(decided(first), lead=4.0, visits=500, stdev=12.0, survey=None)
    lead, shown = told(smoothing, second, 7.0)
    assert 4.0 < lead < 7.0
    plain = replace(decided(second), lead=-7.0, visits=500, stdev=12.0, survey=None)
    # White is to move: for it the lead rises, and the chance with it
    assert shown.win_rate > plain.win_rate
    for before, after in zip(plain.candidates, shown.candidates, strict=True):
        assert after.lead - before.lead == pytest.approx(shown.lead - plain.lead)
    smoothing.forget()
    assert told(smoothing, second, 7.0)[0] == 7.0
