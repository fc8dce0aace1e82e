"""CPU time of a running process and its descendants, from /proc where there is one."""

import os
from pathlib import Path


def process_seconds(pid: int) -> float | None:
    """Return user and system seconds of a process, of its ended and of its living children.

    None where the system does not tell.
    """
    try:
        ticks = os.sysconf("SC_CLK_TCK")
        return _ticks(pid) / ticks
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def _ticks(pid: int) -> int:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    # The second field is the program's name in parentheses and may contain anything.
    fields = text.rpartition(")")[2].split()
    total = sum(int(field) for field in fields[11:15])
    # Each thread has children of its own: those that it has started.
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            total += sum(_ticks(int(child)) for child in file.read_text(encoding="ascii").split())
        except OSError:  # it has just ended
            continue
    return total
