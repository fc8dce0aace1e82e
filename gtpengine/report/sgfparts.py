"""Parts of game records that reports write: points, comments in ASCII, trees of nodes."""

from sgfmill import sgf_grammar

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.record import BadRecord
from gtpengine.board.recordwriting import sgf_point
from gtpengine.report.view import PositionView

SIDES = {BLACK: "B", WHITE: "W"}

Properties = dict[str, list[bytes]]


def parsed(source: bytes) -> sgf_grammar.Coarse_game_tree:
    """Return the tree of a record.

    Raises:
        BadRecord: the source is no SGF.
    """
    try:
        return sgf_grammar.parse_sgf_game(source)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not an SGF file: {error}") from None


def point_text(view: PositionView, point: int) -> str:
    """Return a point as records write it; nothing for a pass."""
    return sgf_point(view.height, point)


def tree_of(nodes: list[Properties]) -> sgf_grammar.Coarse_game_tree:
    """Return a tree of nodes in a row."""
    made = sgf_grammar.Coarse_game_tree()
    made.sequence, made.children = nodes, []
    return made


def joined(old: bytes, words: str) -> bytes:
    """Return a comment with words below what stood there."""
    return old + b"\n\n" * bool(old) + escaped(words)


def escaped(words: str) -> bytes:
    """Return words as a property's value, in ASCII: that fits any encoding a record has."""
    plain = words.replace("±", "+-").encode("ascii", "replace")
    made: bytes = sgf_grammar.escape_text(plain)
    return made
