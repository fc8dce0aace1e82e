"""One budget of memory, `memory_mb`, for all that is kept: trees, graphs of regions, tables.

A process may hold two thinkers, the player's and the analyst's, so each has half. What takes
longest to find again gets most: the tree of a long thought, then graphs, of which the least
recently used go first, then tables, which a tenth of a second of search replaces. What is left is
for work on the way: the graph that grows, the subtree that is copied.
"""

import contextlib
import ctypes
import functools
import sys
from dataclasses import replace

from gtpengine.engine.settings import Settings

THINKERS = 2
TREE_SHARE = 0.4
GRAPHS_SHARE = 0.3
TABLES_SHARE = 0.1
# Bytes of a node, half as many again for the subtree that is copied from turn to turn; a test
# counts them.
NODE_BYTES = 130

# Of mallopt(3). By itself the C library keeps blocks of up to 32 megabytes in heaps of its own, one
# for each thread, and gives little of them back: 19x19 games took 809 megabytes instead of 414.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
_LARGE_BYTES = 1 << 20


@functools.cache
def give_memory_back() -> None:
    """Let large arrays that are dropped go back to the system at once, where that can be set."""
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):  # another C library
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
        mallopt(_TRIM_THRESHOLD, _LARGE_BYTES)
        mallopt(_ARENA_MAX, 1)


def bytes_of_thinker(settings: Settings) -> float:
    """Return what one thinker may keep."""
    return settings.memory_mb * 1e6 / THINKERS


def graph_bytes(settings: Settings) -> int:
    """Return what the graphs of solved regions may take."""
    return int(GRAPHS_SHARE * bytes_of_thinker(settings))


def table_bytes(settings: Settings) -> int:
    """Return what tables of regions may take."""
    return int(TABLES_SHARE * bytes_of_thinker(settings))


def within_memory(settings: Settings) -> Settings:
    """Return the settings with trees that have no more nodes than there is memory for."""
    room = TREE_SHARE * bytes_of_thinker(settings)
    search = settings.search
    nodes = min(search.nodes, int(room / NODE_BYTES))
    return replace(settings, search=replace(search, nodes=nodes))
