"""The end of a search: a point in time, or a word from outside; Python asks, kernels poll a flag.

While the `with` block of a deadline runs, a watchdog thread raises the flag when the time has come,
so native code that has released the interpreter lock needs no clock of its own:

    with Deadline(2.0) as deadline:
        search(position, np.frombuffer(deadline.flag, dtype=np.int64))

A part of the time is a deadline of its own that ends with the whole at the latest:

        with deadline.part(0.5) as first:
            search(position, np.frombuffer(first.flag, dtype=np.int64))
"""

import threading
import time
from array import array
from types import TracebackType
from typing import Final

RUN: Final = 0
STOP: Final = 1
# Operating systems cannot sleep for every number that a client may send.
LONGEST_SECONDS: Final = 30 * 86_400.0
# A part looks at the whole that often: an interruption is noticed no later.
_LOOK_SECONDS: Final = 0.02


class Deadline:
    """When to stop thinking. Threads may shorten or stop it at any moment; none can extend it.

    `flag` is an int64 buffer of length 1: RUN, or STOP once the search must return what it has.
    `offer` is a move that the thinker would settle for: it counts if the thinker comes too late.
    """

    def __init__(self, seconds: float, whole: "Deadline | None" = None) -> None:
        self._whole = whole
        self.offer: int | None = None
        self.started = time.monotonic()
        self.flag: array[int] = array("q", [RUN])
        self._ends = self.started + min(seconds, LONGEST_SECONDS)
        self._closed = False
        self._stopped = False
        self._made = 0
        self._enough: int | None = None  # playouts that will do, once somebody is in a hurry
        self._changed = threading.Condition()

    def __enter__(self) -> "Deadline":
        threading.Thread(target=self._watch, name="deadline", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._changed:
            self._closed = True
            self.flag[0] = STOP
            self._changed.notify_all()

    def part(self, seconds: float) -> "Deadline":
        """Return a deadline so many seconds from now, but no later than this one."""
        return Deadline(min(seconds, self.remaining()), self)

    def remaining(self) -> float:
        """Return the seconds left, 0.0 when the search must stop."""
        if self.flag[0] != RUN or (self._whole is not None and self._whole.flag[0] != RUN):
            return 0.0
        return max(0.0, self._ends - time.monotonic())

    def expired(self) -> bool:
        """Tell whether the search must stop."""
        return self.remaining() <= 0.0

    def was_stopped(self) -> bool:
        """Tell whether somebody ended it before its time."""
        return self._stopped

    def elapsed(self) -> float:
        """Return the seconds since the deadline was made."""
        return time.monotonic() - self.started

    def stop(self) -> None:
        """End the search now."""
        self.shorten(0.0)

    def shorten(self, seconds: float) -> None:
        """End the search in at most `seconds` from now; an earlier end stays."""
        with self._changed:
            self._ends = min(self._ends, time.monotonic() + seconds)
            if seconds <= 0.0:
                self._stopped = True
                self.flag[0] = STOP
            self._changed.notify_all()

    def hurry(self, playouts: int, seconds: float) -> None:
        """End the search once it has made so many playouts, in at most `seconds` from now.

        A player that never says what it has `made` gets the seconds.
        """
        self._enough = playouts
        self.shorten(seconds)
        self.made(self._made)

    def made(self, playouts: int) -> None:
        """Take note that the search has made so many playouts by now."""
        self._made = playouts
        if self._whole is not None:
            self._whole.made(playouts)
        if self._enough is not None and playouts >= self._enough:
            self.stop()

    def wait(self, seconds: float | None = None) -> None:
        """Sleep that long, or to the end of the deadline if that comes first."""
        until = self._ends if seconds is None else time.monotonic() + seconds
        with self._changed:
            while not self.expired() and (left := until - time.monotonic()) > 0:
                self._changed.wait(min(left, self.remaining()))

    def _watch(self) -> None:
        with self._changed:
            while not self._closed and not self.expired():
                left = self.remaining()
                self._changed.wait(left if self._whole is None else min(left, _LOOK_SECONDS))
            self.flag[0] = STOP
