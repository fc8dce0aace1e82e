"""The komaster game: who may retake a ko, and what follows from it, as equations between walls.

A *ko capture* is a move from X to Y that the opponent could take back at once, by a move from Y to
X. The rules say what happens after it:

- `Komaster.BLACK`: after Black's capture White may not take back, and Black may not play elsewhere:
  he has to go on locally (the pass ban). White's captures may be taken back. `Komaster.WHITE` is
  the mirror image. This is the game of Mueller, Berlekamp and Spight (1996), section 4, with the
  block tied to the one move that would close the loop, not to every ko move of the position.
- `Komaster.NONE`: nobody has a ko threat. After either player's capture the opponent may not take
  back *at once*, but any play of his, here or elsewhere, lifts the block; nobody is forced to go
  on. This is the simple ko rule in a rich environment. It contains the blocked positions of section
  5.5 and their correction of section 5.6: where the position after the capture is cold, its mast is
  the plain one, because then nobody needs to hurry.

Every position is a *unit* with two walls; every ko capture after which a block holds is a unit with
one wall, that of the blocked player who is to move. Units refer to each other by index.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.loopy.unrolling import Unrolled


class Komaster(Enum):
    """Who wins all kos by having the threats: `NONE` is an environment without any threats."""

    BLACK = "black"
    WHITE = "white"
    NONE = "none"

    @property
    def opponent(self) -> "Komaster":
        """The komaster of the game with the players' roles exchanged."""
        return {
            Komaster.BLACK: Komaster.WHITE,
            Komaster.WHITE: Komaster.BLACK,
            Komaster.NONE: Komaster.NONE,
        }[self]


class Reference(NamedTuple):
    """A move to a unit, with the points (scaled) that it adds."""

    unit: int
    offset: int


References = tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """The blocked player is to move in `node` after a ko capture by Black (side 0) or White (1)."""

    side: int
    node: int
    others: References  # what the blocked player may still play here
    forced: bool  # whether the capturing player has to go on: then `moves` are his
    moves: References


@dataclass(frozen=True, slots=True)
class Units:
    """The equations of one graph under one rule, on one scale.

    Units 0 to len(numbers) - 1 are the graph's nodes; after them come the blocks.
    """

    scale: int
    numbers: tuple[Fraction | None, ...]  # terminals' values, None for other nodes
    moves: tuple[tuple[References, References], ...]  # of each node, for Black and White
    blocks: tuple[Block, ...]

    def __len__(self) -> int:
        return len(self.moves) + len(self.blocks)

    def needs(self, unit: int) -> list[int]:
        """Return the units whose walls decide those of `unit`."""
        count = len(self.moves)
        if unit < count:
            black, white = self.moves[unit]
            return [reference.unit for reference in black + white]
        block = self.blocks[unit - count]
        wanted = [reference.unit for reference in block.others + block.moves]
        return wanted if block.forced else [block.node, *wanted]


def common_scale(graph: GameGraph) -> int:
    """Return the least common denominator of the numbers in `graph`."""
    scale = 1
    for node in graph.nodes:
        if node.number is not None:
            scale = lcm(scale, node.number.denominator)
        for option in node.options:
            scale = lcm(scale, option.offset.denominator)
    return scale


def units_of(unrolled: Unrolled, komaster: Komaster | None, scale: int) -> Units:
    """Return the equations of a graph; komaster None is play in which no ko move is ever blocked.

    Pre: `scale` is a multiple of `common_scale`.
    """
    return _Builder(unrolled, komaster, scale).build()


class _Builder:
    def __init__(self, unrolled: Unrolled, komaster: Komaster | None, scale: int) -> None:
        self.graph = unrolled.graph
        self.origin = unrolled.origin
        self.scale = scale
        self.forced = komaster is not Komaster.NONE
        self.blocking = (
            komaster in (Komaster.BLACK, Komaster.NONE),
            komaster in (Komaster.WHITE, Komaster.NONE),
        )
        self.captures: dict[tuple[int, int, Option], int] = {}

    def build(self) -> Units:
        nodes = self.graph.nodes
        for index, node in enumerate(nodes):
            for side, options in enumerate((node.left, node.right)):
                if not self.blocking[side]:
                    continue
                for option in options:
                    if self.is_ko_capture(index, side, option):
                        key = (index, side, option)
                        self.captures.setdefault(key, len(nodes) + len(self.captures))
        moves = tuple(
            (self.references(index, 0, node.left), self.references(index, 1, node.right))
            for index, node in enumerate(nodes)
        )
        return Units(
            self.scale,
            tuple(node.number for node in nodes),
            moves,
            tuple(self.block(*key) for key in self.captures),
        )

    def options(self, node: int, side: int) -> tuple[Option, ...]:
        found = self.graph.nodes[node]
        return found.right if side else found.left

    def takes_back(self, start: int, option: Option, reply: Option) -> bool:
        """Return whether `reply` returns to the position `start` that `option` left."""
        return self.origin[reply.node] == self.origin[start] and reply.offset == -option.offset

    def is_ko_capture(self, node: int, side: int, option: Option) -> bool:
        replies = self.options(option.node, 1 - side)
        return any(self.takes_back(node, option, reply) for reply in replies)

    def references(self, node: int, side: int, options: Iterable[Option]) -> References:
        return tuple(
            Reference(
                self.captures.get((node, side, option), option.node),
                int(option.offset * self.scale),
            )
            for option in options
        )

    def block(self, start: int, side: int, option: Option) -> Block:
        node = option.node
        replies = self.options(node, 1 - side)
        allowed = (reply for reply in replies if not self.takes_back(start, option, reply))
        others = self.references(node, 1 - side, allowed)
        own = self.options(node, side) if self.forced else ()
        return Block(side, node, others, self.forced, self.references(node, side, own))
