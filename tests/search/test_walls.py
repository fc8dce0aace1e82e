"""Walls on a grid against exact thermographs, and where estimated scaffolds run close."""

from fractions import Fraction

import numpy as np
import pytest

from gtpengine.search.montecarlo.walls import SLACK, STEP, heights, on_scaffolds, sketched, switch
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import thermograph

GRID = heights(12)


@pytest.mark.parametrize(
    ("black", "white", "mean", "temperature"),
    [
        pytest.param(5.0, -1.0, 2.0, 3.0, id="gote"),
        pytest.param(1.0, -1.0, 0.0, 1.0, id="dame by area"),
        pytest.param(3.0, 3.0, 3.0, 0.0, id="nothing to gain"),
        pytest.param(-12.0, -12.0, -12.0, 0.0, id="all of it White's"),
        pytest.param(12.0, -12.0, 0.0, 12.0, id="all of it to whoever moves"),
    ],
)
def test_a_switch(black, white, mean, temperature):
    found = switch(GRID, black, white)
    assert found.mean == pytest.approx(mean)
    assert found.temperature == pytest.approx(temperature)
    assert found.left[0] == pytest.approx(black)
    assert found.right[0] == pytest.approx(white)
    assert found.left[-1] == found.right[-1] == pytest.approx(mean)


def test_who_would_lose_by_moving_leaves_it():
    found = switch(GRID, -2.0, 4.0)
    assert (found.mean, found.temperature) == (1.0, 0.0)


@pytest.mark.parametrize("text", ["5|-1", "10|4||1", "9||2|-3", "8|0||-1|-10", "3", "6|5||0|-2"])
def test_exact_walls_keep_every_height_of_the_grid(text):
    exact = thermograph(parse(text), 0)
    found = sketched(GRID, exact.left, exact.right)
    assert found.mean == float(exact.mean)
    assert found.temperature == float(exact.temperature)
    for height, left, right in zip(GRID, found.left, found.right, strict=True):
        # exact: every corner of these games lies on the grid
        assert left == float(exact.left.value_at(Fraction(height)))
        assert right == float(exact.right.value_at(Fraction(height)))


@pytest.mark.parametrize("text", ["10|4||1", "9||2|-3", "8|0||-1|-10", "6|5||0|-2", "7|6||3|-9"])
def test_walls_backed_up_once_are_nearly_those_of_the_exact_game(text):
    game = parse(text)
    exact = thermograph(game, 0)
    root = game.nodes[game.root]
    after = [
        [thermograph(game.rooted_at(option.node), 0) for option in side]
        for side in (root.left, root.right)
    ]
    left = np.max([sketched(GRID, each.left, each.right).right for each in after[0]], axis=0) - GRID
    right = np.min([sketched(GRID, each.left, each.right).left for each in after[1]], axis=0) + GRID
    found = on_scaffolds(GRID, left, right, 0.0)
    # Where one of them moves in sente scaffolds close by 1, not by 2, for a point of temperature.
    assert abs(found.temperature - float(exact.temperature)) <= SLACK / 2 + STEP / 2
    assert abs(found.mean - float(exact.mean)) <= SLACK / 2 + STEP / 2


def test_scaffolds_that_cross_by_a_little_do_not_end_a_game():
    # by hand: alike up to 3, then apart as those of a gote are; noise puts them across at once
    left = np.where(GRID < 3, 1.0, 4.0 - GRID) - 0.05
    right = np.where(GRID < 3, 1.0, GRID - 2.0) + 0.05
    found = on_scaffolds(GRID, left, right, 0.0)
    assert found.temperature == pytest.approx(3.0, abs=0.1)
    assert found.mean == pytest.approx(1.0, abs=0.1)
    assert np.all(found.left >= found.right)
