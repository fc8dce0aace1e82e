"""Marks in a game record: which points somebody has marked at a position."""

from sgfmill import sgf_grammar

from gtpengine.board.points import on_board, point_at
from gtpengine.board.record import BadRecord

_SHAPES = ("SQ", "TR", "MA")


def marked_points(data: bytes, before: int | None = None) -> list[frozenset[int]]:
    """Return the points of each kind of mark before move `before`, or after the last move.

    Squares, triangles and crosses are one set each, and so is each label (points that carry the
    same letter). The marks of the last node that was reached count.

    Raises:
        BadRecord: not an SGF file.
    """
    try:
        nodes = list(sgf_grammar.main_sequence_iter(sgf_grammar.parse_sgf_game(data)))
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not an SGF file: {error}") from None
    size = nodes[0].get("SZ", [b"19"])[0].decode("ascii", "replace").split(":")
    try:
        width, height = int(size[0]), int(size[-1])
    except ValueError:
        raise BadRecord(f"SZ[{':'.join(size)[:20]}] is no size") from None
    last = nodes[0]
    number = 0
    for node in nodes:
        number += "B" in node or "W" in node
        if before is not None and number >= before:
            break
        last = node
    sets: dict[str, set[int]] = {}
    for name in _SHAPES:
        for value in last.get(name, []):
            sets.setdefault(name, set()).update(_points(value, width, height))
    for value in last.get("LB", []):
        where, _, label = value.partition(b":")
        name = "LB " + label.decode("utf-8", "replace")
        sets.setdefault(name, set()).update(_points(where, width, height))
    return [frozenset(points) for points in sets.values() if points]


def _points(value: bytes, width: int, height: int) -> list[int]:
    """Return the points of `ab` or of the rectangle `ab:cd`; none if it is neither."""
    corners = [part.decode("ascii", "replace").strip() for part in value.split(b":")]
    if len(corners) > 2 or any(len(corner) != 2 for corner in corners):
        return []
    columns = sorted(ord(corner[0]) - ord("a") + 1 for corner in corners)
    rows = sorted(height - (ord(corner[1]) - ord("a")) for corner in corners)
    return [
        point
        for row in range(rows[0], rows[-1] + 1)
        for column in range(columns[0], columns[-1] + 1)
        if on_board(point := point_at(row, column), width, height)
    ]
