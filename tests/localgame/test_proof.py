"""Values by proof against the graph of all positions."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from numba import types

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import SIDES, point_at
from gtpengine.jit import kernel
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.evaluating import evaluate
from gtpengine.localgame.graph import Limits, expand
from gtpengine.localgame.kernels.bits import POINTS
from gtpengine.localgame.kernels.sure import sure_points
from gtpengine.localgame.key import place
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region
from gtpengine.values.trajectory import Trajectory
from gtpengine.values.trajectory import regions as regions_of


def regions(seed, count, sizes, boards=(4, 5, 9)):
    random = Random(seed)
    for _ in range(count):
        yield random_region(
            random, random.choice(sizes), random.choice((0, 0, 1, 2, 3)), random.choice(boards)
        )


@pytest.mark.checked
def test_proved_walls_are_those_of_the_whole_graph():
    kos = fewer = undecided = 0
    for region in regions(31, 400, range(1, 8)):
        key = place(region).key
        graph = expand(key)
        expected = evaluate(graph, Rules.NOBODY).walls()
        proved = Prover(key).run()
        assert proved.values.walls() == expected, region.diagram()
        assert proved.closed == (expected is not None)
        kos += graph.kos > 0
        fewer += proved.openings < graph.nodes / 2
        undecided += expected is None
    assert kos > 100
    assert fewer > 200
    assert undecided < 20


def test_larger_regions_are_proved_too():
    for region in regions(32, 12, (9, 10), (9,)):
        key = place(region).key
        expected = evaluate(expand(key), Rules.NOBODY).walls()
        for sums in (True, False):
            found = Prover(key, sums=sums).run().values.walls()
            assert found == expected, region.diagram()


@pytest.mark.checked
def test_masts_of_open_positions_hold_their_walls():
    compared = narrower = 0
    for region in regions(33, 120, range(3, 8)):
        key = place(region).key
        graph = expand(key)
        exact = evaluate(graph, Rules.NOBODY)
        index = {graph.sets(node): node for node in range(graph.nodes)}
        proved = Prover(key).run()
        for node in np.flatnonzero(proved.is_open)[:100]:
            empty, *others = proved.graph.sets(int(node))
            same = index.get((empty & POINTS, *others))
            walls = None if same is None else exact.walls(same)
            if walls is None or same == 0:
                continue
            bounds = proved.values.bounds(int(node))
            hold_between(bounds, walls, region)
            live = sum(bits.bit_count() for bits in graph.sets(same)[:3])
            compared += 1
            narrower += bounds[2].points[-1][0] - bounds[0].points[-1][0] < 2 * live
    assert compared > 1500
    assert narrower > compared / 2


def hold_between(bounds, walls, region):
    """Check that lower and upper walls are what they are called."""
    for side, wall in enumerate((walls.left, walls.right)):
        low, high = bounds[side], bounds[2 + side]
        for bound, sign in ((low, 1), (high, -1)):
            if bound is not None:
                gaps = regions_of(wall, bound)
                assert all(sign * gap.sign >= 0 for gap in gaps), region.diagram()


def test_bounds_of_sums_and_summands_hold_whatever_kos_there_are():
    sums = summands = kos = 0
    for region in regions(36, 100, range(5, 9)):
        key = place(region).key
        graph = expand(key)
        exact = evaluate(graph, Rules.NOBODY)
        prover = Prover(key)
        proved = prover.run()
        index = {graph.sets(node): node for node in range(graph.nodes)}
        apart = prover.arrays.parts[: prover.nodes]
        for node in range(1, prover.nodes):
            empty, *others = proved.graph.sets(node)
            if not apart[node] and empty <= POINTS:
                continue
            same = index.get((empty & POINTS, *others))
            walls = None if same is None else exact.walls(same)
            if walls is not None and (sums + summands) % 5 == 0:
                hold_between(proved.values.bounds(node), walls, region)
            sums += bool(apart[node])
            summands += empty > POINTS
        kos += graph.kos > 0
    assert sums > 1000
    assert summands > 1000
    assert kos > 50


@kernel(types.void(types.int64[::1], types.int64, types.int64[::1]))
def sure_of_all(keys, stride, found):
    for node in range(found.size // 8):
        empty, black, white, near_black, near_white = keys[5 * node : 5 * node + 5]
        sure = sure_points(empty, black, white, near_black, near_white, stride)
        found[8 * node : 8 * node + 4] = sure
        sure = sure_points(empty, white, black, near_white, near_black, stride)
        found[8 * node + 4 : 8 * node + 8] = sure


def switch_walls(sure, live):
    """Return the walls of what is sure to Black, by hand: switches are played from the largest."""
    points, stakes, switches, front = (int(number) for number in sure)
    sizes = [size for size in range(64) if switches >> size & 1][::-1]
    mean = 2 * points + stakes - live

    def won(t):
        hot = [size for size in sizes if size > t]
        return sum((size - t) * (-1) ** place for place, size in enumerate(hot))

    # All corners are at whole temperatures.
    times = [Fraction(t) for t in range(max([2, *sizes]) + 1)]
    last = [mean - won(t) for t in times]
    first = [mean + max(won(t), front * max(2 - t, 0) - won(t)) for t in times]
    if front:
        # A maximum may have corners between.
        times, first = [], []
        for half in range(2 * max([2, *sizes]) + 1):
            t = Fraction(half, 2)
            times.append(t)
            first.append(mean + max(won(t), max(2 - t, 0) - won(t)))
        last = [mean - won(t) for t in times]
    return [Trajectory(tuple(zip(values, times, strict=True))) for values in (first, last)]


@pytest.mark.checked
def test_what_is_sure_holds_the_walls_of_every_position():
    compared = whole = switched = 0
    for region in regions(35, 40, range(3, 9)):
        graph = expand(place(region).key)
        exact = evaluate(graph, Rules.NOBODY)
        sure = np.zeros(8 * graph.nodes, np.int64)
        sure_of_all(graph.keys, graph.stride, sure)
        arrays = exact.to_arrays()
        known = np.flatnonzero(exact.known == 1)
        known = known[known > 0]
        live = np.bitwise_count(graph.keys.reshape(-1, 5)[known, :3]).sum(axis=1)
        rows = np.column_stack(
            [
                arrays["walls"].reshape(-1, 4)[known, :2],
                arrays["bases"].reshape(-1, 4)[known, :2],
                sure.reshape(-1, 8)[known],
                live,
            ]
        )
        _, some = np.unique(rows, axis=0, return_index=True)
        for row, node in zip(rows[some], known[some], strict=True):
            walls = exact.walls(int(node))
            first, last = switch_walls(row[4:8], int(row[12]))
            bounds = [first, last]
            first, last = switch_walls(row[8:12], int(row[12]))
            hold_between([*bounds, last.negated(), first.negated()], walls, region)
        compared += known.size
        whole += np.count_nonzero(rows[:, 4] == live) + np.count_nonzero(rows[:, 8] == live)
        switched += np.count_nonzero(rows[:, 6])
    assert compared > 10_000
    assert whole > 200
    assert switched > 2_000


def test_bounds_of_unfinished_proofs_hold_the_walls():
    unfinished = 0
    for region in regions(34, 60, (6, 7, 8)):
        key = place(region).key
        expected = evaluate(expand(key), Rules.NOBODY).walls()
        if expected is None:
            continue
        prover = Prover(key)
        last = ()
        for nodes in (2, 20, 60, 150, 400):
            proved = prover.run(Limits(nodes=nodes))
            unfinished += not proved.closed
            bounds = proved.values.bounds()
            hold_between(bounds, expected, region)
            # They only ever get closer.
            for place_of_wall, before in enumerate(last):
                gaps = regions_of(bounds[place_of_wall], before)
                sign = 1 if place_of_wall < 2 else -1
                assert all(sign * gap.sign >= 0 for gap in gaps), region.diagram()
            last = bounds
    assert unfinished > 60


def test_a_region_that_is_too_large_is_refused():
    region = random_region(Random(3), 70, size=19)
    with pytest.raises(ValueError, match="62 bits"):
        Prover(place(region).key)


def test_limits_count_where_one_question_opens_any_number_of_positions():
    region = Region.from_diagram(
        """
        X X X X X O O
        . . . . . . O
        . . x . o . O
        . . . . . . O
        . . . . . . O
        """
    )
    prover = Prover(place(region).key)
    prover.run(Limits(nodes=20_000))
    assert 20_000 <= prover.nodes < 40_000


@pytest.mark.parametrize(("length", "bits"), [(14, 62), (17, 0)])
def test_a_corridor_with_many_corners_is_as_good_as_a_straight_one(length, bits):
    # By hand: bends change nothing, and the box of the bent one takes every bit there is, or more:
    # then its rows overlap.
    bent = [(1, 1)]
    while len(bent) < length:
        row, column = bent[-1]
        bent.append((row + 1, column) if len(bent) % 2 == 0 else (row, column + 1))
    straight = [(5, column) for column in range(1, length + 1)]
    values = []
    for cells in (bent, straight):
        points = [point_at(row + 1, column + 1) for row, column in cells]
        near = {point + side for point in points for side in SIDES} - set(points)
        ahead = points[-1] + (points[1] - points[0])
        walls = {point: WHITE if point == ahead else BLACK for point in near}
        key = place(Region.of((19, 19), set(points), {}, walls)).key
        assert key.bits <= 62
        values.append((key, Prover(key).run().values.walls()))
    key = values[0][0]
    assert bits in (0, key.bits)
    assert ((key.width + 1) * key.height - 1 > 62) == (bits == 0)
    assert values[0][1] == values[1][1]
