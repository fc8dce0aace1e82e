"""Loops made by one player alone, taken out by unrolling.

A player who returns to a position by moves of his own only has wasted them, so in such a loop of m
positions he needs at most m - 1 moves in a row. Each position gets copies that count how many are
left: a copy's own-colour moves inside the loop lead to copies with one less, the last copy has
none. The opponent's moves lead back to the full position. The graph grows by m * (m - 1) nodes per
loop and keeps its old nodes in place; play is the same as before except that nobody circles alone.
"""

from fractions import Fraction

from gtpengine.errors import EngineError
from gtpengine.values.graph import GameGraph, Node, Option, strong_components

MAX_COPIES = 100_000


class TooManyLoops(EngineError):
    """One player's own loops are too large to be unrolled; the text names some of the positions."""


class Unrolled:
    """A graph without one-player loops; `origin[node]` is the old node that it stands for.

    `loops` are the one-player loops that were found, as old nodes. Below temperature 0 a move is
    paid for, so there circling alone gains and an unrolled graph is not the same game. Loops that
    change the score on the way round, whatever the temperature, are also listed as `gaining`.
    """

    def __init__(self, graph: GameGraph) -> None:
        self.origin = list(range(len(graph)))
        self.loops: list[list[int]] = []
        self.gaining: list[list[int]] = []
        self.nodes = list(graph.nodes)
        for side in (0, 1):
            self._unroll(graph, side)
        self.graph = GameGraph(tuple(self.nodes), graph.root) if self.loops else graph

    def _unroll(self, graph: GameGraph, side: int) -> None:
        count = len(self.nodes)
        successors = [[option.node for option in _own(node, side)] for node in self.nodes]
        for part in strong_components(successors):
            if len(part) == 1 and part[0] not in successors[part[0]]:
                continue
            if len(self.nodes) - count + len(part) ** 2 > MAX_COPIES:
                names = ", ".join(graph.label(self.origin[node]) for node in part[:8])
                raise TooManyLoops(f"one player alone can circle through {names} and others")
            self.loops.append(sorted({self.origin[node] for node in part}))
            if not self._keeps_the_score(part, side):
                self.gaining.append(self.loops[-1])
            self._copy(part, side)

    def _keeps_the_score(self, part: list[int], side: int) -> bool:
        """Return whether every way round a one-player loop adds up to no points."""
        inside = set(part)
        points = {part[0]: Fraction(0)}
        todo = [part[0]]
        for node in todo:
            for option in _own(self.nodes[node], side):
                if option.node not in inside:
                    continue
                there = points[node] + option.offset
                if option.node not in points:
                    points[option.node] = there
                    todo.append(option.node)
                elif points[option.node] != there:
                    return False
        return True

    def _copy(self, part: list[int], side: int) -> None:
        """Replace the positions of one loop by counted copies, built from no moves left upward."""
        place = {node: index for index, node in enumerate(part)}
        below: int | None = None  # where the copies with one move less start
        for left in range(len(part)):
            last = left == len(part) - 1
            start = len(self.nodes)
            for node in part:
                kept = []
                for option in _own(self.nodes[node], side):
                    if option.node not in place:
                        kept.append(option)
                    elif below is not None:
                        kept.append(Option(below + place[option.node], option.offset))
                other = _own(self.nodes[node], 1 - side)
                left_options, right_options = (kept, other) if side == 0 else (other, kept)
                copy = Node(self.nodes[node].name, None, tuple(left_options), tuple(right_options))
                if last:
                    self.nodes[node] = copy
                else:
                    self.nodes.append(copy)
                    self.origin.append(self.origin[node])
            below = start


def _own(node: Node, side: int) -> tuple[Option, ...]:
    return node.right if side else node.left


def eternal_loops(graph: GameGraph) -> list[list[int]]:
    """Return the loops that no move leaves: nobody can ever end them."""
    found = []
    for part in graph.loops():
        inside = set(part)
        if all(option.node in inside for node in part for option in graph.nodes[node].options):
            found.append(part)
    return found
