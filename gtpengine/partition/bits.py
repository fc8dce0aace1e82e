"""Sets of points as Python integers: bit p is point p. Set algebra on whole boards at once.

Column 0 and row 0 of the grid are wall, so a shifted set never runs into another row; callers
intersect with a set of board points, as `flood` and `components` do.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import STRIDE, board_points
from gtpengine.board.position import Position

Bits = int


def bits_of(points: Iterable[int]) -> Bits:
    """Return the set of `points`."""
    found = 0
    for point in points:
        found |= 1 << point
    return found


def points_of(bits: Bits) -> Iterator[int]:
    """Yield the points of the set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


@lru_cache(maxsize=64)
def board_bits(width: int, height: int) -> Bits:
    """Return all points of a board of that size."""
    return bits_of(board_points(width, height))


def beside(bits: Bits) -> Bits:
    """Return every point on a side of a point of the set; walls and members may be among them."""
    return bits << 1 | bits >> 1 | bits << STRIDE | bits >> STRIDE


def flood(seed: Bits, area: Bits) -> Bits:
    """Return all points of `area` that are connected to `seed` in it.  Pre: seed lies in area."""
    while True:
        grown = (seed | beside(seed)) & area
        if grown == seed:
            return seed
        seed = grown


def components(area: Bits) -> list[Bits]:
    """Return the connected parts of `area`, by their lowest point."""
    found = []
    while area:
        part = flood(area & -area, area)
        found.append(part)
        area &= ~part
    return found


def stones_of(position: Position) -> tuple[Bits, Bits, Bits]:
    """Return the points of the board, Black's stones and White's stones."""
    return (
        board_bits(position.width, position.height),
        bits_of(position.stones(BLACK)),
        bits_of(position.stones(WHITE)),
    )


def place(full: Bits, mover: Bits, foe: Bits, stone: Bits) -> tuple[Bits, Bits, Bits] | None:
    """Return the mover's and the foe's stones after the move, and what it took; None if suicide.

    Pre: `stone` is one empty point of the board `full`.
    """
    mover |= stone
    sides = beside(stone)
    taken = 0
    attacked = sides & foe
    while attacked:
        chain = flood(attacked & -attacked, foe)
        attacked &= ~chain
        if not beside(chain) & full & ~mover & ~foe:
            taken |= chain
    if taken:
        return mover, foe & ~taken, taken
    empty = full & ~mover & ~foe
    if sides & empty or beside(flood(stone, mover)) & empty:
        return mover, foe, 0
    return None


def ko_ban(full: Bits, mover: Bits, foe: Bits, stone: Bits, taken: Bits) -> Bits:
    """Return the point where the foe may not retake at once after `place` took `taken`, or 0."""
    if taken.bit_count() != 1 or beside(stone) & mover:
        return 0
    return taken if beside(stone) & full & ~mover & ~foe == taken else 0
