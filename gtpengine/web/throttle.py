"""Telling now and then what changes all the time."""

import time
from collections.abc import Callable

SECONDS = 0.4


class Throttle:
    """Says at most every `seconds` that it is time to tell; the first time at once."""

    def __init__(
        self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds = seconds
        self._clock = clock
        self._last: float | None = None

    def is_due(self) -> bool:
        """Tell whether it is time, and if so count from now."""
        now = self._clock()
        if self._last is not None and now - self._last < self._seconds:
            return False
        self._last = now
        return True
