"""The TDS paper's experiments: what is computed. Tables are made of it in tds_report.py.

1: exact TDS of all rooms against exact thermographs. 2: the same with larger steps between coupons.
3: depth-limited search. 4: Hotstrat-TDS against a global alpha-beta search, in sums of boards.
figure2: the paper's worked example, rebuilt.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from gtpengine.laboratory.amazons.board import AmazonsPosition
from gtpengine.laboratory.amazons.contest import PLAYERS, Player, play, random_board
from gtpengine.laboratory.amazons.game import AmazonsGame
from gtpengine.laboratory.amazons.rooms import rooms
from gtpengine.laboratory.tds.alphabeta import CouponSearch
from gtpengine.laboratory.tds.exact import results_beside
from gtpengine.laboratory.tds.heuristic import Outcome, TemperatureSearch, classify
from gtpengine.search.tds.budget import Budget
from gtpengine.search.tds.dynamic import sweep
from gtpengine.search.tds.pool import LEFT, RIGHT
from gtpengine.search.tds.samples import Reading, combined, read
from gtpengine.search.tds.stack import EXTENDED_FLOOR, CouponStack
from gtpengine.search.tds.thermographs import pool_thermographs

DELTAS = (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 16))
DEPTHS = range(1, 15)
DEPTH_DELTA = Fraction(1, 2)
SEED = 2004

# The room A2 A3 B2 B4 C3 with Black on C3 and White on A2, rebuilt from the move list.
FIGURE_2 = "#.#|.#X|O.#|###"


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of work with a name that says everything its result depends on."""

    name: str
    work: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Solved:
    """All rooms of one size in one complete pool, with exact means and temperatures."""

    game: AmazonsGame
    roots: list[int]
    means: list[Fraction]
    temperatures: list[Fraction]


@cache
def solved(size: int) -> Solved:
    """Return the exact values of all rooms of `size` squares."""
    game = AmazonsGame()
    roots = [game.add(room) for room in rooms(size)]
    game.complete()
    exact = pool_thermographs(game.pool)
    return Solved(
        game,
        roots,
        [exact.mean_of(node) for node in roots],
        [exact.temperature_of(node) for node in roots],
    )


def paper_stack(size: int, delta: Fraction) -> CouponStack:
    """Return the paper's stack for rooms of `size` squares: up to size - 3 + delta."""
    return CouponStack.up_to(size - 3 + delta, delta)


def tasks(only: list[str], sizes: list[int]) -> list[Task]:
    """Return the tasks of all experiments but the fourth, in order."""
    found: list[Task] = []
    if "figure2" in only:
        found.append(Task("figure2", figure2))
    if "1" in only:
        found += [Task(f"1 size {n}", lambda n=n: rooms_exactly(n)) for n in sizes]  # type: ignore[misc]
    if "2" in only:
        found += [
            Task(f"2 size {n} delta {delta}", lambda n=n, delta=delta: coarse(n, delta))  # type: ignore[misc]
            for n in (4, 5, 6)
            for delta in DELTAS
            if delta >= Fraction(4, 2**n)
        ]
    if "3" in only:
        found += [
            Task(f"3 size {n} depth {d}", lambda n=n, d=d: limited(n, d))  # type: ignore[misc]
            for n in (4, 5, 6)
            for d in DEPTHS
        ]
    return found


def contests(
    cells: list[tuple[int, int]], games: int, seconds: float, opponent: str = "plain"
) -> list[Task]:
    """Return the games of experiment 4, one of every cell (number of boards, size) in turn."""
    return [
        Task(
            f"4 boards {many} size {n} seconds {seconds} against {opponent} game {game}",
            lambda many=many, n=n, game=game: contest(many, n, game, seconds, opponent),  # type: ignore[misc]
        )
        for game in range(games)
        for many, n in cells
    ]


def figure2() -> dict[str, Any]:
    """Search the paper's example: the four values of its text, and the principal variation."""
    game = AmazonsGame()
    node = game.add(AmazonsPosition.from_rows(FIGURE_2))
    game.complete()
    delta = Fraction(1, 8)
    stack = CouponStack.up_to(Fraction(17, 8), delta)
    walls = sweep(game.pool, stack).walls(node)
    search = CouponSearch(game.pool, stack)
    value = search.score(node, LEFT, stack.layers)
    line = [
        game.move_name(move.edge) if move.coupon is None else f"C({move.coupon})"
        for move in search.variation(node, LEFT, stack.layers)
    ]
    forced = [walls.forced_score(LEFT, stack.layer_at(Fraction(t, 8))) for t in (11, 10, 9)]
    reading = walls.largest()
    return {
        "values": [str(each) for each in (value, *forced)],
        "mean": str(reading.mean),
        "temperature": str(reading.temperature),
        "line": line,
    }


