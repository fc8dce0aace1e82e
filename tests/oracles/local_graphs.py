"""A local graph as the plain game graph that gtpengine.values knows."""

from fractions import Fraction

from gtpengine.values.graph import GameGraph, Node, Option


def as_game_graph(graph, values):
    """Return the same positions; ko bans are left out, so loops are edges.

    Where nobody gains by moving at temperature 0 the position counts as it stands, because both may
    pass. There both players get a move to that score: from temperature 0 upward this is the same.
    `values` say what moving brings there under the ko rule in question.
    """
    nodes = []
    for node in range(graph.nodes):
        if not any(graph.sets(node)[:3]):
            nodes.append(Node(f"{node}", Fraction(0)))
            continue
        options = [graph.options(node, side) for side in (0, 1)]
        after = [
            [values.after(node, side, edge).value_at(0) for edge in options[side]]
            for side in (0, 1)
        ]
        low = max(after[0], default=None)
        high = min(after[1], default=None)
        sides = [[Option(e.node, Fraction(e.offset)) for e in edges] for edges in options]
        if low is None or high is None or low < high:
            # What is settled at the root stays out of the graph, but `after` contains it.
            settled = graph.offset if node == 0 else 0
            score = Fraction(graph.score(node))
            score = score if high is None else min(score, high - settled)
            score = score if low is None else max(score, low - settled)
            stand = Option(graph.nodes, score)
            sides = [[*side, stand] for side in sides]
        nodes.append(Node(f"{node}", None, *map(tuple, sides)))
    return GameGraph((*nodes, Node("", Fraction(0))))
