"""TDS with kos, for every komaster: against generalized thermography and coupon play by hand."""

from fractions import Fraction
from math import lcm
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.ko import ko_pool, ko_search, without_cold_positions
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.pool import LEFT, RIGHT, pool_of
from gtpengine.search.tds.regions import Loops, loops_of
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.graph import Option
from gtpengine.values.loopy.analysis import UnresolvedLoop, analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from tests.oracles.coupon_ko import BLACK, WHITE, CouponGame, LongLoop
from tests.oracles.ko_graphs import chain, iterated, tangled

F = Fraction
KO = "K={L|-9}; L={18|K}"
TAKEN = "L={18|K}; K={L|-9}"
BOTH = f"{KO}; M={{3|N}}; N={{M|-6}}"

# TR96: graph, komaster, how far he may let the temperature fall, mast and temperature.
ROWS = [
    ("G={1|H}; H={G|0}", "black", 0, F(2, 3), F(1, 3)),
    ("G={1|H}; H={G|0}", "white", 0, F(2, 3), F(1, 3)),
    ("H={G|0}; G={1|H}", "black", 0, F(1, 3), F(1, 3)),
    ("H={G|0}; G={1|H}", "white", 0, F(1, 3), F(1, 3)),
    (KO, "black", 0, 0, 9),
    (KO, "white", 0, 0, 9),
    (KO, "none", 0, 0, 9),
    (TAKEN, "black", 0, 9, 9),
    (TAKEN, "white", 0, 9, 9),
    # Komonsters, and komasters with threats for a while.
    (KO, "black", None, F(9, 2), F(27, 2)),
    (KO, "white", None, -9, 0),
    (KO, "black", 3, 1, 10),
    (KO, "white", 3, -2, 10),
    (TAKEN, "white", 3, 8, 10),
    # Ensembles, as whole sums.
    (f"K+{{0|-28}}; {KO}", "none", 0, -14, 14),
    (f"K+{{0|-22}}; {KO}", "none", 0, -11, 11),
    (f"K+{{0|-10}}; {KO}", "none", 0, -5, 9),
    (f"K+{{*||0|-28}}; {KO}", "none", 0, 0, 9),
    (f"K+{{*||0|-22}}; {KO}", "none", 0, 0, 9),
    (f"K+{{*||0|-10}}; {KO}", "none", 0, 0, 9),
    (f"K+M; {BOTH}", "none", 0, 0, 9),
]


@pytest.mark.parametrize(
    ("text", "name", "drop", "mast", "temperature"), ROWS, ids=[" ".join(r[:2]) for r in ROWS]
)
def test_rows_of_the_cases(text, name, drop, mast, temperature):
    graph, komaster = parse(text), Komaster(name)
    found = ko_search(graph, komaster, F(1, 6), drop=drop)
    assert (found.mean, found.temperature) == (mast, temperature)
    # Not only the mast: both walls, at every coupon.
    exact = analyse(graph, komaster, drop=drop).thermograph()
    assert_walls(found.walls, exact.left_wall, exact.right_wall)


