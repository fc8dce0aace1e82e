"""TDS of Go regions: sweep against alpha-beta, agreement with exact values, bounds, the clock.

Times are processor time of one thread, medians over the regions; compiling is not part of them.
Counts of agreement are over whole sets of generated regions, each shape once.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from random import Random
from statistics import mean, median
from typing import Any

import numpy as np

from gtpengine.localgame.generator import generate_region
from gtpengine.localgame.graph import LocalGraph, expand
from gtpengine.localgame.key import place
from gtpengine.localgame.samples import random_region
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.values import Rules, Walls, evaluate
from gtpengine.search.tds.alphabeta import CouponSearch
from gtpengine.search.tds.anytime import RegionSearch
from gtpengine.search.tds.bounds import region_interval
from gtpengine.search.tds.budget import Budget, OutOfBudget
from gtpengine.search.tds.dynamic import order_of, sweep
from gtpengine.search.tds.exact import exact_results
from gtpengine.search.tds.growing import RegionGame
from gtpengine.search.tds.pool import LEFT, OPEN, RIGHT, TERMINAL, GamePool
from gtpengine.search.tds.regions import Loops, loops_of, region_pool
from gtpengine.search.tds.stack import CouponStack
from gtpengine.values.loopy.rules import Komaster

SEED = 2004
SPEED_REGIONS = {4: 12, 5: 12, 6: 12, 7: 12, 8: 12, 9: 10, 10: 8, 11: 6, 12: 4, 13: 2, 14: 2}
DELTAS = (Fraction(1, 2), Fraction(1, 8))
# From this size on the sweep's bound of scores, all offsets added up, is too large for eighths.
COARSE_FROM = 13
TOP = 4
ROUNDS = 3  # of small things, of which the fastest counts
NODE_LIMIT = 40_000_000
LOOP_LIMIT = 400_000  # where nothing that hangs on a repetition is kept, alpha-beta may never end
LOOP_FREE_SEEDS, LOOP_FREE_SIZE = 100, 9
KO_SEEDS, KO_SIZE, COPIES = 40, 6, 4
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
        ("ko-aware TDS against generalized thermography", single_kos),
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
        for delta in DELTAS[: 1 if size >= COARSE_FROM else None]:
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


def _speed(region: Any, delta: Fraction) -> dict[str, float]:
    started = time.process_time()
    graph = expand(place(region).key)
    expanded = time.process_time()
    pool = region_pool(graph)
    made = time.process_time()
    stack = CouponStack.up_to(TOP, delta, 0)
    small = len(pool) < 50_000
    swept = min(_sweep_seconds(pool, stack) for _ in range(ROUNDS if small else 1))
    kind = loops_of(pool)
    bits = min(22, max(8, len(pool).bit_length() + 3))
    searched, nodes, cut = float("inf"), 0, False
    for _ in range(ROUNDS if small else 1):
        start = time.process_time()
        search = CouponSearch(
            pool, stack, bounded=True, loops=kind is not Loops.NONE, table_bits=bits
        )
        try:
            for side in (LEFT, RIGHT):
                search.search(0, side, stack.layers, budget=Budget(nodes=NODE_LIMIT))
        except OutOfBudget:
            cut = True
        searched, nodes = min(searched, time.process_time() - start), search.nodes
        if cut:
            break
    return {
        "graph, seconds": expanded - started,
        "pool, seconds": made - expanded,
        "sweep, seconds": swept,
        "alpha-beta, seconds": searched,
        "ratio": searched / swept,
        "alpha-beta nodes": nodes,
        "nodes per second": nodes / searched,
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


def single_kos() -> dict[str, int]:
    """Count how often both walls are those of generalized thermography, at every coupon."""
    found: Counter[str] = Counter()
    for graph in generated(KO_SEEDS, KO_SIZE):
        if loops_of(region_pool(graph)) is not Loops.KOS:
            continue
        found["regions"] += 1
        solved = SolvedGraph(graph)
        for komaster, rules in RULES.items():
            values = solved.values(rules)
            if values.unresolved:
                found[f"komaster {komaster.value}: thermography leaves it open"] += 1
                continue
            walls = [each for node in range(graph.nodes) if (each := values.walls(node))]
            right = _walls_agree(graph, komaster, walls)
            found[f"komaster {komaster.value}: " + ("agree" if right else "differ")] += 1
            found["positions"] += graph.nodes
    return dict(found)


def _walls_agree(graph: LocalGraph, komaster: Komaster, walls: list[Walls]) -> bool:
    corners = [c for each in walls for wall in (each.left, each.right) for c in wall.points]
    delta = Fraction(1, lcm(*(number.denominator for corner in corners for number in corner)))
    top = max(temperature for _, temperature in corners) + delta
    stack = CouponStack.up_to(top, delta, 0, COPIES)
    swept = sweep(region_pool(graph, komaster), stack)
    for layer in range(0, stack.layers + 1, stack.period):
        coupon = stack.coupon(layer)
        alone = int(swept.alone[layer])
        for table, sign, pick in ((swept.left, -1, 0), (swept.right, 1, 1)):
            sampled = (table[: graph.nodes, layer] + sign * alone).tolist()
            sampled[0] += graph.offset * swept.units
            exact = [(each.left, each.right)[pick].value_at(coupon) * swept.units for each in walls]
            if sampled != exact:
                return False
    found = swept.walls(0).largest()
    return (found.mean + graph.offset, found.temperature) == _joint(walls[0])


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
        for seconds in (0.1, 0.5):
            random = Random(SEED + size)
            rows = []
            for _ in range(count):
                search = RegionSearch(random_region(random, size, 1))
                clock = time.process_time
                started = clock()
                rows.append((search.run(Budget(deadline=started + seconds, clock=clock)), started))
                rows[-1] = (rows[-1][0], clock() - started)
            answers = [answer for answer, _ in rows]
            found[f"{size} points, {seconds} s"] = {
                "regions": count,
                "nodes, median": median(answer.nodes for answer in answers),
                "proved exact": sum(answer.is_exact for answer in answers),
                "width of the mean, average": mean(
                    float(answer.interval.mean_upper - answer.interval.mean_lower)
                    for answer in answers
                ),
                "seconds, longest": max(taken for _, taken in rows),
            }
    return found
