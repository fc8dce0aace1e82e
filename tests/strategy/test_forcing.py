"""Own sente is played before the turn is spent on something hotter, while its threat is larger."""

from fractions import Fraction

from gtpengine.strategy.chooser import Chooser, Policy, Strategy
from gtpengine.strategy.forcing import forcing
from gtpengine.strategy.outlook import Kind
from tests.strategy.hand import BLACK, WHITE, asked, region


def sente(number, temperature, threat, side=BLACK):
    """Return a region in which a move of `side` threatens so much."""
    kind = Kind.BLACK_SENTE if side == BLACK else Kind.WHITE_SENTE
    return region(number, temperature, kind=kind, follow_ups={side: Fraction(threat)})


def test_sente_comes_before_a_hotter_gote():
    found = forcing(asked(region(1, "3/2"), sente(2, "1", "4")))
    assert found is not None
    assert (found.move, found.region) == (2, 2)
    assert found.reasons == (
        "M2: sente in region 2, it threatens 4 points where nothing else is worth more than 1 1/2; "
        "the opponent's move there would be worth 1 point",
    )


def test_it_comes_before_an_answer_that_is_owed():
    owed = region(1, "3", last_changed=True)
    assert forcing(asked(owed, region(3, "1"), sente(2, "1", "4"))).move == 2
    assert forcing(asked(owed, region(3, "1"), sente(2, "1", "3"))) is None


def test_it_is_kept_while_it_can_wait():
    assert forcing(asked(region(1, "1"), sente(2, "1", "4"))) is None  # nothing hotter
    assert forcing(asked(region(1, "3/2"), sente(2, "1", "3/2"))) is None  # would be ignored
    assert forcing(asked(region(1, "5"), sente(2, "1", "9"))) is None  # far from its turn
    assert forcing(asked(region(1, "3/2"), sente(2, "1", "4", WHITE))) is None  # not his
    ko = region(3, "4/3", kind=Kind.PLACID_KO)
    assert forcing(asked(region(1, "3/2"), sente(2, "1", "4"), ko)) is None  # a ko threat


def test_only_sentestrat_does_so():
    situation = asked(region(1, "3/2"), sente(2, "1", "4"), ambient=Fraction(3, 2))
    assert Chooser(Policy(Strategy.SENTESTRAT)).choose(situation).move == 2
    assert Chooser(Policy(Strategy.SENTESTRAT, sente_first=False)).choose(situation).move == 1
    assert Chooser(Policy(Strategy.HOTSTRAT)).choose(situation).move == 1
