"""How much of a tree M-T search visits: Kao's cuts over random trees of depth 6 to 10."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from gtpengine.laboratory.mt.samples import FAMILIES
from gtpengine.laboratory.mt.search import MTSearch
from gtpengine.laboratory.mt.trees import Pair, expand_pair, solve_completely

TREES = 1000
DEPTHS = range(6, 11)
SEED = 2000


def multiplied(tree: Pair, factor: int) -> Pair:
    """Return the tree with all values multiplied: by 2**depth, and every mean is a whole number.

    That changes no ratio, and the measurement takes a third of the time.
    """
    if isinstance(tree, tuple):
        return multiplied(tree[0], factor), multiplied(tree[1], factor)
    return tree * factor


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return the mean of visited / all nodes, in all and by kind and depth of tree.

    Every result is compared with that of the whole tree.
    """
    random = Random(SEED)
    each = TREES // (len(FAMILIES) * len(DEPTHS))
    ratios: list[float] = []
    seconds = 0.0
    wrong = 0
    figures: dict[str, Any] = {}
    for family, make in FAMILIES.items():
        by_depth = {}
        for depth in DEPTHS:
            some = []
            for _ in range(each):
                tree = multiplied(make(random, depth), 2**depth)
                whole = solve_completely(expand_pair, tree)
                started = time.perf_counter()
                found = MTSearch(expand_pair, tree).run()
                seconds += time.perf_counter() - started
                wrong += (found.mean, found.temperature) != (whole.mean, whole.temperature)
                some.append(found.visited / whole.nodes)
            by_depth[f"depth {depth}"] = sum(some) / each
            say(f"{family}, depth {depth}: visited {by_depth[f'depth {depth}']:.3f} of the nodes")
            ratios += some
        figures[family] = by_depth
    return {
        "trees": len(ratios),
        "visited / all nodes, mean": sum(ratios) / len(ratios),
        "wrong results": wrong,
        "seconds per search": seconds / len(ratios),
        **figures,
    }
