"""Dead, alive, seki and the score, as pictures."""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.rules import CHINESE, JAPANESE
from gtpengine.deadline import Deadline
from gtpengine.engine.rough import RoughReading
from gtpengine.model.judgement import judged
from tests.engine import positions

# by hand: area and territory score without komi.
BOARDS = [
    pytest.param(
        """
        . . X O .
        . O X O .
        . . X O .
        . . X O .
        . . X O X
        """,
        "B4 E1",
        "",
        15 - 10,
        11 - 6,
        id="a dead stone on each side",
    ),
]


@pytest.mark.parametrize(("board", "dead", "seki", "area", "territory"), BOARDS)
def test_judgement(board, dead, seki, area, territory):
    for rules, wanted in ((CHINESE, area), (JAPANESE, territory)):
        position = positions.picture(board, rules=rules, komi=Fraction(0))
        judgement = positions.judged(positions.staff_with(), position)
        names = {vertex_of(stone) for chain in judgement.dead for stone in chain.stones}
        assert names == set(dead.split())
        assert {vertex_of(min(chain.stones)) for chain in judgement.seki} == set(seki.split())
        assert judgement.score == wanted


def test_passes_change_no_judgement():
    """Random games that answer a pass, and searches that one more pass would end, are others."""
    position = positions.picture(BOARDS[0].values[0], rules=JAPANESE)
    before = positions.judged(positions.staff_with(), position)
    for colour in (position.to_move, BLACK + WHITE - position.to_move):
        position.play(colour, PASS)
        after = positions.judged(positions.staff_with(), position)
        assert after.ownership == before.ownership
        assert after == before


def test_groups_that_only_share_liberties_are_in_seki():
    # Whoever plays at F1 or F2 is taken; the outer groups have two eyes each.
    position = positions.picture(
        """
        . X . X O . X O . O .
        X X X X O . X O O O O
        """,
        komi=Fraction(0),
    )
    stays = {BLACK: 1.0, WHITE: -1.0, EMPTY: 0.0}
    ownership = {point: stays[position.colour_at(point)] for point in position.points()}
    judgement = judged(position, ownership)
    assert [vertex_of(min(chain.stones)) for chain in judgement.seki] == ["E1", "G1"]
    assert [vertex_of(min(chain.stones)) for chain in judgement.alive] == ["A1", "H1"]
    assert judgement.dead == ()
    assert judgement.score == 0


def test_the_same_position_is_judged_the_same():
    position = positions.picture(BOARDS[0].values[0])
    staff = positions.staff_with()
    first = positions.judged(staff, position)
    assert positions.judged(staff, position) is first
    staff.forget()
    again = positions.judged(staff, position)
    assert again is not first
    assert again == first


def test_other_komi_other_score_same_dead():
    position = positions.picture(BOARDS[0].values[0], komi=Fraction(1, 2))
    staff = positions.staff_with()
    half = positions.judged(staff, position)
    position.komi = Fraction(7)
    seven = positions.judged(staff, position)
    assert half.score - seven.score == Fraction(13, 2)
    assert half.dead == seven.dead


def test_an_empty_board_is_even():
    position = positions.picture("\n".join([". " * 5] * 5), komi=Fraction(0))
    judgement = positions.judged(positions.staff_with(), position)
    assert judgement.score == 0
    assert judgement.dead == judgement.alive == judgement.seki == ()


def test_no_time_is_enough_for_one_game():
    position = positions.picture(BOARDS[0].values[0])
    with Deadline(0.0) as deadline:
        ownership = RoughReading().ownership(position, 100, 1, deadline)
    assert set(ownership.values()) <= {-1.0, 0.0, 1.0}
