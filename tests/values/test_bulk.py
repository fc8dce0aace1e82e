"""Thermographs of whole graphs: the kernel against fractions."""

import random
from fractions import Fraction

import numpy as np
import pytest

from gtpengine.errors import BadInput
from gtpengine.laboratory.benches.values import fill_game, shuffled
from gtpengine.values import bulk
from gtpengine.values.graph import GameGraph, LoopyGraph, Node, Option
from gtpengine.values.kinds import LEFT, RIGHT, best_options
from gtpengine.values.notation import parse
from gtpengine.values.thermograph import Thermograph, thermographs
from tests.values.samples import random_graph

pytestmark = [pytest.mark.checked, pytest.mark.pure]


def same(expected: Thermograph, found: bulk.BulkThermographs, node: int) -> bool:
    return (
        expected.left == found.left_wall(node)
        and expected.right == found.right_wall(node)
        and expected.mean == found.mean_of(node)
        and expected.temperature == found.temperature_of(node)
    )


def arrays(graph: GameGraph):
    """Return what `bulk.thermographs` takes, for a graph whose terminals are integers."""
    sides = []
    for side in ("left", "right"):
        lists = [[option.node for option in getattr(node, side)] for node in graph.nodes]
        pointers = np.concatenate(([0], np.cumsum([len(each) for each in lists]))).astype(np.int64)
        sides.append((pointers, np.array([o for each in lists for o in each], np.int32)))
    numbers = [node.number for node in graph.nodes]
    terminal = np.array([number is not None for number in numbers], np.uint8)
    value = np.array([int(number or 0) for number in numbers], np.int64)
    return sides[0], sides[1], terminal, value


def test_kernel_equals_fractions_on_random_graphs():
    rng = random.Random(61)
    for _ in range(120):
        graph = random_graph(rng, size=rng.randint(2, 16), spread=8, bits=2)
        found = bulk.from_graph(graph)
        assert found.failures == 0
        for node, expected in enumerate(thermographs(graph)):
            assert same(expected, found, node)
            if graph.nodes[node].number is None:
                assert found.thermograph(node) == expected


def test_kernel_equals_fractions_on_the_fill_game():
    game = fill_game(4, 1)
    found = bulk.thermographs(*game)
    nodes = [
        Node("", Fraction(int(value)))
        if terminal
        else Node(
            "",
            None,
            tuple(Option(o) for o in found.options(index, LEFT)),
            tuple(Option(o) for o in found.options(index, RIGHT)),
        )
        for index, (terminal, value) in enumerate(zip(game.terminal, game.value, strict=True))
    ]
    for node, expected in enumerate(thermographs(GameGraph(tuple(nodes)))):
        assert same(expected, found, node)


def test_numbering_does_not_matter():
    game = fill_game(4, 1)
    plain, mixed = bulk.thermographs(*game), bulk.thermographs(*shuffled(game))
    new = np.random.default_rng(2).permutation(len(game.terminal))
    assert (plain.mean == mixed.mean[new]).all()
    assert (plain.temperature == mixed.temperature[new]).all()


@pytest.mark.parametrize("scale", [1, 2, 4, 8])
def test_odd_remainders_are_noticed_and_repaired(scale):
    rng = random.Random(62)
    failed = 0
    for _ in range(40):
        graph = random_graph(rng, size=10, spread=8, lacking=0)
        found = bulk.thermographs(*arrays(graph), scale=scale)
        failed += found.failures
        for node, expected in enumerate(thermographs(graph)):
            assert same(expected, found, node)
            if found.exact[node]:
                assert found.mean[node] == expected.mean * scale
                assert found.temperature[node] == expected.temperature * scale
    assert failed > 0


def test_a_corridor_longer_than_the_scale_has_bits():
    # Wu: corridor n has mean (n-2) + 2^-(n-1), here n - 1 halvings deep
    length = 60
    corridor = "*"
    for points in range(1, length):
        corridor = f"{{{points}|{corridor}}}"
    found = bulk.from_graph(parse(corridor))
    assert found.mean_of(0) == length - 2 + Fraction(1, 2 ** (length - 1))
    assert found.temperature_of(0) == 1 - Fraction(1, 2 ** (length - 1))
    assert 0 < found.failures < length


def test_walls_with_many_corners(monkeypatch):
    # buffers that are too small at first must make no difference
    monkeypatch.setattr(bulk, "SCRATCH", 1)
    monkeypatch.setattr(bulk, "POOL_PER_NODE", 0)
    # sums of switches of different heat: every heat is a corner of the walls
    switches = "+".join(f"{{{3**k}|-{3**k}}}" for k in range(6))
    graph = parse(switches)
    with pytest.raises(BadInput, match="offset"):
        bulk.from_graph(graph)
    flat = without_offsets(graph)
    found = bulk.from_graph(flat)
    assert len(found.left_wall(0).points) > 5
    assert found.temperature_of(0) == 3**5
    for node, expected in enumerate(thermographs(flat)):
        assert same(expected, found, node)


def without_offsets(graph: GameGraph) -> GameGraph:
    """Return the graph with one node for each position and offset."""
    index = {(graph.root, Fraction(0)): 0}
    order = list(index)
    nodes = []
    for place, shift in order:
        node = graph.nodes[place]
        if node.number is not None:
            nodes.append(Node("", node.number + shift))
            continue
        sides = []
        for side in (node.left, node.right):
            keys = [(option.node, option.offset + shift) for option in side]
            for key in keys:
                if key not in index:
                    index[key] = len(order)
                    order.append(key)
            sides.append(tuple(Option(index[key]) for key in keys))
        nodes.append(Node("", None, *sides))
    return GameGraph(tuple(nodes))


