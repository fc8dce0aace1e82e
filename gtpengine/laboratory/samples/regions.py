"""Random regions for tests and benchmarks, by seed."""

from random import Random

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import SIDES, board_points, column_of, on_board, row_of
from gtpengine.partition.region import Region


def random_region(random: Random, empty: int, loose: int = 0, size: int = 9) -> Region:
    """Return a connected region with `empty` empty points and `loose` stones that may be captured.

    Its border stands on a board of `size`, edges included, and is split into a black and a white
    part by a random line; all of it counts as safe. A loose stone never stands without a liberty.
    """
    while True:
        points = _random_points(random, empty + loose, size)
        border = _random_border(random, points, size)
        stones = {
            point: random.choice((BLACK, WHITE)) for point in random.sample(sorted(points), loose)
        }
        if len(set(border.values())) == 2 and _can_stand(points, stones, border):
            return Region.of((size, size), points, stones, border)


def _random_points(random: Random, count: int, size: int) -> set[int]:
    """Return a connected set of points, grown one random neighbour at a time."""
    points = {random.choice(list(board_points(size, size)))}
    while len(points) < count:
        near = {p + side for p in points for side in SIDES if on_board(p + side, size, size)}
        points.add(random.choice(sorted(near - points)))
    return points


def _random_border(random: Random, points: set[int], size: int) -> dict[int, int]:
    near = {p + side for p in points for side in SIDES if on_board(p + side, size, size)} - points
    slope = random.uniform(-1, 1), random.uniform(-1, 1)
    reach = {p: slope[0] * row_of(p) + slope[1] * column_of(p) for p in near}
    cut = random.uniform(min(reach.values()), max(reach.values()))
    return {p: BLACK if reach[p] < cut else WHITE for p in near}


def _can_stand(points: set[int], stones: dict[int, int], border: dict[int, int]) -> bool:
    for start, colour in stones.items():
        chain, todo = {start}, [start]
        alive = False
        while todo:
            here = todo.pop()
            for near in (here + side for side in SIDES):
                if (near in points and near not in stones) or border.get(near) == colour:
                    alive = True
                elif stones.get(near) == colour and near not in chain:
                    chain.add(near)
                    todo.append(near)
        if not alive:
            return False
    return True
