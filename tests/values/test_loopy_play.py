"""Ko thermographs against play: the komaster game beside a stack of coupons, move by move."""

import random
from fractions import Fraction

import pytest

from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.notation import parse
from tests.oracles.coupon_ko import BLACK, WHITE, CouponGame, LongLoop
from tests.oracles.ko_graphs import chain, iterated, tangled


def played_out(graph, komaster, delta, bound, samples=12):
    """Compare all walls with coupon play; return how many values were compared.

    Coupons of size delta, 2 delta, ... up to t stand for an environment at temperature t. Alone
    they are worth t/2 to the first player, and every move of a fight may miss one step of delta:
    the walls agree within bound * delta. Returns 0 where the oracle does not apply.
    """
    analysis = analyse(graph, komaster, bounds_first=False)
    found = {}
    for node, each in enumerate(graph.nodes):
        if each.number is not None:
            continue
        if not analysis.is_resolved(node):
            return 0
        found[node] = analysis.thermograph(node)
        left, right = found[node].left_scaffold, found[node].right_scaffold
        if left is None or right is None or left.value_at(0) < right.value_at(0):
            return 0  # nobody wants to move after the last coupon
    top = max(each.temperature for each in found.values()) + 1
    coupons = int(top / delta)
    try:
        game = CouponGame(graph, komaster.value, coupons, delta)
    except LongLoop:
        return 0
    compared = 0
    for count in range(0, coupons + 1, max(1, coupons // samples)):
        for node, each in found.items():
            for player, wall in ((BLACK, each.left_wall), (WHITE, each.right_wall)):
                gap = game.wall(node, player, count) - wall.value_at(count * delta)
                assert abs(gap) <= bound * delta, (graph, komaster, node, player, count * delta)
                compared += 1
    return compared


@pytest.mark.parametrize("komaster", Komaster)
@pytest.mark.parametrize("text", ["K={L|-9}; L={18|K}", "G={1|H}; H={G|0}"])
def test_simple_kos(text, komaster):
    assert played_out(parse(text), komaster, Fraction(1, 64), 3)


@pytest.mark.parametrize("komaster", Komaster)
def test_iterated_kos(komaster):
    assert played_out(iterated(4, 9), komaster, Fraction(1, 64), 12)


@pytest.mark.parametrize("komaster", Komaster)
def test_random_chains(komaster):
    rng = random.Random(2026)
    compared = [played_out(chain(rng), komaster, Fraction(1, 16), 20, samples=8) for _ in range(40)]
    assert sum(1 for each in compared if each) > 15


@pytest.mark.parametrize("komaster", Komaster)
def test_random_tangles(komaster):
    rng = random.Random(1996)
    compared = [
        played_out(tangled(rng), komaster, Fraction(1, 32), 6, samples=8) for _ in range(120)
    ]
    assert sum(1 for each in compared if each) > 8


@pytest.mark.slow
@pytest.mark.parametrize("komaster", Komaster)
def test_random_kos_at_a_fine_step(komaster):
    rng = random.Random(30)
    compared = [played_out(chain(rng), komaster, Fraction(1, 96), 20, samples=8) for _ in range(12)]
    assert sum(1 for each in compared if each) > 4
