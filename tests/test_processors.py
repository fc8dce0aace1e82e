"""How many threads search: by default half of the processors, one where moves shall repeat."""

import os

import pytest

from gtpengine.config import PlayerConfig
from gtpengine.processors import usable_processors


def test_processors_are_those_that_this_process_may_use():
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system cannot bind a process to processors")
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert usable_processors() == 1
    finally:
        os.sched_setaffinity(0, before)
    assert usable_processors() == len(before)


@pytest.mark.parametrize(
    ("processors", "threads", "visits", "expected"),
    [
        (1, 0, 0, 1),
        (2, 0, 0, 1),
        (4, 0, 0, 2),
        (64, 0, 0, 4),
        (64, 0, 500, 1),
        (64, 3, 500, 3),
        (1, 8, 0, 8),
    ],
)
def test_threads_that_search(monkeypatch, processors, threads, visits, expected):
    monkeypatch.setattr("gtpengine.config.usable_processors", lambda: processors)
    assert PlayerConfig(threads=threads, visits=visits).searchers == expected
