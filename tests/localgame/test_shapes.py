"""Shapes of real play as pictures: what they are worth, in territory scoring.

Values named "by hand" are derived in the comment; "solved here" ones were found by the program and
are held by two twins that share no code with it, see `test_twins_agree_on_the_small_shapes`.
"""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.rules import Scoring
from gtpengine.localgame.solution import LocalKind, NotSolved
from gtpengine.localgame.solver import solve
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region
from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.rules import Komaster
from tests.oracles.fast_coupons import FastCoupons
from tests.oracles.local_graphs import as_game_graph
from tests.oracles.local_naive import CouponPlay, NaiveRegion


def corridor(length, inner="X", outer="O"):
    wall = " ".join([inner] * (length + 1) + ["-"])
    return "\n".join([wall, " ".join([inner, *["."] * length, outer]), wall])


def iterated_ko(stages):
    """A row of kos: White has to take `stages` in a row, Black the same way back."""
    top = " ".join(["-", *["X O"] * stages, "-"])
    return "\n".join([top, " ".join(["X", *[". x"] * stages, "O"]), top])


SNAPBACK = """
    - X X -
    X o o X
    X . . O
"""
UNDER_THE_STONES = """
    - X X x o
    X . x x .
    - X O o .
    - - O x x
    - - - O O
"""
ONE_POINT_KO = iterated_ko(1)
OPEN_KO = """
    - X O -
    X . . O
    - X O -
"""
LIBERTIES_BEHIND_A_KO = """
    - X O O O -
    X . x . . O
    - X O O O -
"""
HYPERACTIVE = """
    - - X o .
    - - O . .
    - - O . .
    - - O o O
    - - - O -
"""
HANE = """
    - X X X O O O -
    X . . . . . . O
"""
HANE_SHORT = """
    - X X X O O -
    X . . . . . O
"""
THREE_POINTS = """
    O X X -
    x o o X
    . o o X
"""
BENT_FOUR = """
    O O O O O -
    x x O O O O
    . x x x x O
    o o o . x O
"""
MONKEY_JUMP = """
    X X X X X - -
    X . . . . O O
    X . . . . . O
"""


@pytest.mark.checked
@pytest.mark.parametrize("length", range(2, 9))
@pytest.mark.parametrize("colours", ["XO", "OX"], ids=["black", "white"])
def test_corridors(length, colours):
    # value: Wu's corridors, chilled (n-2) + 2^-(n-1), temperature 1 - 2^-(n-1)
    solution = solve(Region.from_diagram(corridor(length, *colours)))
    value = solution.value()
    sign = 1 if colours == "XO" else -1
    assert value.mean == sign * (length - 2 + Fraction(1, 2 ** (length - 1)))
    assert value.temperature == 1 - Fraction(1, 2 ** (length - 1))
    assert solution.kind is LocalKind.GOTE
    mouth = point_of(f"{'ABCDEFGHJ'[length]}2", 9, 9)
    for colour in (BLACK, WHITE):
        assert mouth in [best.point for best in solution.best_moves(colour)]


def test_a_dame_is_star():
    # by hand: {0|0} in territory scoring, {1|-1} in area scoring
    solution = solve(Region.from_diagram("X . O\nX X O"))
    assert solution.kind is LocalKind.DAME
    assert (solution.value().mean, solution.value().temperature) == (0, 0)
    area = solution.value(scoring=Scoring.AREA)
    assert (area.left.value_at(0), area.right.value_at(0), area.temperature) == (1, -1, 1)


@pytest.mark.checked
@pytest.mark.pure
@pytest.mark.parametrize("stages", [1, 2, 3])
@pytest.mark.parametrize("komaster", list(Komaster))
def test_iterated_kos(stages, komaster):
    # by hand: all 2n points go to one side, so the area swing is s = 4n and there are n+2 tempi:
    # area temperature s/(n+2); Black is one tempo from all of it: mast 2n - s/(n+2), less n stones.
    solution = solve(Region.from_diagram(iterated_ko(stages)))
    value = solution.value(komaster)
    tempo = Fraction(4 * stages, stages + 2)
    assert value.temperature == tempo - 1
    assert value.mean == 2 * stages - tempo - stages
    assert solution.kind is LocalKind.KO


