"""Loading the kernels behind the conversation: the first answers must not wait for a compiler."""

import logging
import threading
import time
from collections.abc import Callable

from gtpengine.engine.deadline import Deadline
from gtpengine.engine.reading import Reading

log = logging.getLogger(__name__)

# Importing a compiler and answering a client share one interpreter lock: the client goes first,
# but one that says nothing is not waited for.
MOST_HEAD_START_SECONDS = 0.5


def load_kernels() -> Reading:
    """Import, and with that compile or load, the kernels; takes up to half a minute."""
    from gtpengine.engine.kernel_reading import KernelReading

    return KernelReading()


class Warmup:
    """A reading that becomes better while nobody waits: first `rough`, then the kernels."""

    def __init__(self, rough: Reading, load: Callable[[], Reading] = load_kernels) -> None:
        self._rough = rough
        self._load = load
        self._loaded: Reading | None = None
        self._finished = threading.Event()

    def start(self, when: Callable[[], bool] = lambda: True) -> None:
        """Begin to load in a thread of its own, once `when` holds or half a second is over."""
        threading.Thread(target=self._run, args=(when,), name="warm-up", daemon=True).start()

    def _run(self, when: Callable[[], bool]) -> None:
        started = time.monotonic()
        while not when() and time.monotonic() - started < MOST_HEAD_START_SECONDS:
            time.sleep(0.01)
        try:
            self._loaded = self._load()
            log.info("kernels ready after %.1f s", time.monotonic() - started)
        except Exception:
            log.exception("the kernels cannot be loaded; playing on without them")
        finally:
            self._finished.set()

    def reading(self, deadline: Deadline, share: float) -> Reading:
        """Return the best reading there is, after waiting up to `share` of the time that is left.

        Needs `start` to have been called; without kernels in time it is the rough one.
        """
        patience = deadline.remaining() * share
        until = time.monotonic() + patience
        while not self._finished.is_set() and not deadline.expired():
            left = until - time.monotonic()
            if left <= 0:
                break
            self._finished.wait(min(left, 0.05))
        return self._loaded or self._rough

    def has_kernels(self) -> bool:
        """Tell whether the kernels are loaded."""
        return self._loaded is not None
