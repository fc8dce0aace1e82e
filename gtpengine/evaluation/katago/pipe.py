"""One process that reads and writes JSON objects, a line each. Sending never blocks.

Three threads serve it: the one that iterates over the answers, one that writes, one that drains
stderr. All of them end with the process, and the process ends with us, however we end.
"""

import contextlib
import json
import logging
import os
import queue
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gtpengine.errors import EngineError
from gtpengine.processes.cputime import process_seconds
from gtpengine.processes.programs import program_words
from gtpengine.processes.reaper import REAPER, kill_group

log = logging.getLogger(__name__)

LONGEST_LINE = 16 * 1024 * 1024
MOST_GARBAGE = 10_000  # lines in a row that are no JSON objects: whoever writes them is no partner
STDERR_KEPT = 16 * 1024
END_SECONDS = 2.0


class NoStart(EngineError):
    """The process cannot be started; the text says why."""


class JsonPipe:
    """A running process.

    Raises:
        NoStart: there is no such program, or it cannot be run.
    """

    def __init__(self, words: Sequence[str]) -> None:
        line = program_words(words)
        if line is None:
            raise NoStart(f"program '{words[0] if words else ''}' not found")
        try:
            self._process = subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us
            )
        except OSError as error:
            raise NoStart(f"{line[0]}: {error.strerror or error}") from None
        if hasattr(os, "killpg"):
            REAPER.watch(self._process.pid)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr = bytearray()
        self._garbage = ""
        self._cpu: float | None = None
        self._ending = threading.Lock()
        self._ended = False
        self._threads = [
            threading.Thread(target=work, name=f"katago {name}", daemon=True)
            for work, name in ((self._write, "stdin"), (self._drain, "stderr"))
        ]
        for thread in self._threads:
            thread.start()

    def send(self, found: Mapping[str, Any]) -> None:
        """Write an object as soon as the process reads; nothing happens if it is gone."""
        self._outgoing.put(json.dumps(found, separators=(",", ":")).encode() + b"\n")

    def _write(self) -> None:
        stream = self._process.stdin
        assert stream is not None
        with contextlib.suppress(OSError):
            while (line := self._outgoing.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError):
            stream.close()

    def _drain(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with stream:
            while chunk := os.read(stream.fileno(), 1 << 14):
                self._stderr += chunk
                if len(self._stderr) > 2 * STDERR_KEPT:
                    del self._stderr[:-STDERR_KEPT]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield what the process writes until it closes its output; one thread may do so.

        Other lines are passed over; too long a line, or too many others in a row, kill it.
        """
        stream = self._process.stdout
        assert stream is not None
        garbage = 0
        with stream:
            while line := stream.readline(LONGEST_LINE):
                found = None
                with contextlib.suppress(ValueError, RecursionError):
                    found = json.loads(line)
                if isinstance(found, dict):
                    garbage = 0
                    yield found
                    continue
                if line.strip():
                    garbage += 1
                    self._garbage = line[:200].decode("utf-8", "replace").strip()
                if garbage > MOST_GARBAGE or len(line) >= LONGEST_LINE:
                    self.kill()
                    return

    def last_words(self) -> str:
        """Return the last line that it wrote to stderr, or else one that was no JSON."""
        lines = bytes(self._stderr).decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), self._garbage)

    def stderr(self) -> str:
        """Return the last part of what it wrote to stderr."""
        return bytes(self._stderr[-STDERR_KEPT:]).decode("utf-8", "replace")

    def cpu_seconds(self) -> float | None:
        """Return the CPU time used so far, the last that was known if it is gone."""
        seconds = process_seconds(self._process.pid) if self._process.returncode is None else None
        if seconds is not None:
            self._cpu = max(seconds, self._cpu or 0.0)
        return self._cpu

    def kill(self) -> None:
        """End it at once; `objects` ends soon after."""
        self.cpu_seconds()
        if hasattr(os, "killpg"):
            kill_group(self._process.pid)
        else:
            self._process.kill()

    def end(self, *, politely: bool) -> int | None:
        """End it, by the end of its input if `politely`; return its exit code.

        All that belongs to it is gone afterwards, except for the thread that iterates.
        """
        with self._ending:
            if not self._ended:
                self._end(politely=politely)
                self._ended = True
            return self._process.returncode

    def _end(self, *, politely: bool) -> None:
        self._outgoing.put(None)
        if politely:
            until = time.monotonic() + END_SECONDS
            while self._process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
        self.kill()
        self._process.wait()
        if hasattr(os, "killpg"):
            REAPER.release(self._process.pid)
        for thread in self._threads:
            thread.join(END_SECONDS)
