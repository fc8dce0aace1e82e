"""Which of several moves that work is chosen."""

from dataclasses import replace

from gtpengine.board.points import point_of
from gtpengine.board.position import Position
from gtpengine.board.rules import JAPANESE
from gtpengine.partition.bits import flood, stones_of
from gtpengine.reading.arena import arena_of
from gtpengine.reading.duel import Duel, Ko, Outcome
from gtpengine.reading.frame import Stones
from gtpengine.reading.vital import vital_points, working_moves


def moves(**nodes: int) -> dict[int, Outcome]:
    return {int(name[1:]): Outcome(True, (), 0, count) for name, count in nodes.items()}


def test_a_point_for_both_comes_first():
    found = vital_points(moves(m1=5, m2=50), moves(m2=9, m3=1), ko_kill=False, ko_save=False)
    assert found == (2, 2)


def test_without_one_each_takes_the_simplest():
    found = vital_points(moves(m1=5, m2=50), moves(m3=9, m4=1), ko_kill=False, ko_save=False)
    assert found == (1, 4)
    assert vital_points({}, moves(m3=9), ko_kill=False, ko_save=False) == (None, 3)


def test_who_has_a_ko_only_takes_the_simplest():
    kills, saves = moves(m1=5, m2=50, m3=7), moves(m2=9, m3=20)
    assert vital_points(kills, saves, ko_kill=True, ko_save=False) == (1, 2)
    assert vital_points(kills, saves, ko_kill=False, ko_save=True) == (3, 2)


def test_a_move_that_hangs_on_a_ko_comes_after_those_that_do_not():
    saves = moves(m1=5, m2=50)
    saves[2] = replace(saves[2], kos=False)
    assert vital_points(moves(m3=5), saves, ko_kill=False, ko_save=False) == (3, 2)
    assert vital_points(moves(m1=5, m2=9), saves, ko_kill=False, ko_save=False) == (2, 2)
    # But a point for both comes first.
    assert vital_points(moves(m1=5), saves, ko_kill=False, ko_save=False) == (1, 1)


def test_the_middle_of_three_is_all_that_works():
    position = Position.from_diagram(
        """
        X X X X X O
        X . . . X O
        X X X X X O
        O O O O O O
        . . . . . .
        """,
        rules=JAPANESE,
    )
    full, black, white = stones_of(position)
    stone = point_of("A5", 6, 5)
    frame = arena_of(Stones(full, black, white), flood(1 << stone, black))
    middle = 1 << point_of("C4", 6, 5)
    for attacker_first in (True, False):
        found = working_moves(
            Duel(1_000), frame, middle, attacker_first=attacker_first, ko=Ko.NOBODY, nodes=1_000
        )
        assert [frame.cells[cell] for cell in found] == [middle]
        assert not any(outcome.kos for outcome in found.values())
