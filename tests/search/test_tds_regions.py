"""TDS of Go regions: against exact thermographs, generalized thermography, and itself."""

from fractions import Fraction
from math import lcm
from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.errors import BadInput
from gtpengine.laboratory.samples.regions import random_region
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.exact import exact_results
from gtpengine.laboratory.tds.ko import COPIES
from gtpengine.localgame.evaluating import evaluate
from gtpengine.localgame.generator import generate_region
from gtpengine.localgame.graph import Limits, expand
from gtpengine.localgame.key import place
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region
from gtpengine.search.tds.dynamic import Frontier, score_limit, sweep
from gtpengine.search.tds.pool import LEFT, OPEN, RIGHT, TERMINAL
from gtpengine.search.tds.regions import Loops, loops_of, region_pool
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.loopy.rules import Komaster
from tests.oracles.ko_beside_coupons import KoBesideCoupons

F = Fraction
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
    for graph in generated(range(5), range(1, 6), Loops.SINGLE_KO):
        values = SolvedGraph(graph).values(RULES[komaster])
        assert values.unresolved == 0, graph.key
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


# White has taken the ko in the corner; three dame are left. Area: the ko has temperature 4/3 and,
# if White is komaster, 1; the dame have 1 as well, so nothing forbids to play them between the
# moves of the fight, and more coupons go in its course than a ko alone takes.
KO_AND_THREE_DAME = """
    - - - - X - - - -
    - - - X . O O O O
    - - - X X . . O .
    - - - - X X X X o
    """


@pytest.mark.parametrize(
    ("komaster", "colour", "enough"),
    [(Komaster.NONE, None, 2), (Komaster.BLACK, BLACK, 4), (Komaster.WHITE, WHITE, 6)],
)
def test_a_fight_needs_as_many_coupons_as_it_takes(komaster, colour, enough):
    # Three derivations: thermography, the sweep, and every line of play by the rules of Go. The
    # last two agree in any environment, the first wherever that keeps its temperature long enough.
    region = Region.from_diagram(KO_AND_THREE_DAME)
    placed = place(region)
    assert not placed.swapped
    graph = expand(placed.key)
    walls = SolvedGraph(graph).values(RULES[komaster]).walls()
    agree = {}
    for copies in (2, 4, 6, COPIES):
        stack = CouponStack.up_to(F(3, 2), F(1, 6), 0, copies)
        swept = sweep(region_pool(graph, komaster), stack)
        coupons = stack.coupons(swept.units)[1:]
        slow = KoBesideCoupons(region, colour, coupons, swept.units)
        sampled = swept.walls(0)
        for layer in range(stack.layers + 1):
            for side, first in ((LEFT, BLACK), (RIGHT, WHITE)):
                assert sampled.score(side, layer) == F(slow.score(first, layer), swept.units)
        agree[copies] = all(
            sampled.wall(side, layer) == exact.value_at(stack.coupon(layer))
            for layer in range(0, stack.layers + 1, stack.period)
            for side, exact in ((LEFT, walls.left), (RIGHT, walls.right))
        )
    assert agree == {copies: copies >= enough for copies in agree}


def pool_in(text):
    return region_pool(expand(place(Region.from_diagram(text)).key))


TWO_KOS = """
    - X O - - X O -
    X o . O X . x O
    - X O - - X O -
    """


THREE_KOS = """
    - X O - - X O - - X O -
    X o . O X . x O X . x O
    - X O - - X O - - X O -
    """
# White takes a stone and so sends two, Black takes both, White returns one: a loop with a pass.
SEND_TWO_RETURN_ONE = """
    - X X X O -
    X . o . . O
    - X X X O -
    """


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        pytest.param(
            """
            - X X -
            X . . O
            - X X -
            """,
            Loops.NONE,
            id="a corridor",
        ),
        pytest.param(
            """
            - X O -
            X o . O
            - X O -
            """,
            Loops.SINGLE_KO,
            id="a ko",
        ),
        pytest.param(
            """
            - X O X O -
            X . x o . O
            - X O X O -
            """,
            Loops.SINGLE_KO,
            id="a ko of two stages",
        ),
        pytest.param(KO_AND_THREE_DAME, Loops.SINGLE_KO, id="a ko and something else"),
        pytest.param(TWO_KOS, Loops.SEVERAL_KOS, id="two kos"),
        pytest.param(THREE_KOS, Loops.LONG, id="three kos"),
        pytest.param(SEND_TWO_RETURN_ONE, Loops.LONG, id="send two, return one"),
    ],
)
def test_loops_are_told_apart(text, loops):
    assert loops_of(pool_in(text)) is loops


