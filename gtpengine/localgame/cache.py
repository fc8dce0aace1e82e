"""A cache of solved graphs: least recently used ones go first when the memory cap is reached."""

from collections import OrderedDict, deque
from dataclasses import dataclass

from gtpengine.localgame.graph import Limits, Status
from gtpengine.localgame.key import RegionKey
from gtpengine.localgame.solved import SolvedGraph
from gtpengine.localgame.storage import GraphStorage

_RECENT = 64  # graphs that may still grow, because somebody asks them for values


@dataclass
class CacheStatistics:
    """What a cache was asked and did."""

    hits: int = 0
    misses: int = 0
    from_disk: int = 0  # hits that came from the storage
    dropped: int = 0

    @property
    def hit_rate(self) -> float:
        """Hits among all questions; 0 before the first."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else 0.0


@dataclass
class _Entry:
    solved: SolvedGraph
    limits: Limits
    written: bool = False
    nbytes: int = 0  # as last counted


class GraphCache:
    """Solved graphs by key, at most `max_bytes` of them together.

    With a `storage`, what is not in memory is looked for on disk, and `flush` writes there what is
    worth keeping between runs.
    """

    def __init__(self, max_bytes: int = 1 << 28, storage: GraphStorage | None = None) -> None:
        self.max_bytes = max_bytes
        self.storage = storage
        self.statistics = CacheStatistics()
        self._entries: OrderedDict[RegionKey, _Entry] = OrderedDict()
        self._counted = 0
        self._recent: deque[RegionKey] = deque(maxlen=_RECENT)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def nbytes(self) -> int:
        """The memory that all graphs and values take; values of those used last may still grow."""
        for key in self._recent:
            entry = self._entries.get(key)
            if entry is not None:
                before, entry.nbytes = entry.nbytes, entry.solved.nbytes
                self._counted += entry.nbytes - before
        return self._counted

    def find(self, key: RegionKey, limits: Limits) -> SolvedGraph | None:
        """Return the graph of `key`; an incomplete one only if `limits` allow no more than it."""
        entry = self._entries.get(key)
        if entry is not None and _is_enough(entry, limits):
            self.statistics.hits += 1
            self._entries.move_to_end(key)
            self._recent.append(key)
            return entry.solved
        stored = self.storage.load(key) if self.storage is not None else None
        if stored is None:
            self.statistics.misses += 1
            return None
        self.statistics.hits += 1
        self.statistics.from_disk += 1
        self.add(key, stored, limits)
        self._entries[key].written = True
        return stored

    def add(self, key: RegionKey, solved: SolvedGraph, limits: Limits) -> None:
        """Keep a graph that was expanded under `limits`; the oldest go until the cap is met.

        The newest one stays even if it alone is larger than the cap.
        """
        self._drop(key)
        self._entries[key] = _Entry(solved, limits)
        self._recent.append(key)
        self.trim()

    def trim(self) -> None:
        """Drop the least recently used graphs until the cap is met."""
        while self.nbytes > self.max_bytes and len(self._entries) > 1:
            self._drop(next(iter(self._entries)))
            self.statistics.dropped += 1

    def _drop(self, key: RegionKey) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._counted -= entry.nbytes

    def flush(self, min_nodes: int = 2000) -> int:
        """Write complete graphs with at least `min_nodes` nodes to the storage; return how many.

        Smaller ones are solved faster than read.
        """
        if self.storage is None:
            return 0
        count = 0
        for key, entry in self._entries.items():
            if not entry.written and entry.solved.graph.nodes >= min_nodes:
                entry.written = self.storage.save(key, entry.solved)
                count += entry.written
        return count

    def items(self) -> list[tuple[RegionKey, SolvedGraph]]:
        """Return what is kept, least recently used first."""
        return [(key, entry.solved) for key, entry in self._entries.items()]


def _is_enough(entry: _Entry, limits: Limits) -> bool:
    status = entry.solved.graph.status
    if status in (Status.COMPLETE, Status.TOO_LARGE):
        return True
    if status is Status.NODE_LIMIT:
        return limits.nodes <= entry.limits.nodes
    return limits.seconds <= entry.limits.seconds
