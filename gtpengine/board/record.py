"""Game records, read from SGF. Only the first variation is read; recordwriting.py writes them.

Files are read as they come: in any usual encoding, cut off, with a komi in words. What had to be
guessed or left out stands in the record's `warnings`.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from string import ascii_lowercase

from sgfmill import sgf_grammar

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.komi import BadKomi
from gtpengine.board.points import PASS, BadSize, check_size, column_of, on_board, point_at, row_of
from gtpengine.board.position import BadSetup, IllegalMove, Move, Position
from gtpengine.board.recordkomi import recorded_komi
from gtpengine.board.rules import CHINESE, JAPANESE, BadRules, Rules, rules_named
from gtpengine.board.sgfgames import MainLine, Properties, games_in
from gtpengine.board.sgftext import decoded
from gtpengine.errors import BadInput

MAX_BYTES = 16 * 1024 * 1024
# Rules of a record that names none, until somebody decides.
UNNAMED = replace(CHINESE, name="")
_CHINESE_KOMI = Fraction(7)


class BadRecord(BadInput):
    """The file is no usable record of a game of Go; the text says why, with the move number."""


@dataclass(frozen=True)
class Node:
    """One step of a record: stones set up, a move, words."""

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()
    to_move: int | None = None
    move: Move | None = None
    comment: str = ""

    def has_setup(self) -> bool:
        """Tell whether the node sets stones or the player to move."""
        return bool(self.black or self.white or self.empty or self.to_move is not None)


@dataclass(frozen=True)
class GameRecord:
    """A game as recorded."""

    width: int
    height: int
    komi: Fraction
    rules: Rules
    handicap: int = 0
    black_name: str = ""
    white_name: str = ""
    result: str = ""
    nodes: tuple[Node, ...] = field(default_factory=tuple)
    warnings: tuple[str, ...] = ()
    komi_named: bool = True

    def moves(self) -> list[Move]:
        """Return all moves, setup left out."""
        return [node.move for node in self.nodes if node.move is not None]

    def position(self, before: int | None = None, rules: Rules | None = None) -> Position:
        """Return the position before move number `before` (from 1), or after the last move.

        Raises:
            BadRecord: the record holds an illegal move or impossible stones up to there, or
                `before` is not a move number of this record.
        """
        total = len(self.moves())
        if before is not None and not 1 <= before <= total + 1:
            raise BadRecord(f"no position before move {before}: the last move is {total}")
        position = Position(self.width, self.height, rules or self.rules, self.komi)
        number = 0
        for node in self.nodes:
            if node.move is not None and number + 1 == before:
                break
            number += node.move is not None
            _apply(position, node, number, self.handicap)
        return position


def _apply(position: Position, node: Node, number: int, handicap: int) -> None:
    """Set up the stones of `node`, then play its move, which has that number."""
    if node.has_setup():
        try:
            position.setup(node.black, node.white, node.empty, node.to_move)
        except BadSetup as error:
            raise BadRecord(f"setup after move {number}: {error}") from None
        if number == 0 and handicap >= 2 and len(node.black) == handicap and not node.white:
            position.handicap = handicap
            position.to_move = node.to_move or WHITE
    if node.move is not None:
        try:
            position.play(*node.move)
        except IllegalMove as error:
            raise BadRecord(f"move {number} ({node.move}) is illegal: {error}") from None


def load_record(
    source: str | os.PathLike[str] | bytes, rules: Rules = CHINESE, game: int | None = None
) -> GameRecord:
    """Return a game of an SGF file, or of its bytes; `rules` hold where it names none.

    `game` is its number, from 1, where a file holds several; without it the first is read.

    Raises:
        BadRecord: the file is missing, unreadable, too large, not SGF or not Go, or has no such
            game.
    """
    line, warnings = main_line(source, game)
    return _Reader(line, rules, warnings).record()


def likely_rules(komi: Fraction) -> Rules:
    """Return the rules of a record that names none.

    Most such records are Japanese, and so are endgame books; a komi of seven or more is Chinese.
    """
    return CHINESE if komi >= _CHINESE_KOMI else JAPANESE


def read_nodes(
    maps: Sequence[Properties], rules: Rules = CHINESE
) -> tuple[GameRecord, list[tuple[Node, ...]]]:
    """Return a game without its nodes, and the nodes that each map of properties stands for.

    The first map is the root; the others may be those of all variations. A map that names points
    beside the board stands for nothing, and a warning of the record says so.

    Raises:
        BadRecord: the root is not that of a game of Go.
    """
    reader = _Reader(MainLine([*maps[:1]], is_cut=False), rules, ())
    record = reader.record()
    found = []
    reader.warnings = []
    for number, properties in enumerate(maps):
        try:
            found.append(tuple(reader.parts(properties, number)))
        except BadRecord as error:
            reader.warnings.append(str(error))
            found.append(())
    return replace(record, nodes=(), warnings=(*record.warnings, *reader.warnings)), found


def main_line(
    source: str | os.PathLike[str] | bytes, game: int | None = None
) -> tuple[MainLine, tuple[str, ...]]:
    """Return the nodes of a game as `load_record` finds it, in UTF-8, and what is to be said of it.

    Raises:
        BadRecord: see `load_record`.
    """
    data = source if isinstance(source, bytes) else read_file(Path(source))
    if not data.strip():
        raise BadRecord("the file is empty")
    file = decoded(data)
    games = list(games_in(file.text.encode("utf-8", "replace")))
    if not games:
        raise BadRecord("not an SGF file: no '(;' in it that begins a game")
    if game is not None and not 1 <= game <= len(games):
        raise BadRecord(f"no game {game}: the file has {len(games)}")
    line = games[(game or 1) - 1]
    warnings = [file.warning]
    if game is None and len(games) > 1:
        warnings.append(f"the file has {len(games)} games; the first is read")
    if line.is_cut:
        count = sum("B" in node or "W" in node for node in line.nodes)
        if not any(name in node for node in line.nodes for name in ("B", "W", "AB", "AW")):
            raise BadRecord("the file breaks off before the first stone")
        warnings.append(f"the file breaks off; the game is read as far as move {count}")
    return line, tuple(filter(None, warnings))


def read_file(path: Path) -> bytes:
    """Return the bytes of a record.

    Raises:
        BadRecord: there is no such file, or it is too large.
    """
    try:
        if path.is_dir():
            raise BadRecord(f"{path}: is a folder")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise BadRecord(f"{path}: larger than {MAX_BYTES >> 20} MiB")
    return data


class _Reader:
    """Reads the property maps of one game's main line."""

    def __init__(self, line: MainLine, rules: Rules, warnings: Sequence[str]) -> None:
        self.nodes = line.nodes
        self.root = line.nodes[0]
        self.default_rules = rules
        self.warnings = list(warnings)

    def text(self, name: str) -> str:
        return self.decoded(self.root[name][0]) if name in self.root else ""

    def decoded(self, value: bytes) -> str:
        plain: bytes = sgf_grammar.text_value(value)
        return plain.decode("utf-8", "replace")

    def record(self) -> GameRecord:
        game = self.text("GM").strip()
        if game not in ("", "1"):
            raise BadRecord(f"not a game of Go (GM[{game[:20]}])")
        self.width, self.height = self.size()
        komi = self.komi()
        nodes = tuple(
            node for n, properties in enumerate(self.nodes) for node in self.parts(properties, n)
        )
        rules, handicap = self.rules(), self.handicap()
        stones = next((len(node.black) for node in nodes if node.has_setup()), 0)
        if handicap >= 2 and stones == 0:
            self.warnings.append(f"a handicap of {handicap} is named, but no stones are set up")
        return GameRecord(
            self.width,
            self.height,
            komi,
            rules,
            handicap,
            self.text("PB"),
            self.text("PW"),
            self.text("RE"),
            nodes,
            tuple(self.warnings),
            bool(self.text("KM").strip()),
        )

    def size(self) -> tuple[int, int]:
        text = self.text("SZ").strip() or "19"
        parts = re.split(r"[:x*]", text)
        try:
            numbers = [int(part) for part in parts]
            width, height = numbers * 2 if len(numbers) == 1 else numbers
            check_size(width, height)
        except (ValueError, BadSize):
            raise BadRecord(f"board size SZ[{text[:20]}] is not supported") from None
        return width, height

    def rules(self) -> Rules:
        text = self.text("RU").strip()
        try:
            return rules_named(text)
        except BadRules:
            if text:
                self.warnings.append(f"the rules RU[{text[:20]}] are not known")
            return self.default_rules

    def komi(self) -> Fraction:
        text = self.text("KM").strip()
        try:
            komi, warning = recorded_komi(text)
        except BadKomi as error:
            raise BadRecord(f"KM[{text[:20]}]: {error}") from None
        if warning:
            self.warnings.append(warning)
        if abs(komi) > self.width * self.height:
            self.warnings.append(f"the komi KM[{text[:20]}] is more than the board has points")
        return komi

    def handicap(self) -> int:
        text = self.text("HA").strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0

    def parts(self, properties: Properties, number: int) -> Iterator[Node]:
        """Yield the node, and one more for each further move that stands in it."""
        colours = {"B": BLACK, "W": WHITE}
        moves = [
            Move(colours[name], self.move_point(value, number))
            for name in properties
            if name in colours
            for value in properties[name]
        ]
        yield self.node(properties, number, moves[0] if moves else None)
        if len(moves) > 1:
            self.warnings.append(f"node {number} holds {len(moves)} moves; they are played in turn")
            yield from (Node(move=move) for move in moves[1:])

    def node(self, properties: Properties, number: int, move: Move | None) -> Node:
        to_move = None
        if "PL" in properties:
            letter = properties["PL"][0].strip().lower()[:1]
            to_move = {b"b": BLACK, b"1": BLACK, b"w": WHITE, b"2": WHITE}.get(letter)
        return Node(
            self.points(properties.get("AB", ()), number),
            self.points(properties.get("AW", ()), number),
            self.points(properties.get("AE", ()), number),
            to_move,
            move,
            self.decoded(properties["C"][0]) if "C" in properties else "",
        )

    def move_point(self, value: bytes, number: int) -> int:
        if value.strip() == b"" or (value == b"tt" and max(self.width, self.height) <= 19):
            return PASS
        return self.point(value, number)

    def point(self, value: bytes, number: int) -> int:
        text = value.decode("latin-1").strip()
        if len(text) == 2 and all(letter in ascii_lowercase for letter in text):
            row = self.height - ascii_lowercase.index(text[1])
            point = point_at(row, ascii_lowercase.index(text[0]) + 1)
            if row >= 1 and on_board(point, self.width, self.height):
                return point
        raise BadRecord(f"node {number}: '{text[:20]}' is not a point of this board")

    def points(self, values: Iterable[bytes], number: int) -> tuple[int, ...]:
        """Return the points of a list, in which `aa:cc` stands for a rectangle."""
        found = []
        for value in values:
            first, _, last = value.partition(b":")
            low = self.point(first, number)
            high = self.point(last, number) if last else low
            found += [
                point_at(row, column)
                for row in range(min(row_of(low), row_of(high)), max(row_of(low), row_of(high)) + 1)
                for column in range(column_of(low), column_of(high) + 1)
            ]
        return tuple(found)
