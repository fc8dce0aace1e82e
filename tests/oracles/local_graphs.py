"""A local graph as the plain game graph that gtpengine.values knows."""

from fractions import Fraction

from gtpengine.values.graph import GameGraph, Node, Option


def as_game_graph(graph):
    """Return the same positions; ko bans are left out, so loops are edges."""
    nodes = []
    for node in range(graph.nodes):
        if not any(graph.sets(node)[:3]):
            nodes.append(Node(f"{node}", Fraction(0)))
            continue
        sides = [
            tuple(Option(e.node, Fraction(e.offset)) for e in graph.options(node, side))
            for side in (0, 1)
        ]
        nodes.append(Node(f"{node}", None, *sides))
    return GameGraph(tuple(nodes))


def rests_somewhere(graph, values):
    """Tell whether some node counts as it stands: nobody gains by moving at temperature 0."""
    for node in range(graph.nodes):
        if not any(graph.sets(node)[:3]):
            continue
        best = []
        for side in (0, 1):
            after = [values.after(node, side, edge) for edge in graph.options(node, side)]
            if not after or None in after:
                return True
            found = [wall.value_at(0) for wall in after]
            best.append(max(found) if side == 0 else min(found))
        if best[0] < best[1]:
            return True
    return False
