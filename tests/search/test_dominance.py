"""Incentive dominance leaves moves out of the search of a sum and never changes what it finds."""

from random import Random

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.localgame.generator import choose_recipe, generate
from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.sums.solver import SumSolver, Term
from gtpengine.search.sums.threats import threat
from gtpengine.search.tds.budget import Budget
from tests.search.games import gote_then_sente, ko, summand, switch
from tests.search.test_sums import random_tree

PATIENT = 500


def both_ways(terms, player):
    """Return the results of a new solver with much dominance and of one without any."""
    return tuple(
        SumSolver(patience=patience).solve(terms, player, Budget(nodes=2_000_000), all_moves=True)
        for patience in (PATIENT, 0)
    )


def same(one, other):
    return (one.verdict, one.lower, one.upper, one.moves) == (
        other.verdict,
        other.lower,
        other.upper,
        other.moves,
    )


def random_terms(draw, count, depth):
    return [Term(i, summand(*random_tree(draw, depth))) for i in range(count)]


@pytest.mark.parametrize(
    "games",
    [
        pytest.param([switch(3 * i + 2, -2 * i) for i in range(8)], id="switches"),
        pytest.param([gote_then_sente(9 + i, 5 - i, -2 * i) for i in range(6)], id="threats"),
    ],
)
def test_fewer_states_are_searched(games):
    pruned, plain = both_ways([Term(i, game) for i, game in enumerate(games)], 0)
    assert same(pruned, plain)
    assert pruned.searched < plain.searched


def test_random_sums_without_loops():
    draw = Random(11)
    saved = 0
    for case in range(300):
        terms = random_terms(draw, draw.randint(2, 4), 3)
        pruned, plain = both_ways(terms, case % 2)
        assert same(pruned, plain), case
        saved += plain.searched - pruned.searched
    assert saved > 0


def test_random_sums_with_kos_and_threats():
    """A threat and its answer change nothing but a ko: moves are compared in step there."""
    draw = Random(12)
    saved = 0
    for case in range(300):
        terms = random_terms(draw, draw.randint(1, 3), 2)
        size = draw.randint(1, 9)
        terms.append(Term(("ko", size), ko(size), draw.choice((0, 1, 2, 3))))
        for i in range(draw.randint(0, 2)):
            terms.append(Term(("threat", i), threat(draw.randint(2, 12), draw.choice((0, 1)))))
        pruned, plain = both_ways(terms, case % 2)
        assert same(pruned, plain), case
        saved += plain.searched - pruned.searched
    assert saved > 0


def test_sums_of_regions():
    saved = 0
    for seed in range(200):
        enclosed = generate(seed, choose_recipe(Random(seed), range(2, 6), 4, 9))
        found = []
        for patience in (PATIENT, 0):
            sums = RegionSums()
            sums.solver = SumSolver(patience=patience)
            colour = (BLACK, WHITE)[seed % 2]
            found.append(sums.solve(enclosed.regions, colour, all_moves=True).result)
        assert same(*found), enclosed.position.diagram()
        saved += found[1].searched - found[0].searched
    assert saved > 0


@pytest.mark.checked
@pytest.mark.pure
def test_a_small_sum_in_every_mode():
    games = [switch(5, 1), switch(4, 0), gote_then_sente(7, 4, 0)]
    pruned, plain = both_ways([Term(i, game) for i, game in enumerate(games)], 0)
    assert same(pruned, plain)
