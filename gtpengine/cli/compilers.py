"""Kernels compiled by several processes at once: the compiler uses one core, machines have more.

Each process takes a module whose kernels call nothing that is not compiled yet, so nothing is
compiled twice; what it makes is found in the cache by all others.
"""

import contextlib
import importlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict

from gtpengine.kernelcache.news import KernelNews, listen
from gtpengine.kernelcache.sources import ROOT, sources_of

_SERVE = "from gtpengine.cli.compilers import serve; serve()"


def needs_among(modules: Collection[str]) -> dict[str, set[str]]:
    """Return for each module which of the others its kernels may call."""
    names = {str(ROOT.joinpath(*name.split(".")).with_suffix(".py")): name for name in modules}
    return {
        module: {
            names[str(path)]
            for path in sources_of(module)
            if names.get(str(path), module) != module
        }
        for module in modules
    }


class Schedule:
    """Which module is next: one that needs nothing unfinished, and on which most others wait."""

    def __init__(self, needs: Mapping[str, set[str]]) -> None:
        self._needs = dict(needs)
        self._waiting = list(needs)
        self._done: set[str] = set()
        self._busy = 0
        self._changed = threading.Condition()
        self._failed = False

    def take(self) -> str | None:
        """Return a module to compile, waiting for one if need be; None when none is left."""
        with self._changed:
            while self._waiting and not self._failed:
                free = [name for name in self._waiting if self._needs[name] <= self._done]
                if not free and not self._busy:  # they need each other
                    free = self._waiting
                if free:
                    found = max(free, key=self._awaited)
                    self._waiting.remove(found)
                    self._busy += 1
                    return found
                self._changed.wait()
            return None

    def finish(self, module: str) -> None:
        """Take note that a module is compiled."""
        with self._changed:
            self._done.add(module)
            self._busy -= 1
            self._changed.notify_all()

    def done(self) -> set[str]:
        """Return what is compiled."""
        return set(self._done)

    def fail(self) -> None:
        """Take note that a process is gone: nobody waits for it."""
        with self._changed:
            self._failed = True
            self._changed.notify_all()

    def _awaited(self, module: str) -> int:
        return sum(module in needs for needs in self._needs.values())


def warm_together(
    modules: Iterable[str], jobs: int, tell: Callable[[KernelNews], None]
) -> set[str]:
    """Compile the kernels of all modules in so many processes; `tell` hears of each kernel.

    Return the modules that are ready. A process that fails leaves its work undone: whoever imports
    the module then compiles it.
    """
    schedule = Schedule(needs_among(list(modules)))
    threads = [
        threading.Thread(target=_drive, args=(schedule, tell), name=f"compiler {number}")
        for number in range(jobs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return schedule.done()


def _drive(schedule: Schedule, tell: Callable[[KernelNews], None]) -> None:
    """Hand modules to one process until none is left."""
    try:
        with subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": _with_this_package()},
            text=True,
        ) as worker:
            assert worker.stdin is not None
            assert worker.stdout is not None
            while (module := schedule.take()) is not None:
                worker.stdin.write(module + "\n")
                worker.stdin.flush()
                for line in worker.stdout:
                    if line.strip() == module:
                        schedule.finish(module)
                        break
                    tell(KernelNews(**json.loads(line)))
                else:
                    schedule.fail()
                    return
            worker.stdin.close()
    except OSError:
        schedule.fail()


def _with_this_package() -> str:
    """Return a PYTHONPATH on which this very package is found first."""
    before = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(ROOT), before] if before else [str(ROOT)])


def serve() -> None:
    """Compile each module that stdin names; say on stdout what becomes of its kernels."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nobody else writes there

    def show(news: KernelNews) -> None:
        out.write(json.dumps(asdict(news)) + "\n")
        out.flush()

    listen(show)
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin:
            importlib.import_module(line.strip())
            out.write(line)
            out.flush()
