"""One budget of memory, `memory_mb`, for all that is kept: trees, graphs of regions, tables.

A process may hold two thinkers, the player's and the analyst's, so each has half. What takes
longest to find again gets most: the tree of a long thought, then graphs, of which the least
recently used go first, then tables, which a tenth of a second of search replaces. What is left is
for work on the way: the graph that grows, the subtree that is copied.
"""

from dataclasses import replace

from gtpengine.engine.settings import Settings

THINKERS = 2
TREE_SHARE = 0.4
GRAPHS_SHARE = 0.3
TABLES_SHARE = 0.1
# Bytes of a node, half as many again for the subtree that is copied from turn to turn; a test
# counts them.
NODE_BYTES = 130


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