def rooms_exactly(size: int) -> dict[str, Any]:
    """Compare exact TDS, with the paper's stack, with thermographs for all rooms of a size."""
    known = solved(size)
    stack = paper_stack(size, Fraction(4, 2**size))
    started = time.process_time()
    found = results_beside(known.game.pool, stack, known.roots)
    seconds = time.process_time() - started
    different = sum(
        (each.mean, each.temperature) != (mean, temperature)
        for each, mean, temperature in zip(found, known.means, known.temperatures, strict=True)
    )
    return {
        "rooms": len(found),
        "positions": len(known.game.pool),
        "delta": str(stack.delta),
        "differences": different,
        "hottest": str(max(known.temperatures)),
        "sum of temperatures": str(sum(known.temperatures)),
        "seconds": seconds,
    }


def coarse(size: int, delta: Fraction) -> dict[str, Any]:
    """Measure the errors of both rules with larger steps, over all rooms of a size."""
    known = solved(size)
    swept = sweep(known.game.pool, paper_stack(size, delta))
    errors: dict[str, list[list[Fraction]]] = {"average": [[], []], "larger": [[], []]}
    for root, mean, temperature in zip(known.roots, known.means, known.temperatures, strict=True):
        walls = swept.walls(root)
        for name, reading in (("average", walls.average()), ("larger", walls.largest())):
            shown = swept.stack.top if reading.temperature is None else reading.temperature
            errors[name][0].append(abs(shown - temperature))
            errors[name][1].append(abs(reading.mean - mean))
    return {
        name: {
            "temperature average": float(sum(t) / len(t)),
            "mean average": float(sum(m) / len(m)),
            "temperature largest": float(max(t)),
            "mean largest": float(max(m)),
        }
        for name, (t, m) in errors.items()
    }


def limited(size: int, depth: int) -> dict[str, Any]:
    """Measure the error of the temperature at a search depth, over all rooms of a size.

    `plies` counts coupons as the paper does, with its stack and its average; `board plies` counts
    board moves alone and takes the larger temperature.
    """
    known = solved(size)
    return {
        "plies": float(_error(known, lambda root: _by_plies(known, root, size, depth))),
        "board plies": float(_error(known, _by_board_plies(known, depth))),
    }


def _error(known: Solved, estimate: Callable[[int], Fraction]) -> Fraction:
    errors = [
        abs(estimate(root) - exact)
        for root, exact in zip(known.roots, known.temperatures, strict=True)
    ]
    return sum(errors, Fraction(0)) / len(errors)


def _by_board_plies(known: Solved, depth: int) -> Callable[[int], Fraction]:
    step = CouponStack(EXTENDED_FLOOR, DEPTH_DELTA, 0)
    search = TemperatureSearch(
        CouponSearch(known.game.pool, step, bounded=True, sorted_options=True, loops=False)
    )

    def estimate(root: int) -> Fraction:
        return search.at_depth(root, depth, search.first_stack(), Budget()).temperature

    return estimate


def _by_plies(known: Solved, root: int, size: int, depth: int) -> Fraction:
    search = _ply_search(size, depth)
    readings = [_ply_reading(search, root, first, size, depth) for first in (LEFT, RIGHT)]
    found = combined(*readings, average=True)
    assert found.temperature is not None
    return found.temperature


@cache
def _ply_search(size: int, depth: int) -> CouponSearch:
    """Return a search whose table has seen no other depth."""
    step = CouponStack(EXTENDED_FLOOR, DEPTH_DELTA, 0)
    return CouponSearch(
        solved(size).game.pool, step, coupons_count=True, loops=False, table_bits=18
    )


def _ply_reading(search: CouponSearch, root: int, first: int, size: int, depth: int) -> Reading:
    """Read a temperature when coupons use up depth; high failures go on beside what is left."""
    stack = paper_stack(size, DEPTH_DELTA)
    while True:
        scores = stack.scores(search.units)

        def wall(
            side: int, layer: int, stack: CouponStack = stack, scores: list[int] = scores
        ) -> int:
            left = depth - (stack.layers - layer)
            value = search.search(root, side, layer, left).value - scores[layer]
            return value if side == LEFT else -value

        mean, layer = read(stack, wall, first)
        outcome = classify(search.variation(root, first, stack.layers), stack)
        if outcome is Outcome.FAIL_HIGH and stack.layers > depth:
            stack = stack.with_layers(stack.layers - depth)
            continue
        return Reading(Fraction(mean, search.units), stack.coupon(min(layer, stack.layers)))


@cache
def _player(name: str, boards: int) -> Player:
    """Return a player whose memory was paid for before the first clock ran."""
    return PLAYERS[name](boards)


def contest(boards: int, size: int, game: int, seconds: float, opponent: str) -> dict[str, Any]:
    """Play one game of Hotstrat-TDS against an `opponent`; pairs of games share a start."""
    random = Random(f"{SEED} {boards} {size} {game // 2}")
    start = [random_board(size, random) for _ in range(boards)]
    hot, plain = _player("hotstrat-tds", boards), _player(opponent, boards)
    for player in (hot, plain):
        player.forget()
    black = game % 2 == 0

    def budget() -> Budget:
        return Budget(deadline=time.process_time() + seconds, clock=time.process_time)

    result = play(start, hot if black else plain, plain if black else hot, LEFT, budget)
    won = result.left_won == black
    return {"won": won, "score": result.margin if won else -result.margin, "moves": result.moves}
