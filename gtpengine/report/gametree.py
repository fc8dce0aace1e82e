"""A game tree unfolded for drawing: every position with its mean and temperature, laid out.

Black's options stand to the left of White's. A position that already occurred on the way from the
root is drawn as a reference to it, so loops end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.errors import BadInput
from gtpengine.report.gamevalue import LOOPY, NO_DROP
from gtpengine.report.words import mixed
from gtpengine.values.graph import GameGraph, Option
from gtpengine.values.loopy.analysis import analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.thermograph import thermographs

MAX_POSITIONS = 200
SHORT = {Komaster.BLACK: "B", Komaster.WHITE: "W", Komaster.NONE: "-"}

# Mean and temperature of a node under one komaster; None where a loop stays undecided.
Values = dict[Komaster | None, tuple[Fraction, Fraction] | None]


@dataclass(slots=True, eq=False)
class Vertex:
    """A drawn position: its name and lines of text, its place, the moves (True: Black's)."""

    option: Option
    depth: int
    parent: "Vertex | None" = None
    name: str = ""
    lines: list[str] = field(default_factory=list)
    is_leaf: bool = False
    column: float = 0.0
    moves: list[tuple[bool, "Vertex"]] = field(default_factory=list)


def unfold(
    graph: GameGraph, komasters: Sequence[Komaster] = (), drop: Fraction | None = NO_DROP
) -> list[Vertex]:
    """Return the positions of the tree, the root first, each with its place.

    Columns count leaves from the left, depth counts moves. `drop` is as in `gamevalue.evaluate`.

    Raises:
        BadInput: more than MAX_POSITIONS of them.
    """
    graph = graph.pruned()
    values = _values(graph, tuple(komasters) or LOOPY, drop)
    root = Vertex(Option(graph.root), 0)
    found = [root]
    for vertex in found:
        _label(graph, values, vertex)
        if vertex.is_leaf:
            continue
        node = graph.nodes[vertex.option.node]
        for black, options in ((True, node.left), (False, node.right)):
            for option in options:
                total = Option(option.node, option.offset + vertex.option.offset)
                child = Vertex(total, vertex.depth + 1, parent=vertex)
                vertex.moves.append((black, child))
                found.append(child)
        if len(found) > MAX_POSITIONS:
            raise BadInput(
                f"the tree has more than {MAX_POSITIONS} positions, too many for one picture"
            )
    _place(found)
    return found


def _values(
    graph: GameGraph, komasters: tuple[Komaster, ...], drop: Fraction | None
) -> list[Values]:
    """Return for every node its mean and temperature, by komaster if the game is loopy."""
    if graph.is_loop_free:
        return [
            {None: (each.mean, max(each.temperature, Fraction(0)))} for each in thermographs(graph)
        ]
    analyses = [analyse(graph, who, drop=drop) for who in komasters]
    found: list[Values] = []
    for node in range(len(graph)):
        values: Values = {}
        for analysis in analyses:
            values[analysis.komaster] = None
            if analysis.is_resolved(node):
                own = analysis.thermograph(node)
                values[analysis.komaster] = own.mast, own.temperature
        found.append(values)
    return found


def _label(graph: GameGraph, values: list[Values], vertex: Vertex) -> None:
    """Write what stands in the vertex, and note whether play goes on from it."""
    index, offset = vertex.option
    node = graph.nodes[index]
    if node.number is not None:
        vertex.lines, vertex.is_leaf = [mixed(node.number + offset)], True
        return
    name = node.name + (f"{'+' if offset > 0 else '-'}{abs(offset)}" if offset else "")
    vertex.name = name if node.name else ""
    above = vertex.parent
    while above is not None:
        if above.option.node == index:
            vertex.name, vertex.is_leaf = f"back to {name}", True
            return
        above = above.parent
    found = values[index]
    if len(set(found.values())) == 1:
        vertex.lines = _value_lines(next(iter(found.values())), offset)
    else:
        vertex.lines = [
            f"{SHORT[who]}: {', '.join(_value_lines(value, offset))}"
            for who, value in found.items()
            if who is not None
        ]


def _value_lines(value: tuple[Fraction, Fraction] | None, offset: Fraction) -> list[str]:
    if value is None:
        return ["undecided"]
    mean, temperature = value
    return [f"mean {mixed(mean + offset)}", f"t = {mixed(temperature)}"]


def _place(found: list[Vertex]) -> None:
    """Give leaves successive columns from the left, and others the middle of their options."""
    todo = [found[0]]
    column = 0
    while todo:
        vertex = todo.pop()
        if not vertex.moves:
            vertex.column = column
            column += 1
        todo += [child for _, child in reversed(vertex.moves)]
    for vertex in reversed(found):
        if vertex.moves:
            vertex.column = (vertex.moves[0][1].column + vertex.moves[-1][1].column) / 2
