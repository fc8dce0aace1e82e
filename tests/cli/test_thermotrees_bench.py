"""The bench of thermograph trees on drawn regions: which count, and how errors are reckoned."""

from dataclasses import replace

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.cli.benches import thermotrees
from gtpengine.cli.benches.thermotrees import Guess, by_coupons, by_tree, figures, solved_of
from gtpengine.localgame.solver import Solver, solve
from gtpengine.partition.region import Region
from tests.cli.test_candidates_bench import CORRIDOR, DAME, STONES


def solved(text):
    region = Region.from_diagram(text)
    return solved_of(Position.from_diagram(text.translate(STONES)), region, solve(region))


def test_only_regions_with_something_to_play_for_count():
    assert solved(DAME) is None
    found = solved(CORRIDOR)
    mouth = frozenset(found.region.points[:1])
    assert found.best == {BLACK: mouth, WHITE: mouth}


def test_errors_are_means_of_what_guesses_are_off():
    exact = solved(CORRIDOR)
    mouth = exact.region.points[0]
    right = Guess(exact.mean, exact.temperature, {BLACK: mouth, WHITE: mouth}, 1.0)
    wrong = Guess(exact.mean - 1, exact.temperature - 2, {BLACK: 0, WHITE: mouth}, 3.0)
    assert figures([exact, exact], [right, wrong]) == pytest.approx(
        {
            "mean, error": 0.5,
            "temperature, error": 1.0,
            "temperature, bias": -1.0,
            "best moves found": 0.75,
            "CPU seconds": 2.0,
        }
    )


def test_all_ways_know_a_corridor(monkeypatch):
    monkeypatch.setattr(thermotrees, "SECONDS", 0.05)
    exact = solved(CORRIDOR)
    guesses = [
        by_coupons(exact, 3000),
        by_coupons(exact, 3000, stands=False),
        by_tree(exact, None),
        by_tree(exact, Solver()),
    ]
    found = figures([exact] * len(guesses), [replace(each, seconds=0.0) for each in guesses])
    assert found["best moves found"] == 1.0
    assert found["mean, error"] < 0.5
    assert found["temperature, error"] < 0.5
