"""What strategies are asked: the ambient temperature of a game whose moves are taken back."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.model import situations
from gtpengine.strategy.chooser import Strategy


@pytest.fixture
def ambient_of(monkeypatch):
    """Ask one strategist: (moves played, temperature) of a position gives the ambient."""
    monkeypatch.setattr(situations, "strategic", lambda *_, ambient, **__: ambient)
    strategist = situations.Strategist()

    def asked(played, temperature):
        position = Position(9)
        for number in range(played):
            position.play((BLACK, WHITE)[number % 2], point_at(1 + number // 9, 1 + number % 9))
        survey = SimpleNamespace(position=position, ambient=temperature)
        return strategist.choice(survey, Strategy.SENTESTRAT, None, fill_dame=False)

    return asked


def test_the_ambient_is_the_lowest_maximum_so_far(ambient_of):
    heats = [(1, Fraction(3)), (3, Fraction(2)), (5, None), (7, Fraction(5)), (9, Fraction(1))]
    assert [ambient_of(*each) for each in heats] == [3, 2, 2, 2, 1]


def test_what_is_taken_back_counts_no_more(ambient_of):
    for each in [(1, Fraction(3)), (3, Fraction(2)), (5, Fraction(-1))]:
        ambient_of(*each)
    assert ambient_of(4, Fraction(5, 2)) == 2
    assert ambient_of(1, Fraction(4)) == 4
    assert ambient_of(0, None) is None
