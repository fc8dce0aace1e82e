"""TDS of Go regions: sweep against alpha-beta, agreement with exact values, bounds, the clock.

Times are processor time of one thread, medians over the regions; compiling is not part of them.
Counts of agreement are over whole sets of generated regions, each shape once.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import takewhile
from math import ceil, floor, lcm
from random import Random
from statistics import mean, median
from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.laboratory.samples.regions import random_region
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.exact import exact_results
from gtpengine.laboratory.tds.ko import COPIES as ENOUGH_COPIES
from gtpengine.localgame.evaluating import evaluate
from gtpengine.localgame.generator import generate_region
from gtpengine.localgame.graph import LocalGraph, expand
from gtpengine.localgame.key import MAX_BITS, place
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.values import GraphValues, Rules, Walls
from gtpengine.partition.region import Region
from gtpengine.search.tds.anytime import RegionEstimate, RegionSearch
from gtpengine.search.tds.bounds import region_interval
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.dynamic import LARGEST, order_of, sweep
from gtpengine.search.tds.growing import RegionGame
from gtpengine.search.tds.pool import LEFT, OPEN, RIGHT, TERMINAL, GamePool
from gtpengine.search.tds.regions import Loops, loops_of, region_pool
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.loopy.rules import Komaster

SEED = 2004
SPEED_REGIONS = {4: 12, 5: 12, 6: 12, 7: 12, 8: 12, 9: 10, 10: 8, 11: 6, 12: 4, 13: 2, 14: 2}
DELTAS = (Fraction(1, 2), Fraction(1, 8))
TOP = 4
ROUNDS = 7  # of small things, of which the fastest counts
PATIENCE = 20  # alpha-beta is given up after the time of so many sweeps
LOOP_LIMIT = 400_000  # where nothing that hangs on a repetition is kept, alpha-beta may never end
LOOP_FREE_SEEDS, LOOP_FREE_SIZE = 100, 9
KO_SEEDS, KO_SIZE = 40, 6
COPIES = (ENOUGH_COPIES, 6, 4, 2)  # of each coupon: the first decides, then ever fewer
EQUAL_SEEDS, EQUAL_SIZE = 60, 7
TRUNCATED = 5000
RULES = {
    Komaster.NONE: Rules.NOBODY,
    Komaster.BLACK: Rules.BLACK,
    Komaster.WHITE: Rules.WHITE,
}


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return all figures of docs/performance/tds.md that are about Go regions."""
    figures: dict[str, Any] = {"sweep against alpha-beta": speeds(say)}
    for name, count in (
        ("exact TDS against thermographs, loop-free", loop_free),
        ("ko-aware TDS against generalized thermography", kos),
        ("sweep and alpha-beta agree", equal_values),
        ("bounds of truncated searches", truncated),
        ("anytime solver", anytime),
    ):
        figures[name] = count()
        say(f"{name}: {figures[name]}")
    return figures


def speeds(say: Callable[[str], None]) -> dict[str, Any]:
    """Measure both ways to search on the same complete pools, both players."""
    _speed(random_region(Random(0), 4), DELTAS[0])
    found: dict[str, Any] = {}
    for size, count in SPEED_REGIONS.items():
        for delta in DELTAS:
            random = Random(SEED + size)
            rows = [_speed(random_region(random, size), delta) for _ in range(count)]
            figures = {name: median(row[name] for row in rows) for name in rows[0]}
            figures["slowest sweep against alpha-beta"] = min(row["ratio"] for row in rows)
            figures["cut off"] = sum(row["cut off"] for row in rows)
            found[f"{size} points, delta {delta}"] = figures
            say(
                f"{size} points, delta {delta}: sweep {figures['sweep, seconds']:.4f} s, "
                f"{figures['ratio']:.1f} x, {figures['nodes per second'] / 1e6:.1f} M nodes/s"
            )
    return found


def _speed(region: Region, delta: Fraction) -> dict[str, float]:
    started = time.process_time()
    graph = expand(place(region).key)
    expanded = time.process_time()
    pool = region_pool(graph)
    made = time.process_time()
    stack = CouponStack.up_to(TOP, delta, 0)
    kind = loops_of(pool)
    bits = min(22, max(8, len(pool).bit_length() + 3))
    swept = searched = visited = float("inf")
    nodes, cut = 0, False
    # In turn, so that a busy machine slows both down.
    for _ in range(ROUNDS if len(pool) < 50_000 else 1):
        swept = min(swept, _sweep_seconds(pool, stack))
        if cut:
            continue
        start = time.process_time()
        budget = Budget(deadline=start + PATIENCE * swept, clock=time.process_time)
        search = CouponSearch(
            pool, stack, bounded=True, loops=kind is not Loops.NONE, table_bits=bits
        )
        ready = time.process_time()
        try:
            for side in (LEFT, RIGHT):
                search.search(0, side, stack.layers, budget=budget)
        except OutOfBudget:
            cut = True
        done, nodes = time.process_time(), search.nodes
        searched, visited = min(searched, done - start), min(visited, done - ready)
    return {
        "graph, seconds": expanded - started,
        "pool, seconds": made - expanded,
        "sweep, seconds": swept,
        "alpha-beta, seconds": searched,
        "ratio": searched / swept,
        "alpha-beta nodes": nodes,
        "nodes per second": nodes / visited,  # once the search has its tables
        "positions": len(pool),
        "cut off": cut,
    }


