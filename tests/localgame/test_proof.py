"""Values by proof against the graph of all positions."""

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
from gtpengine.localgame.kernels.sure import sure_points
from gtpengine.localgame.kernels.walls import SCALE
from gtpengine.localgame.key import place
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region


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
        assert Prover(key).run().values.walls() == expected, region.diagram()


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
            same = index[proved.graph.sets(int(node))]
            walls = exact.walls(same)
            if walls is None or same == 0:
                continue
            low, _, high, _ = (bound.points[0][0] for bound in proved.values.bounds(int(node)))
            for wall in (walls.left, walls.right):
                assert all(low <= value <= high for value, _ in wall.points), region.diagram()
            live = sum(bits.bit_count() for bits in graph.sets(same)[:3])
            compared += 1
            narrower += high - low < 2 * live
    assert compared > 1500
    assert narrower > compared / 2


@kernel(types.void(types.int64[::1], types.int64, types.int64[::1]))
def sure_of_all(keys, stride, found):
    for node in range(found.size // 2):
        empty, black, white, near_black, near_white = keys[5 * node : 5 * node + 5]
        found[2 * node] = sure_points(empty, black, white, near_black, near_white, stride)
        found[2 * node + 1] = sure_points(empty, white, black, near_white, near_black, stride)


@pytest.mark.checked
def test_sure_points_hold_the_walls_of_every_position():
    compared = whole = 0
    for region in regions(35, 150, range(3, 9)):
        graph = expand(place(region).key)
        exact = evaluate(graph, Rules.NOBODY)
        sure = np.zeros(2 * graph.nodes, np.int64)
        sure_of_all(graph.keys, graph.stride, sure)
        arrays = exact.to_arrays()
        known = np.flatnonzero(exact.known == 1)
        shapes = arrays["walls"].reshape(-1, 4)[known, :2]
        bases = arrays["bases"].reshape(-1, 4)[known, :2].astype(np.int64) * SCALE
        live = np.bitwise_count(graph.keys.reshape(-1, 5)[known, :3]).sum(axis=1).astype(np.int64)
        black, white = sure.reshape(-1, 2)[known].T
        right = bases[:, 1] + exact.store.least[shapes[:, 1]]
        left = bases[:, 0] + exact.store.greatest[shapes[:, 0]]
        assert (right >= (2 * black - live) * SCALE).all(), region.diagram()
        assert (left <= (live - 2 * white) * SCALE).all(), region.diagram()
        compared += known.size
        whole += np.count_nonzero(black == live) + np.count_nonzero(white == live)
    assert compared > 50_000
    assert whole > 1_000


def test_bounds_of_unfinished_proofs_hold_the_walls():
    unfinished = 0
    for region in regions(34, 60, (6, 7, 8)):
        key = place(region).key
        expected = evaluate(expand(key), Rules.NOBODY).walls()
        if expected is None:
            continue
        prover = Prover(key)
        for nodes in (2, 20, 60, 150, 400):
            proved = prover.run(Limits(nodes=nodes))
            unfinished += not proved.closed
            bounds = proved.values.bounds()
            times = {t for wall in (*bounds, expected.left, expected.right) if wall is not None
                     for _, t in wall.points}  # fmt: skip
            for side, wall in enumerate((expected.left, expected.right)):
                low, high = bounds[side], bounds[2 + side]
                for t in times:
                    assert low is None or low.value_at(t) <= wall.value_at(t), region.diagram()
                    assert high is None or high.value_at(t) >= wall.value_at(t), region.diagram()
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


def test_a_corridor_with_many_corners_is_as_good_as_a_straight_one():
    # By hand: bends change nothing, and the box of the bent one takes every bit there is.
    bent = [(1, 1)]
    while len(bent) < 14:
        row, column = bent[-1]
        bent.append((row + 1, column) if len(bent) % 2 == 0 else (row, column + 1))
    straight = [(5, column) for column in range(2, 16)]
    values = []
    for cells in (bent, straight):
        points = [point_at(row + 3, column + 2) for row, column in cells]
        near = {point + side for point in points for side in SIDES} - set(points)
        ahead = point_at(cells[-1][0] + 3, cells[-1][1] + 3)
        walls = {point: WHITE if point == ahead else BLACK for point in near}
        key = place(Region.of((19, 19), set(points), {}, walls)).key
        values.append((key.bits, Prover(key).run().values.walls()))
    assert values[0][0] == 62
    assert values[0][1] == values[1][1]
