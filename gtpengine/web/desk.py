"""The one thread that thinks: jobs of all visitors in order of urgency, interrupted and dropped.

Everybody's first look comes before anybody's second. A more urgent job interrupts the one that is
being done, which goes on later. Loading what is compiled is the thread's first job.
"""

import itertools
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

from gtpengine.deadline import Deadline
from gtpengine.errors import EngineError

T = TypeVar("T")

log = logging.getLogger(__name__)

LEAST_SECONDS = 0.3  # for the rest of a job that was interrupted
MOST_WAITING = 2000


class Rank(IntEnum):
    """What comes first."""

    GAME = 0  # somebody's clock runs
    LOOK = 1  # first look at a position, a problem
    PLACE = 2
    STUDY = 3  # the rest of a study
    REVIEW = 4


@dataclass
class Job(Generic[T]):
    """Something to do for somebody.

    Attributes:
        owner: for whom.
        name: by which its owner can drop it.
        rank: how urgent it is.
        seconds: how long it may take.
        work: does it; told to stop before its time, it is done again later. Returns what is to be
            done after it, if anything.
        failed: is told why it cannot be done.
    """

    owner: object
    name: str
    rank: Rank
    seconds: float
    work: Callable[[T, Deadline], "Job[T] | None"]
    failed: Callable[[str], None]
    order: int = field(default=0, init=False)
    is_dropped: bool = field(default=False, init=False)


class Desk(Generic[T]):
    """Does jobs with what `load` returns, one at a time."""

    def __init__(self, load: Callable[[], T]) -> None:
        self._load = load
        self._changed = threading.Condition()
        self._waiting: list[Job[T]] = []
        self._current: Job[T] | None = None
        self._deadline: Deadline | None = None
        self._is_interrupted = False
        self._is_closed = False
        self._orders = itertools.count(1)
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        self._tell_ready: list[Callable[[str], None]] = []
        self.state = "loading"  # then "ready", or "failed"

    def start(self, tell_ready: Callable[[str], None] = lambda state: None) -> None:
        """Begin to load; `tell_ready` is told the state when that is over, in the desk's thread."""
        self._tell_ready.append(tell_ready)
        self._thread.start()

    def add(self, job: Job[T]) -> bool:
        """Take a job; False if far too many are waiting."""
        with self._changed:
            if self._is_closed or len(self._waiting) >= MOST_WAITING:
                return False
            job.order = next(self._orders)
            self._waiting.append(job)
            current = self._current
            if current is not None and job.rank < current.rank and self._deadline is not None:
                self._is_interrupted = True
                self._deadline.stop()
            self._changed.notify_all()
        return True

    def drop(self, owner: object, name: str | None = None) -> None:
        """Forget the jobs of an owner: those of that name, or all."""
        with self._changed:
            self._waiting = [job for job in self._waiting if not _is_meant(job, owner, name)]
            if self._current is not None and _is_meant(self._current, owner, name):
                self._current.is_dropped = True
                if self._deadline is not None:
                    self._deadline.stop()

    def close(self, patience: float = 5.0) -> None:
        """End the thread: what it does is cut short."""
        with self._changed:
            self._is_closed = True
            self._waiting.clear()
            if self._current is not None:
                self._current.is_dropped = True
            if self._deadline is not None:
                self._deadline.stop()
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(patience)

    def _run(self) -> None:
        try:
            room = self._load()
            self.state = "ready"
        except Exception:
            log.exception("the engine could not be loaded")
            self.state = "failed"
        for tell in self._tell_ready:
            tell(self.state)
        while (job := self._next()) is not None:
            if self.state == "failed":
                job.failed("the engine could not be loaded; the terminal says why")
                continue
            self._do(room, job)

    def _next(self) -> Job[T] | None:
        with self._changed:
            self._current = self._deadline = None
            while not self._waiting and not self._is_closed:
                self._changed.wait()
            if self._is_closed:
                return None
            job = min(self._waiting, key=lambda each: (each.rank, each.order))
            self._waiting.remove(job)
            self._current, self._deadline = job, Deadline(job.seconds)
            self._is_interrupted = False
            return job

    def _do(self, room: T, job: Job[T]) -> None:
        deadline = self._deadline
        assert deadline is not None
        started = time.monotonic()
        after: Job[T] | None = None
        is_failed = True
        try:
            with deadline:
                after = job.work(room, deadline)
            is_failed = False
        except EngineError as error:
            job.failed(str(error))
        except Exception:
            log.exception("a job failed")
            job.failed("this went wrong inside the engine; the terminal says more")
        with self._changed:
            if job.is_dropped or is_failed or self._is_closed:
                return
            if self._is_interrupted:
                job.seconds = max(job.seconds - (time.monotonic() - started), LEAST_SECONDS)
                self._waiting.append(job)
            elif after is not None:
                after.order = next(self._orders)
                self._waiting.append(after)


def _is_meant(job: Job[T], owner: object, name: str | None) -> bool:
    return job.owner is owner and (name is None or job.name == name)
