"""Boards on which a shape of the collection stands by itself: living walls, all else is open.

Wall stones are backed by stones of their colour, a few rows deep, and every block of them has two
eyes, so the value of the shape is the one that is proved within its mask. Thin walls have no eyes:
that they live, as anybody would say who sees the board, is not proved.
"""

from itertools import product
from typing import Final

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.points import SIDES, column_of, on_board, point_at, row_of
from gtpengine.board.position import BadSetup, Position
from gtpengine.board.rules import JAPANESE
from gtpengine.partition.region import Region

SIZE: Final = 13
DEPTHS: Final = (2, 3, 4, 5, 6)  # rows of stones behind a wall: as few as make two eyes
LEADS: Final = (EMPTY, WHITE, BLACK)  # whose stones get two rows at a time, where one has no room


def open_board(region: Region, thin: bool = False) -> tuple[Position, frozenset[int]] | None:
    """Return a position with the region in it and the region's points there.

    `thin` walls are one row deeper than in the picture and have no eyes, only the open board behind
    them. None if the board does not hold the region, or its walls cannot live without changing it.
    """
    shift = _shift(region)
    if shift is None:
        return None
    points = {_moved(point, shift) for point in region.points}
    stones = {_moved(point, shift): colour for point, colour in region.stones}
    walls = {_moved(point, shift): colour for point, colour in region.border}
    for depth, lead in product((1,) if thin else DEPTHS, LEADS):
        backed = _backed(walls, points, depth, lead)
        eyes = frozenset() if thin else _eyes(backed, walls)
        if eyes is None:
            continue
        everything = {point: c for point, c in backed.items() if point not in eyes} | stones
        position = Position(SIZE, rules=JAPANESE)
        try:
            position.setup(
                [point for point, colour in everything.items() if colour == BLACK],
                [point for point, colour in everything.items() if colour == WHITE],
            )
        except BadSetup:
            continue
        return position, frozenset(points)
    return None


def _shift(region: Region) -> tuple[int, int] | None:
    """Return rows and columns by which the picture is moved: edges it touches stay edges."""
    found = []
    for length, places in (
        (region.height, {row_of(point) for point in region.points}),
        (region.width, {column_of(point) for point in region.points}),
    ):
        low, high = 1 in places, length in places
        if length > SIZE or (low and high and length < SIZE):
            return None
        found.append(0 if low else SIZE - length if high else (SIZE - length) // 2)
    return found[0], found[1]


def _moved(point: int, shift: tuple[int, int]) -> int:
    return point_at(row_of(point) + shift[0], column_of(point) + shift[1])


def _near(point: int) -> list[int]:
    return [point + side for side in SIDES if on_board(point + side, SIZE, SIZE)]


def _backed(walls: dict[int, int], points: set[int], depth: int, lead: int) -> dict[int, int]:
    """Return the walls with what stands behind them: points take the colour that comes first."""
    found = dict(walls)
    front = sorted(walls)
    for step in range(2 * depth):
        grown = []
        for here in front:
            if step % 2 and found[here] != lead:
                grown.append(here)
                continue
            for near in _near(here):
                if near not in found and near not in points:
                    found[near] = found[here]
                    grown.append(near)
        front = grown
    return found


def _eyes(stones: dict[int, int], walls: dict[int, int]) -> frozenset[int] | None:
    """Return two eyes for every block, none of them beside the region; None if one has no room."""
    eyes: set[int] = set()
    todo = set(stones)
    while todo:
        block = _chain(min(todo), stones)
        todo -= block
        inner = [
            p
            for p in sorted(block)
            if p not in walls
            and all(stones.get(n, EMPTY) == stones[p] for n in _near(p))
            and all(n in block for n in _around(p))
        ]
        pair = next(
            (
                (one, other)
                for one in inner
                for other in reversed(inner)
                if max(abs(row_of(one) - row_of(other)), abs(column_of(one) - column_of(other))) > 2
            ),
            None,
        )
        if pair is None:
            return None
        eyes.update(pair)
    return frozenset(eyes)


def _around(point: int) -> list[int]:
    """Return the points around one, corners included."""
    row, column = row_of(point), column_of(point)
    return [
        point_at(row + down, column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and 1 <= row + down <= SIZE and 1 <= column + right <= SIZE
    ]


def _chain(start: int, stones: dict[int, int]) -> set[int]:
    chain, todo = {start}, [start]
    while todo:
        for near in _near(todo.pop()):
            if near not in chain and stones.get(near) == stones[start]:
                chain.add(near)
                todo.append(near)
    return chain
