"""Game graphs as text, in the notation that `notation.parse` reads.

Numbers, stars and ups are recognised by their form. A game is written with bars, 11||8|0, and with
braces where bars would grow longer than MAX_BARS or a side has several options. Positions in loops
are equations, and so are those whose text would be longer than MAX_LENGTH.
"""

import re
from collections.abc import Iterator, Set
from fractions import Fraction
from itertools import count, product
from string import ascii_uppercase
from typing import NamedTuple

from gtpengine.values.graph import GameGraph, Node, Option

MAX_BARS = 3
MAX_LENGTH = 2_000

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_']*", re.ASCII)


class Tepid(NamedTuple):
    """A number plus `ups` times up (negative: down) plus the nimber of size `nim`."""

    number: Fraction
    ups: int = 0
    nim: int = 0

    def negated(self) -> "Tepid":
        """Return the negative."""
        return Tepid(-self.number, -self.ups, self.nim)

    def __str__(self) -> str:
        star = "" if self.nim == 0 else "*" if self.nim == 1 else f"*{self.nim}"
        if self.ups == 0:
            return star if star and self.number == 0 else f"{self.number}{star}"
        times = "" if abs(self.ups) == 1 else f"{abs(self.ups)}"
        arrow = f"{times}{'^' if self.ups > 0 else 'v'}{star}"
        return arrow if self.number == 0 else f"{self.number}+{arrow}"


class _Piece(NamedTuple):
    text: str
    bars: int = 0  # longest run of bars outside braces

    def in_braces(self) -> "_Piece":
        return _Piece(f"{{{self.text}}}") if self.bars else self


def format_graph(graph: GameGraph) -> str:
    """Return `graph` in the notation; `notation.parse` reads it back as the same game."""
    return _Writer(graph.merged()).write()


def recognise(graph: GameGraph) -> dict[int, Tepid]:
    """Return the nodes whose very form is that of a number with stars and ups."""
    found: dict[int, Tepid] = {}
    looping = {node for part in graph.loops() for node in part}
    for index, *_ in graph.components():
        node = graph.nodes[index]
        if node.number is not None:
            found[index] = Tepid(node.number)
        elif index not in looping and all(option.node in found for option in node.options):
            left, right = (
                {_added(found[o.node], o.offset) for o in s} for s in (node.left, node.right)
            )
            tepid = _nimber(left, right) or _ups(left, right)
            if tepid is None:
                mirrored = _ups({t.negated() for t in right}, {t.negated() for t in left})
                tepid = None if mirrored is None else mirrored.negated()
            if tepid is not None:
                found[index] = tepid
    return found


def _added(tepid: Tepid, number: Fraction) -> Tepid:
    return Tepid(tepid.number + number, tepid.ups, tepid.nim)


def _nimber(left: Set[Tepid], right: Set[Tepid]) -> Tepid | None:
    if not left or left != right:
        return None
    number = next(iter(left)).number
    if left != {Tepid(number, 0, nim) for nim in range(len(left))}:
        return None
    return Tepid(number, 0, len(left))


def _ups(left: Set[Tepid], right: Set[Tepid]) -> Tepid | None:
    """Return n times up, with or without star, if these are the options of its canonical form."""
    if len(right) != 1:
        return None
    (answer,) = right
    number = answer.number
    if left == {Tepid(number), Tepid(number, 0, 1)} and answer == Tepid(number):
        return Tepid(number, 1, 1)
    if left == {Tepid(number)} and answer.ups >= 0 and answer != Tepid(number):
        return Tepid(number, answer.ups + 1, answer.nim ^ 1)
    return None


class _Writer:
    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.tepid = recognise(graph)
        self.pieces: dict[int, _Piece] = {}
        self.equations: dict[int, str] = {}  # named node -> what it equals
        self.names: dict[int, str] = {}
        self.taken = {node.name for node in graph.nodes} | {"v"}
        self.fresh = _fresh_names()

    def write(self) -> str:
        graph = self.graph
        for part in graph.loops():
            for index in sorted(part):
                self.give_name(index)
        for part in graph.components():
            for index in part:
                self.write_node(index)
        if not self.names:
            return self.pieces[graph.root].text
        if graph.root not in self.names:
            self.give_name(graph.root)
            self.equations[graph.root] = self.pieces[graph.root].in_braces().text
        order = [graph.root, *(i for i in sorted(self.names) if i != graph.root)]
        return "; ".join(f"{self.names[i]}={self.equations[i]}" for i in order)

    def write_node(self, index: int) -> None:
        if index in self.tepid:
            self.pieces[index] = _Piece(str(self.tepid[index]))
            return
        piece = self.game(self.graph.nodes[index])
        if index not in self.names and len(piece.text) > MAX_LENGTH and index != self.graph.root:
            self.give_name(index)
        if index in self.names:
            self.equations[index] = piece.in_braces().text
            piece = _Piece(self.names[index])
        self.pieces[index] = piece

    def give_name(self, index: int) -> None:
        own = self.graph.nodes[index].name
        usable = _NAME.fullmatch(own) and own != "v" and own not in self.names.values()
        self.names[index] = own if usable else next(n for n in self.fresh if n not in self.taken)

    def game(self, node: Node) -> _Piece:
        left, right = self.side(node.left), self.side(node.right)
        if not node.left or not node.right:
            # Braces keep an empty side apart from the bars around the game.
            bar = "|" * (max(left.bars, right.bars) + 1)
            return _Piece(f"{{{left.text}{bar}{right.text}}}")
        if max(left.bars, right.bars) >= MAX_BARS:
            left, right = left.in_braces(), right.in_braces()
        bars = max(left.bars, right.bars) + 1
        return _Piece(f"{left.text}{'|' * bars}{right.text}", bars)

    def side(self, options: tuple[Option, ...]) -> _Piece:
        pieces = [self.option(option) for option in options]
        if len(pieces) == 1:
            return pieces[0]
        return _Piece(",".join(piece.in_braces().text for piece in pieces))

    def option(self, option: Option) -> _Piece:
        if option.node in self.tepid:
            return _Piece(str(_added(self.tepid[option.node], option.offset)))
        name = self.names.get(option.node)
        piece = self.pieces[option.node] if name is None else _Piece(name)
        if option.offset == 0:
            return piece
        sign = "+" if option.offset > 0 else "-"
        return _Piece(f"{piece.in_braces().text}{sign}{abs(option.offset)}")


def _fresh_names() -> Iterator[str]:
    """Yield A, B, ..., Z, AA, AB, ..."""
    for length in count(1):
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)
