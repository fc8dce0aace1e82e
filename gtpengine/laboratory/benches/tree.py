"""Speed of the Monte-Carlo tree search: playouts of a growing tree, one thread and two."""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from gtpengine.board.colours import WALL
from gtpengine.board.points import PASS, SIDES
from gtpengine.board.position import Position
from gtpengine.partition.bits import bits_of
from gtpengine.search.tree.search import TreeSearch
from gtpengine.search.tree.temperature import estimate

# Board size -> playouts per round.
SIZES = {9: 4000, 13: 2000, 19: 1000}
ROUNDS = 5
STONES = 0.2  # share of the board that holds stones
REGION_PLAYOUTS = 12_000


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return playouts per second; with two threads by the clock on the wall, so of both cores."""
    figures: dict[str, Any] = {}
    for size, playouts in SIZES.items():
        say(f"{size}x{size}")
        figures[f"{size}x{size}"] = _rates(size, playouts)
    say("a region's temperature")
    figures["temperature of a region, CPU seconds"] = _region_seconds()
    return figures


def _rates(size: int, playouts: int) -> dict[str, float]:
    """Interleave one thread and two, so that a busy machine slows both."""
    position = _opening(size)
    cpu: dict[int, list[float]] = {1: [], 2: []}
    walls: dict[int, list[float]] = {1: [], 2: []}
    for number in range(ROUNDS):
        for threads in walls:
            search = TreeSearch(position, seed=number)
            search.run(None, 50)
            started, used = time.perf_counter(), time.process_time()
            search.run(None, playouts, threads)
            walls[threads].append(playouts / (time.perf_counter() - started))
            cpu[threads].append(playouts / (time.process_time() - used))
    return {
        "one thread, per CPU second": statistics.median(cpu[1]),
        "two threads, per CPU second": statistics.median(cpu[2]),
        "one thread, wall": max(walls[1]),
        "two threads, wall": max(walls[2]),
    }


def _opening(size: int) -> Position:
    """Return a board with random stones, none on the first line."""
    generator = random.Random(size)
    position = Position(size)
    for _ in range(int(STONES * size * size)):
        legal = [
            point
            for point in position.legal_points(position.to_move)
            if all(position.colour_at(point + side) != WALL for side in SIDES)
        ]
        position.play(position.to_move, generator.choice(legal or [PASS]))
    return position


def _region_seconds() -> float:
    from gtpengine.localgame.generator import generate_region

    enclosed = generate_region(1, 12, 2)
    allowed = bits_of(enclosed.regions[0].points)
    times = []
    for number in range(ROUNDS):
        started = time.process_time()
        estimate(enclosed.position, allowed, playouts=REGION_PLAYOUTS, seed=number)
        times.append(time.process_time() - started)
    return statistics.median(times)
