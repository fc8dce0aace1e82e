"""The chooser: ko, proof, strategy, near ties, pass."""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.hotstrat import hotstrat
from gtpengine.strategy.outlook import Kind, Ko
from gtpengine.strategy.sumsearch import SumSearch
from tests.strategy.hand import BLACK, WHITE, asked, of_game, region


def test_a_sum_of_small_games_is_proved():
    """By hand: Black gets 3 and one of the twos; otherwise White gets the 3 and he both twos."""
    choice = Chooser().choose(asked(of_game(1, "3|0"), of_game(2, "2|0"), of_game(3, "2|0")))
    assert (choice.move, choice.region, choice.proved) == (1, 1, True)
    assert choice.text == (
        "exact sum: M1: proved by searching all 3 regions, 5 with best play; "
        "every other move is worse"
    )


def test_of_optimal_moves_the_hottest_is_taken():
    choice = Chooser().choose(asked(of_game(1, "10|0||0"), of_game(2, "3|-3")))
    assert choice.proved
    assert choice.move in (1, 2)
    assert "3 with best play" in choice.text


def test_the_proof_is_the_optimum_where_hotstrat_errs():
    """Random sums; there must be some in which Hotstrat's move is not among the best."""
    random = Random(5)
    chooser, search = Chooser(), SumSearch()
    errors = 0
    for _ in range(60):
        texts = []
        for _ in range(4):
            a, b, c, d = sorted((random.randint(-9, 9) for _ in range(4)), reverse=True)
            texts.append(f"{a}|{b}||{c}|{d}")
        outlooks = [of_game(place, text) for place, text in enumerate(texts)]
        for side in (BLACK, WHITE):
            situation = asked(*outlooks, side=side, idle=Fraction(-1))
            choice = chooser.choose(situation)
            proof = search.solve([each.game.graph for each in outlooks], side)
            best = {move.game for move in proof.moves}
            assert choice.proved, texts
            assert choice.move in best, texts
            errors += hotstrat(situation).move not in best
    assert errors > 5


def test_nothing_is_proved_about_estimates():
    outlooks = [of_game(1, "3|0"), of_game(2, "2|0", exact=False)]
    choice = Chooser().choose(asked(*outlooks))
    assert (choice.move, choice.proved, choice.strategy) == (1, False, "Sentestrat")


@pytest.mark.parametrize(
    "outlooks",
    [
        pytest.param([of_game(1, "3|0", links=(2,)), of_game(2, "2|0")], id="linked regions"),
        pytest.param([of_game(1, "3|0"), of_game(2, "2|0", black_move=1)], id="a shared move"),
        pytest.param([of_game(1, "3|0"), region(2, "1")], id="a region without a game"),
    ],
)
def test_what_is_no_plain_sum_is_not_proved(outlooks):
    choice = Chooser().choose(asked(*outlooks))
    assert choice.move == 1
    assert not choice.proved


def test_forbidden_moves_are_not_proved_best():
    outlooks = [of_game(1, "3|0"), of_game(2, "2|0")]
    choice = Chooser().choose(asked(*outlooks, banned=frozenset({1})))
    assert choice.move == 2
    assert not choice.proved


def test_a_large_sum_falls_back_to_the_strategy():
    games = [of_game(n, f"{n + 9}|{n}||{-n}|{-9 - 2 * n}") for n in range(1, 7)]
    policy = Policy(Strategy.THERMOSTRAT)
    choice = Chooser(policy, SumSearch(5)).choose(asked(*games))
    assert choice.strategy == "Thermostrat"
    assert Chooser(policy).choose(asked(*games)).proved
    assert Chooser(Policy(most_regions=0)).choose(asked(*games)).strategy == "Sentestrat"


@pytest.mark.parametrize("strategy", list(Strategy))
def test_every_strategy_can_be_chosen(strategy):
    choice = Chooser(Policy(strategy)).choose(asked(region(1, "3"), region(2, "1")))
    assert choice.move == 1
    assert choice.strategy.lower() == strategy.value


def test_a_near_tie_is_overruled_by_the_search():
    """Region 2 is the hottest, 3 1/4, region 1 is worth 3 and stands in as 3|-3.

    By hand: after 3 Black has 2|-2 left when White plays region 2 to -4: 3 - 4 + 2 = 1. Playing
    region 2 first leaves 4|1, cooler than the gotes: White -3, Black 2, White 1: 0 in all.
    """
    outlooks = [region(1, "3"), of_game(2, "4|1||-4"), of_game(3, "2|-2")]
    assert Chooser(Policy(near=Fraction(0))).choose(asked(*outlooks)).move == 2
    choice = Chooser().choose(asked(*outlooks))
    assert (choice.move, choice.region, choice.proved) == (1, 1, False)
    assert choice.strategy == "Sentestrat and search"
    assert choice.reasons[:2] == (
        "M1: the best of near ties",
        "near ties searched in 3 regions: M2 0, M1 1",
    )


def test_a_near_tie_that_is_no_better_changes_nothing():
    choice = Chooser().choose(asked(region(1, "3"), region(2, "5/2"), region(3, "1")))
    assert choice.move == 1
    assert choice.strategy == "Sentestrat"
    assert choice.reasons[-1] == "near ties searched in 3 regions: M1 1 1/2, M2 1/2"


def test_an_answer_is_not_overruled():
    outlooks = [region(1, "5", last_changed=True), region(2, "21/4")]
    choice = Chooser().choose(asked(*outlooks, ambient=Fraction(2)))
    assert choice.move == 1
    assert "near ties" not in choice.text


def ko_at(number):
    ko = Ko(WHITE, Fraction(18), Fraction(-9), 50, 51)
    return region(number, "9", kind=Kind.PLACID_KO, ko=ko, black_move=50, white_move=51)


def test_kos_come_first_or_wait():
    fought = Chooser().choose(asked(ko_at(1), region(2, "5")))
    assert (fought.move, fought.strategy) == (50, "ko")
    left = Chooser().choose(asked(ko_at(1), region(2, "10")))
    assert left.move == 2
    assert "the ko in region 1 can wait" in left.text
    plain = Chooser(Policy(fight_kos=False)).choose(asked(ko_at(1), region(2, "5")))
    assert plain.strategy == "Sentestrat"


def test_passes_when_nothing_is_worth_a_move():
    choice = Chooser().choose(asked(region(1, "0", kind=Kind.DAME)))
    assert choice.move is None
    assert choice.text == "Sentestrat: pass: no region is worth more than 0 points"
