"""Commands as they arrive: a thread reads ahead, so that a search can be reached while it runs.

Commands are taken strictly in order. What the reader itself does, because it cannot wait: it lets
`# interrupt`, `quit` and the end of input reach what goes on for commands that came before them.
How far they reach depends on what it is, see `Reach`. Input from a file is exempt: there every
search gets its time, and then the file ends.
"""

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from gtpengine.deadline import Deadline
from gtpengine.gtp.protocol import CommandLine, is_interrupt, parsed

# What makes a sensible move: a thought about one is never cut short below that many playouts, but
# where even these take too long, a client that waits for its `quit` comes first.
LEAST_PLAYOUTS: Final = 200
MOST_SECONDS: Final = 1.5
# What is left, in all, to studies that would go on for ever.
GRACE_SECONDS: Final = 0.3
_CHUNK: Final = 1 << 16


class Reach(Enum):
    """What the client's impatience does to what is going on."""

    STUDY = "an interruption ends it at once, and leaving after GRACE_SECONDS"
    THOUGHT = "both end it after LEAST_PLAYOUTS, which take MOST_SECONDS at most"
    LOADING = "an interruption ends it, leaving does not: without the search there is no answer"


class Inbox:
    """The queue between the reader thread and the loop."""

    def __init__(self, descriptor: int, *, hurry_at_end: bool = True) -> None:
        self._descriptor = descriptor
        self._hurry_at_end = hurry_at_end
        self._queue: queue.SimpleQueue[CommandLine | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._received = 0
        self._taken = 0
        self._interrupted = 0  # the commands up to this number are to be cut short
        self._leave_at: float | None = None
        self._search: Deadline | None = None
        self._reach = Reach.STUDY
        self.on_line: Callable[[bytes], None] = lambda raw: None  # sees every line, for the log

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="reader", daemon=True).start()

    def take(self) -> CommandLine | None:
        """Wait for the next command and return it; None when there will be no more."""
        line = self._queue.get()
        with self._lock:
            self._taken += 1
        return line

    def has_more(self) -> bool:
        """Tell whether something has arrived that nobody has taken yet."""
        return not self._queue.empty()

    @contextmanager
    def watching(self, deadline: Deadline, reach: Reach = Reach.STUDY) -> Iterator[Deadline]:
        """Let input reach the search of the command taken last while the block runs."""
        with self._lock:
            self._search, self._reach = deadline, reach
            if self._taken <= self._interrupted:
                self._interrupt(deadline)
            if self._leave_at is not None:
                self._leave(deadline, self._leave_at)
        try:
            yield deadline
        finally:
            with self._lock:
                self._search = None

    def receive(self, raw: bytes) -> None:
        """Take one line, without its line break, from the client."""
        self.on_line(raw)
        if is_interrupt(raw):
            with self._lock:
                self._interrupted = self._received
                if self._search is not None and self._taken <= self._interrupted:
                    self._interrupt(self._search)
            return
        line = parsed(raw)
        if line is not None:
            with self._lock:
                self._received += 1
            self._queue.put(line)
            if line.name == "quit":
                self._hurry()

    def close(self) -> None:
        """Let the loop come to its end: there is no more input."""
        self._queue.put(None)
        self._hurry()

    def _hurry(self) -> None:
        if not self._hurry_at_end:
            return
        with self._lock:
            if self._leave_at is None:
                self._leave_at = time.monotonic() + GRACE_SECONDS
            if self._search is not None:
                self._leave(self._search, self._leave_at)

    def _interrupt(self, search: Deadline) -> None:
        if self._reach is Reach.THOUGHT:
            search.hurry(LEAST_PLAYOUTS, MOST_SECONDS)
        else:
            search.stop()

    def _leave(self, search: Deadline, leave_at: float) -> None:
        if self._reach is Reach.THOUGHT:
            search.hurry(LEAST_PLAYOUTS, MOST_SECONDS)
        elif self._reach is Reach.STUDY:
            search.shorten(max(0.0, leave_at - time.monotonic()))

    def _read(self) -> None:
        parts: list[bytes] = []  # the beginning of a line whose end has not come yet
        while True:
            try:
                chunk = os.read(self._descriptor, _CHUNK)
            except OSError:
                chunk = b""
            if not chunk:
                break
            *complete, rest = chunk.split(b"\n")
            for end in complete:
                parts.append(end)
                self.receive(b"".join(parts))
                parts = []
            if rest:
                parts.append(rest)
        if parts:
            self.receive(b"".join(parts))
        self.close()
