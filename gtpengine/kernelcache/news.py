"""News of kernels while they are compiled or loaded: who shows progress listens here.

Nothing heavy is imported: a command can listen long before the compiler is loaded.
"""

import contextlib
import gc
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from gtpengine.kernelcache.sources import kernels_of

EVERY_SECONDS = 5.0


@dataclass(frozen=True)
class KernelNews:
    """One kernel: about to be compiled (`seconds` is None), or ready after so many seconds."""

    name: str
    seconds: float | None
    compiled: bool


Listener = Callable[[KernelNews], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Let `listener` hear of every kernel from now on, in the thread that needs the kernel."""
    _listeners.append(listener)


def tell(news: KernelNews) -> None:
    """Tell everybody who listens; meanwhile no garbage is collected.

    Compiling makes millions of objects that are all needed to its end: looking through them again
    and again took a sixth of the time.
    """
    if news.seconds is None:
        gc.disable()
    else:
        gc.enable()
    for listener in _listeners:
        listener(news)


class CompileProgress:
    """Says on stderr how far compiling is; silent while everything comes from the cache.

    `module` is the one whose kernels are on their way: all that it may need are counted.
    """

    def __init__(
        self,
        module: str,
        out: TextIO | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._module = module
        self._out = out
        self._now = now
        self._ready = 0
        self._total = 0
        self._started = 0.0
        self._said = 0.0

    def __call__(self, news: KernelNews) -> None:
        """Count a kernel, and speak if it is time to."""
        if news.seconds is not None:
            self._ready += 1
        elif not self._total:
            self._total = kernels_of(self._module)
            self._started = self._said = self._now()
            self._say(
                "compiling for this machine, which is done once and takes minutes"
                " ('gtpengine warm' does it ahead of time)"
            )
        if self._total and news.seconds is not None:
            last = self._ready == self._total
            if last or self._now() - self._said >= EVERY_SECONDS:
                self._said = self._now()
                passed = f"after {self._said - self._started:.0f} s"
                self._say(f"{self._ready} of {self._total} kernels ready {passed}")

    def _say(self, text: str) -> None:
        out = sys.stderr if self._out is None else self._out
        with contextlib.suppress(OSError, ValueError, AttributeError):  # no stderr, or a closed one
            out.write(f"gtpengine: {text}\n")
            out.flush()
