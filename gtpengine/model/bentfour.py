"""Bent fours in the corner, which rules that count territory call dead as they stand.

Three stones in the corner can be made a bent four, and whatever the opponent then does is a ko that
the stones' owner begins when he likes: after the game, when no ko threats count. The opponent
cannot begin: he would fill his own eye. So he has one eye there, as if it were a single point.

    O O O O .        X has three of the four points A1, B1, C1, A2; A2 and D1 are empty.
    . O O O O        X may play A2 and, once four stones are taken by D1, B1.
    X X X . O
"""

from collections.abc import Iterator
from typing import NamedTuple

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.partition.bits import Bits, bits_of, flood, points_of, stones_of

_SPACE = 5  # points: the four, and the last liberty


class BentFour(NamedTuple):
    """Three stones that can become a bent four in the corner.

    Attributes:
        colour: of the three stones.
        corner: the point in the corner.
        stones: the three.
        space: they, and the two empty points beside them: all within the opponent's wall.
    """

    colour: int
    corner: int
    stones: Bits
    space: Bits


def bent_fours(position: Position) -> list[BentFour]:
    """Return the bent fours that could be made on a board, whether the wall has other eyes or not.

    On boards with fewer than three lines a shape reaches over the edge, and there are none.
    """
    full, black, white = stones_of(position)
    found = []
    for corner, shape in _shapes(position.width, position.height):
        for colour, own, wall in ((BLACK, black, white), (WHITE, white, black)):
            if (shape & own).bit_count() != 3 or shape & wall:
                continue
            space = flood(1 << corner, full & ~wall)
            if space.bit_count() == _SPACE and not shape & ~space and space & own == shape & own:
                found.append(BentFour(colour, corner, shape & own, space))
    return found


def with_one_eye(position: Position, four: BentFour) -> Position:
    """Return the board on which the space of a bent four is a single eye in the corner."""
    other = position.copy()
    wall = list(points_of(four.space & ~(1 << four.corner)))
    black, white = (wall, []) if four.colour == WHITE else ([], wall)
    other.setup(black, white, [four.corner], to_move=position.to_move)
    return other


def _shapes(width: int, height: int) -> Iterator[tuple[int, Bits]]:
    """Return the corners, each with the two ways in which four points bend around it."""
    for row, up in ((1, 1), (height, -1)):
        for column, right in ((1, 1), (width, -1)):
            corner = point_at(row, column)
            side = [point_at(row, column + right * step) for step in (1, 2)]
            edge = [point_at(row + up * step, column) for step in (1, 2)]
            yield corner, bits_of([corner, *side, edge[0]])
            yield corner, bits_of([corner, *edge, side[0]])
