"""Hotstrat, Sentestrat, Thermostrat and MaxMove on regions written by hand."""

from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.strategy.hotstrat import hotstrat, sentestrat
from gtpengine.strategy.maxmove import maxmove
from gtpengine.strategy.outlook import Alternative, BadOutlook, Interval, Kind, Outlook
from gtpengine.strategy.situation import Ambient
from gtpengine.strategy.thermostrat import Tie, thermostrat
from tests.strategy.hand import BLACK, WHITE, asked, of_game, region

ALL = [hotstrat, sentestrat, thermostrat, maxmove]


def test_hotstrat_plays_in_the_hottest_region_and_says_so():
    choice = hotstrat(asked(region(1, "5/2"), region(2, "10/3"), region(3, "1")))
    assert (choice.move, choice.region) == (2, 2)
    assert choice.text == (
        "Hotstrat: M2: the hottest region (region 2), 3 1/3 points gote; next is 2 1/2 at M1"
    )
    assert [candidate.move for candidate in choice.candidates] == [2, 1, 3]


def test_an_estimate_is_called_one():
    choice = hotstrat(asked(region(1, "2", kind=Kind.WHITE_SENTE, exact=False)))
    assert choice.text == (
        "Hotstrat: M1: the hottest region (region 1), about 2 points, White's sente; "
        "nothing else is worth a move"
    )


def test_of_equal_regions_the_first_is_played():
    assert hotstrat(asked(region(4, "2"), region(1, "2"))).move == 4
    assert "next is as much at M1" in hotstrat(asked(region(4, "2"), region(1, "2"))).text


@pytest.mark.parametrize("strategy", [hotstrat, sentestrat])
def test_of_equal_regions_own_sente_and_kos_can_wait(strategy):
    outlooks = [
        region(1, "1", kind=Kind.PLACID_KO),
        region(2, "1", kind=Kind.WHITE_SENTE),
        region(3, "1", kind=Kind.BLACK_SENTE),
    ]
    assert strategy(asked(*outlooks, side=BLACK)).move == 2
    assert strategy(asked(*outlooks, side=WHITE)).move == 3
    assert strategy(asked(*outlooks, region(4, "1"), side=WHITE)).move == 3
    assert strategy(asked(*outlooks, region(4, "9/8"))).move == 4


@pytest.mark.parametrize("strategy", ALL)
def test_each_player_plays_his_own_move(strategy):
    outlooks = [region(1, "3", black_move=11, white_move=12), region(2, "1")]
    assert strategy(asked(*outlooks, side=BLACK)).move == 11
    assert strategy(asked(*outlooks, side=WHITE)).move == 12


@pytest.mark.parametrize("strategy", ALL)
def test_nobody_plays_where_he_has_no_move(strategy):
    outlooks = [region(1, "3", black_move=None), region(2, "1")]
    assert strategy(asked(*outlooks, side=BLACK)).move == 2
    assert strategy(asked(*outlooks, side=WHITE)).move == 1
    nothing = strategy(asked(outlooks[0], side=BLACK))
    assert nothing.move is None
    assert "Black has no move" in nothing.text


@pytest.mark.parametrize("strategy", ALL)
def test_forbidden_moves_are_not_played(strategy):
    assert strategy(asked(region(1, "3"), region(2, "1"), banned=frozenset({1}))).move == 2


@pytest.mark.parametrize("strategy", ALL)
def test_passes_when_nothing_is_worth_more_than_a_dame(strategy):
    dame = region(1, "0", kind=Kind.DAME)
    choice = strategy(asked(dame, region(2, "-1", kind=Kind.NUMBER)))
    assert (choice.move, choice.region) == (None, None)
    assert "no region is worth more than 0 points" in choice.text
    # Area scoring on the scale of territory: dame are worth a point, temperature 0 is above -1.
    assert strategy(asked(dame, idle=Fraction(-1))).move == 1
    assert strategy(asked()).text.endswith("pass: nothing is left to play for")