def test_best_options():
    rng = random.Random(63)
    for _ in range(40):
        graph = random_graph(rng, size=6, spread=8)
        found, exact = bulk.from_graph(graph), thermographs(graph)
        for side in (LEFT, RIGHT):
            options = graph.nodes[0].left if side == LEFT else graph.nodes[0].right
            for t in (-1, 0, Fraction(1, 2), 2, 9):
                wanted = [options[i].node for i in best_options(graph, exact, 0, side, t)]
                assert found.best_options(0, side, t) == wanted


def standing_stops(graph: GameGraph, scores: list[int], node: int) -> tuple[int, int]:
    """Return the results of play by area, Black or White first, two passes ending it."""
    found = graph.nodes[node]
    if found.number is not None:
        return int(found.number), int(found.number)
    left = [standing_stops(graph, scores, o.node)[1] for o in found.left]
    right = [standing_stops(graph, scores, o.node)[0] for o in found.right]
    black_first = max([*left, min([*right, scores[node]])])
    white_first = min([*right, max([*left, scores[node]])])
    return black_first, white_first


def test_positions_as_they_stand():
    # With floor 0 the walls start at the results of play with passes: a slow twin of the rule
    rng = random.Random(64)
    for _ in range(80):
        graph = random_graph(rng, size=8, spread=6, lacking=0.2)
        left, right, terminal, value = arrays(graph)
        scores = [rng.randint(-6, 6) for _ in graph.nodes]
        value = np.where(terminal, value, scores)
        found = bulk.thermographs(left, right, terminal, value, floor=0, standing=True)
        coarse = bulk.thermographs(left, right, terminal, value, floor=0, standing=True, scale=1)
        for node in range(len(graph)):
            stops = standing_stops(graph, scores, node)
            assert found.left_wall(node).value_at(0) == stops[0]
            assert found.right_wall(node).value_at(0) == stops[1]
            assert same(coarse.thermograph(node), found, node)


def test_loops_are_refused():
    pointers = np.array([0, 1, 2, 2], np.int64)
    left = (pointers, np.array([1, 0], np.int32))
    right = (pointers, np.array([2, 2], np.int32))
    terminal = np.array([0, 0, 1], np.uint8)
    with pytest.raises(LoopyGraph, match="0, 1"):
        bulk.thermographs(left, right, terminal, np.zeros(3, np.int64))


def switch_arrays():
    """Return the arrays of {1|2}, to be given values and damage."""
    pointers = np.array([0, 1, 1, 1], np.int64)
    left, right = (pointers, np.array([1], np.int32)), (pointers, np.array([2], np.int32))
    return {"left": left, "right": right, "terminal": np.array([0, 1, 1], np.uint8)}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"left": (np.array([0, 1, 1, 1]), np.array([3]))}, "none of the 3"),
        ({"left": (np.array([0, 1, 1, 1]), np.array([-1]))}, "none of the 3"),
        ({"left": (np.array([0, 1, 1]), np.array([1]))}, "span"),
        ({"right": (np.array([0, 2, 1, 2]), np.array([1, 2]))}, "fall"),
        ({"value": np.array([0, 1])}, "2 values"),
        ({"order": np.array([0, 1, 2])}, "options before"),
        ({"order": np.array([1, 2, 5])}, "none of the 3"),
        ({"floor": 0}, "floor is -1"),
        ({"denominator": 2}, "integers"),
        ({"denominator": 3, "standing": True}, "1/3"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else value,
)
def test_arrays_that_are_no_graph_are_refused(damage, message):
    arguments = {**switch_arrays(), "value": np.array([0, 5, 1]), **damage}
    with pytest.raises(ValueError, match=message):
        bulk.thermographs(
            arguments.pop("left"), arguments.pop("right"), arguments.pop("terminal"),
            arguments.pop("value"), **arguments,
        )  # fmt: skip


def test_fractions_as_scores():
    found = bulk.thermographs(
        **switch_arrays(), value=np.array([0, 9, 4]), floor=0, standing=True, denominator=2
    )
    # by hand: {9/2|2}
    assert (found.mean_of(0), found.temperature_of(0)) == (Fraction(13, 4), Fraction(5, 4))


def test_values_too_large_for_the_scale_get_a_smaller_one():
    huge = 2**40
    found = bulk.thermographs(**switch_arrays(), value=np.array([0, huge, -huge + 1], np.int64))
    assert found.scale < bulk.SCALE
    assert found.mean_of(0) == Fraction(1, 2)
    for extreme in (2**62, -(2**63)):
        with pytest.raises(BadInput, match="too large"):
            bulk.thermographs(**switch_arrays(), value=np.array([0, extreme, 0], np.int64))


def test_a_graph_of_one_terminal():
    found = bulk.from_graph(parse("5"))
    assert (found.mean_of(0), found.temperature_of(0)) == (5, -1)


@pytest.mark.parametrize("text", ["1/3", "{1/3|0}", "9" * 40])
def test_numbers_that_are_not_dyadic_or_too_large_are_refused(text):
    with pytest.raises(BadInput, match=r"dyadic|too large"):
        bulk.from_graph(parse(text))
