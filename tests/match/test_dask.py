"""The same tournament on a real Dask cluster: two workers, one of which is killed."""

import contextlib
import signal
import subprocess
import sys

import pytest

from gtpengine.match.executors import DaskCluster, NoCluster
from tests.match.games import processes_of, wait_until
from tests.match.test_tournament import logged_safely
from tests.match.tournaments import check_complete, environment, start, write_tournament

pytest.importorskip(
    "distributed", reason="Dask is not installed (pip install 'gtpengine[cluster]')"
)

SCHEDULER = """
import asyncio
from distributed import Scheduler

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""
WORKER = """
import asyncio, sys
from distributed import Worker

async def main():
    async with Worker(sys.argv[1], nthreads=1, name=sys.argv[2], dashboard=False) as worker:
        print(worker.address, flush=True)
        await worker.finished()

asyncio.run(main())
"""


@contextlib.contextmanager
def process(code, folder, *arguments):
    """Start Python code that prints its address; give process and address, kill it in the end."""
    started = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(folder),
    )
    try:
        yield started, started.stdout.readline().strip()
    finally:
        started.kill()
        started.communicate()


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_loses_no_game(tmp_path):
    games = 8
    path = write_tournament(tmp_path, games=games, delay=0.03)
    folder = tmp_path / "out"
    with (
        process(SCHEDULER, folder) as (_, address),
        process(WORKER, folder, address, "first") as (victim, _),
        process(WORKER, folder, address, "second"),
    ):
        assert address.startswith("tcp://127.0.0.1:")
        tournament = start(path, folder, "--scheduler", address)
        wait_until(lambda: len(logged_safely(folder)) >= 2 or tournament.poll() is not None)
        victim.send_signal(signal.SIGKILL)
        stdout, stderr = tournament.communicate()
        assert tournament.returncode == 0, stderr
        assert stdout.startswith("engine  games  won-lost")
    check_complete(folder, games)
    # The dead worker's engines went with it.
    wait_until(lambda: not processes_of(folder))


def test_a_scheduler_that_is_not_there():
    with pytest.raises(NoCluster, match="no Dask scheduler at 'nonsense://here:1'"):
        DaskCluster("nonsense://here:1", 1)
