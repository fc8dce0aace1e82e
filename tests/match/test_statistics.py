"""Elo, SPRT and intervals: known answers, then bias and coverage over simulated matches."""

import math

import numpy as np
import pytest

from gtpengine.match.intervals import mean_with_error, wilson
from gtpengine.match.rating import ELO_PER_NAT, rate
from gtpengine.match.sprt import Decision, Sprt, expected_score, log_ratios


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        # by hand from Wilson's formula, z = 1.959964
        pytest.param(5, 10, 0.2366, 0.7634, id="half"),
        pytest.param(0, 10, 0.0, 0.2775, id="none"),
        pytest.param(10, 10, 0.7225, 1.0, id="all"),
        pytest.param(81, 100, 0.7222, 0.8749, id="many"),
    ],
)
def test_wilson(points, games, low, high):
    found = wilson(points, games)
    assert found.value == points / games
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_mean_and_standard_error():
    # by hand: deviations -1, 0, 1; variance 1; error 1/sqrt(3)
    assert mean_with_error([1.0, 2.0, 3.0]) == (2.0, pytest.approx(1 / math.sqrt(3)))
    assert mean_with_error([4.0]) == (4.0, None)


def match(points, games):
    """Return rows of a match with equal results of both colours."""
    return [(0, 1, points / 2, games / 2), (1, 0, (games - points) / 2, games / 2)]


@pytest.mark.parametrize(("points", "games"), [(50, 100), (75, 100), (100, 100), (3, 4)])
def test_two_engines_have_a_closed_form(points, games):
    # One virtual draw adds half a point to each side; the likeliest difference is then the logit.
    ratings = rate(2, match(points, games))
    expected = ELO_PER_NAT * math.log((points + 0.5) / (games - points + 0.5))
    found = ratings.difference(0, 1)
    assert found.value == pytest.approx(expected, rel=1e-3)
    share = (points + 0.5) / (games + 1)
    spread = 1.96 * ELO_PER_NAT / math.sqrt((games + 1) * share * (1 - share))
    assert found.high - found.value == pytest.approx(spread, rel=1e-3)
    assert ratings.engines[0].value == pytest.approx(-ratings.engines[1].value)
    assert ratings.advantage.value == pytest.approx(0, abs=1e-6)


def test_the_first_move_is_told_apart_from_strength():
    # Two equal engines, Black wins 3 of 4.
    ratings = rate(2, [(0, 1, 300, 400), (1, 0, 300, 400)])
    assert ratings.difference(0, 1).value == pytest.approx(0, abs=1e-6)
    assert ratings.advantage.value == pytest.approx(ELO_PER_NAT * math.log(3), rel=0.01)


def test_ratings_agree_with_a_search_by_steps():
    rows = [(0, 1, 7, 10), (1, 0, 4, 10), (1, 2, 6, 9), (2, 0, 3.5, 8)]
    found = rate(3, rows)
    virtual = [(a, b, 0.25, 0.5) for a, b in [(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)]]

    def density(ratings, advantage):
        total = -((advantage / ELO_PER_NAT) ** 2) / 2
        total -= sum((rating / ELO_PER_NAT) ** 2 for rating in ratings) / 20_000
        for black, white, points, games in rows + virtual:
            share = expected_score(ratings[black] - ratings[white] + advantage)
            total += points * math.log(share) + (games - points) * math.log(1 - share)
        return total

    place = [one.value for one in found.engines], found.advantage.value
    best = density(*place)
    for n in range(4):
        for step in (-1.0, 1.0):
            ratings, advantage = list(place[0]), place[1]
            if n < 3:
                ratings[n] += step
            else:
                advantage += step
            assert density(ratings, advantage) < best


def test_engines_without_a_common_opponent_get_wide_intervals():
    ratings = rate(4, [(0, 1, 5, 10), (2, 3, 5, 10)])
    assert ratings.difference(0, 2).high > 1000
    assert ratings.difference(0, 1).high < 310


