"""Loading what is compiled behind the conversation: the first answers must not wait for it."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from gtpengine.deadline import Deadline
from gtpengine.engine.reading import Reading
from gtpengine.engine.rough import RoughReading

T = TypeVar("T")

log = logging.getLogger(__name__)

# Importing a compiler and answering a client share one interpreter lock: the client goes first,
# but one that says nothing is not waited for.
MOST_HEAD_START_SECONDS = 0.5


def load_kernels() -> Reading:
    """Import, and with that compile or load, the board's kernels; takes up to half a minute."""
    from gtpengine.engine.kernel_reading import KernelReading

    return KernelReading()


class Loading(Generic[T]):
    """Something that becomes better while nobody waits: first `rough`, then what `load` returns.

    `name` is what the log calls it. Loads that follow `after` begin when that one has ended.
    """

    def __init__(
        self, rough: T, load: Callable[[], T], name: str, after: "Loading[Any] | None" = None
    ) -> None:
        self._rough = rough
        self._load = load
        self._name = name
        self._after = after
        self._loaded: T | None = None
        self._finished = threading.Event()

    def start(self, when: Callable[[], bool] = lambda: True) -> None:
        """Begin to load in a thread of its own, once `when` holds or half a second is over."""
        threading.Thread(
            target=self._run, args=(when,), name=f"load {self._name}", daemon=True
        ).start()

    def _run(self, when: Callable[[], bool]) -> None:
        started = time.monotonic()
        while not when() and time.monotonic() - started < MOST_HEAD_START_SECONDS:
            time.sleep(0.01)
        if self._after is not None:
            self._after._finished.wait()
        try:
            self._loaded = self._load()
            log.info("%s ready after %.1f s", self._name, time.monotonic() - started)
        except Exception:
            log.exception("%s cannot be loaded; playing on without", self._name)
        finally:
            self._finished.set()

    def reading(self, deadline: Deadline, share: float) -> T:
        """Return the best there is, after waiting up to `share` of the time that is left.

        Needs `start` to have been called; if loading does not end in time it is the rough one.
        """
        patience = deadline.remaining() * share
        until = time.monotonic() + patience
        while not self._finished.is_set() and not deadline.expired():
            left = until - time.monotonic()
            if left <= 0:
                break
            self._finished.wait(min(left, 0.05))
        return self._rough if self._loaded is None else self._loaded

    def has_loaded(self) -> bool:
        """Tell whether the better one is there."""
        return self._loaded is not None

    def is_loading(self) -> bool:
        """Tell whether the better one may still come."""
        return not self._finished.is_set()


class Warmup(Loading[Reading]):
    """A reading: first a rough one, then the kernels."""

    def __init__(self, load: Callable[[], Reading] = load_kernels) -> None:
        super().__init__(RoughReading(), load, "kernels")

    def has_kernels(self) -> bool:
        """Tell whether the kernels are loaded."""
        return self.has_loaded()