def test_a_shared_move_is_worth_the_sum_of_its_gains():
    first = region(1, "3", black_move=7)
    second = region(2, "5/2", black_move=7)
    hottest = region(3, "5", black_move=9)
    choice = hotstrat(asked(first, second, hottest))
    assert choice.move == 7
    assert choice.candidates[0].worth == Fraction(11, 2)
    assert choice.candidates[0].regions == (1, 2)
    assert "together 5 1/2 points; next is 5 at M9" in choice.text
    # White's moves there are not shared.
    assert hotstrat(asked(first, second, hottest, side=WHITE)).move == 3


def test_a_second_best_move_may_serve_two_regions():
    first = region(1, "3", alternatives=(Alternative(BLACK, 7, Fraction(2)),))
    second = region(2, "2", black_move=7)
    assert hotstrat(asked(first, second)).move == 7
    assert hotstrat(asked(first, region(2, "1/2", black_move=7))).move == 1
    # A move that loses in a region is not counted as if it gained.
    loser = region(1, "3", alternatives=(Alternative(BLACK, 7, Fraction(-2)),))
    assert hotstrat(asked(loser, second)).candidates[1].worth == 2


def test_gains_are_counted_above_idling():
    """On a scale where idling is -1, two moves of 0 and 1 together gain what 1 + 2 above it do."""
    both = [region(1, "0", black_move=7), region(2, "1", black_move=7)]
    assert hotstrat(asked(*both, idle=Fraction(-1))).candidates[0].worth == 2


def test_ambient_is_the_lowest_maximum_so_far():
    ambient = Ambient()
    assert ambient.after([]).lowest is None
    seen = []
    for temperatures in (("5", "3"), ("7", "3"), ("4", "3"), ("6", "3"), ("3",)):
        ambient = ambient.after([region(n, t) for n, t in enumerate(temperatures)])
        seen.append(ambient.lowest)
    assert seen == [5, 5, 4, 4, 3]


def test_sentestrat_answers_a_rise_above_the_ambient():
    # After White's threat in region 1; region 2 is hotter still, left over from a mistake.
    outlooks = [region(1, "6", last_changed=True), region(2, "7"), region(3, "4")]
    choice = sentestrat(asked(*outlooks, ambient=Fraction(4)))
    assert choice.move == 1
    assert choice.text == (
        "Sentestrat: M1: answers in region 1, where the last move left 6 points gote; "
        "the ambient is 4"
    )
    assert hotstrat(asked(*outlooks)).move == 2


@pytest.mark.parametrize("temperature", ["4", "7/2"])
def test_sentestrat_plays_elsewhere_if_the_region_is_not_above_the_ambient(temperature):
    outlooks = [region(1, temperature, last_changed=True), region(2, "9/2")]
    choice = sentestrat(asked(*outlooks, ambient=Fraction(4)))
    assert choice.move == 2
    assert "not above the ambient 4" in choice.text


def test_sentestrat_answers_the_hottest_of_several_changed_regions():
    outlooks = [region(1, "5", last_changed=True), region(2, "6", last_changed=True)]
    assert sentestrat(asked(*outlooks, ambient=Fraction(2))).move == 2


def test_sentestrat_without_an_ambient_is_hotstrat():
    outlooks = [region(1, "5", last_changed=True), region(2, "6")]
    assert sentestrat(asked(*outlooks)).move == 2


def test_maxmove_is_blind_to_sente():
    """20|10||0 has temperature 15/2 but only 10 points between its stops, 11|0 has 11 and 11/2."""
    outlooks = [of_game(1, "20|10||0"), of_game(2, "11|0")]
    assert hotstrat(asked(*outlooks)).move == 1
    choice = maxmove(asked(*outlooks))
    assert choice.move == 2
    assert "11 points between moving first and second" in choice.text


