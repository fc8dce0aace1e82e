"""Ko fights: threats, komaster, and when to start, continue, ignore or end a ko.

Most cases are the 27-point ko of Mueller, Berlekamp and Spight 1996, section 5: Black wins 18,
White wins 9; White ends it with one move, Black has to take it first.
"""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.strategy.ko import Rank, advise, rank
from gtpengine.strategy.kofight import Action, Fight, Pending, Stage
from gtpengine.strategy.outlook import BadOutlook, Kind, Ko, Threat
from gtpengine.strategy.situation import TooLate
from gtpengine.values.loopy.threats import SimpleKo
from tests.strategy.hand import BLACK, WHITE, asked, region

TAKE, FINISH = 50, 51


def ko_region(holder=WHITE, *, banned=False):
    """The ko before Black takes it, or, held by Black, after."""
    ko = Ko(holder, Fraction(18), Fraction(-9), TAKE, FINISH, banned)
    mean = "0" if holder == WHITE else "9"
    return region(1, "9", mean, kind=Kind.PLACID_KO, ko=ko, black_move=TAKE, white_move=FINISH)


def threats(number, *sizes):
    """A region with nothing but threats: Black's positive, White's negative sizes."""
    offered = [
        Threat(BLACK if size > 0 else WHITE, 100 * number + place, Fraction(abs(size)))
        for place, size in enumerate(sizes)
    ]
    return region(number, "0", kind=Kind.NUMBER, threats=tuple(offered))


def gote(temperature):
    """The best move elsewhere."""
    return region(2, temperature)


def advised(*outlooks, side, **more):
    found = advise(asked(*outlooks, side=side, **more))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("t", "sizes", "action", "komaster"),
    [
        pytest.param("5", [], Action.TAKE, BLACK, id="no threats: Black wins it"),
        pytest.param("5", [-28], Action.ELSEWHERE, WHITE, id="a primary threat refuses it"),
        pytest.param("5", [-28, 40], Action.TAKE, BLACK, id="each has a primary threat"),
        pytest.param("5", [-28, -29, 40], Action.ELSEWHERE, WHITE, id="one more for White"),
        pytest.param("3", [-22], Action.TAKE, BLACK, id="a secondary threat is ignored below 5"),
        pytest.param("6", [-22], Action.ELSEWHERE, WHITE, id="and is primary above"),
        pytest.param("4", [-10], Action.TAKE, BLACK, id="too small to stop it"),
        pytest.param("10", [], Action.ELSEWHERE, None, id="moves elsewhere are larger"),
    ],
)
def test_when_to_start_a_ko(t, sizes, action, komaster):
    found = advised(ko_region(), gote(t), threats(3, *sizes), side=BLACK)
    assert found.action is action
    assert found.report.komaster == komaster
    assert (found.choice is None) == (action is Action.ELSEWHERE)
    if found.choice is not None:
        assert (found.choice.move, found.choice.region) == (TAKE, 1)


def test_the_holder_ends_it_while_it_is_the_largest_move():
    for t, action in (("8", Action.FINISH), ("10", Action.ELSEWHERE)):
        assert advised(ko_region(), gote(t), side=WHITE).action is action


def test_reasons_have_words_and_numbers():
    found = advised(ko_region(), gote("5"), threats(3, 40, 6, -28), side=BLACK)
    assert found.choice is not None
    assert found.choice.text == (
        "ko: M50: Black takes the ko, 12 points better than playing elsewhere for 5; "
        "27 points between winning and losing the ko in region 1; "
        "Black has 2 threats (40 primary, 6 too small); White has 1 threat (28 primary); "
        "komaster is Black"
    )


@pytest.mark.parametrize(
    ("sizes", "action", "move"),
    [
        pytest.param([-28, -3], Action.THREATEN, 300, id="the largest threat, to take it back"),
        pytest.param([-3], Action.ELSEWHERE, None, id="too small: White gives it up"),
        pytest.param([-22], Action.THREATEN, 300, id="a secondary threat brings something"),
        pytest.param([], Action.ELSEWHERE, None, id="nothing to threaten with"),
    ],
)
def test_after_the_opponent_took_it(sizes, action, move):
    found = advised(ko_region(BLACK, banned=True), gote("4"), threats(3, *sizes), side=WHITE)
    assert found.action is action
    assert (None if found.choice is None else found.choice.move) == move


def test_it_is_taken_back_once_the_threat_was_answered():
    found = advised(ko_region(BLACK), gote("4"), side=WHITE)
    assert found.action is Action.TAKE


@pytest.mark.parametrize(
    ("size", "own", "action", "move"),
    [
        pytest.param("28", [], Action.ANSWER, 7, id="primary: answered"),
        pytest.param("10", [], Action.FINISH, FINISH, id="secondary: ignored"),
        pytest.param("22", [], Action.FINISH, FINISH, id="ignored below 5"),
        pytest.param("22", [23], Action.ANSWER, 7, id="answered, because Black has a threat too"),
    ],
)
def test_a_threat_is_answered_or_ignored(size, own, action, move):
    """White has just threatened in region 7, which is a switch between `size` and nothing."""
    half = str(Fraction(size) / 2)
    threatened = region(7, half, f"-{half}", last_changed=True)
    outlooks = [ko_region(BLACK), gote("3"), threatened, threats(3, *own)]
    found = advised(*outlooks, side=BLACK)
    assert found.action is action
    assert found.choice is not None
    assert found.choice.move == move