def _sweep_seconds(pool: GamePool, stack: CouponStack) -> float:
    started = time.process_time()
    sweep(pool, stack, order_of(pool))
    return time.process_time() - started


def generated(seeds: int, largest: int) -> Iterator[LocalGraph]:
    """Yield the graphs of the generator's regions, each shape once."""
    seen = set()
    for seed in range(seeds):
        for empty in range(1, largest + 1):
            for loose in (0, 1, 2):
                key = place(generate_region(seed, empty, loose).regions[0]).key
                if key not in seen:
                    seen.add(key)
                    yield expand(key)


def _joint(walls: Walls) -> tuple[Fraction, Fraction]:
    """Return mean and temperature."""
    return walls.left.points[-1][0], max(walls.left.points[-1][1], walls.right.points[-1][1])


def loop_free() -> dict[str, int]:
    """Count how often exact TDS has mean and temperature of the thermograph, in all positions."""
    found: Counter[str] = Counter()
    for graph in generated(LOOP_FREE_SEEDS, LOOP_FREE_SIZE):
        pool = region_pool(graph)
        if loops_of(pool) is not Loops.NONE:
            continue
        found["regions"] += 1
        values = evaluate(graph, Rules.NOBODY)
        nodes = [node for node in range(len(pool)) if pool.arrays.state[node] != TERMINAL]
        for result in exact_results(pool, nodes) if nodes else []:
            walls = values.walls(result.node)
            assert walls is not None
            settled = graph.offset if result.node == 0 else 0
            same = (result.mean + settled, result.temperature) == _joint(walls)
            found["positions"] += 1
            found["differences"] += not same
    return dict(found)


def kos() -> dict[str, dict[str, int]]:
    """Compare both walls with those of generalized thermography, in all positions, at all coupons.

    Regions are told apart by `Loops`. Where the ko rules leave a position undecided, which a single
    ko never does, the sweep has to lie within the bounds that thermography has.
    """
    found: dict[Loops, Counter[str]] = {
        kind: Counter() for kind in (Loops.SINGLE_KO, Loops.SEVERAL_KOS)
    }
    for graph in generated(KO_SEEDS, KO_SIZE):
        kind = loops_of(region_pool(graph))
        if kind not in found:
            continue
        counts = found[kind]
        counts["regions"] += 1
        solved = SolvedGraph(graph)
        for komaster, rules in RULES.items():
            name = f"komaster {komaster.value}"
            values = solved.values(rules)
            counts["positions"] += graph.nodes
            counts[f"{name}: positions left undecided"] += values.unresolved
            enough = _ExactWalls(values).enough_copies(komaster)
            counts[f"{name}: " + ("agree" if enough else "differ")] += 1
            if enough:
                counts[f"{enough} copies of each coupon are enough"] += 1
    return {kind.value: dict(counts) for kind, counts in found.items()}


class _ExactWalls:
    """Bounds of the walls of all positions, equal where these are decided, on a fitting step."""

    def __init__(self, values: GraphValues) -> None:
        self.graph = values.graph
        self.root = values.walls(0)
        self.bounds = [values.bounds(node) for node in range(values.graph.nodes)]
        corners = [c for walls in self.bounds for wall in walls if wall for c in wall.points]
        self.delta = Fraction(1, lcm(*(n.denominator for corner in corners for n in corner)))
        self.top = max(temperature for _, temperature in corners) + self.delta
        self.known: dict[tuple[Fraction, int], list[npt.NDArray[np.int64]]] = {}

    def enough_copies(self, komaster: Komaster) -> int | None:
        """Return the least of COPIES from which on sweeps agree; None if the most do not."""
        agrees = list(takewhile(lambda copies: not self.misses(komaster, copies), COPIES))
        return agrees[-1] if agrees else None

    def misses(self, komaster: Komaster, copies: int) -> int:
        """Count walls at coupons where a sweep is outside, mean and temperature of the root too."""
        stack = CouponStack.up_to(self.top, self.delta, 0, copies)
        swept = sweep(region_pool(self.graph, komaster), stack)
        missed = 0
        for layer in range(0, stack.layers + 1, stack.period):
            bounds = self._at(stack.coupon(layer), swept.units)
            for side, (table, sign) in enumerate(((swept.left, -1), (swept.right, 1))):
                sampled = table[: self.graph.nodes, layer] + sign * int(swept.alone[layer])
                sampled[0] += self.graph.offset * swept.units
                outside = (sampled < bounds[side]) | (sampled > bounds[2 + side])
                missed += int(np.count_nonzero(outside))
        if self.root is not None:
            found = swept.walls(0).largest()
            missed += (found.mean + self.graph.offset, found.temperature) != _joint(self.root)
        return missed

    def _at(self, coupon: Fraction, units: int) -> list[npt.NDArray[np.int64]]:
        """Return low left, low right, high left and high right of all positions, in units."""
        if (coupon, units) not in self.known:
            self.known[coupon, units] = [
                np.array(
                    [
                        far if wall is None else near(wall.value_at(coupon) * units)
                        for wall in (walls[place] for walls in self.bounds)
                    ]
                )
                for place, (near, far) in enumerate([(ceil, -LARGEST)] * 2 + [(floor, LARGEST)] * 2)
            ]
        return self.known[coupon, units]


