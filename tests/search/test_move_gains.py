"""Moves weighed beside coupons: what they gain, where they gain nothing and which points count."""

from dataclasses import replace

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import NO_POINT, point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.generator import Recipe, generate, generate_region
from gtpengine.localgame.solver import solve
from gtpengine.parameters import SearchSettings
from gtpengine.partition.bits import bits_of
from gtpengine.partition.region import Region
from gtpengine.search.tree.temperature import estimate, move_gain, weighed

SMALL = SearchSettings(nodes=100_000)


def hot_regions(count):
    """Return enclosed regions with exact temperatures of more than a dame's, by area."""
    found = []
    seed = 0
    while len(found) < count:
        enclosed = generate_region(seed, 5, 1)
        value = solve(enclosed.regions[0]).value(scoring=Scoring.AREA)
        if value.temperature > 1:
            found.append((enclosed.position, enclosed.regions[0], float(value.temperature)))
        seed += 1
    return found


@pytest.mark.parametrize("off", [-1.5, 0.0, 3.0])
def test_weighing_corrects_a_wrong_temperature(off):
    errors = []
    for position, region, heat in hot_regions(6):
        allowed = bits_of(region.points)
        first = estimate(position, allowed, playouts=2000, settings=SMALL)
        wrong = replace(first, temperature=max(0.0, heat + off))
        found = weighed(position, allowed, wrong, 4000, settings=SMALL)
        assert (found.black_move, found.white_move) == (first.black_move, first.white_move)
        errors.append(abs(found.temperature - heat))
    # exact temperatures: thermographs of the complete graphs
    assert sum(errors) / len(errors) < 0.7


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_a_move_gains_only_where_points_are_counted(colour):
    enclosed = generate(3, Recipe((5, 5)))
    here, there = enclosed.regions
    both = bits_of((*here.points, *there.points))
    solution = solve(here)
    value = solution.value(scoring=Scoring.AREA)
    heat = float(value.temperature)
    best = next(
        move.point
        for move in solution.best_moves(colour, scoring=Scoring.AREA)
        if any(low <= value.temperature for low, _ in move.ranges)
    )
    counted = {}
    for region in (here, there):
        goal = bits_of(region.points)
        counted[region] = move_gain(
            enclosed.position, both, best, colour, heat, 6000, settings=SMALL, goal=goal
        )
    assert counted[here].gain > counted[there].gain + heat / 2
    assert abs(counted[there].gain) < 1


def test_without_time_nothing_is_weighed():
    position, region, _ = hot_regions(1)[0]
    allowed = bits_of(region.points)
    over = np.ones(1, np.int64)
    move = region.empty[0]
    assert move_gain(position, allowed, move, BLACK, 2.0, 100, settings=SMALL, flag=over) is None
    found = estimate(position, allowed, playouts=300, settings=SMALL)
    assert weighed(position, allowed, found, 300, settings=SMALL, flag=over) == found


def test_a_later_probe_that_is_cut_short_is_left_out():
    position, region, _ = hot_regions(1)[0]
    allowed = bits_of(region.points)
    over = np.ones(1, np.int64)
    found = estimate(position, allowed, playouts=300, settings=SMALL, flag=over)
    # The first one has no playouts either, and says so by having no move.
    assert len(found.probes) == 1
    assert (found.black_move, found.white_move) == (NO_POINT, NO_POINT)


WEAK = """
    . X O . O O .
    X X O O . O O
    . . . . O . .
    X X X X O O O
    X . X X O . O
    X X X O O O O
    . X . X O . .
"""


def test_a_border_that_stands_keeps_searches_within_it():
    position = Position.from_diagram(WEAK)
    inside = [point_of(vertex, 7, 7) for vertex in ("A5", "B5", "C5", "D5")]
    border = {
        point_of(vertex, 7, 7): position.colour_at(point_of(vertex, 7, 7))
        for vertex in ("A6", "B6", "C6", "D6", "A4", "B4", "C4", "D4", "E5")
    }
    region = Region.of((7, 7), inside, {}, border)
    value = solve(region).value(scoring=Scoring.AREA)
    found = estimate(
        position, bits_of(inside), playouts=4000, settings=SMALL, settled=dict(region.border)
    )
    assert found.temperature == pytest.approx(float(value.temperature), abs=0.5)
    assert found.mean == pytest.approx(float(value.mean), abs=0.5)
    # What is settled is settled: with the other owner the same search finds another value.
    lost = dict.fromkeys(border, WHITE)
    other = estimate(position, bits_of(inside), playouts=2000, settings=SMALL, settled=lost)
    assert other.mean == pytest.approx(-4.0, abs=0.5)
