"""Speed of ko thermographs: `gtpengine bench ko`.

The test graph has the shape of a Go region's: moves lead forward to positions near by, a fifth of
all nodes are terminals, and about a fifth lie on small kos between neighbours.
"""

import random
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gtpengine.values.graph import GameGraph, Node, Option

BAR = 2_000  # nodes; to be analysed in less than a second
SIZES = (2_000, 10_000, 100_000)
REPEATS = 3
SCALE = 2**20 * 3**4 * 5 * 7


def region(rng: random.Random, count: int, ko_share: float = 0.25) -> GameGraph:
    """Return a graph of `count` nodes; `ko_share` of the positions lie on kos of two positions."""
    terminals = count // 5
    inner = count - terminals
    options: list[tuple[list[int], list[int]]] = [([], []) for _ in range(inner)]
    for i in range(inner):
        for side in (0, 1):
            for _ in range(rng.randint(2, 5)):
                if i + 2 < inner and rng.random() < 0.8:
                    target = min(inner - 1, i + 2 + int(rng.expovariate(1 / 60)))
                else:
                    share = rng.random() / 2 + (0.5 if side == 0 else 0)
                    target = inner + int(share * (terminals - 1))
                options[i][side].append(target)
    i = 0
    while i + 1 < inner:
        if rng.random() < ko_share / (2 - ko_share):
            side = rng.randrange(2)
            options[i][side].append(i + 1)
            options[i + 1][1 - side].append(i)
            i += 1
        i += 1
    nodes = [
        Node(f"N{i}", None, *(tuple(dict.fromkeys(map(Option, side))) for side in sides))
        for i, sides in enumerate(options)
    ]
    nodes += [Node("", Fraction(round(40 * i / terminals) - 20)) for i in range(terminals)]
    return GameGraph(tuple(nodes))


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return CPU seconds of whole analyses and of the kernels alone, per size and komaster."""
    from gtpengine.values.loopy.analysis import analyse
    from gtpengine.values.loopy.rules import Komaster

    figures: dict[str, Any] = {}
    for count in SIZES:
        graph = region(random.Random(1), count)
        looping = sum(len(part) for part in graph.loops())
        row: dict[str, Any] = {"nodes on loops": looping, **_kernel_seconds(graph)}
        for komaster in Komaster:
            best = float("inf")
            for _ in range(REPEATS if count == BAR else 1):
                started = time.process_time()
                analysis = analyse(graph, komaster)
                best = min(best, time.process_time() - started)
            row[f"analysis, komaster {komaster.value}, seconds"] = best
            row[f"nodes refused, komaster {komaster.value}"] = sum(
                not analysis.is_resolved(node) for node in range(count)
            )
            say(f"{count} nodes, komaster {komaster.value}: {best:.2f} s")
        figures[str(count)] = row
    return figures


def _kernel_seconds(graph: GameGraph) -> dict[str, float]:
    """Time the kernels on arrays that are ready: bounds, then one komaster."""
    from gtpengine.values.loopy.bulk import solve_bulk, to_arrays
    from gtpengine.values.loopy.rules import Komaster
    from gtpengine.values.loopy.solver import Known
    from gtpengine.values.loopy.terminals import Numbers
    from gtpengine.values.loopy.unrolling import Unrolled

    numbers = Numbers(SCALE, -SCALE)
    given = [
        None if node.number is None else Known(*numbers.walls(node.number)) for node in graph.nodes
    ]
    arrays = to_arrays(Unrolled(graph), SCALE)
    best = {"kernels, bounds, seconds": float("inf"), "kernels, komaster, seconds": float("inf")}
    for _ in range(REPEATS):
        started = time.process_time()
        free = solve_bulk(arrays, None, given, scale=SCALE, bottom=-SCALE)
        middle = time.process_time()
        solve_bulk(arrays, Komaster.BLACK, free, scale=SCALE, bottom=-SCALE)
        ended = time.process_time()
        for name, seconds in zip(best, (middle - started, ended - middle), strict=True):
            best[name] = min(best[name], seconds)
    return best
