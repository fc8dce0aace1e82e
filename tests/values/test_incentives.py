"""Incentives and what they allow to forget."""

import random

from gtpengine.values.games import canonical, number
from gtpengine.values.incentives import (
    LEFT,
    RIGHT,
    incentives,
    sum_of_undominated_moves,
    undominated_moves,
)
from gtpengine.values.notation import parse
from tests.values.samples import random_graph


def game(text):
    return canonical(parse(text))


def test_incentives_of_a_switch():
    # by hand: 10 - {10|0} = {10|0}, and {10|0} - 0 = {10|0}
    switch = game("10|0")
    assert incentives(switch, LEFT) == [switch]
    assert incentives(switch, RIGHT) == [switch]


def test_incentives_of_numbers_are_negative():
    assert incentives(game("1/2"), LEFT) == [number(-1) + game("1/2")]
    assert incentives(game("3"), LEFT) == [number(-1)]
    assert incentives(game("3"), RIGHT) == []
    assert incentives(game("0"), LEFT) == []


def test_only_the_hottest_switch_is_worth_a_look():
    games = [game("3|-3"), game("7|-7"), game("5|-5"), game("2")]
    for side in (LEFT, RIGHT):
        assert [(m.summand, m.option) for m in undominated_moves(games, side)] == [(1, 0)]


def test_sente_comes_before_gote_but_reverse_sente_may_not():
    games = [game("20|1||0"), game("3|-3")]
    assert [move.summand for move in undominated_moves(games, LEFT)] == [0]
    assert {move.summand for move in undominated_moves(games, RIGHT)} == {0, 1}


def test_forgetting_dominated_moves_keeps_the_sum():
    rng = random.Random(51)
    pruned = 0
    for _ in range(60):
        games = [canonical(random_graph(rng, size=3, spread=4)) for _ in range(3)]
        total = games[0] + games[1] + games[2]
        assert sum_of_undominated_moves(games) is total
        moves = sum(len(incentives(each, LEFT)) for each in games)
        pruned += moves - len(undominated_moves(games, LEFT))
    assert pruned > 0
