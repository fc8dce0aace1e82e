"""The end of a search: a point in time, or a word from outside; Python asks, kernels poll a flag.

While the `with` block of a deadline runs, its flag is raised when the time has come, so native code
that has released the interpreter lock needs no clock of its own:

    with Deadline(2.0) as deadline:
        search(position, np.frombuffer(deadline.flag, dtype=np.int64))

A part of the time is a deadline of its own that ends with the whole at the latest:

        with deadline.part(0.5) as first:
            search(position, np.frombuffer(first.flag, dtype=np.int64))

One thread rings for all deadlines: a thread for each would have to be waited for whenever one is
entered, several times in a move, and on a busy machine that takes longer than a short thought.
"""

import heapq
import itertools
import os
import threading
import time
from array import array
from typing import Final

RUN: Final = 0
STOP: Final = 1
# Operating systems cannot sleep for every number that a client may send.
LONGEST_SECONDS: Final = 30 * 86_400.0
_FEW: Final = 64  # deadlines that nobody waits for any more and that are not worth the sweeping


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
        self._parts: list[Deadline] = []  # that are under way
        self._closed = False
        self._stopped = False
        self._made = 0
        self._enough: int | None = None  # playouts that will do, once somebody is in a hurry
        self._changed = threading.Condition()

    def __enter__(self) -> "Deadline":
        if self._whole is not None:
            self._whole._parts.append(self)
        if self.expired():
            self.ring()
        else:
            _alarm.add(self._ends, self)
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        self.ring()
        if self._whole is not None:
            self._whole._parts.remove(self)
        _alarm.leave()

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it any more: its block was left, or its time is over."""
        return self._closed or self.flag[0] != RUN

    def ring(self) -> None:
        """Raise the flag, and those of the parts; wake who sleeps."""
        with self._changed:
            self.flag[0] = STOP
            self._changed.notify_all()
        for part in tuple(self._parts):
            part.ring()

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
        if seconds <= 0.0:
            self._stopped = True
            self.ring()
            return
        with self._changed:
            ends = time.monotonic() + seconds
            if ends >= self._ends:
                return
            self._ends = ends
            self._changed.notify_all()
        if not self.is_over:
            _alarm.add(ends, self)

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


class _Alarm:
    """Rings each deadline when its time has come; its thread is started with the first one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int, Deadline]] = []  # a heap by the time
        self._number = itertools.count()
        self._left = 0  # deadlines whose blocks ended since the heap was swept
        self._thread: threading.Thread | None = None

    def add(self, ends: float, deadline: Deadline) -> None:
        """Ring a deadline at that time, or earlier if it was added before."""
        with self._changed:
            heapq.heappush(self._waiting, (ends, next(self._number), deadline))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()
            elif self._waiting[0][2] is deadline:
                self._changed.notify()

    def leave(self) -> None:
        """Hear that the block of a deadline has ended."""
        self._left += 1
        if self._left <= _FEW:
            return
        with self._changed:
            self._left = 0
            self._waiting = [each for each in self._waiting if not each[2].is_over]
            heapq.heapify(self._waiting)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting or self._waiting[0][0] > time.monotonic():
                    first = self._waiting[0][0] if self._waiting else None
                    self._changed.wait(None if first is None else first - time.monotonic())
                _, _, deadline = heapq.heappop(self._waiting)
            deadline.ring()
            del deadline


_alarm = _Alarm()


def _renew() -> None:
    """Begin anew in a forked process, which has none of the threads."""
    global _alarm
    _alarm = _Alarm()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