def assert_walls(walls, left, right):
    stack = walls.stack
    for step in range(stack.layers // stack.period + 1):
        layer = step * stack.period
        assert walls.wall(LEFT, layer) == left.value_at(stack.coupon(layer))
        assert walls.wall(RIGHT, layer) == right.value_at(stack.coupon(layer))


@pytest.mark.parametrize("rest", ["{0|-10}", "{*||0|-28}", "{*||0|-22}", "{*||0|-10}", "M"])
def test_blocked_rows_of_the_cases(rest):
    # L# beside another game, after Black's capture: White's wall. Where the position is cold play
    # draws the plain mast of TR96 5.6 (`corrected`), never the bent one, which is a convention.
    graph = parse(f"{{K+{rest}, L+{rest}|0}}; {BOTH}")
    ko, taken = (option.node for option in graph.nodes[graph.root].left)
    pool = ko_pool(graph, Komaster.NONE)
    blocks = {int(pool.arrays.target[edge]) for edge in pool.options(ko, LEFT)}
    (block,) = (node for node in blocks if pool.arrays.lift[node] == taken != node)
    stack = CouponStack.up_to(16, 1, 0, 8)
    walls = sweep(pool, stack).walls(block)
    _, exact = analyse(graph, Komaster.NONE).blocked(ko, Option(taken), corrected=True)
    for step in range(17):
        assert walls.wall(RIGHT, step * stack.period) == exact.value_at(step)


@pytest.mark.parametrize("states", [2, 3, 4])
@pytest.mark.parametrize("komaster", list(Komaster))
def test_iterated_kos_are_exact_with_enough_copies(states, komaster):
    # TR96: masts k s/(n+2), temperature s/(n+2). An n-iterated ko is fought for up to
    # 2 n + 1 coupons: so many copies keep the temperature where it is.
    graph = iterated(states, 1)
    delta = F(1, 2 * (states + 1))
    pool = ko_pool(graph, komaster)
    stack = CouponStack.up_to(2, delta, 0, copies=2 * states - 1)
    swept = sweep(pool, stack)
    for index in range(states):
        found = swept.walls(index).largest()
        assert found.mean == F(states - index, states + 1)
        assert found.temperature == F(1, states + 1)


@pytest.mark.parametrize("komaster", list(Komaster))
def test_random_chains_are_exact_where_the_coupons_meet_their_corners(komaster):
    # Chains of kos with loop-free ends: mast and temperature are those of generalized thermography
    # as soon as all corners of all walls are multiples of delta and the copies outlast the fight.
    random = Random(1)
    done = 0
    while done < 40:
        graph = without_cold_positions(chain(random, 3))
        analysis = analyse(graph, komaster, bounds_first=False)
        try:
            walls = [analysis.thermograph(node) for node in range(len(graph))]
        except UnresolvedLoop:
            continue
        exact = walls[graph.root]
        corners = [
            number
            for each in walls
            for wall in (each.left_wall, each.right_wall)
            for corner in wall.points
            for number in corner
        ]
        digits = lcm(*(number.denominator for number in corners))
        if exact.temperature == 0 or digits > 24:
            continue  # where nobody wants to move, a simple stack knows no value
        found = ko_search(graph, komaster, F(1, digits))
        assert (found.mean, found.temperature) == (exact.mast, exact.temperature)
        coarse = ko_search(graph, komaster, F(1, 2))
        assert abs(coarse.mean - exact.mast) <= F(1, 2) * steepest(walls) * len(graph.components())
        done += 1


def steepest(walls):
    """Return the greatest slope of all walls."""
    return max(
        abs(segment.slope)
        for each in walls
        for wall in (each.left_wall, each.right_wall)
        for segment in wall.segments()
    )


@pytest.mark.parametrize("komaster", list(Komaster))
def test_sweep_and_alpha_beta_play_kos_as_the_slow_twin_does(komaster):
    random = Random(2)
    delta, layers, done = F(1, 2), 6, 0
    while done < 12:
        graph = random.choice((chain, tangled))(random)
        try:
            slow = CouponGame(graph, komaster.value, layers, delta)
        except LongLoop:
            continue
        done += 1
        pool = ko_pool(graph, komaster)
        stack = CouponStack(F(0), delta, layers)
        swept = sweep(pool, stack)
        search = CouponSearch(pool, stack)
        assert swept.unsettled == 0
        for node in range(len(graph)):
            walls = swept.walls(node)
            for layer in range(layers + 1):
                for side, player in ((LEFT, BLACK), (RIGHT, WHITE)):
                    assert walls.wall(side, layer) == slow.wall(node, player, layer)
                    assert search.score(node, side, layer) == walls.score(side, layer)


def test_ban_and_lift():
    graph = parse("G={1|H}; H={G|0}")
    taken, open_ko = graph.find("G"), graph.find("H")
    pool = ko_pool(graph, Komaster.NONE)
    blocked = [node for node in range(len(pool)) if pool.arrays.lift[node] != node]
    # White took (G to H) and Black may not take back; Black took (H to G), White may not.
    assert sorted(int(pool.arrays.lift[node]) for node in blocked) == [taken, open_ko]
    for node in blocked:
        plain = int(pool.arrays.lift[node])
        banned = LEFT if plain == open_ko else RIGHT
        assert len(pool.options(node, banned)) == 0
        assert len(pool.options(node, 1 - banned)) == 1


def test_a_position_that_is_its_own_option_is_refused():
    with pytest.raises(BadInput, match="own option"):
        ko_pool(parse("G={G,1|0}"), Komaster.NONE)


def test_komaster_is_held():
    pool = ko_pool(parse("G={1|H}; H={G|0}"), Komaster.BLACK)
    held = [node for node in range(len(pool)) if pool.arrays.held[node]]
    assert len(held) == 1
    assert pool.arrays.held[held[0]] == 1
    assert pool.arrays.lift[held[0]] == held[0]


def test_on_a_long_loop_sweep_and_alpha_beta_mean_different_things():
    # docs/performance/tds.md 6: a fixed point of all values against the first repetition of a line.
    graph = parse("A={B|-1}; B={1|C}; C={D|2}; D={-1|A,2}")
    pool = pool_of(graph)
    stack = CouponStack(F(0), F(1, 2), 2)
    assert loops_of(pool) is Loops.LONG
    swept = sweep(pool, stack)
    assert swept.unsettled == 0
    assert swept.walls(graph.root).score(RIGHT, 2) == F(-3, 2)
    assert CouponSearch(pool, stack).score(graph.root, RIGHT, 2) == F(-1, 2)
