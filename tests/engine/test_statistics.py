"""What is said of a game at its end."""

from fractions import Fraction
from types import SimpleNamespace

from gtpengine.engine.thought import Difference

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.engine.statistics import GameStatistics


def thought(regions, lead, to_move=BLACK, **details):
    """Return a thought about regions given as (solved, exact); None: an undivided board."""
    survey = None
    if regions is not None:
        reports = [SimpleNamespace(value=1 if s else None, exact=e) for s, e in regions]
        survey = SimpleNamespace(regions=reports, position=SimpleNamespace(to_move=to_move))
    plain = {
        "findings": SimpleNamespace(score=1.5),
        "proved": False,
        "vetoed": False,
        "merged": False,
        "difference": None,
    }
    return SimpleNamespace(survey=survey, lead=lead, **(plain | details))


def test_nothing_to_say():
    assert GameStatistics().summary(Fraction(3)) == "no move was thought about"


def test_a_game():
    game = GameStatistics()
    game.add(10, thought(None, None), 0, 0)
    game.add(12, thought([(True, True), (True, False)], Fraction(5)), 1, 1)
    game.add(13, thought([(True, False), (False, False)], Fraction(-2), WHITE), 2, 0)
    assert game.summary(Fraction(4)).splitlines() == [
        "3 thoughts, 2 of them with the board divided",
        "regions per move 2.0, solved 75%, exact 25%",
        "cache hits 75% of 4",
        "proved moves 0",
        "checks 0, vetoes 0, merges 0",
        "sum of means against the final score: off by 1.50 points on average over 2 moves",
        "tree against the final score: off by 2.50 points on average over 3 moves",
    ]


def test_what_came_of_the_checks():
    game = GameStatistics()
    # By hand: the sum expects 1, the searches find 2 less or 3 more.
    worse = Difference(1, 2, Fraction(1), -1.0)
    better = Difference(1, 2, Fraction(1), 4.0)
    game.add(20, thought([], Fraction(0), vetoed=True, merged=True, difference=worse), 0, 0)
    game.add(22, thought([], Fraction(0), difference=better), 0, 0)
    game.add(24, thought([], Fraction(0)), 0, 0)
    line = "checks 2, vetoes 1, merges 1; prediction and check differ by 2.50 points on average"
    assert line in game.summary().splitlines()
