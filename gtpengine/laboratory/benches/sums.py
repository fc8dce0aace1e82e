"""Exact sums of generated endgames: how many are proved, and how long it takes.

Whether the proved moves are right is another matter, for which see scripts/exact-sums.
"""

import time
from collections.abc import Callable
from typing import Any

from gtpengine.laboratory.samples.sums import draw
from gtpengine.search.sums.regions import RegionSums
from gtpengine.search.tds.budget import Budget

COUNT = 60
MOST_NODES = 20_000_000


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return CPU seconds per position, each solved from nothing, and what the search needed."""
    drawing = RegionSums()
    seconds: list[float] = []
    searched: list[int] = []
    points = proved = 0
    for seed in range(COUNT):
        sample = draw(seed, drawing, ko=seed % 2 == 1)
        fresh = RegionSums()
        started = time.process_time()
        found = fresh.solve(sample.enclosed.regions, sample.colour, Budget(nodes=MOST_NODES))
        seconds.append(time.process_time() - started)
        searched.append(found.result.searched)
        points += len(sample.enclosed.empty)
        proved += found.result.proved
        if (seed + 1) % 20 == 0:
            say(f"{seed + 1} of {COUNT} sums")
    middle = COUNT // 2
    return {
        "sums, half of them with a ko that matters": COUNT,
        "empty points, mean": points / COUNT,
        "proved": proved,
        "CPU seconds per sum, mean": sum(seconds) / COUNT,
        "CPU seconds per sum, median": sorted(seconds)[middle],
        "CPU seconds per sum, largest": max(seconds),
        "searched states, median": sorted(searched)[middle],
        "searched states, largest": max(searched),
    }
