"""Speed of exact thermographs: `gtpengine bench values`.

The test game: on some points both players may put a stone, on others only one of them; each end
has a score with an interaction between any two neighbouring points. Its graph has
3^shared * 2^owned nodes, as rich in threats and answers as the graph of a small Go region.
"""

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

# (shared points, owned points): 1,458 to 1,062,882 nodes; BAR is the one of 100,000 (118,098).
SIZES = [(6, 1), (7, 1), (8, 1), (9, 1), (10, 1), (11, 1), (12, 1)]
BAR = (10, 1)
WITH_FRACTIONS = (6, 1)  # small enough to be computed with fractions as well
REPEATS = 3


class FillGame(NamedTuple):
    """The arrays that `bulk.thermographs` takes."""

    left: tuple[Array, Array]
    right: tuple[Array, Array]
    terminal: Array
    value: Array


def fill_game(shared: int, owned: int, seed: int = 1) -> FillGame:
    """Return the graph of the test game; node 0 is the empty board."""
    rng = np.random.default_rng(seed)
    points = shared + owned
    states = np.array([3] * shared + [2] * owned)
    radix = np.concatenate(([1], np.cumprod(states)[:-1]))
    count = int(np.prod(states))
    stones = np.arange(count)[:, None] // radix % states  # 0 empty, 1 Black, 2 White
    colour = np.array([0, 1, -1])[stones]
    owner = rng.choice([1, 2], owned)
    colour[:, shared:] = np.where(owner == 1, 1, -1) * stones[:, shared:]
    value = colour @ rng.integers(3, 12, points)
    for offset in (1, 2):
        weights = rng.integers(-3, 4, points - offset)
        value = value + (colour[:, offset:] * colour[:, :-offset]) @ weights
    sides = []
    for player in (1, 2):
        open_to = np.array([True] * shared + list(owner == player))
        step = np.array([player] * shared + [1] * owned) * radix
        may = (stones == 0) & open_to
        pointers = np.concatenate(([0], np.cumsum(may.sum(axis=1))))
        options = (np.arange(count)[:, None] + step)[may]
        sides.append((pointers.astype(np.int64), options.astype(np.int32)))
    terminal = (stones != 0).all(axis=1)
    return FillGame(sides[0], sides[1], terminal.astype(np.uint8), value.astype(np.int64))


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return seconds per graph size, the rate, and the ratio to the same work with fractions."""
    started = time.perf_counter()
    _best_seconds(fill_game(2, 1))
    figures: dict[str, Any] = {"first_call_seconds": time.perf_counter() - started, "sizes": {}}
    for shared, owned in SIZES:
        game = fill_game(shared, owned)
        best, found = _best_seconds(game)
        count = len(game.terminal)
        edges = len(game.left[1]) + len(game.right[1])
        row = {
            "edges": edges,
            "seconds": best,
            "nodes_per_second": count / best,
            "failed_divisions": found.failures,
            "root_mean": str(found.mean_of(0)),
            "root_temperature": str(found.temperature_of(0)),
        }
        figures["sizes"][str(count)] = row
        say(f"{count} nodes, {edges} edges: {best:.3f} s, {count / best:,.0f} nodes/s")
        if (shared, owned) == BAR:
            figures["bar_100000_nodes_seconds"] = best
            mixed, _ = _best_seconds(shuffled(game))
            figures["bar_shuffled_seconds"] = mixed
            say(f"{count} nodes in random order: {mixed:.3f} s")
        if (shared, owned) == WITH_FRACTIONS:
            figures["ratio_to_fractions"] = _fractions_seconds(found, say) / best
    return figures


def shuffled(game: FillGame, seed: int = 2) -> FillGame:
    """Return the same game with its nodes numbered at random."""
    count = len(game.terminal)
    new = np.random.default_rng(seed).permutation(count)
    old = np.argsort(new)
    sides = []
    for pointers, options in (game.left, game.right):
        lengths = np.diff(pointers)[old]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        places = np.repeat(pointers[:-1][old] - starts[:-1], lengths) + np.arange(starts[-1])
        sides.append((starts, new[options[places]].astype(np.int32)))
    return FillGame(sides[0], sides[1], game.terminal[old], game.value[old])


def _best_seconds(game: FillGame) -> tuple[float, Any]:
    """Return the shortest of several runs, in CPU time, and the result."""
    from gtpengine.values import bulk

    best = float("inf")
    for _ in range(REPEATS):
        started = time.process_time()
        found = bulk.thermographs(*game)
        best = min(best, time.process_time() - started)
    return best, found


def _fractions_seconds(found: Any, say: Callable[[str], None]) -> float:
    """Time the same thermographs with fractions, and compare every one of them."""
    from gtpengine.values.graph import GameGraph, Node, Option
    from gtpengine.values.thermograph import thermographs

    nodes = tuple(
        Node("", Fraction(int(value), found.scale))
        if terminal
        else Node(
            "",
            None,
            tuple(Option(option) for option in found.options(index, 1)),
            tuple(Option(option) for option in found.options(index, -1)),
        )
        for index, (terminal, value) in enumerate(
            zip(found.graph.terminal, found.graph.value, strict=True)
        )
    )
    started = time.process_time()
    exact = thermographs(GameGraph(nodes))
    seconds = time.process_time() - started
    for index, expected in enumerate(exact):
        assert expected.left == found.left_wall(index)
        assert expected.right == found.right_wall(index)
    say(f"{len(nodes)} nodes with fractions: {seconds:.2f} s, all walls equal")
    return seconds
