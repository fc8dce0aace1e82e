"""Game records for the browser: all variations of an SGF file, each move with what it captures.

The browser gets a flat list of nodes; each names its parent by its place in the list. Names and
comments are plain text in it, whatever they look like.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sgfmill import sgf_grammar

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.komi import decimal_text
from gtpengine.board.points import vertex_of
from gtpengine.board.position import BadSetup, IllegalMove, Position
from gtpengine.board.record import UNNAMED, BadRecord, GameRecord, Node, likely_rules, read_nodes
from gtpengine.board.sgfgames import Properties
from gtpengine.board.sgftext import decoded
from gtpengine.web.positions import LETTERS, played

MOST_NODES = 20_000
_MOST_WARNINGS = 8


@dataclass
class _Tree:
    """The nodes of a file in the order of reading, each with the place of its parent."""

    maps: list[Properties] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    is_cut: bool = False


def tree_json(data: bytes, name: str = "") -> dict[str, Any]:
    """Return the first game of an SGF file, with its variations.

    Raises:
        BadRecord: it is none, or has no board that we know.
    """
    if not data.strip():
        raise BadRecord("the file is empty")
    file = decoded(data)
    tree = _read(file.text.encode("utf-8", "replace"))
    if not tree.maps:
        raise BadRecord("not an SGF file: no '(;' in it that begins a game")
    record, nodes = read_nodes(tree.maps, UNNAMED)
    warnings = [file.warning, *record.warnings]
    if tree.is_cut:
        warnings.append("the file breaks off; the game is read as far as it goes")
    if record.rules is UNNAMED:
        record = replace(record, rules=likely_rules(record.komi))
        warnings.append(f"the record names no rules: {record.rules.name}")
    made = _Board(record)
    made.place(nodes, tree.parents)
    return {
        "name": name,
        "root": made.root,
        "header": {
            "black": record.black_name,
            "white": record.white_name,
            "result": record.result,
        },
        "nodes": made.nodes,
        "warnings": list(filter(None, [*warnings, *made.warnings]))[:_MOST_WARNINGS],
    }


def _read(data: bytes) -> _Tree:
    """Return the tree of the first game in a UTF-8 text."""
    tokens, _ = sgf_grammar.tokenise(data)
    tree = _Tree()
    open_: list[int] = []  # the node before each bracket that is open
    here, place = -1, 0
    while place < len(tokens):
        kind, word = tokens[place]
        place += 1
        if kind == "D" and word == b"(":
            open_.append(here)
        elif kind == "D" and word == b")":
            here = open_.pop()
            if not open_:
                return tree
        elif kind == "D":
            if len(tree.maps) >= MOST_NODES:
                raise BadRecord(f"the file has more than {MOST_NODES} nodes")
            tree.maps.append({})
            tree.parents.append(here)
            here = len(tree.maps) - 1
        elif kind == "I":
            values = []
            while place < len(tokens) and tokens[place][0] == "V":
                values.append(tokens[place][1])
                place += 1
            if values and here >= 0:
                tree.maps[here].setdefault(word.decode("ascii"), []).extend(values)
    tree.is_cut = bool(tree.maps)
    return tree


class _Board:
    """Plays the nodes of a tree and notes what each changes."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.nodes: list[dict[str, Any]] = []
        self.warnings: list[str] = []
        self.root: dict[str, Any] = {
            "width": record.width,
            "height": record.height,
            "rules": record.rules.name,
            "komi": decimal_text(record.komi),
            "handicap": record.handicap,
            "black": [],
            "white": [],
        }

    def place(self, nodes: Sequence[tuple[Node, ...]], parents: Sequence[int]) -> None:
        """Fill `nodes` and `root`; a line ends before its first illegal move."""
        record = self.record
        start = Position(record.width, record.height, record.rules, record.komi)
        # By place in the file: the position after the node and its place in the list, None if lost.
        after: list[tuple[Position, int] | None] = []
        children = [0] * len(parents)
        for parent in parents:
            if parent >= 0:
                children[parent] += 1
        for place, (parts, parent) in enumerate(zip(nodes, parents, strict=True)):
            found = (start, -1) if parent < 0 else after[parent]
            if found is None:
                after.append(None)
                continue
            position, above = found
            if parent >= 0:
                children[parent] -= 1
                if children[parent]:  # others need it too
                    position = position.copy()
                else:
                    after[parent] = None
            after.append(self._place(parts, position, above, is_root=place == 0))

    def _place(
        self, parts: Sequence[Node], position: Position, above: int, *, is_root: bool
    ) -> tuple[Position, int] | None:
        for part in parts or (Node(),):
            made: dict[str, Any] = {"parent": above}
            try:
                if part.has_setup():
                    self._set_up(part, position, made, is_root=is_root)
                if part.move is not None:
                    made |= played(position, [part.move])[0]
            except (IllegalMove, BadSetup) as error:
                what = part.move or "the stones"
                number = len(position.moves) + 1
                self.warnings.append(f"{what} at move {number}: {error}; that line ends there")
                return None
            if part.comment:
                made["text"] = part.comment
            if is_root and part.move is None:
                # The root is the position in which the game begins, not a step of it.
                self.nodes.append(
                    {"parent": -1, **({"text": made["text"]} if "text" in made else {})}
                )
            else:
                if is_root and not self.nodes:
                    self.nodes.append({"parent": -1})
                    made["parent"] = 0
                self.nodes.append(made)
            above = len(self.nodes) - 1
        return position, above

    def _set_up(
        self, part: Node, position: Position, made: dict[str, Any], *, is_root: bool
    ) -> None:
        handicap = self.record.handicap
        if is_root and handicap >= 2 and len(part.black) == handicap and not part.white:
            position.place_handicap(part.black)
            position.to_move = part.to_move or WHITE
        else:
            position.setup(part.black, part.white, part.empty, part.to_move)
        if is_root:
            self.root["black"] = [vertex_of(p) for p in position.stones(BLACK)]
            self.root["white"] = [vertex_of(p) for p in position.stones(WHITE)]
            self.root["to_move"] = LETTERS[position.to_move]
        else:
            made["setup"] = {
                name: [vertex_of(p) for p in points]
                for name, points in (
                    ("black", part.black),
                    ("white", part.white),
                    ("empty", part.empty),
                )
            }
            made["setup"]["to_move"] = LETTERS[position.to_move]
