"""Binary trees, written down or asked for: what M-T search works on.

A search never sees a tree, only a function that expands one node. `Pair` is the tree that people
write: a number, or a pair of what Left and what Right moves to; `MISSING` stands for a part that is
not known. The complete solution of such a tree is the yardstick for every cut.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from gtpengine.errors import BadInput
from gtpengine.laboratory.mt.stable import (
    FLOOR,
    Exact,
    Line,
    Solution,
    extend,
    refuse_cold,
    solve,
    terminal,
)
from gtpengine.values.graph import GameGraph, Option

NodeT = TypeVar("NodeT")

# The value of a terminal node, or Left's and Right's option.
Expansion = Exact | tuple[NodeT, NodeT]
Expander = Callable[[NodeT], Expansion[NodeT]]

MISSING = None
# A number, (Left's option, Right's option), or MISSING where a function says that it accepts that.
Pair = Any


class Hint(NamedTuple):
    """What is known of a position without expanding it: its mean and a cap on its temperature.

    A sum of solved games is known that well: means add, temperatures do not exceed the hottest.
    """

    mean: Fraction
    hottest: Fraction


def expand_pair(node: Pair) -> Expansion[Pair]:
    """Expand a node of a written tree.

    Raises:
        BadInput: neither a number nor a pair.
    """
    if isinstance(node, int | Fraction):
        return node
    if isinstance(node, tuple) and len(node) == 2:
        return node
    raise BadInput(f"a node of a binary tree is a number or a pair, not {node!r}")


def expand_graph(graph: GameGraph) -> Expander[Option]:
    """Return the expander of a graph with one option a side; search from `Option(graph.root)`.

    The expander raises `BadInput` at a position with several options for a player or with none.
    """

    def expand(position: Option) -> Expansion[Option]:
        node = graph.nodes[position.node]
        if node.number is not None:
            return node.number + position.offset
        if len(node.left) != 1 or len(node.right) != 1:
            raise BadInput(
                f"{graph.label(position.node)} has {len(node.left)} and {len(node.right)} options: "
                "M-T search needs exactly one for each player"
            )
        left, right = node.left[0], node.right[0]
        return (
            Option(left.node, left.offset + position.offset),
            Option(right.node, right.offset + position.offset),
        )

    return expand


class Solved(NamedTuple):
    """A solved tree: its value, the lines of Left's and Right's play from it, its size.

    `solution` tells how the stable theorem came to it and is None for a number.
    """

    mean: Fraction
    temperature: Fraction
    by_left: Line
    by_right: Line
    solution: Solution | None
    nodes: int


def solve_completely(expand: Expander[NodeT], root: NodeT) -> Solved:
    """Expand the whole tree and solve it by the stable theorem, from the leaves up.

    Raises:
        ColdPosition: somewhere the player who moves first loses by it.
    """
    # Depth first without recursion: trees may be deep. None joins the two latest results.
    todo: list[tuple[NodeT] | None] = [(root,)]
    done: list[Solved] = []
    while todo:
        entry = todo.pop()
        if entry is None:
            right, left = done.pop(), done.pop()
            done.append(_join(left, right))
            continue
        expansion = expand(entry[0])
        if isinstance(expansion, tuple):
            todo += [None, (expansion[1],), (expansion[0],)]
        else:
            line = terminal(expansion)
            done.append(Solved(Fraction(expansion), Fraction(FLOOR), line, line, None, 1))
    return done[0]


def _join(left: Solved, right: Solved) -> Solved:
    solution = solve(left.by_right, right.by_left)
    refuse_cold(solution)
    mean, temperature = solution.mean, solution.temperature
    return Solved(
        Fraction(mean),
        Fraction(temperature),
        extend(mean, temperature, left.by_right),
        extend(mean, temperature, right.by_left),
        solution,
        left.nodes + right.nodes + 1,
    )