def equal_values() -> dict[str, int]:
    """Count regions whose values by sweep and by alpha-beta are the same in every layer."""
    found: Counter[str] = Counter()
    for graph in generated(EQUAL_SEEDS, EQUAL_SIZE):
        pool = region_pool(graph)
        kind = loops_of(pool).value
        stack = CouponStack.up_to(TOP, Fraction(1, 4), 0)
        walls = sweep(pool, stack).walls(0)
        search = CouponSearch(pool, stack, bounded=True)
        same = True
        try:
            for layer in range(stack.layers + 1):
                for side in (LEFT, RIGHT):
                    budget = Budget(nodes=search.nodes + LOOP_LIMIT)
                    value = Fraction(
                        search.search(0, side, layer, budget=budget).value, search.units
                    )
                    same &= (value if side == LEFT else -value) == walls.score(side, layer)
        except OutOfBudget:
            found[f"loops {kind}: not finished"] += 1
            continue
        found[f"loops {kind}: " + ("same" if same else "different")] += 1
    return dict(found)


def truncated() -> dict[str, Any]:
    """Check bounds of regions of which random parts are expanded, more and more of them."""
    random = Random(SEED)
    found: Counter[str] = Counter()
    while found["searches"] < TRUNCATED:
        key = place(random_region(random, random.randint(2, 8), random.choice((0, 1, 2)))).key
        walls = evaluate(expand(key), Rules.NOBODY).walls(0)
        if walls is None:
            found["regions left out: a loop without a decision"] += 1
            continue
        exact, temperature = _joint(walls)
        game = RegionGame(key)
        before = None
        found["regions"] += 1
        while True:
            now = region_interval(game)
            found["searches"] += 1
            found["sound"] += (
                now.mean_lower <= exact <= now.mean_upper
                and now.temperature_lower <= temperature <= now.temperature_upper
            )
            found["wider than before"] += before is not None and now.narrowed(before) != now
            found["exact before the end"] += now.is_exact and not game.pool.is_complete
            before = now
            opened = np.flatnonzero(game.pool.arrays.state[: len(game.pool)] == OPEN)
            if not len(opened):
                found["regions exact at the end"] += now.is_exact
                break
            count = random.choice((1, 3, 10, 50))
            game.expand_all(np.array(random.choices(opened.tolist(), k=count), np.int32))
    return dict(found)


def anytime() -> dict[str, Any]:
    """Measure what is proved of larger regions after some processor time."""
    found: dict[str, Any] = {}
    for size, count in ((12, 12), (16, 8), (24, 6)):
        regions, refused = _that_fit(Random(SEED + size), size, count)
        for seconds in (0.1, 0.5):
            rows = [_answer(region, seconds) for region in regions]
            answers = [answer for answer, _ in rows]
            found[f"{size} points, {seconds} s"] = {
                "regions": count,
                "refused, more than 62 bits": refused,
                "nodes, median": median(answer.nodes for answer in answers),
                "proved exact": sum(answer.is_exact for answer in answers),
                "width of the mean, average": mean(
                    float(answer.interval.mean_upper - answer.interval.mean_lower)
                    for answer in answers
                ),
                "seconds, longest": max(taken for _, taken in rows),
            }
    return found


def _that_fit(random: Random, size: int, count: int) -> tuple[list[Region], int]:
    """Return random regions that can be searched, and how many were drawn that cannot."""
    regions: list[Region] = []
    refused = 0
    while len(regions) < count:
        region = random_region(random, size, 1)
        if place(region).key.bits > MAX_BITS:
            refused += 1
        else:
            regions.append(region)
    return regions, refused


def _answer(region: Region, seconds: float) -> tuple[RegionEstimate, float]:
    search = RegionSearch(region)
    clock = time.process_time
    started = clock()
    answer = search.run(Budget(deadline=started + seconds, clock=clock))
    return answer, clock() - started
