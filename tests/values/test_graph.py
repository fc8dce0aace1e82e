"""Game graphs: structure only, no values."""

import random
from fractions import Fraction

import pytest

from gtpengine.errors import BadInput
from gtpengine.values.graph import GameGraph, LoopyGraph, Node, Option, strong_components

KO = {"G": ([1], ["H"]), "H": (["G"], [0])}
CORRIDOR = {"C": ([3], ["B"]), "B": ([2], ["A"]), "A": ([1], ["S"]), "S": ([0], [0])}


def test_from_options_makes_one_node_per_name_and_number():
    graph = GameGraph.from_options(KO)
    assert [graph.label(node) for node in range(len(graph))] == ["G", "H", "1", "0"]
    assert graph.nodes[0] == Node("G", None, (Option(2),), (Option(1),))
    assert graph.find("H") == 1


def test_offsets():
    graph = GameGraph.from_options({"E": (["K"], [("K", -28)]), "K": ([5], [-9])})
    assert graph.nodes[0].right == (Option(1, Fraction(-28)),)
    assert graph.negated().nodes[0].left == (Option(1, Fraction(28)),)


@pytest.mark.parametrize(
    ("description", "message"),
    [({}, "at least one"), ({"G": (["H"], [0])}, "'H'")],
    ids=["empty", "undefined"],
)
def test_bad_descriptions(description, message):
    with pytest.raises(BadInput, match=message):
        GameGraph.from_options(description)


@pytest.mark.parametrize(
    ("nodes", "root"),
    [
        ((Node("G", None, (Option(3),)),), 0),
        ((Node("G"),), 1),
        ((Node("G", Fraction(1), (Option(0),)),), 0),
    ],
    ids=["dangling option", "dangling root", "terminal with options"],
)
def test_broken_graphs_cannot_be_made(nodes, root):
    with pytest.raises(ValueError, match=r"no node|terminal"):
        GameGraph(nodes, root)


def test_loops_are_found():
    graph = GameGraph.from_options(KO)
    assert not graph.is_loop_free
    assert [sorted(part) for part in graph.loops()] == [[0, 1]]
    with pytest.raises(LoopyGraph, match="G, H"):
        graph.options_first()
    alone = GameGraph((Node("G", None, (Option(0),), ()),))
    assert alone.loops() == [[0]]


def test_loops_that_the_root_does_not_reach_do_not_count():
    graph = GameGraph.from_options({"X": ([1], [0]), **KO})
    assert graph.is_loop_free
    assert not graph.rooted_at(1).is_loop_free
    assert len(graph.pruned()) == 3


def test_options_come_first():
    graph = GameGraph.from_options(CORRIDOR)
    place = {node: i for i, node in enumerate(graph.options_first())}
    for index, node in enumerate(graph.nodes):
        assert all(place[option.node] < place[index] for option in node.options)


def test_merging_joins_equal_positions_and_keeps_a_name():
    graph = GameGraph.from_options(
        {
            "R": (["A", "B"], ["B"]),
            "A": ([1, "S"], [0]),
            "B": (["T", 1], [0]),
            "S": ([0], [0]),
            "T": ([0], [0]),
        }
    ).merged()
    assert len(graph) == 5
    assert graph.nodes[0].left == graph.nodes[0].right
    assert {node.name for node in graph.nodes} == {"R", "A", "S", ""}


def test_merging_reaches_what_loops_use():
    graph = GameGraph.from_options(
        {"G": (["S"], ["H"]), "H": (["G"], ["T"]), "S": ([0], [0]), "T": ([0], [0])}
    ).merged()
    assert len(graph) == 4


def test_negation_twice_is_nothing():
    graph = GameGraph.from_options(CORRIDOR)
    assert graph.negated() != graph
    assert graph.negated().negated() == graph


def test_components_agree_with_reachability_on_random_graphs():
    rng = random.Random(6)
    for _ in range(200):
        count = rng.randint(1, 9)
        edges = [[rng.randrange(count) for _ in range(rng.randint(0, 2))] for _ in range(count)]
        reach = []
        for start in range(count):
            seen, todo = {start}, [start]
            while todo:
                for other in edges[todo.pop()]:
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
            reach.append(seen)
        found = list(strong_components(edges))
        wanted = {
            frozenset(b for b in range(count) if b in reach[a] and a in reach[b])
            for a in range(count)
        }
        assert {frozenset(part) for part in found} == wanted
        rank = {node: i for i, part in enumerate(found) for node in part}
        assert all(rank[b] <= rank[a] for a in range(count) for b in edges[a])


def test_a_chain_of_a_hundred_thousand_positions():
    count = 100_000
    nodes = [Node("", None, (Option(i + 1),), (Option(count),)) for i in range(count)]
    graph = GameGraph((*nodes, Node("", Fraction(0))))
    assert graph.options_first()[-1] == 0
