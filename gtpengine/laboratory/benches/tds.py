"""Temperature discovery search: rooms, nodes per second, time against delta and size."""

import time
from collections.abc import Callable
from fractions import Fraction
from random import Random
from statistics import median
from typing import Any

from gtpengine.laboratory.amazons.contest import random_board
from gtpengine.laboratory.amazons.game import AmazonsGame
from gtpengine.laboratory.amazons.rooms import rooms
from gtpengine.laboratory.benches import regions
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.exact import results_beside
from gtpengine.laboratory.tds.heuristic import TemperatureSearch
from gtpengine.search.tds.budget import Budget
from gtpengine.search.tds.dynamic import order_of, sweep
from gtpengine.search.tds.pool import LEFT, RIGHT
from gtpengine.search.tds.stack import EXTENDED_FLOOR, CouponStack
from gtpengine.search.tds.thermographs import pool_thermographs

SIZES = (4, 5, 6, 7)
DELTAS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 16))
TABLE_BITS = 20
ROUNDS = 3


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return CPU seconds of one core; compilation is not part of them."""
    figures: dict[str, Any] = {}
    for size in SIZES:
        figures[f"rooms of {size} squares"] = _rooms(size)
        say(f"rooms of {size} squares done")
    figures["size 6 by delta"] = _by_delta()
    say("time against delta done")
    figures["speed measures, size 5, delta 1/8"] = _measures()
    say("speed measures done")
    figures["heuristic, 5 x 5 boards"] = _heuristic()
    figures["Go regions"] = regions.speeds(say)
    return figures


def _seconds(work: Callable[[], Any]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def _game(size: int) -> tuple[AmazonsGame, list[int]]:
    game = AmazonsGame()
    roots = [game.add(room) for room in rooms(size)]
    game.complete()
    return game, roots


def _rooms(size: int) -> dict[str, Any]:
    """Measure everything that can be asked about all rooms of a size, at the exact delta."""
    positions = rooms(size)

    def build() -> None:
        game = AmazonsGame()
        for room in positions:
            game.add(room)
        game.complete()

    game, roots = _game(size)
    delta = Fraction(4, 2**size)
    stack = CouponStack.up_to(size - 3 + delta, delta)
    graph = _seconds(build)
    exact = _seconds(lambda: pool_thermographs(game.pool))
    by_sweep = _seconds(lambda: results_beside(game.pool, stack, roots))
    found: dict[str, Any] = {
        "rooms": len(roots),
        "positions": len(game.pool),
        "graph, seconds": graph,
        "positions per second": len(game.pool) / graph,
        "exact thermographs, seconds": exact,
        "exact values with graph, seconds": graph + exact,
        "TDS by sweep, both players, seconds": by_sweep,
        "swept values per second": 2 * len(game.pool) * (stack.layers + 1) / by_sweep,
    }
    if size < 7:
        found |= _alpha_beta(game, roots, stack)
    return found


def _alpha_beta(
    game: AmazonsGame, roots: list[int], stack: CouponStack, **options: Any
) -> dict[str, Any]:
    """Measure alpha-beta TDS of all roots on one table."""
    search = CouponSearch(game.pool, stack, loops=False, **({"table_bits": TABLE_BITS} | options))
    started = time.process_time()
    for root in roots:
        for side in (LEFT, RIGHT):
            search.search(root, side, stack.layers)
    seconds = time.process_time() - started
    return {
        "alpha-beta TDS, both players, seconds": seconds,
        "alpha-beta nodes": search.nodes,
        "alpha-beta nodes per second": search.nodes / seconds,
    }


def _by_delta() -> dict[str, Any]:
    game, roots = _game(6)
    order = order_of(game.pool)
    found = {}
    for delta in DELTAS:
        stack = CouponStack.up_to(3 + delta, delta)
        figures = {"sweep, seconds": _seconds(lambda stack=stack: sweep(game.pool, stack, order))}  # type: ignore[misc]
        found[f"delta {delta}"] = figures | _alpha_beta(game, roots, stack)
    return found


def _measures() -> dict[str, Any]:
    """Measure what single ideas bring to alpha-beta; all answers are the same."""
    game, roots = _game(5)
    delta = Fraction(1, 8)
    stack = CouponStack.up_to(2 + delta, delta)
    full = {"bounded": True}
    return {
        "as it is": _alpha_beta(game, roots, stack, **full),
        "without bounds": _alpha_beta(game, roots, stack),
        "with a tiny table": _alpha_beta(game, roots, stack, **full, table_bits=8),
        "top from the stops": _own_tops(game, roots, delta),
    }


def _own_tops(game: AmazonsGame, roots: list[int], delta: Fraction) -> dict[str, Any]:
    """Measure with each room's own upper limit of its temperature instead of the size bound."""
    from gtpengine.laboratory.tds.exact import limits_of

    started = time.process_time()
    limits = limits_of(game.pool)
    search = CouponSearch(
        game.pool, CouponStack(EXTENDED_FLOOR, delta, 0), loops=False, bounded=True
    )
    for root in roots:
        top = Fraction(int(limits.heat[root]), 2) + delta
        layers = CouponStack.up_to(top, delta).layers
        for side in (LEFT, RIGHT):
            search.search(root, side, layers)
    seconds = time.process_time() - started
    return {"seconds": seconds, "alpha-beta nodes": search.nodes}


def _heuristic() -> dict[str, Any]:
    """Measure heuristic TDS of random boards: seconds and pool nodes by depth."""
    by_depth: dict[int, list[tuple[float, int]]] = {1: [], 2: [], 3: []}
    random = Random(5)
    for _ in range(6):
        game = AmazonsGame()
        node = game.add(random_board(5, random))
        search = TemperatureSearch(
            CouponSearch(
                game.pool,
                CouponStack(EXTENDED_FLOOR, Fraction(1, 2), 0),
                game,
                bounded=True,
                sorted_options=True,
                loops=False,
            )
        )
        stack = search.first_stack()
        started = time.process_time()
        for depth, found in by_depth.items():
            stack = search.at_depth(node, depth, stack, Budget()).stack
            found.append((time.process_time() - started, len(game.pool)))
    return {
        f"depth {depth}": {
            "seconds, median": median(seconds for seconds, _ in found),
            "positions, median": median(nodes for _, nodes in found),
        }
        for depth, found in by_depth.items()
    }
