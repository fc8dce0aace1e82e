"""Letting a study run behind the conversation, and looking at it now and then."""

import logging
import threading
import time
from collections.abc import Generator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Generic, TypeVar

from gtpengine.board.position import Position
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.warmup import Loading
from gtpengine.gtp.analysis.analysing import Analysing

if TYPE_CHECKING:
    from gtpengine.gtp.session import Watching

T = TypeVar("T")

TICK_SECONDS = 0.02  # any input is noticed no later

log = logging.getLogger(__name__)


class Latest(Generic[T]):
    """A box for what is newest; one thread puts, another takes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._content: T | None = None

    def put(self, content: T) -> None:
        """Replace what is in the box."""
        with self._lock:
            self._content = content

    def take(self) -> T | None:
        """Return what is in the box and empty it; None if nothing new is there."""
        with self._lock:
            content, self._content = self._content, None
            return content


def watched_study(
    analysing: Loading[Analysing | None],
    position: Position,
    settings: Settings,
    watching: "Watching",
    hidden: frozenset[int] = frozenset(),
) -> Generator[Decision | None, None, None]:
    """Yield what is newly known, or None if nothing is, many times a second; stops when closed.

    Moves that are `hidden` are not studied. Until the kernels are loaded there is nothing to tell,
    and where they cannot be loaded there never is: the generator goes on all the same until it is
    closed or the watch is interrupted.
    """
    box: Latest[Decision] = Latest()
    with Deadline(LONGEST_SECONDS) as deadline:
        guard: AbstractContextManager[Deadline] = watching(deadline)
        with guard:
            work = threading.Thread(
                target=_study,
                args=(analysing, position, deadline, settings, box, hidden),
                daemon=True,
            )
            work.start()
            try:
                while not deadline.expired():
                    time.sleep(TICK_SECONDS)
                    yield box.take()
            finally:
                deadline.stop()


def _study(
    analysing: Loading[Analysing | None],
    position: Position,
    deadline: Deadline,
    settings: Settings,
    box: Latest[Decision],
    hidden: frozenset[int],
) -> None:
    try:
        analyst = analysing.reading(deadline, 1.0)
        if analyst is not None:
            analyst.study(position, deadline, settings, box.put, hidden=hidden)
        elif not deadline.expired():
            log.warning("there is no analysis: the search could not be loaded")
    except Exception:
        log.exception("the analysis failed")
