"""Where handicap stones go: the fixed points of the GTP specification, and a free placement."""

from gtpengine.board.points import board_points, column_of, point_at, row_of
from gtpengine.errors import BadInput

MAX_FIXED = 9


class BadHandicap(BadInput):
    """That many handicap stones cannot be placed on this board."""


def most_fixed(width: int, height: int) -> int:
    """Return how many fixed handicap stones a board of that size can have, 0 if none."""
    small = min(width, height)
    if small < 7:
        return 0
    odd = width % 2 == 1 and height % 2 == 1
    return MAX_FIXED if odd and small >= 9 else 4


def _edge_line(size: int) -> int:
    return 3 if size <= 12 else 4


def fixed_handicap(stones: int, width: int, height: int) -> tuple[int, ...]:
    """Return the fixed points of a `stones` handicap, in the order of the specification.

    Raises:
        BadHandicap: fewer than 2, or more than the board has points for.
    """
    most = most_fixed(width, height)
    if not 2 <= stones <= most:
        allowed = f"2 to {most}" if most else "none"
        raise BadHandicap(f"{stones} handicap stones on {width}x{height}; allowed: {allowed}")
    low_row, low_column = _edge_line(height), _edge_line(width)
    high_row, high_column = height + 1 - low_row, width + 1 - low_column
    mid_row, mid_column = (height + 1) // 2, (width + 1) // 2
    corners = [
        point_at(high_row, high_column),
        point_at(low_row, low_column),
        point_at(high_row, low_column),
        point_at(low_row, high_column),
    ]
    sides = [
        point_at(mid_row, low_column),
        point_at(mid_row, high_column),
        point_at(low_row, mid_column),
        point_at(high_row, mid_column),
    ]
    points = corners[: min(stones, 4)]
    if stones >= 6:
        points += sides[: 2 if stones <= 7 else 4]
    if stones in (5, 7, 9):
        points.append(point_at(mid_row, mid_column))
    return tuple(points)


def free_handicap(stones: int, width: int, height: int) -> tuple[int, ...]:
    """Return exactly `stones` points for Black: the fixed ones first, then far from all others.

    Raises:
        BadHandicap: fewer than 2, or so many that White could hardly move.
    """
    most = width * height // 4
    if not 2 <= stones <= most:
        raise BadHandicap(f"{stones} handicap stones on {width}x{height}; allowed: 2 to {most}")
    fixed = most_fixed(width, height)
    points = list(fixed_handicap(min(stones, fixed), width, height)) if fixed else []
    room = {
        point: _room(point, points, width, height)
        for point in board_points(width, height)
        if point not in points
    }
    while len(points) < stones:
        best = max(room, key=lambda point: room[point])
        del room[best]
        points.append(best)
        for point, (distance, centrality) in room.items():
            room[point] = min(distance, _distance(point, best)), centrality
    return tuple(points)


def _room(point: int, points: list[int], width: int, height: int) -> tuple[int, int]:
    """Rank a point: far from all stones, the edge counting double, then near the centre."""
    row, column = row_of(point), column_of(point)
    edge = 2 * min(row, column, height + 1 - row, width + 1 - column)
    nearest = min([edge, *(_distance(point, other) for other in points)])
    return nearest, -abs(2 * row - height - 1) - abs(2 * column - width - 1)


def _distance(point: int, other: int) -> int:
    return abs(row_of(point) - row_of(other)) + abs(column_of(point) - column_of(other))
