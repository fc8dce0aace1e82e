"""The bench of candidates on drawn regions: which cases count, and how recall is reckoned."""

from itertools import permutations

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import vertex_of
from gtpengine.board.position import Position
from gtpengine.laboratory.benches.candidates import MOST, Case, cases_of, picture
from gtpengine.localgame.solver import solve
from gtpengine.partition.region import Region

STONES = str.maketrans("xo-", "XO.")

# Mathematical Go: in a corridor both players' only good move is at its mouth.
CORRIDOR = """
    X O O O O
    X . . . O
    X O O O O
    - - - - -
"""
DAME = """
    X O O O O
    X . O - O
    X O O O O
    - - - - -
"""


def cases(text):
    region = Region.from_diagram(text)
    position = Position.from_diagram(text.translate(STONES))
    return list(cases_of(position, region, solve(region)))


def test_both_colours_begin_at_the_mouth_of_a_corridor():
    found = cases(CORRIDOR)
    assert [case.colour for case in found] == [BLACK, WHITE]
    assert [[vertex_of(point) for point in case.best] for case in found] == [["B3"], ["B3"]]
    assert {case.kind for case in found} == {"gote"}
    assert all(case.ranks["candidates"] == 0 for case in found)
    assert all(set(case.orders["priors"]) == set(case.region.empty) for case in found)
    assert picture(found[0]).splitlines() == ["X O O O O", "X * 2 3 O", "X O O O O"]


def test_dame_are_no_cases():
    assert cases(DAME) == []


@pytest.mark.parametrize(("best", "top"), [(1, 1), (1, 3), (2, 3), (3, 2), (2, 8)])
def test_chance_is_what_counting_all_orders_gives(best, top):
    case = cases(CORRIDOR)[0]
    chosen = Case(case.position, case.region, BLACK, "gote", frozenset(case.region.empty[:best]))
    orders = list(permutations(chosen.region.empty))
    hits = sum(bool(chosen.best & set(order[:top])) for order in orders)
    assert chosen.by_chance(top) == pytest.approx(hits / len(orders))


def test_an_order_without_a_best_move_ranks_last():
    case = cases(CORRIDOR)[0]
    nowhere = Case(case.position, case.region, BLACK, "gote", frozenset())
    assert set(nowhere.ranks.values()) == {MOST}
