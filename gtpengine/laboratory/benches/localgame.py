"""How fast local games are solved: random enclosed regions by number of empty points.

Solving includes everything: the graph of all positions, the walls of every one of them without ko
threats, and up to KOMASTER_SIZE points, in a figure of its own, those for both komasters as well.
Times are processor time of one thread, medians over the regions; compiling is not part of them.
"""

import gc
import math
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from gtpengine.laboratory.samples.regions import random_region
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import place
from gtpengine.localgame.proof import Prover
from gtpengine.localgame.solver import solve
from gtpengine.localgame.values import Rules
from gtpengine.partition.region import Region

SEED = 1992
REGIONS = 20
SIZES = range(4, 15)
KOMASTER_SIZE = 12
LIMITS = Limits(nodes=20_000_000, seconds=600.0)
PROOF_BARS = {12: 0.13, 14: 0.5, 16: 5.0, 18: 60.0}  # seconds
PROVED_SIZES = tuple(PROOF_BARS)
PROOF_LIMITS = Limits(nodes=100_000_000, seconds=240.0, nbytes=2e9)
BARS = {10: 0.1, 12: 1.0, 14: 10.0}  # seconds


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return times, nodes and memory by number of empty points, and the growth per point."""
    solve_once(random_region(Random(0), 5))
    figures: dict[str, Any] = {}
    for size in SIZES:
        random = Random(SEED + size)
        rows = [solve_once(random_region(random, size)) for _ in range(REGIONS)]
        found = {name: median(row[name] for row in rows) for name in rows[0]}
        found["seconds, slowest"] = max(row["seconds"] for row in rows)
        found["regions"] = REGIONS
        if size in BARS:
            found["bar, seconds"] = BARS[size]
            found["bar met"] = found["seconds"] <= BARS[size]
        figures[f"{size} points"] = found
        say(f"{size} points: {found['seconds']:.4f} s, {found['nodes']:.0f} nodes")
    for size in PROVED_SIZES:
        figures[f"{size} points, proved"] = proved(size, say)
    sparse, dense = (figures[f"{size} points, proved"]["nodes"] for size in PROVED_SIZES[::3])
    steps = PROVED_SIZES[-1] - PROVED_SIZES[0]
    figures["growth per point, nodes, proved"] = (dense / sparse) ** (1 / steps)
    first, last = (figures[f"{size} points"] for size in (SIZES[0], SIZES[-1]))
    steps = SIZES[-1] - SIZES[0]
    figures["growth per point, nodes"] = (last["nodes"] / first["nodes"]) ** (1 / steps)
    figures["growth per point, seconds"] = (last["seconds"] / first["seconds"]) ** (1 / steps)
    return figures


def proved(size: int, say: Callable[[str], None]) -> dict[str, Any]:
    """Return what it costs to prove the value of regions, one thread."""
    random = Random(SEED + size)
    rows = []
    ends: Counter[str] = Counter()
    for _ in range(REGIONS):
        region = random_region(random, size)
        prover = Prover(place(region).key)
        started = time.process_time()
        found = prover.run(PROOF_LIMITS, time.process_time)
        ends[found.status.value] += 1
        rows.append(
            {
                "seconds": time.process_time() - started,
                "nodes": float(prover.nodes),
                "positions opened": float(found.openings),
                "megabytes": prover.nbytes / 1e6,
                "proved": float(found.closed),
            }
        )
        del found, prover  # or two of them would be there at a time
    figures: dict[str, Any] = {name: median(row[name] for row in rows) for name in rows[0]}
    figures["proved"] = sum(row["proved"] for row in rows)
    figures["regions"] = REGIONS
    figures["ends"] = dict(ends)
    figures["bar, seconds"] = PROOF_BARS[size]
    # What was given up has no end: it must not count as quick.
    figures["bar met"] = (
        median(row["seconds"] if row["proved"] else math.inf for row in rows) <= PROOF_BARS[size]
    )
    say(f"{size} points, proved: {figures['seconds']:.3f} s, {figures['nodes']:.0f} nodes")
    return figures


def solve_once(region: Region) -> dict[str, float]:
    """Return what it costs to solve a region."""
    started = time.process_time()
    solution = solve(region, LIMITS)
    expanded = time.process_time()
    values = solution.solved.values(Rules.NOBODY)
    if values.is_exact():
        solution.value()
    evaluated = time.process_time()
    nbytes = solution.solved.nbytes
    if len(region.empty) <= KOMASTER_SIZE:
        for rules in (Rules.BLACK, Rules.WHITE):
            solution.solved.values(rules)
    finished = time.process_time()
    row = {
        "seconds": evaluated - started,
        "seconds, graph": expanded - started,
        "seconds, walls of all positions": evaluated - expanded,
        "seconds, both komasters in addition": finished - evaluated,
        "nodes": float(solution.graph.nodes),
        "edges": float(solution.graph.edges),
        "positions on loops": float(values.loop_nodes),
        "positions not resolved": float(values.unresolved),
        "megabytes": nbytes / 1e6,
    }
    del solution, values
    gc.collect()
    return row
