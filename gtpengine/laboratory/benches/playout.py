"""Speed of heavy playouts against light ones in the same run, and of move priors."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gtpengine.board.colours import BLACK
from gtpengine.board.kernels import playouts as light
from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.kernels import field as heavy
from gtpengine.evaluation.kernels import priors
from gtpengine.evaluation.weights import default_weights

SIZES = (9, 13, 19)
ROUNDS = 15
ROUND_POINTS = 250_000  # points of the boards that one round plays on


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return playouts per CPU second of both kinds, their ratio, and the time of priors."""
    figures: dict[str, Any] = {}
    for size in SIZES:
        say(f"playouts on {size}x{size}")
        figures[f"{size}x{size}"] = _compare(size)
    return figures


def _compare(size: int) -> dict[str, float]:
    """Interleave rounds of both kinds, so that a busy machine slows both."""
    start, work, weights = vector_of(Position(size)), light_vector(1), default_weights()
    leads = np.zeros(2 * size * size + 1, dtype=np.int64)
    out = np.zeros(GRID_LEN, dtype=np.float32)
    games = ROUND_POINTS // (size * size)
    moves: dict[str, int] = {}

    def play_light() -> None:
        moves["light"] = light.run_playouts(start, work, BLACK, games, leads)

    def play_heavy() -> None:
        moves["heavy"] = heavy.run_heavy(start, weights, work, BLACK, NO_POINT, games, leads)

    def judge() -> None:
        priors.priors_of(start, weights, BLACK, NO_POINT, NO_POINT, out)

    plain, rich, judged, ratios = [], [], [], []
    for _ in range(ROUNDS):
        plain.append(_seconds(play_light))
        rich.append(_seconds(play_heavy))
        ratios.append(plain[-1] / rich[-1])
        judged.append(_seconds(judge))
    return {
        "light playouts per second": games / statistics.median(plain),
        "heavy playouts per second": games / statistics.median(rich),
        "heavy over light": statistics.median(ratios),
        "heavy over light, fastest rounds": min(plain) / min(rich),
        "heavy ns per move": 1e9 * statistics.median(rich) / moves["heavy"],
        "heavy moves per playout": moves["heavy"] / games,
        "priors of an empty board, us": 1e6 * statistics.median(judged),
    }


def _seconds(run: Callable[[], None]) -> float:
    """Return the CPU seconds that `run` takes."""
    started = time.process_time()
    run()
    return time.process_time() - started
