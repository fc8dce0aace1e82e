"""Loops that ko rules do not settle: named, bounded, and no harm to positions that avoid them."""

import random

import pytest

from gtpengine.errors import EngineError
from gtpengine.values.graph import GameGraph
from gtpengine.values.loopy.analysis import UnresolvedLoop, analyse
from gtpengine.values.loopy.rules import Komaster
from gtpengine.values.loopy.sidling import loop_free_bounds
from gtpengine.values.loopy.unrolling import TooManyLoops, Unrolled
from gtpengine.values.notation import parse
from tests.oracles.ko_graphs import anything


def kos(count, prize):
    """Several kos at once, named by who holds each; holding all of them wins `prize`."""

    def after(state, mover):
        for i, holder in enumerate(state):
            if holder != mover:
                taken = state[:i] + mover + state[i + 1 :]
                yield {"B" * count: prize, "W" * count: -prize}.get(taken, taken)

    states = [f"{i:0{count}b}".replace("0", "B").replace("1", "W") for i in range(2**count)]
    return {s: (list(after(s, "B")), list(after(s, "W"))) for s in states[1:-1]}


def cycle(length):
    """Alternate moves round a loop; who leaves it, or lets the other move twice, loses 20."""
    names = [f"P{i}" for i in range(length)]
    return {
        name: ([20], [names[(i + 1) % length]]) if i % 2 else ([names[i + 1]], [-20])
        for i, name in enumerate(names)
    }


LOOPS = {
    "eternal": {"A": (["B"], []), "B": ([], ["A"])},
    "on": {"A": (["A"], [])},
    "double ko seki": {
        "WB": (["BB"], ["WW"]),
        "BW": (["BB"], ["WW"]),
        "BB": ([20], ["WB", "BW"]),
        "WW": (["WB", "BW"], [-20]),
    },
    "triple ko": kos(3, 20),
    "quadruple ko": kos(4, 20),
    "chosei": cycle(4),
    "round robin": cycle(6),
}


@pytest.mark.parametrize("komaster", Komaster)
@pytest.mark.parametrize("name", LOOPS)
def test_refusal_names_the_loop(name, komaster):
    graph = GameGraph.from_options(LOOPS[name])
    analysis = analyse(graph, komaster)
    loop = tuple(i for i, node in enumerate(graph.nodes) if node.number is None)
    assert not analysis.is_resolved()
    assert analysis.unresolved_loops() == [loop]
    with pytest.raises(UnresolvedLoop) as caught:
        analysis.thermograph()
    assert caught.value.nodes == loop
    for node in loop[:8]:
        assert graph.label(node) in str(caught.value)
    assert isinstance(caught.value, EngineError)
    assert any("left undecided" in each for each in analysis.warnings)


def test_bounds_of_a_double_ko_seki():
    # by hand: with play without end lost by Black he is killed, with it lost by White she is; the
    # two moves that this takes are worth a point each at the bottom, temperature -1
    graph = GameGraph.from_options(LOOPS["double ko seki"])
    bounds = loop_free_bounds(graph)[0]
    assert [str(each) for each in bounds] == ["-22@0", "-22@0", "22@0", "22@0"]
    # read from temperature 0 upward they are worth nothing
    bounds = analyse(graph, Komaster.NONE).bounds()
    assert [str(each) for each in bounds] == ["-20@0", "-20@0", "20@0", "20@0"]


@pytest.mark.parametrize("komaster", Komaster)
def test_a_position_that_avoids_the_loop_has_its_value(komaster):
    # Black would rather have 50 than the double ko seki, White rather -50
    graph = GameGraph.from_options({"R": ([50, "WB"], [-50, "WB"]), **LOOPS["double ko seki"]})
    analysis = analyse(graph, komaster)
    found = analysis.thermograph()
    assert (found.mast, found.temperature) == (0, 50)
    assert [graph.label(each.option.node) for each in analysis.best_moves(black=True)] == ["50"]
    with pytest.raises(UnresolvedLoop, match="WB, BW, BB, WW"):
        analysis.thermograph(graph.find("BW"))
    known = [each.name for each in analysis.thermographs() if each is not None]
    assert known == ["R", "50", "-50", "20", "-20"]


@pytest.mark.parametrize("komaster", Komaster)
def test_a_loop_with_unequal_numbers_of_moves_is_settled(komaster):
    # Sending two, returning one: Black moves twice and White once, so going round costs Black. By
    # hand: A is 0 because neither going round nor the end brings anything; C = {A|-5} = {0|-5}.
    graph = GameGraph.from_options({"A": (["B"], [0]), "B": ([5], ["C"]), "C": (["A"], [-5])})
    analysis = analyse(graph, komaster)
    assert str(analysis.thermograph(0).left_wall) == "0@0"
    assert str(analysis.thermograph(2).left_wall) == "0@0, -5/2@5/2"
    assert analysis.unresolved_loops() == []
    assert any("read from 0 upward" in each for each in analysis.warnings)


@pytest.mark.parametrize(
    ("text", "mast", "temperature"),
    [
        ("A={A,3|-3}", 0, 3),  # suicide of one stone: the same position again
        ("A={B,9|1}; B={A|-30}", 5, 4),  # B gains nothing: {9|1}
        ("A={B|1}; B={A,9|1}", 1, 0),  # the gain lies in B, which White answers: {9|1||1}
    ],
)
def test_loops_of_one_player(text, mast, temperature):
    analysis = analyse(parse(text), Komaster.BLACK)
    found = analysis.thermograph()
    assert (found.mast, found.temperature) == (mast, temperature)
    assert analysis.warnings[0].startswith("loop of one player removed: A")


@pytest.mark.parametrize(
    ("text", "floor"),
    [
        ("A={B,9|1}; B={A|-30}", -1),  # below temperature 0 each move round the loop is paid for
        ("A={B+1,9|1}; B={A|-30}", 0),  # each way round the loop brings a point
    ],
)
def test_circling_alone_for_gain_is_refused(text, floor):
    with pytest.raises(UnresolvedLoop, match="A, B"):
        analyse(parse(text), Komaster.NONE, floor).thermograph()


def test_unrolled_loops_are_gone():
    rng = random.Random(4)
    for _ in range(200):
        unrolled = Unrolled(anything(rng))
        for side in ("left", "right"):
            nodes = tuple(
                (number, [option.node for option in getattr(node, side)])
                for number, node in enumerate(unrolled.graph.nodes)
            )
            reach = dict(nodes)
            for _ in nodes:
                reach = {n: ends for n, ends in reach.items() if any(e in reach for e in ends)}
            assert reach == {}, "a path of one player that never ends"


def test_one_players_loops_may_be_too_many():
    names = [f"N{i}" for i in range(400)]
    spec = {name: ([names[i - 1]], [0]) for i, name in enumerate(names)}
    with pytest.raises(TooManyLoops, match="circle through"):
        analyse(GameGraph.from_options(spec), Komaster.NONE)


def test_every_graph_has_an_answer_or_a_named_refusal():
    rng = random.Random(17)
    answers = refusals = 0
    for number in range(1000):
        graph = anything(rng)
        analysis = analyse(graph, (*Komaster,)[number % 3])
        for node in range(len(graph)):
            if analysis.is_resolved(node):
                assert analysis.thermograph(node).left_wall.slope == 0
                answers += 1
            else:
                with pytest.raises(UnresolvedLoop) as caught:
                    analysis.thermograph(node)
                assert set(caught.value.nodes) & set(graph.rooted_at(node).reachable())
                refusals += 1
    assert answers > 1000
    assert refusals > 100
