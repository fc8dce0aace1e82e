"""No engine outlives its tournament: a small process waits for our end and kills what is left.

Every engine leads a process group of its own. The groups are written into a pipe whose other end
the reaper reads; when the pipe closes, because we left or because somebody killed us with a signal
that cannot be caught, the reaper kills all groups that were not taken off its list.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading

# Runs without our package and without site, so it starts in a few milliseconds.
_REAPER = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
groups = set()
for line in sys.stdin:
    mark, group = line[0], int(line[1:])
    (groups.add if mark == "+" else groups.discard)(group)
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Reaper:
    """Kills process groups when this process ends, however it ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0

    def watch(self, group: int) -> None:
        """Put a process group on the list."""
        self._tell(f"+{group}\n")

    def release(self, group: int) -> None:
        """Take a process group off the list; it has been killed or has ended."""
        self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        with self._lock:
            if self._process is None or self._owner != os.getpid():
                self._owner = os.getpid()
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _REAPER],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                    text=True,
                )
                atexit.register(self._close)
            assert self._process.stdin is not None
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def _close(self) -> None:
        with self._lock:
            if self._process is not None and self._owner == os.getpid():
                assert self._process.stdin is not None
                self._process.stdin.close()
                self._process.wait()
                self._process = None


REAPER = Reaper()


def kill_group(group: int) -> None:
    """Kill a process group; nothing happens if it is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