def test_forbidden_moves_are_respected():
    outlooks = [ko_region(), gote("5"), threats(3, 40)]
    found = advised(*outlooks, side=BLACK, banned=frozenset({TAKE}))
    assert found.action is not Action.TAKE
    # A threat that may not be played is no threat.
    found = advised(ko_region(), threats(3, 40, -28), side=BLACK, banned=frozenset({300}))
    assert [threat.move for threat in found.report.white] == [301]
    assert found.report.black == ()
    found = advised(ko_region(), gote("5"), side=WHITE, banned=frozenset({FINISH}))
    assert found.choice is None


def test_threats_inside_the_ko_and_without_size_are_not_counted():
    ko = ko_region()
    inside = region(1, "9", ko=ko.ko, threats=(Threat(WHITE, 9, Fraction(50)),))
    empty = region(3, "0", threats=(Threat(WHITE, 9, Fraction(0)),))
    assert advised(inside, gote("5"), empty, side=BLACK).report.white == ()


def test_the_largest_ko_is_the_one_that_is_fought():
    small = region(8, "1", ko=Ko(WHITE, Fraction(3), Fraction(0), 80, 81))
    found = advised(small, ko_region(), gote("5"), side=BLACK)
    assert found.report.region == 1
    assert advise(asked(gote("5"))) is None


@pytest.mark.parametrize(
    ("size", "t", "expected"),
    [
        # By hand from section 5.7, ko of 27: threats up to 18 are useful below half their size,
        # larger ones are primary from 27 - size on.
        (10, 4, Rank.SECONDARY),
        (10, 5, Rank.TOO_SMALL),
        (22, 4, Rank.SECONDARY),
        (22, 5, Rank.PRIMARY),
        (28, 0, Rank.PRIMARY),
    ],
)
def test_ranks_of_threats(size, t, expected):
    assert rank(Fraction(size), Fraction(27), Fraction(t)) is expected
    below = SimpleKo(Fraction(18), Fraction(-9)).useful_below(size)
    assert (t < below) == (expected is Rank.SECONDARY)


def test_fights_agree_with_the_threat_scaffold():
    """Minimax against the paper's construction, at random threats and temperatures."""
    random = Random(3)
    for _ in range(200):
        size = random.randint(3, 30)
        black, white = (
            [random.randint(1, 40) for _ in range(random.randint(0, 3))] for _ in range(2)
        )
        t = Fraction(random.randint(0, 2 * size), 6)
        ko = Ko(WHITE, Fraction(size - 5), Fraction(-5), TAKE, FINISH)
        fight = Fight(ko, map(Fraction, black), map(Fraction, white), t)
        left, right = SimpleKo(Fraction(size - 5), Fraction(-5)).walls(black, white)
        case = (size, black, white, t)
        assert max(fight.values(Stage(BLACK, WHITE)).values()) == left.value_at(t), case
        assert min(fight.values(Stage(WHITE, WHITE)).values()) <= right.value_at(t), case
        # The same fight with the colours exchanged.
        mirror = Ko(BLACK, Fraction(5), Fraction(5 - size), TAKE, FINISH)
        other = Fight(mirror, map(Fraction, white), map(Fraction, black), t)
        assert min(other.values(Stage(WHITE, BLACK)).values()) == -left.value_at(t), case


def test_a_threat_left_standing_is_carried_out():
    ko = Ko(WHITE, Fraction(18), Fraction(-9), TAKE, FINISH)
    stage = Stage(BLACK, WHITE, pending=Pending(BLACK, Fraction(60)))
    assert Fight(ko, [], [], Fraction(4)).best(stage) is Action.CARRY_OUT


def test_lines_end_with_who_wins_and_waste_no_threats():
    ko = Ko(WHITE, Fraction(18), Fraction(-9), TAKE, FINISH)
    # White's threat would only delay it, because Black has one too.
    fight = Fight(ko, [Fraction(40)], [Fraction(28)], Fraction(5))
    assert fight.line(Stage(BLACK, WHITE)) == [
        (BLACK, Action.TAKE),
        (WHITE, Action.ELSEWHERE),
        (BLACK, Action.FINISH),
    ]
    assert fight.winner(Stage(BLACK, WHITE)) == BLACK
    # With one more she wins what Black should not have started; he does not waste his either.
    fight = Fight(ko, [Fraction(40)], [Fraction(28), Fraction(29)], Fraction(5))
    assert fight.line(Stage(WHITE, BLACK, banned=True)) == [
        (WHITE, Action.THREATEN),
        (BLACK, Action.ANSWER),
        (WHITE, Action.TAKE),
        (BLACK, Action.ELSEWHERE),
        (WHITE, Action.FINISH),
    ]


def test_what_makes_no_sense_is_refused():
    with pytest.raises(BadOutlook, match="not worth fighting"):
        Ko(WHITE, Fraction(1), Fraction(1), TAKE, FINISH)
    ko = Ko(WHITE, Fraction(18), Fraction(-9), TAKE, FINISH)
    with pytest.raises(BadInput, match="threatens nothing"):
        Fight(ko, [Fraction(0)], [], Fraction(1))


def test_a_fight_that_is_too_long_is_given_up():
    ko = Ko(WHITE, Fraction(18), Fraction(-9), TAKE, FINISH)
    asked_for = 0

    def is_late():
        nonlocal asked_for
        asked_for += 1
        return asked_for > 20

    many = [Fraction(size) for size in range(20, 40)]
    with pytest.raises(TooLate):
        Fight(ko, many, many, Fraction(5), is_late).best(Stage(BLACK, WHITE))
    assert asked_for == 21
