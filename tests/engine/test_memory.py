"""The budget of memory: shares add up, nodes weigh what is reckoned, caches keep to theirs."""

import resource
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from gtpengine.deadline import Deadline
from gtpengine.engine import memory
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.localgame.key import place
from gtpengine.model.kept import Kept
from gtpengine.partition.partition import strict_partition
from gtpengine.search.tree.kernels.types import new_tree
from tests.engine.positions import CORRIDORS, picture


def test_shares_leave_something_for_work_on_the_way():
    assert memory.TREE_SHARE + memory.GRAPHS_SHARE + memory.TABLES_SHARE <= 0.85


def test_nodes_weigh_what_is_reckoned():
    tree = new_tree(1000)
    weight = sum(field.nbytes for field in tree if isinstance(field, np.ndarray)) / 1000
    assert 1.4 * weight < memory.NODE_BYTES < 1.7 * weight


def test_trees_fit_into_their_share():
    for megabytes in (100, 300, 1000):
        settings = memory.within_memory(Settings(memory_mb=megabytes))
        most = memory.TREE_SHARE * megabytes / memory.THINKERS * 1e6
        assert settings.search.nodes * memory.NODE_BYTES <= most
        assert settings.search.nodes >= 100_000
    assert memory.within_memory(Settings(memory_mb=100_000)) == Settings(memory_mb=100_000)


@dataclass
class Heavy:
    nbytes: int


def test_what_was_not_asked_for_longest_goes_first():
    kept = Kept(most=10, max_bytes=100)
    for name in "abc":
        kept.put(name, Heavy(40))
    assert [kept.get(name) is not None for name in "abc"] == [False, True, True]
    kept.get("b")
    kept.put("d", Heavy(30))
    assert [kept.get(name) is not None for name in "bcd"] == [True, False, True]
    assert kept.nbytes == 70
    kept.put("d", Heavy(10))
    assert kept.nbytes == 50
    kept.put("e", Heavy(1000))
    assert (len(kept), kept.nbytes) == (1, 1000)
    kept.clear()
    assert (len(kept), kept.nbytes) == (0, 0)


def test_what_a_thinker_keeps_of_regions_fits_the_budget():
    thinker = Thinker()
    position = picture(CORRIDORS)
    keys = {place(region).key for region in strict_partition(position).regions}
    with Deadline(20.0) as deadline:
        thinker.think(position, deadline, Settings(visits=50))
        assert len(keys) > 1
        assert len(thinker.model.solver.cache) >= len(keys)
        before = thinker.model.nbytes
        thinker.model.keep_within(graphs=1, tables=1)
    assert len(thinker.model.solver.cache) == 1
    assert 0 < thinker.model.nbytes < before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_large_arrays_go_back_to_the_system_when_they_are_dropped():
    memory.give_memory_back()

    def resident():
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize()

    # Left to itself, the C library keeps blocks of a size that was freed once.
    np.ones(20 << 17)
    before = resident()
    many = [np.ones(2 << 17) for _ in range(100)]
    assert resident() - before > 150 << 20
    last = many[-1]
    del many
    assert resident() - before < 30 << 20
    assert last[0] == 1.0
