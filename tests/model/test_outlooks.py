"""From regions on the board to outlooks: kos, threats and what the opponent has just changed."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.rules import JAPANESE, Scoring
from gtpengine.localgame.solver import solve
from gtpengine.model.kos import ko_of
from gtpengine.model.model import Model
from gtpengine.model.outlooks import outlooks, threats
from gtpengine.partition.region import Region
from gtpengine.strategy import outlook as strategy
from tests.engine.positions import CORRIDORS, picture

# White takes the ko at B2, Black ends it by connecting there.
KO = """
    - X O -
    X . x O
    - X O -
    """


def solved(text):
    return solve(Region.from_diagram(text))


def test_a_one_point_ko():
    # A ko of size s has a mast at s / 3: 1/3 by territory, 4/3 by area.
    for scoring, size in ((Scoring.TERRITORY, 1), (Scoring.AREA, 4)):
        ko = ko_of(solved(KO), scoring)
        assert ko is not None
        assert (vertex_of(ko.take), vertex_of(ko.finish)) == ("B2", "B2")
        assert ko.holder == strategy.BLACK
        assert ko.size == size
        assert solved(KO).value(scoring=scoring).temperature == Fraction(size, 3)


@pytest.mark.parametrize("scoring", list(Scoring))
def test_a_ko_is_worth_the_same_in_both_colours(scoring):
    swapped = KO.translate(str.maketrans("XOxo", "OXox"))
    black, white = ko_of(solved(KO), scoring), ko_of(solved(swapped), scoring)
    assert black is not None
    assert white is not None
    assert black.black_wins == -white.white_wins
    assert black.white_wins == -white.black_wins
    assert black.holder == -white.holder


def test_no_ko_without_one():
    assert ko_of(solved("X X X O\nX . . O\nX X X O"), Scoring.TERRITORY) is None


# The same ko, and three stones in atari beside it.
KO_AND_MORE = """
    - X O - - -
    X . x O - -
    - X O O O -
    X . x x x O
    - X O O O -
    """


@pytest.mark.parametrize("scoring", list(Scoring))
def test_a_ko_is_no_reason_for_moves_that_have_another(scoring):
    # Whoever takes or connects three stones would seem to win a ko of that size.
    assert solved(KO_AND_MORE).value(scoring=scoring).temperature > Fraction(3, 2)
    assert ko_of(solved(KO_AND_MORE), scoring) is None


SENTE = """
    X X X X X O
    X . . . . O
    X X X X X O
    """


def test_threats_are_what_a_second_move_gains():
    found = threats(solved(SENTE), Scoring.TERRITORY)
    whites = [threat for threat in found if threat.side == strategy.WHITE]
    # White's stone at D2 threatens to come home with all of the corridor but two points.
    assert (vertex_of(whites[0].move), whites[0].size) == ("D2", 3)
    assert all(threat.size > 0 for threat in found)


def test_the_region_of_the_last_move_is_marked_and_moves_are_shown():
    position = picture(CORRIDORS, to_move=BLACK, rules=JAPANESE)
    ownership = dict.fromkeys(position.points(), 0.0)
    survey = Model().survey(position, ownership, 10.0)
    seen = outlooks(survey, point_of("C7", 9, 9))
    changed = [each for each in seen if each.last_changed]
    assert [vertex_of(each.region) for each in changed] == ["B7"]
    assert all(each.exact for each in seen)
    hottest = max(seen, key=lambda each: each.temperature)
    assert hottest.temperature > Fraction(0)
    assert hottest.black_move is not None
    assert hottest.white_move is not None
    assert survey.at(hottest.black_move).moves[WHITE] == hottest.white_move