def test_a_snapback_is_played_by_throwing_in():
    # by hand: Black C1 takes three stones in the end, White C1 connects: {5|0} with B1 left over
    solution = solve(Region.from_diagram(SNAPBACK))
    value = solution.value()
    assert (value.mean, value.temperature) == (Fraction(5, 2), Fraction(5, 2))
    assert [vertex_of(b.point) for b in solution.best_moves(BLACK)] == ["C1"]
    play = solution.play
    thrown = next(m for m in play.moves(play.start(), BLACK) if vertex_of(m.point) == "C1")
    taken = next(m for m in play.moves(thrown.state, WHITE) if vertex_of(m.point) == "B1")
    assert taken.state.ban < 0  # three stones stand there now, so it is no ko
    back = [m for m in play.moves(taken.state, BLACK) if vertex_of(m.point) == "C1"]
    assert len(back) == 1
    _, black, white, _, _ = solution.graph.sets(back[0].state.node)
    assert (black.bit_count(), white.bit_count()) in ((1, 0), (0, 1))  # the key may swap colours


def test_under_the_stones_black_plays_where_three_of_his_were_taken():
    # solved here: Black E3 makes three stones out of two, White E4 takes them, and Black E3, played
    # back into the hole, takes E4 and E5
    solution = solve(Region.from_diagram(UNDER_THE_STONES))
    assert (solution.value().mean, solution.value().temperature) == (-1, 1)
    best = [b for b in solution.best_moves(BLACK) if b.ranges[-1][1] == 1]
    assert [vertex_of(b.point) for b in best] == ["E3"]
    naive = NaiveRegion(solution.region)
    position = naive.start
    for colour, vertex, black, white in (
        (BLACK, "E3", 6, 2),
        (WHITE, "E4", 3, 3),
        (BLACK, "E3", 4, 1),
    ):
        position, _ = naive.play(position, colour, point_of(vertex, 5, 5))
        assert (len(position[0]), len(position[1])) == (black, white)
    play = solution.play
    state, colour = play.start(), BLACK
    for vertex in ("E3", "E4", "E3"):
        moves = {vertex_of(move.point): move for move in play.moves(state, colour)}
        state, colour = moves[vertex].state, BLACK + WHITE - colour


def test_first_line_hane_and_connection_is_two_points_in_gote():
    # by hand: each side's hane gains one point for it and takes one from the other
    for picture, mean in ((HANE, 0), (HANE_SHORT, 1)):
        solution = solve(Region.from_diagram(picture))
        value = solution.value()
        assert (value.mean, value.temperature) == (mean, 1)
        assert solution.kind is LocalKind.GOTE
    solution = solve(Region.from_diagram(HANE))
    assert [vertex_of(b.point) for b in solution.best_moves(BLACK)] == ["E1"]
    assert [vertex_of(b.point) for b in solution.best_moves(WHITE)] == ["D1"]


def test_a_hyperactive_ko_depends_on_the_komaster():
    # solved here
    solution = solve(Region.from_diagram(HYPERACTIVE))
    assert solution.kind is LocalKind.HYPERACTIVE_KO
    assert solution.value(Komaster.BLACK).mean == Fraction(-16, 9)
    assert solution.value(Komaster.WHITE).mean == Fraction(-7, 3)
    assert solution.value().mean == Fraction(-16, 9)


def test_three_points_without_capturing():
    # value: Grant, British Go Journal 60 (1983): White first leaves Black three points, Black first
    # only two, so nobody begins; the position, rebuilt from its description, counts as three.
    solution = solve(Region.from_diagram(THREE_POINTS))
    first = [solution.scaffold(colour).value_at(0) for colour in (BLACK, WHITE)]
    assert first == [2, 3]
    assert (solution.value().mean, solution.value().temperature) == (3, -1)
    assert solution.kind is LocalKind.HYPERACTIVE_KO


