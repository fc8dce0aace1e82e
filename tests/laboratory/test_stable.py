"""The stable theorem against the paper's numbers, thermographs and the bare definition."""

from fractions import Fraction
from random import Random

import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.mt.samples import ordered_tree, threat_tree
from gtpengine.laboratory.mt.stable import ColdPosition, left_score, right_score
from gtpengine.laboratory.mt.trees import expand_graph, expand_pair, solve_completely
from gtpengine.values.graph import GameGraph, Option
from tests.oracles.taxed_minimax import mean_and_temperature, stops

A = (11, (8, 0))


def solve(tree):
    return solve_completely(expand_pair, tree)


@pytest.mark.parametrize(
    ("tree", "mean", "temperature", "case"),
    [
        # value: Kao 2000, section 2
        pytest.param(A, 8, 3, "B", id="A of the paper"),
        pytest.param((8, 0), 4, 4, "A", id="A^R of the paper"),
        # Figure 4 is lost; a tree of ours with the printed mean 7 and temperature 4.
        pytest.param((11, ((8, 6), -9)), 7, 4, "B", id="B, rebuilt"),
        # value: M93, recomputed
        pytest.param((10, 0), 5, 5, "A", id="switch"),
        pytest.param(((20, 10), 0), Fraction(15, 2), Fraction(15, 2), "A", id="not quite sente"),
        pytest.param(((29, 10), 0), Fraction(39, 4), Fraction(39, 4), "A", id="just below sente"),
        pytest.param(((30, 10), 0), 10, 10, "A", id="at the limit both readings agree"),
        pytest.param(((31, 10), 0), 10, 10, "C", id="Left's sente"),
        # value: TR96
        pytest.param((1, (0, -8)), 0, 1, "B", id="Right's sente"),
        pytest.param(((10, 0), (0, -20)), 0, 0, "D", id="both threaten, nothing is gained"),
        # by hand: case equations also hold at 19/2 (even, odd); the definition asks for the least.
        pytest.param(((23, 2), (2, -17)), 2, 0, "D", id="least consistent temperature"),
    ],
)
def test_worked_examples(tree, mean, temperature, case):
    solved = solve(tree)
    assert (solved.mean, solved.temperature) == (mean, temperature)
    assert solved.solution.case == case
    assert mean_and_temperature(tree) == (mean, temperature)


def test_stable_followers_of_position_a():
    """A^R is not stable in A: that would make A's temperature 7/2, colder than A^R itself."""
    solution = solve(A).solution
    assert (solution.left.moves, solution.left.mean) == (1, 11)
    assert (solution.right.moves, solution.right.mean) == (2, 8)
    wrong_guess = Fraction(11 - 4, 2)
    assert wrong_guess < solve(A[1]).temperature


def test_mean_of_a_sum_is_the_sum_of_means_and_it_is_no_hotter():
    """Figure 2: A + B, with our B; by the paper mean 15 and temperature at most 4."""
    b = (11, ((8, 6), -9))
    first, second = stops([A, b], left_moves=True), stops([A, b], left_moves=False)
    assert solve(A).mean + solve(b).mean == 15
    assert 15 <= first <= 15 + 4
    assert 15 - 4 <= second <= 15


def test_number():
    solved = solve(Fraction(5, 2))
    assert (solved.mean, solved.temperature, solved.nodes) == (Fraction(5, 2), 0, 1)
    assert solved.solution is None


@pytest.mark.parametrize("tree", [(-4, 3), ((0, (0, 3)), -1), (5, ((1, 2), 0))])
def test_cold_position_is_refused(tree):
    with pytest.raises(ColdPosition, match="whoever moves first loses"):
        solve(tree)


@pytest.mark.parametrize("tree", [None, "7", (1, 2, 3), (1, (2,)), 0.5])
def test_not_a_binary_tree(tree):
    with pytest.raises(BadInput, match="a number or a pair"):
        solve(tree)


def test_definition_agrees_on_random_trees():
    random = Random(11)
    cases = dict.fromkeys("ABCD", 0)
    for count in range(600):
        depth = 2 + count % 4
        tree = threat_tree(random, depth, stop_chance=0.2, limit=6)
        solved = solve(tree)
        assert (solved.mean, solved.temperature) == mean_and_temperature(tree), tree
        cases[solved.solution.case] += 1
    assert min(cases.values()) > 20, cases


def test_mean_and_temperature_bound_the_scores():
    """M <= LS <= M + T and M - T <= RS <= M, and n copies come near n means: the definition."""
    random = Random(12)
    for count in range(150):
        tree = threat_tree(random, 2 + count % 2, limit=9)
        mean, temperature = solve(tree)[:2]
        for copies in (1, 2, 4):
            left = stops([tree] * copies, left_moves=True)
            right = stops([tree] * copies, left_moves=False)
            assert copies * mean <= left <= copies * mean + temperature, tree
            assert copies * mean - temperature <= right <= copies * mean, tree


def test_lines_are_walls():
    """Up to the temperature the two scores are what the options leave, above it they are equal."""
    random = Random(13)
    for _ in range(200):
        tree = ordered_tree(random, 4)
        solved, left, right = solve(tree), solve(tree[0]), solve(tree[1])
        for quarter in range(0, 4 * int(solved.temperature) + 8):
            tax = Fraction(quarter, 4)
            by_left, by_right = left_score(solved.by_left, tax), right_score(solved.by_right, tax)
            if tax < solved.temperature:
                assert by_left == right_score(left.by_right, tax) - tax
                assert by_right == left_score(right.by_left, tax) + tax
                assert by_left > by_right
            else:
                assert by_left == by_right == solved.mean


def test_very_deep_tree():
    tree = 0
    for _ in range(20_000):
        tree = (1, tree)
    solved = solve(tree)
    assert solved.nodes == 40_001
    assert 0 < solved.mean <= 1


def test_graphs_with_one_option_each_are_trees():
    graph = GameGraph.from_options({"A": ([11], ["B"]), "B": ([("C", 8)], [0]), "C": 0})
    solved = solve_completely(expand_graph(graph), Option(graph.root))
    assert (solved.mean, solved.temperature, solved.nodes) == (8, 3, 5)


def test_points_won_on_the_way_add_up():
    graph = GameGraph.from_options(
        {"G": ([("A", 5)], [("A", -9)]), "A": ([("B", 2)], [("C", -1)]), "B": 10, "C": 0}
    )
    solved = solve_completely(expand_graph(graph), Option(graph.root, Fraction(100)))
    # by hand: {17|4||3|-10} + 100
    assert solved[:2] == solve(((117, 104), (103, 90)))[:2]


def test_graph_with_two_options_is_refused():
    graph = GameGraph.from_options({"A": ([11, 10], [0])})
    with pytest.raises(BadInput, match="A has 2 and 1 options"):
        solve_completely(expand_graph(graph), Option(graph.root))