@pytest.mark.parametrize(
    ("elos", "games", "advantage", "draws"),
    [
        pytest.param([60, 0], 100, 0, 0.0, id="close match"),
        pytest.param([250, 0], 60, 0, 0.0, id="lopsided match"),
        pytest.param([120, 0, -80], 40, 40, 0.0, id="three engines, Black ahead"),
        pytest.param([30, 0], 100, 0, 0.3, id="many draws"),
    ],
)
def test_elo_has_no_bias_and_its_intervals_cover(elos, games, advantage, draws):
    """1,000 simulated matches: the mean is right, and 95 % of the intervals hold the truth."""
    chance = np.random.default_rng(20261116)
    truth = elos[0] - elos[1]
    errors, held = [], 0
    for _ in range(1000):
        rows = []
        for black in range(len(elos)):
            for white in range(len(elos)):
                if black != white:
                    share = expected_score(elos[black] - elos[white] + advantage)
                    drawn = chance.binomial(games // 2, draws)
                    # Draws come at the cost of wins and losses alike: the mean stays.
                    decided = games // 2 - drawn
                    better = min(1.0, max(0.0, (share - draws / 2) / (1 - draws)))
                    rows.append(
                        (black, white, chance.binomial(decided, better) + drawn / 2, games // 2)
                    )
        found = rate(len(elos), rows).difference(0, 1)
        errors.append(found.value - truth)
        held += found.low <= truth <= found.high
    # Four standard errors of the mean over 1,000 matches.
    assert abs(np.mean(errors)) < 4 * np.std(errors) / math.sqrt(1000) + 1
    # Half a dozen standard errors of a share of 0.95 below; draws make intervals too wide.
    assert 0.93 <= held / 1000 <= (0.975 if not draws else 1.0)


def test_sprt_of_pairs_without_splits_is_that_of_a_coin():
    # Only 0 and 2 points: the likeliest probabilities with mean s are 1 - s and s.
    for lost, won in [(10, 20), (30, 5), (1, 1)]:
        s0, s1 = expected_score(0), expected_score(50)
        expected = won * math.log(s1 / s0) + lost * math.log((1 - s1) / (1 - s0))
        found = log_ratios([lost, 0, 0, 0, won], 0, 50)[0]
        # Kinds that never came count as a tenth of a pair each.
        assert found == pytest.approx(expected, rel=0.01, abs=0.05)


def test_sprt_is_near_the_normal_approximation():
    # N (s1 - s0) (2 mean - s0 - s1) / (2 variance), good for small differences.
    counts = np.array([50, 200, 500, 220, 60])
    scores = np.array([0, 0.25, 0.5, 0.75, 1])
    mean = (counts * scores).sum() / counts.sum()
    variance = (counts * (scores - mean) ** 2).sum() / counts.sum()
    s0, s1 = expected_score(0), expected_score(10)
    expected = counts.sum() * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_ratios(counts, 0, 10)[0] == pytest.approx(expected, rel=0.02)


def test_the_constrained_probabilities_are_the_best_ones():
    """The ratio's numerator beats every other distribution with the same mean."""
    chance = np.random.default_rng(3)
    counts = np.array([3.0, 7, 21, 11, 4])
    scores = np.array([0, 0.25, 0.5, 0.75, 1])
    # Against a mean that the counts have exactly the ratio is that of the free maximum.
    mean = (counts * scores).sum() / counts.sum()
    elo = -400 * math.log10(1 / mean - 1)
    best = (counts * np.log(counts / counts.sum())).sum()
    at_zero = best - log_ratios(counts, 0, elo)[0]
    for _ in range(500):
        p = chance.dirichlet(counts)
        p = p * np.exp(chance.normal() * 0.1)
        low, high = -60.0, 60.0
        for _ in range(60):  # tilt it until its mean is 1/2
            tilt = (low + high) / 2
            q = p * np.exp(tilt * scores)
            q /= q.sum()
            low, high = (tilt, high) if (q * scores).sum() < 0.5 else (low, tilt)
        assert (counts * np.log(q)).sum() <= at_zero + 1e-9


def test_bounds_and_decisions():
    test = Sprt(0, 50, 0.05, 0.05)
    # by hand: log(19)
    assert test.upper == pytest.approx(2.9444, abs=1e-4)
    assert test.lower == pytest.approx(-2.9444, abs=1e-4)
    assert test.decision(3.0, 10) is Decision.ACCEPT_H1
    assert test.decision(-3.0, 10) is Decision.ACCEPT_H0
    assert test.decision(0.0, 10) is Decision.GO_ON
    assert test.decision(9.0, 9) is Decision.GO_ON
    assert test.ratio([0] * 5) == 0.0


def test_symmetry():
    counts = [3, 7, 21, 11, 4]
    assert log_ratios(counts, -20, 30)[0] == pytest.approx(-log_ratios(counts[::-1], -30, 20)[0])


@pytest.mark.parametrize(("elo", "wanted"), [(0, Decision.ACCEPT_H0), (50, Decision.ACCEPT_H1)])
def test_sprt_errs_as_seldom_as_promised(elo, wanted):
    """1,000 simulated playoffs with openings that favour a colour; at most 5 % go wrong."""
    chance = np.random.default_rng(7)
    matches, test = 1000, Sprt(0, 50)
    counts = np.zeros((matches, 5))
    decided = np.zeros(matches, dtype=int)
    length = np.zeros(matches)
    # The two games of a pair are won with different chances, whose mean is the engine's strength.
    favoured, other = expected_score(elo) + 0.14, expected_score(elo) - 0.14
    rows = np.arange(matches)
    while not decided.all():
        assert length.max() < 3000
        going = decided == 0
        for _ in range(2):
            wins = (chance.random(matches) < favoured).astype(int)
            wins += chance.random(matches) < other
            counts[rows[going], 2 * wins[going]] += 1
        length[going] += 2
        ratios = log_ratios(counts[going], test.elo0, test.elo1)
        decided[rows[going]] = (ratios >= test.upper).astype(int) - (ratios <= test.lower)
    right = {Decision.ACCEPT_H0: -1, Decision.ACCEPT_H1: 1}[wanted]
    wrong = (decided != right).mean()
    # 5 % are promised; three standard errors of such a share over 1,000 matches.
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / matches)
    # Wald's formula says some 130 pairs where games are independent; here their variance is less.
    assert 60 < length.mean() < 150