@pytest.mark.slow
def test_bent_four_in_the_corner_is_dead_unless_black_owns_the_threats():
    # by hand: White can start the ko when all threats are gone; then all 12 points are his, and 7
    # black stones less 3 white ones stand there: -12 - 4. A Black komaster wins it: a seki.
    solution = solve(Region.from_diagram(BENT_FOUR))
    assert solution.value().mean == -16
    assert solution.value(Komaster.WHITE).mean == -16
    assert solution.value(Komaster.BLACK).mean == 0
    assert solution.value().temperature == -1
    assert solution.kind is LocalKind.HYPERACTIVE_KO


def test_the_monkey_jump_is_whites_best_move():
    """Black's E2 stops it. Every wall point is what play beside coupons of 1/24 brings."""
    region = Region.from_diagram(MONKEY_JUMP)
    solution = solve(region)
    assert (solution.value().mean, solution.value().temperature) == (
        Fraction(35, 12),
        Fraction(29, 12),
    )
    best = [b for b in solution.best_moves(WHITE) if b.ranges[-1][1] == Fraction(29, 12)]
    assert [vertex_of(b.point) for b in best] == ["C1"]
    best = [b for b in solution.best_moves(BLACK) if b.ranges[-1][1] == Fraction(29, 12)]
    assert [vertex_of(b.point) for b in best] == ["E2"]
    area = solution.value(scoring=Scoring.AREA)
    for colour, wall in ((BLACK, area.left), (WHITE, area.right)):
        play = FastCoupons(region, colour, 24)
        for count in range(0, 97, 2):
            assert play.wall(count) == wall.value_at(Fraction(count, 24))


def test_a_loop_without_a_decision_is_refused_with_bounds():
    # A region whose value hangs on who goes on for ever; both komasters alone do settle it.
    solution = solve(Region.from_diagram("O . o X\nO o . .\nO . . x\n- O . X"))
    assert solution.kind is LocalKind.LOOP
    assert solution.value(Komaster.BLACK).mean == Fraction(-4, 9)
    assert solution.value(Komaster.WHITE).mean == Fraction(-5, 6)
    with pytest.raises(NotSolved, match=r"loop .* undecided \(plays at .*C3"):
        solution.value()
    assert len(solution.warnings) == 1
    low_left, _, high_left, _ = solution.bounds()
    assert low_left.points[-1][0] < high_left.points[-1][0]
    assert not solution.exact


SMALL = {
    "snapback": SNAPBACK,
    "under the stones": UNDER_THE_STONES,
    "three points without capturing": THREE_POINTS,
    "one-point ko": ONE_POINT_KO,
    "2-iterated ko": iterated_ko(2),
    "3-iterated ko": iterated_ko(3),
    "open ko": OPEN_KO,
    "liberties behind a ko": LIBERTIES_BEHIND_A_KO,
    "hyperactive": HYPERACTIVE,
    "hane": HANE_SHORT,
    "corridor": corridor(5),
}


@pytest.mark.parametrize("name", SMALL)
def test_twins_agree_on_the_small_shapes(name):
    """Play with coupons by the real ko rule, and generalized thermography of the graph."""
    region = Region.from_diagram(SMALL[name])
    solution = solve(region)
    area = solution.value(scoring=Scoring.AREA)
    if len(region.points) <= 7:
        play = CouponPlay(NaiveRegion(region), 12)
        for count in (0, 6, 12, 15, 18, 24, 36, 48):
            for colour, wall in ((BLACK, area.left), (WHITE, area.right)):
                error = play.wall(colour, count) - wall.value_at(Fraction(count, 12))
                assert abs(error) <= Fraction(2, 12)
    graph = solution.graph
    assert graph.nodes < 1000
    for komaster, rules in (
        (Komaster.NONE, Rules.NOBODY),
        (Komaster.BLACK, Rules.BLACK),
        (Komaster.WHITE, Rules.WHITE),
    ):
        values = solution.solved.values(rules)
        expected = analyse(as_game_graph(graph, values), komaster).thermograph(0)
        found = values.walls()
        assert found.left == expected.left_wall.shifted(graph.offset)
        assert found.right == expected.right_wall.shifted(graph.offset)
