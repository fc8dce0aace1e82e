"""Game graphs: finitely many positions of one game, loops allowed.

A node is either a *terminal*, a number that nobody moves in any more, or has options for Left
(Black) and Right (White); a side without options is allowed: {1|} is the integer 2. An option is a
node plus an *offset*: it stands for the sum of that node's game and a number, so positions that
differ only in points already won share a node (`K-28`). Everything here is about the graph alone:
no node is evaluated.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import BadInput

ZERO = Fraction(0)

# How `GameGraph.from_options` writes an option: a number, a name, or a name with an offset.
OptionText = int | Fraction | str | tuple[str, int | Fraction]
NodeText = int | Fraction | tuple[Sequence[OptionText], Sequence[OptionText]]


class LoopyGraph(BadInput):
    """Something that needs a loop-free game was asked of one with loops."""


class Option(NamedTuple):
    """A move to `node`, with `offset` points added to that node's value."""

    node: int
    offset: Fraction = ZERO


@dataclass(frozen=True, slots=True)
class Node:
    """One position. `number` is None unless it is a terminal, which has no options."""

    name: str = ""
    number: Fraction | None = None
    left: tuple[Option, ...] = ()
    right: tuple[Option, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """Left's options, then Right's."""
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class GameGraph:
    """Positions, addressed by their index in `nodes`, and the one that the graph is about.

    Raises:
        ValueError: an option or the root points nowhere, or a terminal has options.
    """

    nodes: tuple[Node, ...]
    root: int = 0

    def __post_init__(self) -> None:
        count = len(self.nodes)
        if not 0 <= self.root < count:
            raise ValueError(f"no node {self.root} in a graph of {count}")
        for node in self.nodes:
            if node.number is not None and (node.left or node.right):
                raise ValueError(f"terminal {node.name or node.number} has options")
            for option in node.options:
                if not 0 <= option.node < count:
                    raise ValueError(f"no node {option.node} in a graph of {count}")

    @staticmethod
    def from_options(description: Mapping[str, NodeText]) -> "GameGraph":
        """Build a graph from names: {"K": (["L"], [-9]), "L": ([18], [("K", 0)])}; first = root.

        Raises:
            BadInput: a name that is not described, or nothing described.
        """
        if not description:
            raise BadInput("a game graph needs at least one node")
        index = {name: number for number, name in enumerate(description)}
        terminals: dict[Fraction, int] = {}

        def option(text: OptionText) -> Option:
            if isinstance(text, int | Fraction):
                value = Fraction(text)
                return Option(terminals.setdefault(value, len(index) + len(terminals)))
            name, offset = (text, 0) if isinstance(text, str) else text
            if name not in index:
                raise BadInput(f"no node is named '{name}'")
            return Option(index[name], Fraction(offset))

        nodes = []
        for name, text in description.items():
            if isinstance(text, int | Fraction):
                nodes.append(Node(name, Fraction(text)))
            else:
                left, right = (tuple(option(each) for each in side) for side in text)
                nodes.append(Node(name, None, left, right))
        nodes += [Node("", value) for value in terminals]
        return GameGraph(tuple(nodes))

    def __len__(self) -> int:
        return len(self.nodes)

    def label(self, node: int) -> str:
        """Return the name of `node`, or its number, or "#index"."""
        found = self.nodes[node]
        if found.name:
            return found.name
        return f"#{node}" if found.number is None else f"{found.number}"

    def find(self, name: str) -> int:
        """Return the index of the node called `name`.

        Raises:
            BadInput: there is none.
        """
        for index, node in enumerate(self.nodes):
            if node.name == name:
                return index
        raise BadInput(f"no node is named '{name}'")

    def rooted_at(self, node: int) -> "GameGraph":
        """Return the same positions with another root."""
        return GameGraph(self.nodes, node)

    def reachable(self) -> list[int]:
        """Return the nodes that play can reach from the root, the root first, each once."""
        seen = {self.root}
        order = [self.root]
        for node in order:
            for option in self.nodes[node].options:
                if option.node not in seen:
                    seen.add(option.node)
                    order.append(option.node)
        return order

    def pruned(self) -> "GameGraph":
        """Return only what the root reaches; the root becomes node 0."""
        return self._renumbered(self.reachable(), 0)

    def negated(self) -> "GameGraph":
        """Return the game with the players' roles exchanged."""
        return GameGraph(
            tuple(
                Node(
                    node.name,
                    None if node.number is None else -node.number,
                    tuple(Option(o.node, -o.offset) for o in node.right),
                    tuple(Option(o.node, -o.offset) for o in node.left),
                )
                for node in self.nodes
            ),
            self.root,
        )

    def components(self) -> list[list[int]]:
        """Return the strongly connected components of all nodes, options before their parents."""
        return list(strong_components([[o.node for o in n.options] for n in self.nodes]))

    def loops(self) -> list[list[int]]:
        """Return the components in which play can return to a position: the others are trivial."""
        return [part for part in self.components() if len(part) > 1 or self._is_own_option(part[0])]

    @property
    def is_loop_free(self) -> bool:
        """Whether no position that the root reaches can occur twice."""
        return not self.pruned().loops()

    def options_first(self) -> list[int]:
        """Return all nodes in an order in which every option precedes its parents.

        Raises:
            LoopyGraph: there is no such order; the text names the positions of a loop.
        """
        loops = self.loops()
        if loops:
            names = ", ".join(self.label(node) for node in sorted(loops[0])[:8])
            raise LoopyGraph(f"the game has a loop through {names}")
        return [part[0] for part in self.components()]

    def merged(self) -> "GameGraph":
        """Return the reachable part with equal positions outside loops made one; root = node 0.

        Equal means: the same number, or the same sets of options. The first name found is kept.
        """
        graph = self.pruned()
        looping = {node for part in graph.loops() for node in part}
        same: dict[object, int] = {}
        target = list(range(len(graph)))
        nodes = list(graph.nodes)
        for part in graph.components():
            for index in part:
                node = nodes[index]
                left = tuple(dict.fromkeys(Option(target[o.node], o.offset) for o in node.left))
                right = tuple(dict.fromkeys(Option(target[o.node], o.offset) for o in node.right))
                nodes[index] = Node(node.name, node.number, left, right)
                if index not in looping:
                    key = (node.number, frozenset(left), frozenset(right))
                    target[index] = kept = same.setdefault(key, index)
                    if node.name and not nodes[kept].name:
                        twin = nodes[kept]
                        nodes[kept] = Node(node.name, twin.number, twin.left, twin.right)
        return GameGraph(tuple(nodes), target[graph.root]).pruned()

    def _is_own_option(self, node: int) -> bool:
        return any(option.node == node for option in self.nodes[node].options)

    def _renumbered(self, kept: Sequence[int], root: int) -> "GameGraph":
        index = {old: new for new, old in enumerate(kept)}
        return GameGraph(
            tuple(
                Node(
                    self.nodes[old].name,
                    self.nodes[old].number,
                    tuple(Option(index[o.node], o.offset) for o in self.nodes[old].left),
                    tuple(Option(index[o.node], o.offset) for o in self.nodes[old].right),
                )
                for old in kept
            ),
            root,
        )


def strong_components(successors: Sequence[Iterable[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components, successors first (Tarjan, with its own stack)."""
    count = len(successors)
    number = [-1] * count  # order of discovery
    low = [0] * count  # lowest number known to be reachable
    on_stack = [False] * count
    stack: list[int] = []
    found = 0
    for start in range(count):
        if number[start] >= 0:
            continue
        work: list[tuple[int, Iterator[int]]] = [(start, iter(successors[start]))]
        number[start] = low[start] = found
        found += 1
        stack.append(start)
        on_stack[start] = True
        while work:
            node, rest = work[-1]
            for other in rest:
                if number[other] < 0:
                    number[other] = low[other] = found
                    found += 1
                    stack.append(other)
                    on_stack[other] = True
                    work.append((other, iter(successors[other])))
                    break
                if on_stack[other]:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == number[node]:
                    component = []
                    while True:
                        top = stack.pop()
                        on_stack[top] = False
                        component.append(top)
                        if top == node:
                            break
                    yield component
