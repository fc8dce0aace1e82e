"""TDS with kos, for every komaster: against generalized thermography and coupon play by hand."""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.search.tds.alphabeta import CouponSearch
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.ko import ko_pool, ko_search
from gtpengine.search.tds.pool import LEFT, RIGHT
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.loopy.analysis import UnresolvedLoop, analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from tests.oracles.coupon_ko import BLACK, WHITE, CouponGame, LongLoop
from tests.oracles.ko_graphs import chain, iterated, tangled

F = Fraction
KO = "K={L|-9}; L={18|K}"

# cases.md 1.4: name, graph, komaster, mast and temperature of the root.
ROWS = [
    ("one-point ko taken", "G={1|H}; H={G|0}", "black", F(2, 3), F(1, 3)),
    ("one-point ko taken", "G={1|H}; H={G|0}", "white", F(2, 3), F(1, 3)),
    ("one-point ko open", "H={G|0}; G={1|H}", "black", F(1, 3), F(1, 3)),
    ("one-point ko open", "H={G|0}; G={1|H}", "white", F(1, 3), F(1, 3)),
    ("27-point ko", KO, "black", 0, 9),
    ("27-point ko", KO, "white", 0, 9),
    ("27-point ko", KO, "none", 0, 9),
    ("27-point ko taken", "L={18|K}; K={L|-9}", "black", 9, 9),
    ("27-point ko taken", "L={18|K}; K={L|-9}", "white", 9, 9),
    ("K+{0|-28}", "E={K|K-28}; " + KO, "none", -14, 14),
    ("K+{0|-22}", "E={K,-4|-9,K-22}; " + KO, "none", -11, 11),
]


@pytest.mark.parametrize(
    ("text", "komaster", "mast", "temperature"),
    [row[1:] for row in ROWS],
    ids=[f"{row[0]} {row[2]}" for row in ROWS],
)
def test_rows_of_the_cases(text, komaster, mast, temperature):
    found = ko_search(parse(text), Komaster(komaster), F(1, 6))
    assert (found.mean, found.temperature) == (mast, temperature)


@pytest.mark.parametrize("states", [2, 3, 4])
@pytest.mark.parametrize("komaster", list(Komaster))
def test_iterated_kos_are_exact_with_enough_copies(states, komaster):
    # cases.md 1.4: masts k s/(n+2), temperature s/(n+2). An n-iterated ko is fought for up to
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
def test_agrees_with_generalized_thermography(komaster):
    # Chains of kos with loop-free ends, sampled: walls within a few steps of delta.
    random = Random(1)
    delta, done = F(1, 24), 0
    while done < 40:
        graph = chain(random, 3)
        analysis = analyse(graph, komaster, bounds_first=False)
        try:
            exact = analysis.thermograph()
        except UnresolvedLoop:
            continue
        if exact.temperature == 0:
            continue  # where nobody wants to move, a simple stack knows no value
        found = ko_search(graph, komaster, delta)
        assert abs(found.mean - exact.mast) <= 2 * delta
        assert abs(found.temperature - exact.temperature) <= 2 * delta
        done += 1


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
