"""Speed of the board: playouts against sgfmill's board in the same run, play and undo, threads."""

import random
import statistics
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from sgfmill import boards as sgfmill_boards

from gtpengine.board.colours import BLACK, EMPTY
from gtpengine.board.kernels import playouts
from gtpengine.board.points import GRID_LEN, PASS
from gtpengine.board.position import Position
from gtpengine.board.vector import Vector, light_vector, vector_of
from gtpengine.laboratory.benches.kernels import measure as kernels

SIZES = (9, 13, 19)
ROUNDS = 7
SGFMILL_SECONDS = 2.0
KERNEL_SECONDS = 0.25
MIDGAME_REPEATS = 200
_NEAR = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return playouts per second and their ratio to sgfmill's, times per move, thread gain."""
    figures: dict[str, Any] = {}
    for size in SIZES:
        say(f"playouts on {size}x{size}")
        figures[f"{size}x{size}"] = _playouts(size)
    say("play and undo")
    figures["19x19 midgame"] = _midgame()
    say("ownership and threads")
    figures["19x19 ownership map, 1000 playouts, ms"] = _ownership_milliseconds()
    figures["9x9 two threads over one (wall)"] = _thread_gain()
    return figures


def _playouts(size: int) -> dict[str, float]:
    """Interleave kernel and sgfmill rounds, so that a busy machine slows both."""
    start = vector_of(Position(size))
    work = light_vector(1)
    leads = np.zeros(2 * size * size + 1, dtype=np.int64)
    fast, slow = [], []
    playouts.run_playouts(start, work, BLACK, 100, leads)
    generator = random.Random(1)
    for _ in range(ROUNDS):
        fast.append(_rate(lambda n: playouts.run_playouts(start, work, BLACK, n, leads)))
        slow.append(_sgfmill_rate(size, generator, SGFMILL_SECONDS / ROUNDS))
    games = 1000
    moves = playouts.run_playouts(start, work, BLACK, games, leads)
    return {
        "playouts per second": statistics.median(fast),
        "ns per move": 1e9 * games / moves / statistics.median(fast),
        "moves per playout": moves / games,
        "sgfmill playouts per second": statistics.median(slow),
        "ratio to sgfmill": statistics.median(fast) / statistics.median(slow),
    }


def _rate(run: Callable[[int], object]) -> float:
    """Return units per second of CPU time, over about KERNEL_SECONDS."""
    count, used = 100, 0.0
    while used < KERNEL_SECONDS / 4:
        count *= 2
        started = time.process_time()
        run(count)
        used = time.process_time() - started
    return count / used


def _sgfmill_rate(size: int, generator: random.Random, seconds: float) -> float:
    """Return whole random games per second of CPU time on sgfmill's board."""
    games = 0
    started = time.process_time()
    while True:
        _sgfmill_playout(size, generator)
        games += 1
        used = time.process_time() - started
        if used >= seconds:
            return games / used


def _sgfmill_playout(size: int, generator: random.Random) -> None:
    """Play one game by the kernel's rules: uniform, no suicide, no own eye filled, simple ko.

    sgfmill's board has neither a legality test nor undo, so a move is tried on a copy.
    """
    board = sgfmill_boards.Board(size)
    colour, other = "b", "w"
    ko_place = None
    passes = 0
    while passes < 2:
        passes += 1
        candidates = [place for place in board.board_points if board.get(*place) is None]
        generator.shuffle(candidates)
        for place in candidates:
            if place == ko_place or _is_eye(board, size, place, colour):
                continue
            trial = board.copy()
            ko_after = trial.play(*place, colour)
            if trial.get(*place) is not None:
                board, ko_place, passes = trial, ko_after, 0
                break
        if passes:
            ko_place = None
        colour, other = other, colour


def _is_eye(board: Any, size: int, place: tuple[int, int], colour: str) -> bool:
    row, column = place
    enemies, edge = 0, False
    for down, right in _NEAR:
        r, c = row + down, column + right
        inside = 0 <= r < size and 0 <= c < size
        if down and right:
            edge = edge or not inside
            enemies += inside and board.get(r, c) not in (colour, None)
        elif inside and board.get(r, c) != colour:
            return False
    return enemies + edge < 2


def _midgame() -> dict[str, float]:
    """Time play plus undo, and legality, on boards after 150 random moves."""
    generator = random.Random(7)
    play_ns, legal_ns = [], []
    for _ in range(5):
        position = _random_position(generator, 150)
        vector = vector_of(position)
        empty = sum(position.colour_at(point) == EMPTY for point in position.points())
        play_ns.append(_nanoseconds(kernels.play_and_undo_all, vector, position.to_move))
        legal_ns.append(_nanoseconds(kernels.count_legal, vector, position.to_move, empty))
    return {
        "play plus undo, ns": statistics.median(play_ns),
        "legality, ns": statistics.median(legal_ns),
    }


def _nanoseconds(run: Any, vector: Vector, colour: int, units: int | None = None) -> float:
    """Return CPU nanoseconds per unit, the best of ROUNDS; `run` counts the units unless told."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time_ns()
        done = run(vector, colour, MIDGAME_REPEATS)
        used = time.process_time_ns() - started
        best = min(best, used / (units * MIDGAME_REPEATS if units else done))
    return best


def _random_position(generator: random.Random, moves: int) -> Position:
    position = Position(19)
    for _ in range(moves):
        colour = position.to_move
        legal = [p for p in position.legal_points(colour) if not position.is_own_eye(colour, p)]
        position.play(colour, generator.choice(legal or [PASS]))
    return position


def _ownership_milliseconds() -> float:
    start = vector_of(Position(19))
    work = light_vector(1)
    balance = np.zeros(GRID_LEN, dtype=np.int64)
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        playouts.run_ownership(start, work, BLACK, 1000, balance)
        times.append(1000 * (time.process_time() - started))
    return statistics.median(times)


def _thread_gain() -> float:
    """Return how many times more playouts two threads make in the same wall time as one."""
    start = vector_of(Position(9))

    def timed(threads: int) -> float:
        works = [light_vector(n) for n in range(threads)]
        leads = [np.zeros(163, dtype=np.int64) for _ in range(threads)]
        workers = [
            threading.Thread(target=playouts.run_playouts, args=(start, work, BLACK, 30000, lead))
            for work, lead in zip(works, leads, strict=True)
        ]
        started = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return time.perf_counter() - started

    return 2 * min(timed(1) for _ in range(ROUNDS)) / min(timed(2) for _ in range(ROUNDS))
