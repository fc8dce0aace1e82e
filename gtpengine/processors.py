"""How many processors there are for this process."""

import os


def usable_processors() -> int:
    """Return how many processors this process may run on at once, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1
