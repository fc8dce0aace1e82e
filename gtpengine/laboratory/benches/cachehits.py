"""How often regions that a move did not touch come from the cache of solved graphs.

On the last moves of recorded games: partition before and after each move, as the engine would, and
ask the cache for every region. A region counts as touched when the move lies in it or beside it.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

from gtpengine.board.playouts import ownership
from gtpengine.board.points import PASS, SIDES
from gtpengine.board.position import Position
from gtpengine.board.record import BadRecord, GameRecord, load_record
from gtpengine.laboratory.shared import PROFESSIONAL
from gtpengine.localgame.cache import GraphCache
from gtpengine.localgame.graph import Limits
from gtpengine.localgame.key import place
from gtpengine.localgame.solver import Solver
from gtpengine.partition.heuristic import heuristic_partition
from gtpengine.partition.partition import Partition, strict_partition
from gtpengine.partition.region import Region

LAST_MOVES = 60
PLAYOUTS = 400
LIMITS = Limits(nodes=3_000, seconds=0.02)  # the question is what is found, not how it is solved
MOST_GAMES = 150


def measure(say: Callable[[str], None]) -> dict[str, Any]:
    """Return hits and misses over the last moves of the shared games, strict and heuristic."""
    paths = sorted(PROFESSIONAL.glob("*.sgf"))[:MOST_GAMES] if PROFESSIONAL.is_dir() else []
    if not paths:
        return {"skipped": "no shared game records"}
    counts = _Counts()
    for number, path in enumerate(paths, start=1):
        _follow(load_record(path), counts)
        if number % 10 == 0:
            say(f"{number} games, hit rate {counts.rate():.4f}")
    return counts.figures(len(paths))


class _Counts:
    """What was asked and found."""

    def __init__(self) -> None:
        self.untouched = [0, 0]  # misses, hits
        self.touched = [0, 0]
        self.exact = [0, 0]  # of the untouched ones with a proved border
        self.moves = 0
        self.strict_seconds = 0.0
        self.heuristic_seconds = 0.0

    def rate(self) -> float:
        return self.untouched[1] / max(sum(self.untouched), 1)

    def figures(self, games: int) -> dict[str, Any]:
        moves = max(self.moves, 1)
        return {
            "games": games,
            "moves": self.moves,
            "untouched regions": sum(self.untouched),
            "untouched regions from the cache": self.untouched[1],
            "hit rate": self.rate(),
            "exact untouched regions": sum(self.exact),
            "exact hit rate": self.exact[1] / max(sum(self.exact), 1),
            "touched regions": sum(self.touched),
            "touched regions from the cache": self.touched[1],
            "strict partition ms": 1000 * self.strict_seconds / moves,
            "heuristic partition ms": 1000 * self.heuristic_seconds / moves,
        }


def _follow(record: GameRecord, counts: _Counts) -> None:
    """Count over the last moves of one game, with a cache of its own."""
    solver = Solver(LIMITS, GraphCache())
    previous: Partition | None = None
    for position, point in _positions(record):
        started = time.process_time()
        strict = strict_partition(position)
        middle = time.process_time()
        estimate = ownership(position, PLAYOUTS)
        begun = time.process_time()
        partition = heuristic_partition(position, estimate, previous=previous, strict=strict)
        counts.heuristic_seconds += time.process_time() - begun
        counts.strict_seconds += middle - started
        for region in partition.regions:
            if previous is not None:
                _ask(region, point, solver, counts)
            solver.solve(region)
        counts.moves += previous is not None
        previous = partition


def _ask(region: Region, point: int, solver: Solver, counts: _Counts) -> None:
    hit = solver.cache.find(place(region).key, LIMITS) is not None
    inside = set(region.points)
    if point != PASS and any(near in inside for near in (point, *(point + s for s in SIDES))):
        counts.touched[hit] += 1
        return
    counts.untouched[hit] += 1
    if region.exact:
        counts.exact[hit] += 1


def _positions(record: GameRecord) -> Iterator[tuple[Position, int]]:
    """Yield each of the last positions with the point of the move that led to it."""
    moves = record.moves()
    first = max(1, len(moves) - LAST_MOVES + 1)
    try:
        position = record.position(first)
    except BadRecord:
        return
    yield position, PASS
    for move in moves[first - 1 :]:
        position.play(*move)
        yield position, move.point
