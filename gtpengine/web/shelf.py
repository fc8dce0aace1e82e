"""What was found about positions, kept while the server runs: the newest few hundred."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.position import Position

T = TypeVar("T")

MOST_KEPT = 600


def position_key(position: Position) -> tuple[Hashable, ...]:
    """Return what decides about an analysis of a position; how it arose does not."""
    return (
        position.width,
        position.height,
        tuple(position.stones(BLACK)),
        tuple(position.stones(WHITE)),
        position.to_move,
        position.ko_point,
        tuple(position.prisoners),
        position.komi,
        position.handicap,
        position.rules,
        position.moves[-1:] == [] or position.moves[-1].point,
    )


class Shelf(Generic[T]):
    """Findings by key, each with the seconds that went into it; threads may share it."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[float, T]] = OrderedDict()

    def find(self, key: Hashable, seconds: float) -> T | None:
        """Return what at least so many seconds have found, or None."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] < seconds:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def put(self, key: Hashable, seconds: float, found: T) -> None:
        """Keep a finding, unless there is one that took longer."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] > seconds:
                return
            self._kept[key] = (seconds, found)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
