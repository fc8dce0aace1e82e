"""Game records, written as SGF: of a position's own history, with comments."""

from collections.abc import Mapping
from string import ascii_lowercase

from sgfmill import sgf_grammar

from gtpengine import __version__
from gtpengine.board.colours import BLACK, WHITE, colour_name
from gtpengine.board.komi import decimal_text
from gtpengine.board.points import PASS, column_of, row_of
from gtpengine.board.position import Position
from gtpengine.board.record import GameRecord, Node


def record_of(
    position: Position, *, black_name: str = "", white_name: str = "", result: str = ""
) -> GameRecord:
    """Return the record of a position's own history.

    Setup stones are those that stood before the first move.
    """
    start = position.copy()
    while start.moves:
        start.undo()
    black, white = tuple(start.stones(BLACK)), tuple(start.stones(WHITE))
    # A handicap implies that White begins; elsewhere the player to move is only said when unusual.
    unusual = (black or white) and not position.handicap
    root = Node(black, white, to_move=start.to_move if unusual else None)
    return GameRecord(
        position.width,
        position.height,
        position.komi,
        position.rules,
        position.handicap,
        black_name,
        white_name,
        result,
        (root, *(Node(move=move) for move in position.moves)),
    )


def record_text(record: GameRecord, comments: Mapping[int, str] | None = None) -> str:
    """Return the record as SGF text; `comments` go to moves by number (0 is the root)."""
    sequence = []
    number = 0
    for index, node in enumerate(record.nodes or (Node(),)):
        number += node.move is not None
        properties = _root_properties(record) if index == 0 else {}
        _put_points(properties, record, node)
        if node.move is not None:
            name = "B" if node.move.colour == BLACK else "W"
            properties[name] = [sgf_point(record.height, node.move.point)]
        comment = (comments or {}).get(number, "") if node.move or index == 0 else ""
        if node.comment or comment:
            words = "\n".join(text for text in (node.comment, comment) if text)
            properties["C"] = [_escaped(words)]
        sequence.append(properties)
    nodes = "\n".join(
        ";" + "".join(f"{name}[{']['.join(values)}]" for name, values in properties.items())
        for properties in sequence
    )
    return f"({nodes})\n"


def _root_properties(record: GameRecord) -> dict[str, list[str]]:
    square = record.width == record.height
    size = str(record.width) if square else f"{record.width}:{record.height}"
    properties = {
        "FF": "4",
        "GM": "1",
        "CA": "UTF-8",
        "AP": f"gtpengine:{__version__}",
        "SZ": size,
        "KM": decimal_text(record.komi),
        "RU": record.rules.name,
    }
    if record.handicap:
        properties["HA"] = str(record.handicap)
    named = (("PB", record.black_name), ("PW", record.white_name), ("RE", record.result))
    properties |= {name: _escaped(text) for name, text in named if text}
    return {name: [value] for name, value in properties.items()}


def _put_points(properties: dict[str, list[str]], record: GameRecord, node: Node) -> None:
    for name, points in (("AB", node.black), ("AW", node.white), ("AE", node.empty)):
        if points:
            properties[name] = [sgf_point(record.height, point) for point in points]
    if node.to_move is not None:
        properties["PL"] = [colour_name(node.to_move)[0].upper()]


def sgf_point(height: int, point: int) -> str:
    """Return a point as records name it on a board of so many rows; nothing for a pass."""
    if point == PASS:
        return ""
    return ascii_lowercase[column_of(point) - 1] + ascii_lowercase[height - row_of(point)]


def _escaped(text: str) -> str:
    return str(sgf_grammar.escape_text(text.encode("utf-8")), "utf-8")