def test_thermostrat_says_what_is_certain():
    """A gote of 4 points beside Black's sente 10|1||0."""
    outlooks = [of_game(1, "4|-4"), of_game(2, "10|1||0")]
    # By hand, right walls and widest gap: t = 0: -4 + 0 + 8 = 4; t = 1: -3 + 1 + 6 = 4; then less.
    for tie in Tie:
        choice = thermostrat(asked(*outlooks), tie)
        assert choice.move == 1
        assert "at that temperature 4 is certain" in choice.text
    assert "8 points at temperature 0" in thermostrat(asked(*outlooks), Tie.LOWEST).text
    assert "6 points at temperature 1" in thermostrat(asked(*outlooks), Tie.HIGHEST).text


def test_ties_of_thermostrat():
    """Two games whose gaps change places between two temperatures that are equally good.

    By hand: 2|-2 has the gap 4 - 2t up to t = 2. The walls of 20|1||-1|-20 stand upright at 1 and
    -1 up to t = 19/2 and then close. What is certain, -2 + t - 1 + max(4 - 2t, 2), is 1 at t = 0,
    falls to 0 at t = 1, is 1 again from t = 2 up to 19/2 and falls from there on.
    """
    outlooks = [of_game(1, "2|-2"), of_game(2, "20|1||-1|-20")]
    low, high = (thermostrat(asked(*outlooks), tie) for tie in (Tie.LOWEST, Tie.HIGHEST))
    assert low.move == 1
    assert "4 points at temperature 0" in low.text
    assert high.move == 2
    assert "2 points at temperature 9 1/2" in high.text


def test_of_equal_gaps_thermostrat_takes_the_hotter_then_the_first():
    # Gaps are 2 at t = 0 where all is best: 1|-1 is colder than 9|1||-1|-9.
    pair = [of_game(1, "1|-1"), of_game(2, "9|1||-1|-9")]
    assert thermostrat(asked(*pair), Tie.LOWEST).move == 2
    twins = [of_game(3, "1|-1"), of_game(2, "1|-1")]
    for tie in Tie:
        assert thermostrat(asked(*twins), tie).move == 3


def test_thermostrat_takes_regions_without_walls_for_gote():
    plain = [region(1, "4", "1/2"), region(2, "1")]
    walled = [of_game(1, "9/2|-7/2"), of_game(2, "1|-1")]
    for side in (BLACK, WHITE):
        first, second = (thermostrat(asked(*each, side=side)) for each in (plain, walled))
        assert first.text == second.text


@pytest.mark.parametrize("strategy", ALL)
def test_strategies_are_the_same_for_both_colours(strategy):
    games = ["20|10||0", "11|0", "3|1||-1|-9", "0||-4|-6"]
    mirrored = ["0||-10|-20", "0|-11", "9|1||-1|-3", "6|4||0"]
    for count in range(1, 5):
        ours = [of_game(n, text) for n, text in enumerate(games[:count])]
        theirs = [of_game(n, text) for n, text in enumerate(mirrored[:count])]
        assert strategy(asked(*ours)).move == strategy(asked(*theirs, side=WHITE)).move


def test_outlooks_that_contradict_themselves_are_refused():
    wall = of_game(1, "1|0").left_wall
    with pytest.raises(BadOutlook, match="one wall without the other"):
        Outlook(1, "a", Fraction(0), Fraction(1), left_wall=wall)
    with pytest.raises(BadOutlook, match="is not in"):
        region(1, "3", temperature_bounds=Interval(Fraction(4), Fraction(5)))
    with pytest.raises(BadInput, match="two outlooks"):
        asked(region(1, "3"), region(1, "2"))


def test_bounds_default_to_the_value():
    assert (region(1, "3").coolest, region(1, "3").hottest) == (3, 3)
    bounded = region(1, "3", temperature_bounds=Interval(Fraction(2), Fraction(5)))
    assert (bounded.coolest, bounded.hottest) == (2, 5)
