"""Write an opening set: sensible first moves, drawn by chance from a seed, no two alike.

    .venv/bin/python scripts/make_openings.py > configs/openings/9x9.txt

Moves stay on the third line and above, keep liberties, prefer the usual distances to friend and
foe, and leave neither side far behind (each empty point counts for the colour with the nearest
stone). Openings that are the same after turning or mirroring the board are left out.
"""

import argparse
import random
import sys

from gtpengine.board.colours import BLACK, EMPTY, WHITE, opponent
from gtpengine.board.points import column_of, point_at, row_of, vertex_of
from gtpengine.board.position import Position

# Weights by the line of a point, by the nearest own stone and by the nearest stone of the other
# colour. Distances are squared: 1 beside, 2 diagonal, 4 one-space jump, 5 knight's move, 8 ...
LINES = {3: 4.0, 4: 5.0, 5: 4.0}
OWN = {1: 0.15, 2: 0.6, 4: 1.5, 5: 1.5, 8: 0.8}
OTHER = {1: 0.5, 2: 0.7, 4: 1.3, 5: 1.5, 8: 1.2}
# A move in touch with nothing is worth less and less as the board fills.
FAR = 1.0
MOST_LEAD = 9
PLIES = (4, 5, 6, 7, 8)


def squared(point: int, other: int) -> int:
    """Return the square of the distance between two points."""
    return (row_of(point) - row_of(other)) ** 2 + (column_of(point) - column_of(other)) ** 2


def nearest(point: int, stones: list[int]) -> int:
    """Return the squared distance to the nearest stone, a large number without any."""
    return min((squared(point, stone) for stone in stones), default=1000)


def weight(position: Position, point: int) -> float:
    """Return how likely a move is; 0 for one that makes no sense in an opening."""
    size = position.width
    row, column = row_of(point), column_of(point)
    line = min(row, column, size + 1 - row, size + 1 - column)
    colour = position.to_move
    if line < 3 or position.colour_at(point) != EMPTY:
        return 0.0
    position.play(colour, point)
    liberties = min(len(chain.liberties) for chain in position.chains())
    position.undo()
    if liberties < 3:
        return 0.0
    own = nearest(point, position.stones(colour))
    other = nearest(point, position.stones(opponent(colour)))
    return LINES.get(line, 1.0) * OWN.get(own, FAR) * OTHER.get(other, FAR)


def lead(position: Position) -> int:
    """Return the points nearer to Black's stones less those nearer to White's."""
    total = 0
    for point in position.points():
        black = nearest(point, position.stones(BLACK))
        white = nearest(point, position.stones(WHITE))
        total += (black < white) - (white < black)
    return total


def canonical(position: Position) -> tuple[tuple[int, ...], ...]:
    """Return the same for positions that differ only by turning or mirroring."""
    size = position.width
    rows = [
        [position.colour_at(point_at(row, column)) for column in range(1, size + 1)]
        for row in range(1, size + 1)
    ]
    forms = []
    for _ in range(4):
        rows = [list(line) for line in zip(*rows[::-1], strict=True)]
        forms += [rows, [line[::-1] for line in rows]]
    return min(tuple(map(tuple, form)) for form in forms)


def opening(size: int, plies: int, chance: random.Random) -> Position:
    """Return a position after that many random sensible moves."""
    position = Position(size)
    while len(position.moves) < plies:
        points = list(position.points())
        weights = [weight(position, point) for point in points]
        position.play(position.to_move, chance.choices(points, weights)[0])
    return position


def openings(size: int, count: int, seed: int) -> list[Position]:
    """Return `count` different openings of 4 to 8 moves, equally many of each length."""
    chance = random.Random(seed)
    found: dict[tuple[tuple[int, ...], ...], Position] = {}
    while len(found) < count:
        one = opening(size, PLIES[len(found) % len(PLIES)], chance)
        # Who moved last is a stone ahead, worth about as much as half the lead allowed.
        if abs(lead(one)) <= MOST_LEAD:
            found.setdefault(canonical(one), one)
    return list(found.values())


def main() -> None:
    """Write the set to stdout."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026)
    wanted = parser.parse_args()
    sys.stdout.write(
        f"# {wanted.count} openings for {wanted.size}x{wanted.size} of 4 to 8 moves, Black first; "
        f"made by scripts/make_openings.py --size {wanted.size}\n"
        f"# --count {wanted.count} --seed {wanted.seed}. No two are the same after turning or "
        "mirroring the board.\n"
    )
    for position in openings(wanted.size, wanted.count, wanted.seed):
        sys.stdout.write(" ".join(vertex_of(move.point) for move in position.moves) + "\n")


if __name__ == "__main__":
    main()
