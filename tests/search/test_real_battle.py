"""Wu's "A Real Battle" (section 5.2): six places left on a 9x9 board, one of them to be first.

The paper's diagram is lost; this board is ours, built from its values: 8 points secured by Black
and 7 by White, A and F corridors, B a point that makes one point for who plays it, C and D
corridors with a prisoner to be, E a dame.

The paper calls a move at B "the winning move". It is one, but with these values it is never the
only one: see `test_with_these_values_b_is_never_the_only_winning_move`. The second board has a
smaller B, so that brute force can play all of it out.
"""

from fractions import Fraction

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of, vertex_of
from gtpengine.board.position import Position
from gtpengine.board.rules import Scoring
from gtpengine.localgame.graph import NO_BAN, expand
from gtpengine.localgame.key import place
from gtpengine.partition.partition import strict_partition
from gtpengine.search.sums.regions import RegionSums
from gtpengine.values.cooling import cooled
from gtpengine.values.games import from_options, number
from gtpengine.values.infinitesimals import STAR, UP
from tests.oracles import fast_board
from tests.oracles.full_board import FullBoard

#    A = E9 F9, B = D5 E5 F5, C = B7 C7 D7, D = E3 F3 G3, E = D2, F = E1 F1
BATTLE = """
   A B C D E F G H J
 9 . . X X . . O O . 9
 8 X X X O O O O O . 8
 7 X O . . O O . O O 7
 6 X X X X O O . O . 6
 5 . X X . . . O O O 5
 4 . X . X X O O O O 4
 3 X X X X . . X O O 3
 2 . X X . O O O O . 2
 1 . . X X . . O O . 1
   A B C D E F G H J
"""
# B is a stone to be caught or saved, worth 1 + * and not *, and White has secured 8 points, not 7.
WITH_A_STONE = BATTLE.replace(". X X . . . O O O", ". X X O . O O . O")
PLACES = {"A": "E9", "B": "E5", "C": "B7", "D": "E3", "E": "D2", "F": "E1"}


def local_game(region):
    """Return the area game of a loop-free region."""
    placement = place(region)
    graph = expand(placement.key)
    known = {}

    def value(node):
        if node not in known:
            sides = []
            for side in (0, 1):
                edges = graph.options(node, side)
                assert all(edge.ban == NO_BAN for edge in edges)
                sides.append([value(edge.node) + number(edge.offset) for edge in edges])
            known[node] = from_options(*sides) if any(sides) else number(graph.score(node))
        return known[node]

    game = value(0) + number(graph.offset)
    return -game if placement.swapped else game


def territory_game(region):
    """Return the territory game: a tax of a point on every move, stones on the board given back."""
    stones = sum(1 if colour == BLACK else -1 for _, colour in region.stones)
    return cooled(local_game(region), 1) - number(stones)


def places(board):
    """Return the region of each place."""
    found = strict_partition(Position.from_diagram(board), alternating=False).regions
    by_point = {point: region for region in found for point in region.points}
    assert len(found) == 6
    return {name: by_point[point_of(vertex, 9, 9)] for name, vertex in PLACES.items()}


CHILLED = {
    # value: Wu, section 5.2
    "A": number(Fraction(-1, 2)),
    "B": STAR,
    "C": number(2) + UP,
    "D": number(-2) - UP,
    "E": number(0),
    "F": number(Fraction(-1, 2)),
}


def test_chilled_values_and_secured_points():
    for board, more, secured in ((BATTLE, 0, [8, 7]), (WITH_A_STONE, 1, [8, 8])):
        regions = places(board)
        for name, value in CHILLED.items():
            expected = value + number(more) if name == "B" else value
            assert cooled(territory_game(regions[name]), 1) is expected
        partition = strict_partition(Position.from_diagram(board), alternating=False)
        assert [bits.bit_count() for bits in partition.territory[1:]] == secured


@pytest.mark.parametrize("board", [BATTLE, WITH_A_STONE], ids=["paper", "stone"])
def test_the_first_player_wins_by_one_point(board):
    """The sum is {1|-1} + *; prisoners so far are left out, as many on both sides."""
    position = Position.from_diagram(board)
    partition = strict_partition(position, alternating=False)
    stones = len(position.stones(BLACK)) - len(position.stones(WHITE))
    sums = RegionSums(scoring=Scoring.TERRITORY)
    for colour, score in ((BLACK, 1), (WHITE, -1)):
        found = sums.solve(partition.regions, colour)
        assert found.result.score + partition.settled_score() - stones == score


def test_with_these_values_b_is_never_the_only_winning_move():
    """Black wins at B and at D, White at B and at C; the second move is there in every drawing.

    D is -2 and down = {*|0}. Let D' be any game equal to down. Right's move from D' - down = 0 to
    D' - * must have a good answer of Left's. It is not in -*, for that would make D' >= 0. So it is
    in D', to some D'' >= *, and then C + B + D'' >= ^ + * + * = ^ > 0: Black has won. The sum of
    the rest is 0. Scores are not to blame either: both moves win by the same point.
    """
    rest = sum(CHILLED.values(), number(8 - 7))
    assert rest is STAR
    wins = {"Black": set(), "White": set()}
    for name, value in CHILLED.items():
        other = rest - value
        if any(other + option >= number(0) for option in value.left):
            wins["Black"].add(name)
        if any(other + option <= number(0) for option in value.right):
            wins["White"].add(name)
    assert wins == {"Black": {"B", "D"}, "White": {"B", "C"}}
    assert CHILLED["C"] - number(2) + STAR + STAR > number(0)


@pytest.mark.parametrize(
    ("board", "scoring"),
    [
        pytest.param(BATTLE, Scoring.TERRITORY, id="paper"),
        pytest.param(WITH_A_STONE, Scoring.TERRITORY, id="stone"),
        pytest.param(WITH_A_STONE, Scoring.AREA, id="stone, area"),
    ],
)
def test_best_moves(board, scoring):
    """B, and the push into the opponent's infinitesimal: Black at D, White at C.

    With the paper's board area scoring is coarser: there D, C and both corridors are as good as B.
    """
    sums = RegionSums(scoring=scoring)
    order = list(places(board).values())
    for colour, moves in ((BLACK, {"E5", "E3"}), (WHITE, {"E5", "D7"})):
        found = sums.solve(order, colour, all_moves=True)
        assert {vertex_of(point) for point in found.points} == moves


def test_the_whole_board_played_out_agrees():
    position = Position.from_diagram(WITH_A_STONE)
    regions = list(places(WITH_A_STONE).values())
    empty = {point for region in regions for point in region.empty}
    settled = strict_partition(position, alternating=False).settled_score()
    board = FullBoard(position, empty)
    sums = RegionSums()
    for colour in (BLACK, WHITE):
        low, high, low_after, high_after = fast_board.solve(board, colour)
        found = sums.solve(regions, colour, all_moves=True)
        assert low == high == found.result.score + settled
        after = low_after if colour == BLACK else high_after
        assert set(found.points) == {point for point, score in after.items() if score == low}
