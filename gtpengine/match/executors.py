"""Where games are played: processes of this machine, or a Dask cluster. One interface for both.

Both are `concurrent.futures.Executor`s, so the tournament knows no difference.
"""

import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Protocol

from gtpengine.errors import EngineError
from gtpengine.processors import usable_processors

# How often Dask gives a game to another worker when workers die.
RETRIES = 5


class NoCluster(EngineError):
    """The cluster cannot be reached, or the extra for it is not installed."""


class Workers(Protocol):
    """Executors that can be had again after a breakdown, and how many games they take at once."""

    def executor(self) -> Executor:
        """Return an executor that works; a new one if the last one broke down."""
        ...

    def capacity(self) -> int:
        """Return how many games can be played at once."""
        ...

    def discard(self) -> None:
        """Give up the executor, and with it the games that are being played."""
        ...

    def close(self) -> None:
        """End everything at once."""
        ...


def _prepare_worker(lifeline: Connection) -> None:
    """Leave Ctrl-C to the parent; end at once when the parent does, whatever a game is doing.

    Only the parent holds the other end of the lifeline, so it closes even by kill -9. The engines
    are then ended by this worker's reaper.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        try:
            lifeline.recv_bytes()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


class LocalProcesses:
    """Processes on this machine; each plays one game at a time."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def executor(self) -> Executor:
        """Return the pool of processes."""
        if self._pool is None:
            # Not forked: a worker must not inherit the lifeline's end, nor threads' locks.
            context = multiprocessing.get_context("spawn")
            theirs, self._lifeline = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                self._processes, context, initializer=_prepare_worker, initargs=(theirs,)
            )
            self._theirs = theirs
        return self._pool

    def capacity(self) -> int:
        """Return the number of processes."""
        return self._processes

    def discard(self) -> None:
        """End the processes, and with them their engines."""
        if self._lifeline is not None:
            self._lifeline.close()
            self._theirs.close()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._lifeline = None

    def close(self) -> None:
        """End the processes, and with them their engines."""
        self.discard()


class DaskCluster:
    """Workers of a Dask scheduler; with no address, a cluster on this machine."""

    def __init__(self, address: str, processes: int) -> None:
        """Connect.

        Raises:
            NoCluster: `distributed` is not installed, or nobody answers at the address.
        """
        try:
            import distributed as library
        except ImportError:
            raise NoCluster("Dask is not installed: pip install 'gtpengine[cluster]'") from None
        distributed: Any = library
        _quieten()
        self._cluster: Any = None
        try:
            if not address:
                self._cluster = distributed.LocalCluster(
                    n_workers=processes,
                    threads_per_worker=1,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                )
            self._client: Any = distributed.Client(self._cluster or address, timeout=30)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"no Dask scheduler at '{address}': {error}") from None
        self._executor: Any = None

    def executor(self) -> Executor:
        """Return Dask's own executor; games of workers that die are played again elsewhere."""
        if self._executor is None:
            self._executor = self._client.get_executor(retries=RETRIES, pure=False)
        executor: Executor = self._executor
        return executor

    def capacity(self) -> int:
        """Return the number of threads of all workers that are there now, at least one."""
        return max(1, int(sum(self._client.nthreads().values())))

    def discard(self) -> None:
        """Cancel all games."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        self._executor = None

    def close(self) -> None:
        """Leave the cluster; end it if it is our own."""
        self.discard()
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _quieten() -> None:
    """Keep Dask's own messages, of which there are many, off the terminal."""
    for name in list(logging.root.manager.loggerDict):
        if name == "distributed" or name.startswith("distributed."):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def default_processes() -> int:
    """Return how many games this machine can play at once without disturbing their clocks."""
    return usable_processors()
