"""Estimates by thermograph trees: scoring, who else is asked, and the setting that chooses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.survey import Estimate
from gtpengine.engine.surveyor import Surveyor
from gtpengine.engine.thermoestimator import MOST_EMPTY, ThermoEstimator
from gtpengine.engine.thinker import Thinker
from gtpengine.localgame.solution import Scoring
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Region
from gtpengine.partition.themes import Theme
from tests.engine.positions import CORRIDORS, picture

STONES = str.maketrans("xo-", "XO.")
# A corridor with a black stone in it, which counts by area alone.
CORRIDOR = """
    X O O O O O O
    X x . . . . O
    X O O O O O O
    - - - - - - -
"""


class Asked:
    """Estimates that everything is worth 7 points, and remembers of which regions."""

    def __init__(self):
        self.regions = []

    def estimate(self, position, region, ownership, seconds, theme=None):
        self.regions.append(region)
        heat = Fraction(1)
        return Estimate(Fraction(7), heat, heat, heat, {BLACK: None, WHITE: None})

    def gain(self, position, theme, temperature, colour, move, seconds):
        return Fraction(5)


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE], ids=lambda rules: rules.name)
def test_estimates_are_in_the_scoring_of_the_rules(rules):
    region = Region.from_diagram(CORRIDOR)
    position = Position.from_diagram(CORRIDOR.translate(STONES), rules=rules)
    others = Asked()
    owners = dict.fromkeys(position.points(), 0.0)
    found = ThermoEstimator(others).estimate(position, region, owners, 0.05)
    exact = solve(region).value(scoring=Scoring(rules.scoring.value))
    assert abs(found.mean - exact.mean) <= Fraction(1, 2)
    assert abs(found.temperature - exact.temperature) <= Fraction(1, 2)
    assert found.moves == {BLACK: region.empty[0], WHITE: region.empty[0]}
    assert found.mean_error > 0
    assert found.temperature_error > 0
    assert others.regions == []


def test_what_is_too_large_and_themes_are_left_to_others():
    region = Region.from_diagram(CORRIDOR)
    position = Position.from_diagram(CORRIDOR.translate(STONES))
    owners = dict.fromkeys(position.points(), 0.0)
    others = Asked()
    trees = ThermoEstimator(others)
    large = replace(region, points=tuple(range(MOST_EMPTY + 2)), stones=())
    theme = Theme.__new__(Theme)
    assert trees.estimate(position, large, owners, 0.01).mean == 7
    assert trees.estimate(position, region, owners, 0.01, theme).mean == 7
    assert others.regions == [large, region]
    assert trees.gain(position, theme, Fraction(2), BLACK, region.empty[0], 0.01) == 5


@pytest.mark.parametrize(("method", "asks"), [("coupons", True), ("thermotree", False)])
def test_a_surveyor_asks_whom_the_setting_names(method, asks, monkeypatch):
    monkeypatch.setattr("gtpengine.engine.surveyor.MOST_EMPTY", 0)  # nothing is solved
    position = picture(CORRIDORS, to_move=BLACK)
    others = Asked()
    surveyor = Surveyor(estimator=others)
    surveyor.method = method
    survey = surveyor.survey(position, dict.fromkeys(position.points(), 0.0), 0.2)
    assert survey.regions
    assert all(report.value is None and report.estimate is not None for report in survey.regions)
    assert bool(others.regions) == asks
    assert any(report.estimate.mean == 7 for report in survey.regions) == asks


def test_nobody_estimates_unless_somebody_is_there(monkeypatch):
    monkeypatch.setattr("gtpengine.engine.surveyor.MOST_EMPTY", 0)
    position = picture(CORRIDORS, to_move=BLACK)
    surveyor = Surveyor()
    surveyor.method = "thermotree"
    survey = surveyor.survey(position, dict.fromkeys(position.points(), 0.0), 0.2)
    assert all(report.estimate is None for report in survey.regions)


@pytest.mark.parametrize("method", ["off", "coupons", "thermotree"])
def test_a_player_guesses_only_if_told_so(monkeypatch, method):
    monkeypatch.setattr("gtpengine.engine.surveyor.MOST_EMPTY", 0)
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    with Deadline(60.0) as deadline:
        found = Thinker().think(position, deadline, Settings(visits=200, estimator=method))
    guessed = [report.estimate is not None for report in found.survey.regions]
    assert guessed
    assert all(each is (method != "off") for each in guessed)
    assert ("the board is one region" in found.text) is (method == "off")
