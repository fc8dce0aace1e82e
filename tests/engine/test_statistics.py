"""What is said of a game at its end."""

from fractions import Fraction
from types import SimpleNamespace

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.engine.statistics import GameStatistics
from gtpengine.search.findings import Counts

SOLVED, PROVED, SEARCHED, GUESSED, UNKNOWN = range(5)


def region(kind):
    """Return a region of which so much is known."""
    return SimpleNamespace(
        value=1 if kind in (SOLVED, PROVED) else None,
        exact=kind == PROVED,
        temperature=(Fraction(1), Fraction(3)) if kind == SEARCHED else None,
        estimate=1 if kind in (SEARCHED, GUESSED) else None,
    )


def decision(kinds, lead, to_move=BLACK, tree_lead=1.5, counts=None, proved=False):
    """Return a decision about such regions; None: an undivided board."""
    survey = None
    if kinds is not None:
        survey = SimpleNamespace(regions=[region(kind) for kind in kinds], likely_score=lead)
    return SimpleNamespace(
        position=SimpleNamespace(to_move=to_move),
        survey=survey,
        counts=counts,
        lead=tree_lead,
        proved=proved,
    )


def test_nothing_to_say():
    assert GameStatistics().summary(Fraction(3)) == "no move was thought about"


def test_a_game():
    game = GameStatistics()
    counts = Counts(judged=7, guided=100, followed=300, broken=60)
    game.add(10, decision(None, None), 0, 0)
    game.add(12, decision([SOLVED, PROVED], Fraction(5), counts=counts, proved=True), 1, 1)
    # White is to move and leads by 1.5: for Black that is -1.5.
    game.add(13, decision([SOLVED, SEARCHED, GUESSED, UNKNOWN], Fraction(-2), WHITE), 2, 0)
    assert game.summary(Fraction(4)).splitlines() == [
        "3 thoughts, 2 of them with the board divided",
        "regions per move 3.0, solved 50%, exact 17%",
        "cache hits 75% of 4",
        "proved moves 1",
        "estimated by temperature discovery 1, by playouts 1; "
        "widest bounds of a temperature 2.0 on average",
        "playouts guided by tables 100, tracked regions that broke 20%; "
        "nodes judged by the network 7",
        # by hand: 1 and 6 off; 2.5, 2.5 and 5.5 off
        "sum of means against the final score: off by 3.50 points on average over 2 moves",
        "tree against the final score: off by 3.50 points on average over 3 moves",
    ]


def test_a_game_that_was_never_divided():
    game = GameStatistics()
    game.add(10, decision(None, None), 0, 0)
    assert game.summary() == "1 thoughts, 0 of them with the board divided"
