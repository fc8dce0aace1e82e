"""What players get who answer where it pays, against the graph of all positions."""

import itertools
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import SIDES, column_of, on_board, point_at, row_of
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.claims import ClaimSearch
from gtpengine.localgame.evaluating import evaluate
from gtpengine.localgame.graph import expand
from gtpengine.localgame.kernels import answers
from gtpengine.localgame.kernels.claimtable import ENTRY, NONE
from gtpengine.localgame.kernels.replies import LEVEL, UNIT
from gtpengine.localgame.key import MAX_BITS, place
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region
from gtpengine.values.trajectory import regions as regions_of

SCRATCH = (
    np.zeros(LEVEL * answers.LEVELS, np.int64),
    np.zeros(ENTRY << 12, np.int64),
    np.zeros(answers.WORK, np.int64),
)


def claim(sets, stride, player, heat, scaffold=False, most=1000):
    """Return what a player claims, in points; the table is shared by all searches."""
    empty, black, white, near_black, near_white = sets
    if player:
        black, white, near_black, near_white = white, black, near_white, near_black
    players = np.array((empty, black, white, near_black, near_white), np.int64)
    found = answers.claim(players, stride, heat, scaffold, -NONE, most, SCRATCH)
    return Fraction(int(found), UNIT)


def positions(seed, count, sizes):
    """Yield positions of random regions: graph, whole walls, node, and what is settled already."""
    random = Random(seed)
    for _ in range(count):
        region = random_region(
            random, random.choice(sizes), random.choice((0, 0, 1, 2, 3)), random.choice((4, 5, 9))
        )
        graph = expand(place(region).key)
        values = evaluate(graph, Rules.NOBODY)
        for node in range(0, graph.nodes, 1 + graph.nodes // 6):
            if values.walls(node) is not None:
                yield region, graph, values, node, graph.offset if node == 0 else 0


@pytest.mark.checked
def test_claims_hold_at_their_heat_and_above_whatever_kos_there_are():
    compared = close = kos = 0
    for region, graph, values, node, settled in positions(3, 60, range(3, 8)):
        walls = values.walls(node)
        for heat in (0, 1, 2, 3, 5, 8):
            for player, wall, sign in ((0, walls.right, 1), (1, walls.left, -1)):
                above = wall.from_floor(Fraction(heat, UNIT))
                least = min(sign * (value - settled) for value, _ in above.points)
                claimed = claim(graph.sets(node), graph.key.stride, player, heat)
                assert claimed <= least, region.diagram()
                compared += 1
                close += claimed == least
        kos += graph.kos > 0
    assert compared > 3000
    assert close > compared * 0.7
    assert kos > 100


def two_apart(random, sizes):
    """Return a region of two random ones that have nothing to do with each other."""
    points, stones, border = set(), {}, {}
    for shift in (0, 6):
        part = random_region(random, random.choice(sizes), random.choice((0, 1)), 5)

        def moved(point, columns=shift):
            return point_at(row_of(point), column_of(point) + columns)

        points |= {moved(p) for p in part.points}
        stones |= {moved(p): colour for p, colour in part.stones}
        border |= {moved(p): colour for p, colour in part.border}
    for near in {p + side for p in points for side in SIDES} - points - set(border):
        if on_board(near, 11, 5):
            border[near] = random.choice((BLACK, WHITE))
    return Region.of((11, 5), points, stones, border)


@pytest.mark.checked
def test_claims_of_parts_add_up():
    random = Random(11)
    compared = close = 0
    for _ in range(60):
        region = two_apart(random, range(1, 5))
        key = place(region).key
        if key.bits > MAX_BITS:
            continue
        graph = expand(key)
        values = evaluate(graph, Rules.NOBODY)
        walls = values.walls()
        if walls is None:
            continue
        for heat in (0, 1, 2, 4):
            for player, wall, sign in ((0, walls.right, 1), (1, walls.left, -1)):
                above = wall.from_floor(Fraction(heat, UNIT))
                least = min(sign * (value - graph.offset) for value, _ in above.points)
                claimed = claim(graph.sets(0), key.stride, player, heat)
                assert claimed <= least, region.diagram()
                compared += 1
                close += least - claimed < 1
    assert compared > 150
    assert close > compared * 0.9


@pytest.mark.checked
def test_claimed_scaffolds_hold_at_their_heat_and_above():
    compared = 0
    for region, graph, values, node, settled in positions(4, 60, range(3, 7)):
        for player, side, sign in ((0, 1, 1), (1, 0, -1)):
            scaffolds = values.scaffold_between(node, side)
            scaffold = None if scaffolds is None else scaffolds[player]
            if scaffold is None:
                continue
            for heat in (0, 2, 4, 7):
                above = scaffold.from_floor(Fraction(heat, UNIT))
                least = min(sign * (value - settled) for value, _ in above.points)
                sets = graph.sets(node)
                claimed = claim(sets, graph.key.stride, player, heat, scaffold=True)
                assert claimed <= least, region.diagram()
                compared += 1
    assert compared > 1500


def test_bounds_hold_and_are_close():
    random = Random(7)
    compared = close = undecided = 0
    for _ in range(60):
        region = random_region(random, random.choice(range(4, 9)), random.choice((0, 1, 2)), 9)
        key = place(region).key
        values = evaluate(expand(key), Rules.NOBODY)
        walls = values.walls()
        if walls is None:
            undecided += 1
            continue
        black, white = (values.scaffold_between(0, side) for side in (0, 1))
        heat = Fraction(0)
        if black is not None and white is not None:
            hills = [part for part in regions_of(black[0], white[0]) if part.sign > 0]
            heat = max((part.high for part in hills), default=heat)
        search = ClaimSearch(key)
        steps = [(search.mean, search.temperature)]
        for seconds in (0.005, 0.1):
            search.run(seconds)
            steps.append((search.mean, search.temperature))
        mean = walls.left.points[-1][0]
        for (low, high), (cool, hot) in steps:
            assert low <= mean <= high, region.diagram()
            assert cool <= heat <= hot, region.diagram()
        # more time never makes them wider
        for before, after in itertools.pairwise(steps):
            for outer, inner in zip(before, after, strict=True):
                assert outer[0] <= inner[0] <= inner[1] <= outer[1]
        compared += 1
        close += hot - cool <= 1
    assert compared > 50
    assert close > compared / 2


def test_a_corridor_by_hand():
    # Five empty points between Black's walls, White at the end: 49/16 by territory and a
    # temperature of 15/16 (Berlekamp and Wolfe); by area both are known to half a point.
    points = [point_at(1, column) for column in range(1, 6)]
    border = {point_at(2, column): BLACK for column in range(1, 6)} | {point_at(1, 6): WHITE}
    region = Region.of((7, 2), points, {}, border)
    search = ClaimSearch(place(region).key)
    search.run(1.0)
    low, high = search.temperature
    assert low <= Fraction(31, 16) <= high
    assert high - low <= 1
