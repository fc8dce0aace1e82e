"""One local game as a summand: a complete graph that knows what it is worth to stop."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.errors import BadInput
from gtpengine.localgame.graph import LocalGraph

Ints = npt.NDArray[np.int32]
NO_BAN = -1


class Incomplete(BadInput):
    """The local game has positions that were never expanded, or no score to stop at."""


@dataclass(frozen=True)
class Summand:
    """A game graph in flat arrays; sides are 0 for Black, 1 for White, positive is Black's.

    Attributes:
        first: options of node v and side are the edges first[2 v + side] to first[2 v + side + 1].
        target: by edge, the node that the move leads to.
        offset: by edge, points for Black that the move brings beside that node.
        move: by edge, the game's own code of the move.
        lift: by node, the same position without its ko ban; itself if it has none.
        standing: by node, what it is worth if play stops there.
        base: points for Black that are settled from the start.
        banned: (node, banned move, side that may not play it) -> the node with that ban.
    """

    first: Ints
    target: Ints
    offset: Ints
    move: Ints
    lift: Ints
    standing: Ints
    base: int
    banned: dict[tuple[int, int, int], int]

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.lift)

    def options(self, node: int, side: int) -> range:
        """Return the edges of one player at `node`."""
        return range(int(self.first[2 * node + side]), int(self.first[2 * node + side + 1]))

    def edge_of(self, node: int, side: int, move: int) -> int | None:
        """Return the edge of that move, or None if it is not possible."""
        for edge in self.options(node, side):
            if self.move[edge] == move:
                return edge
        return None


def _packed(
    sources: Ints,
    sides: Ints,
    columns: tuple[Ints, Ints, Ints],
    nodes: int,
) -> tuple[Ints, Ints, Ints, Ints]:
    """Return `first` and the edge columns (target, offset, move) in the order of node and side."""
    place = 2 * sources + sides
    order = np.argsort(place, kind="stable")
    first = np.zeros(2 * nodes + 1, np.int32)
    np.cumsum(np.bincount(place, minlength=2 * nodes), out=first[1:])
    target, offset, move = (np.ascontiguousarray(c[order], dtype=np.int32) for c in columns)
    return first, target, offset, move


def summand_of_graph(graph: LocalGraph, *, swapped: bool = False, tax: int = 0) -> Summand:
    """Return a region's graph as a summand, the colours exchanged if `swapped`.

    Moves are the bits of the key. With `tax` 1 every move costs its player a point: territory.

    Raises:
        Incomplete: the graph is not complete.
    """
    if not graph.complete:
        raise Incomplete(f"the local game is not complete: {graph.status.value}")
    plain = graph.nodes
    degrees = np.diff(graph.first)
    places = np.repeat(np.arange(2 * plain, dtype=np.int32), degrees)
    sources, sides = places // 2, places % 2
    target = graph.child.astype(np.int32)
    banned: dict[tuple[int, int, int], int] = {}
    for edge in np.flatnonzero(target < 0):
        ko = -1 - int(target[edge])
        ban = (int(graph.ko_node[ko]), int(graph.ko_point[ko]), 1 - int(sides[edge]))
        target[edge] = banned.setdefault(ban, plain + len(banned))
    offset = graph.edge_offset.astype(np.int32)
    move = graph.point.astype(np.int32)
    more: list[list[Any]] = [[sources], [sides], [target], [offset], [move]]
    lift = np.arange(plain + len(banned), dtype=np.int32)
    for (node, point, side), new in banned.items():
        lift[new] = node
        edges = np.arange(graph.first[2 * node], graph.first[2 * node + 2])
        edges = edges[~((sides[edges] == side) & (move[edges] == point))]
        more[0].append(np.full(len(edges), new, np.int32))
        for column, values in zip(more[1:], (sides, target, offset, move), strict=True):
            column.append(values[edges])
    sources, sides, target, offset, move = (np.concatenate(column) for column in more)
    standing = np.array([graph.score(node) for node in range(plain)], np.int32)
    standing = standing[lift]
    sign = -1 if swapped else 1
    if swapped:
        sides = 1 - sides
        banned = {(node, point, 1 - side): new for (node, point, side), new in banned.items()}
    offset = sign * offset - tax * (1 - 2 * sides)
    packed = _packed(sources, sides, (target, offset, move), len(lift))
    return Summand(*packed, lift, sign * standing, sign * graph.offset, banned)
