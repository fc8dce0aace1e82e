"""TDS of Go regions: against exact thermographs, generalized thermography, and itself."""

from fractions import Fraction
from math import lcm
from random import Random

import pytest

from gtpengine.localgame.generator import generate_region
from gtpengine.localgame.graph import Limits, expand
from gtpengine.localgame.key import place
from gtpengine.localgame.samples import random_region
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.values import Rules, evaluate
from gtpengine.search.tds.alphabeta import CouponSearch
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.exact import exact_results
from gtpengine.search.tds.pool import LEFT, OPEN, RIGHT, TERMINAL
from gtpengine.search.tds.regions import Loops, loops_of, region_pool
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.loopy.rules import Komaster

F = Fraction
COPIES = 4
RULES = {
    Komaster.NONE: Rules.NOBODY,
    Komaster.BLACK: Rules.BLACK,
    Komaster.WHITE: Rules.WHITE,
}


def generated(seeds, sizes, loops):
    """Yield the graphs of the generator's regions with such loops, each shape once."""
    seen = set()
    for seed in seeds:
        for empty in sizes:
            for loose in (0, 1, 2):
                key = place(generate_region(seed, empty, loose).regions[0]).key
                if key not in seen:
                    seen.add(key)
                    graph = expand(key)
                    if loops_of(region_pool(graph)) is loops:
                        yield graph


def temperature_of(walls):
    return max(walls.left.points[-1][1], walls.right.points[-1][1])


def test_exact_tds_is_the_thermograph_of_every_position_of_loop_free_regions():
    regions = positions = 0
    for graph in generated(range(7), range(1, 10), Loops.NONE):
        pool = region_pool(graph)
        values = evaluate(graph, Rules.NOBODY)
        nodes = [node for node in range(len(pool)) if pool.arrays.state[node] != TERMINAL]
        for found in exact_results(pool, nodes)[:300]:
            walls = values.walls(found.node)
            settled = graph.offset if found.node == 0 else 0
            assert found.mean + settled == walls.left.points[-1][0], graph.key
            assert found.temperature == temperature_of(walls), graph.key
            positions += 1
        regions += 1
    assert regions > 25
    assert positions > 1000


@pytest.mark.parametrize("komaster", list(Komaster))
def test_kos_have_the_walls_of_generalized_thermography_in_every_position(komaster):
    regions = 0
    for graph in generated(range(5), range(1, 6), Loops.KOS):
        values = SolvedGraph(graph).values(RULES[komaster])
        if values.unresolved:
            continue
        walls = [values.walls(node) for node in range(graph.nodes)]
        corners = [c for each in walls for wall in (each.left, each.right) for c in wall.points]
        delta = F(1, lcm(*(number.denominator for corner in corners for number in corner)))
        top = max(temperature for _, temperature in corners) + delta
        stack = CouponStack.up_to(top, delta, 0, COPIES)
        swept = sweep(region_pool(graph, komaster), stack)
        assert swept.unsettled == 0
        for node, exact in enumerate(walls):
            settled = graph.offset if node == 0 else 0
            sampled = swept.walls(node)
            for layer in range(0, stack.layers + 1, stack.period):
                coupon = stack.coupon(layer)
                assert sampled.wall(LEFT, layer) + settled == exact.left.value_at(coupon)
                assert sampled.wall(RIGHT, layer) + settled == exact.right.value_at(coupon)
        found = swept.walls(0).largest()
        assert found.mean + graph.offset == walls[0].left.points[-1][0]
        assert found.temperature == temperature_of(walls[0])
        regions += 1
    assert regions >= 8


@pytest.mark.checked
@pytest.mark.parametrize("komaster", [*Komaster, None])
def test_alpha_beta_finds_what_the_sweep_finds_without_long_loops(komaster):
    random = Random(3)
    kinds = dict.fromkeys(Loops, 0)
    while min(kinds[Loops.NONE], kinds[Loops.KOS]) < 4:
        region = random_region(random, random.randint(2, 6), random.choice((0, 1, 2)))
        graph = expand(place(region).key)
        kind = loops_of(region_pool(graph))
        if kind is Loops.LONG or (kind is Loops.KOS and komaster is None):
            kinds[Loops.KOS] += komaster is None
            continue
        kinds[kind] += 1
        pool = region_pool(graph, komaster)
        stack = CouponStack.up_to(4, F(1, 4), 0)
        swept = sweep(pool, stack).walls(0)
        search = CouponSearch(pool, stack, bounded=True)
        for layer in range(stack.layers + 1):
            for side in (LEFT, RIGHT):
                assert search.score(0, side, layer) == swept.score(side, layer), region.diagram()


def test_what_an_expansion_did_not_reach_is_open():
    region = random_region(Random(5), 12)
    whole = expand(place(region).key)
    part = expand(place(region).key, Limits(nodes=500))
    pool = region_pool(part)
    is_open = pool.arrays.state[: len(pool)] == OPEN
    assert not part.complete
    assert is_open.any()
    assert not pool.is_complete
    assert region_pool(whole).is_complete
    for node in range(part.nodes):
        if not is_open[node]:
            assert part.options(node, 0) == whole.options(node, 0)
        live = sum(bits.bit_count() for bits in part.sets(node)[:3])
        assert (pool.arrays.low[node], pool.arrays.high[node]) == (-live, live)
