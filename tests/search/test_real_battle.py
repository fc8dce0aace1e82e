"""Wu's "A Real Battle" (section 5.2): six places left on a 9x9 board, one of them to be first.

The paper's diagram is lost; this board is ours, built from its values: A and F corridors, C and D
corridors with a prisoner to be, E a dame. B is ours too: a stone to be caught or saved, worth 1 + *
where the paper's B is *, so White has 8 secured points here instead of 7.
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

#    A = E9 F9, B = D5 E5, C = B7 C7 D7, D = E3 F3 G3, E = D2, F = E1 F1
BATTLE = """
   A B C D E F G H J
 9 . . X X . . O O . 9
 8 X X X O O O O O . 8
 7 X O . . O O . O O 7
 6 X X X X O O . O . 6
 5 . X X O . O O . O 5
 4 . X . X X O O O O 4
 3 X X X X . . X O O 3
 2 . X X . O O O O . 2
 1 . . X X . . O O . 1
   A B C D E F G H J
"""
PLACES = {"A": "E9", "B": "D5", "C": "B7", "D": "E3", "E": "D2", "F": "E1"}


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


@pytest.fixture(scope="module")
def regions():
    found = strict_partition(Position.from_diagram(BATTLE), alternating=False).regions
    by_point = {point: region for region in found for point in region.points}
    assert len(found) == 6
    return {name: by_point[point_of(vertex, 9, 9)] for name, vertex in PLACES.items()}


@pytest.mark.parametrize(
    ("name", "chilled"),
    [
        # value: Wu, section 5.2; B is 1* here (by hand: 2|0 before chilling)
        ("A", number(Fraction(-1, 2))),
        ("B", number(1) + STAR),
        ("C", number(2) + UP),
        ("D", number(-2) - UP),
        ("E", number(0)),
        ("F", number(Fraction(-1, 2))),
    ],
)
def test_chilled_values(regions, name, chilled):
    assert cooled(territory_game(regions[name]), 1) is chilled


def test_secured_points():
    position = Position.from_diagram(BATTLE)
    partition = strict_partition(position, alternating=False)
    secured = [bits.bit_count() for bits in partition.territory[1:]]
    assert secured == [8, 8]


def test_the_first_player_wins_by_one_point(regions):
    """The sum is {1|-1} + *; prisoners so far are left out, as many on both sides."""
    position = Position.from_diagram(BATTLE)
    partition = strict_partition(position, alternating=False)
    stones = len(position.stones(BLACK)) - len(position.stones(WHITE))
    sums = RegionSums(scoring=Scoring.TERRITORY)
    for colour, score in ((BLACK, 1), (WHITE, -1)):
        found = sums.solve(partition.regions, colour)
        assert found.result.score + partition.settled_score() - stones == score


@pytest.mark.parametrize("scoring", list(Scoring))
def test_best_moves(regions, scoring):
    """B wins for both, as the paper says.

    So does the push into the opponent's infinitesimal first: D's chilled value is -2 + {*|0}, and
    Black's move there leaves * + ^ + * = ^, which is positive. Everything else loses.
    """
    sums = RegionSums(scoring=scoring)
    order = list(regions.values())
    for colour, moves in ((BLACK, {"E5", "E3"}), (WHITE, {"E5", "D7"})):
        found = sums.solve(order, colour, all_moves=True)
        assert {vertex_of(point) for point in found.points} == moves


def test_the_whole_board_played_out_agrees(regions):
    position = Position.from_diagram(BATTLE)
    empty = {point for region in regions.values() for point in region.empty}
    settled = strict_partition(position, alternating=False).settled_score()
    board = FullBoard(position, empty)
    sums = RegionSums()
    for colour in (BLACK, WHITE):
        low, high, low_after, high_after = fast_board.solve(board, colour)
        found = sums.solve(list(regions.values()), colour, all_moves=True)
        assert low == high == found.result.score + settled
        after = low_after if colour == BLACK else high_after
        assert set(found.points) == {point for point, score in after.items() if score == low}
