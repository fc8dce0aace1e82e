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

A komaster whose threats let the temperature fall first (`drop` in analysis.py) goes on at the best
temperature within that reach; what the opponent may play instead is judged where the ko was taken.

Every position is a *unit* with two walls; every ko capture after which a block holds is a unit with
one wall, that of the blocked player who is to move. Units refer to each other by index.
"""

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
        self.nodes = unrolled.graph.nodes
        self.origin = unrolled.origin
        self.scale = scale
        self.forced = komaster is not Komaster.NONE
        self.blocking = (
            komaster in (Komaster.BLACK, Komaster.NONE),
            komaster in (Komaster.WHITE, Komaster.NONE),
        )
        self.captures: list[tuple[int, int, Option]] = []  # start, side, move

    def build(self) -> Units:
        moves = tuple(
            (self.references(index, 0, node.left), self.references(index, 1, node.right))
            for index, node in enumerate(self.nodes)
        )
        return Units(
            self.scale,
            tuple(node.number for node in self.nodes),
            moves,
            tuple(self.block(moves, *capture) for capture in self.captures),
        )

    def options(self, node: int, side: int) -> tuple[Option, ...]:
        found = self.nodes[node]
        return found.right if side else found.left

    def references(self, node: int, side: int, options: tuple[Option, ...]) -> References:
        found = []
        for option in options:
            unit = option.node
            if self.blocking[side] and self.is_ko_capture(node, side, option):
                unit = len(self.nodes) + len(self.captures)
                self.captures.append((node, side, option))
            # Most offsets are zero, and a product of fractions is slow.
            offset = int(option.offset * self.scale) if option.offset else 0
            found.append(Reference(unit, offset))
        return tuple(found)

    def is_ko_capture(self, start: int, side: int, option: Option) -> bool:
        replies = self.options(option.node, 1 - side)
        return any(self.takes_back(start, option, reply) for reply in replies)

    def takes_back(self, start: int, option: Option, reply: Option) -> bool:
        """Return whether `reply` returns to the position `start` that `option` left."""
        return self.origin[reply.node] == self.origin[start] and reply.offset == -option.offset

    def block(
        self,
        moves: tuple[tuple[References, References], ...],
        start: int,
        side: int,
        option: Option,
    ) -> Block:
        node = option.node
        others = zip(moves[node][1 - side], self.options(node, 1 - side), strict=True)
        allowed = tuple(
            reference for reference, reply in others if not self.takes_back(start, option, reply)
        )
        return Block(side, node, allowed, self.forced, moves[node][side] if self.forced else ())