@pytest.mark.parametrize("text", [THREE_KOS, SEND_TWO_RETURN_ONE])
def test_round_these_loops_sweep_and_alpha_beta_agree(text):
    # They need not where going round pays: see test_tds_ko.py for a graph.
    pool = pool_in(text)
    stack = CouponStack.up_to(3, F(1, 2), 0)
    swept = sweep(pool, stack)
    assert swept.unsettled == 0
    search = CouponSearch(pool, stack, bounded=True)
    for node in range(len(pool)):
        for layer in range(stack.layers + 1):
            for side in (LEFT, RIGHT):
                assert search.score(node, side, layer) == swept.walls(node).score(side, layer)


@pytest.mark.parametrize("komaster", list(Komaster))
def test_two_kos_at_once_are_within_the_bounds_where_the_ko_rules_do_not_decide(komaster):
    # With a komaster both players can take and take back for ever: Black here, White there.
    graph = expand(place(Region.from_diagram(TWO_KOS)).key)
    values = SolvedGraph(graph).values(RULES[komaster])
    assert values.unresolved == (0 if komaster is Komaster.NONE else 3)
    stack = CouponStack.up_to(3, F(1, 6), 0, COPIES)
    swept = sweep(region_pool(graph, komaster), stack)
    for node in range(graph.nodes):
        low_left, low_right, high_left, high_right = values.bounds(node)
        sampled = swept.walls(node)
        settled = graph.offset if node == 0 else 0
        for layer in range(0, stack.layers + 1, stack.period):
            at = stack.coupon(layer)
            for side, low, high in ((LEFT, low_left, high_left), (RIGHT, low_right, high_right)):
                found = sampled.wall(side, layer) + settled
                assert low.value_at(at) <= found <= high.value_at(at), (node, side, at)


@pytest.mark.checked
@pytest.mark.parametrize("komaster", [*Komaster, None])
def test_alpha_beta_finds_what_the_sweep_finds_without_long_loops(komaster):
    random = Random(3)
    kinds = dict.fromkeys(Loops, 0)
    while min(kinds[Loops.NONE], kinds[Loops.SINGLE_KO]) < 4:
        region = random_region(random, random.randint(2, 6), random.choice((0, 1, 2)))
        graph = expand(place(region).key)
        kind = loops_of(region_pool(graph))
        if kind is Loops.LONG or (kind.are_kos and komaster is None):
            kinds[Loops.SINGLE_KO] += komaster is None
            continue
        kinds[kind] += 1
        pool = region_pool(graph, komaster)
        stack = CouponStack.up_to(4, F(1, 4), 0)
        swept = sweep(pool, stack).walls(0)
        search = CouponSearch(pool, stack, bounded=True)
        for layer in range(stack.layers + 1):
            for side in (LEFT, RIGHT):
                assert search.score(0, side, layer) == swept.score(side, layer), region.diagram()


@pytest.mark.parametrize("komaster", [*Komaster, None])
def test_no_score_exceeds_its_limit(komaster):
    random = Random(11)
    stack = CouponStack.up_to(3, F(1, 4), 0, 2)
    for _ in range(60):
        region = random_region(random, random.randint(1, 7), random.choice((0, 1, 2)))
        pool = region_pool(expand(place(region).key), komaster)
        limit = score_limit(pool, stack, Frontier.ESTIMATE, enough=0)
        # By the bounds of the positions: all points, all coupons and some units to spare.
        assert limit <= len(region.points) + stack.layers * stack.top + 3, region.diagram()
        swept = sweep(pool, stack)
        for scores in (swept.left, swept.right):
            assert abs(scores).max() <= limit * swept.units, region.diagram()


def test_bounds_that_a_move_leaves_are_no_limit():
    pool = region_pool(expand(place(random_region(Random(1), 5)).key))
    stack = CouponStack.up_to(2, F(1, 2), 0)
    tight = score_limit(pool, stack, Frontier.ESTIMATE, enough=0)
    pool.arrays.offset[pool.edges - 1] = 1000
    assert tight < 100
    assert score_limit(pool, stack, Frontier.ESTIMATE, enough=0) > 1000
    assert score_limit(pool, stack, Frontier.ESTIMATE, enough=10_000) <= 10_000
    too_far = CouponStack.up_to(2, F(1, 1 << 15), 0)
    with pytest.raises(BadInput, match="out of range"):
        sweep(pool, too_far)


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
