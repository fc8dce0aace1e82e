"""Values by proof against the graph of all positions."""

from random import Random

import numpy as np
import pytest

from gtpengine.localgame.graph import Limits, expand
from gtpengine.localgame.key import place
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.samples import random_region
from gtpengine.localgame.values import Rules, evaluate


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
