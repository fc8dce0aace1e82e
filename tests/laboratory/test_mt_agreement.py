"""Stable theorem, search with cuts, thermographs and the bare definition on 10,000 random trees.

The other derivations of the same numbers are compared in tests/values/test_agreement.py.
"""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.laboratory.mt.samples import ordered_tree, threat_tree
from gtpengine.laboratory.mt.search import MTSearch
from gtpengine.laboratory.mt.stable import left_score, right_score
from gtpengine.laboratory.mt.trees import expand_pair, solve_completely
from gtpengine.values import bulk
from gtpengine.values.graph import GameGraph, Node, Option
from gtpengine.values.thermograph import thermographs
from tests.oracles.taxed_minimax import mean_and_temperature

TREES = 10_000


def forest(trees):
    """Return one graph of all trees, and the node of each root."""
    nodes, roots = [], []

    def add(tree):
        if not isinstance(tree, tuple):
            nodes.append(Node("", Fraction(tree)))
        else:
            left, right = add(tree[0]), add(tree[1])
            nodes.append(Node("", None, (Option(left),), (Option(right),)))
        return len(nodes) - 1

    roots = [add(tree) for tree in trees]
    return GameGraph(tuple(nodes)), roots


@pytest.fixture(scope="module")
def trees():
    random = Random(41)
    found = []
    for count in range(TREES):
        if count % 4:
            found.append(threat_tree(random, 2 + count % 3, stop_chance=0.2, limit=12))
        else:
            found.append(ordered_tree(random, 2 + count % 2))
    return found


@pytest.mark.slow
def test_search_is_thermography(trees):
    graph, roots = forest(trees)
    thermography = bulk.from_graph(graph)
    visited = nodes = 0
    for tree, root in zip(trees, roots, strict=True):
        solved = solve_completely(expand_pair, tree)
        found = MTSearch(expand_pair, tree).run()
        temperature = max(thermography.temperature_of(root), Fraction(0))
        mean = thermography.left_wall(root).points[-1][0]
        assert (solved.mean, solved.temperature) == (mean, temperature), tree
        assert (found.mean, found.temperature) == (mean, temperature), tree
        visited, nodes = visited + found.visited, nodes + solved.nodes
    assert visited < 0.9 * nodes


def test_lines_are_the_walls_of_the_thermograph(trees):
    some = trees[:400]
    graph, roots = forest(some)
    found = thermographs(graph)
    for tree, root in zip(some, roots, strict=True):
        exact = found[root].from_floor(0)
        solved = solve_completely(expand_pair, tree)
        for tax in {t for _, t in (*exact.left.points, *exact.right.points)} | {Fraction(3, 7)}:
            assert left_score(solved.by_left, tax) == exact.left.value_at(tax), tree
            assert right_score(solved.by_right, tax) == exact.right.value_at(tax), tree


def test_definition(trees):
    for tree in trees[::40]:
        assert MTSearch(expand_pair, tree).run()[:2] == mean_and_temperature(tree), tree
