"""`gtpengine warm`: compile kernels now, so that nothing has to wait for it later."""

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Sequence

import gtpengine
from gtpengine.cli.compilers import warm_together
from gtpengine.cli.main import module_of
from gtpengine.kernelcache.news import KernelNews, listen
from gtpengine.kernelcache.sources import ROOT, kernels_in, sources_of
from gtpengine.processors import usable_processors

# What people use; other subcommands measure, learn or try things, and compile what they need then.
USED = ("gtp", "analysis", "analyze", "review", "serve", "status", "value")
MOST_JOBS = 4  # each takes some 400 megabytes, and the longest chain of kernels bounds the gain


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `gtpengine warm`."""
    parser.add_argument(
        "--times", action="store_true", help="say what each kernel cost, the dearest first"
    )
    parser.add_argument("--all", action="store_true", help="also those of experiments and training")
    parser.add_argument(
        "--jobs", type=int, default=0, help="processes that compile (one for each core, at most 4)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Import kernel modules, which compiles them or finds them in the cache."""
    names = kernel_modules() if arguments.all else used_kernel_modules()
    total = sum(kernels_in(name) for name in names)
    progress = _Progress(total)
    jobs = arguments.jobs if arguments.jobs > 0 else min(usable_processors(), MOST_JOBS)
    ready = warm_together(names, jobs, progress.compiling) if jobs > 1 else set()
    listen(progress.hear if jobs == 1 else progress.compiling)
    for name in names:
        if name not in ready:
            importlib.import_module(name)
    from gtpengine.jit import MODE, cache_folder

    folder = cache_folder(names[0])
    where = f"kept in {folder.parent}" if folder else "not kept: no writable cache folder"
    if arguments.times:
        sys.stdout.write(costs(progress.made))
    seconds = progress.passed()
    sys.stdout.write(f"{total} kernels ({MODE}) ready after {seconds:.1f} s, {where}\n")
    return 0


class _Progress:
    """Says on stderr what is being compiled, and remembers what each kernel cost."""

    def __init__(self, total: int) -> None:
        self.made: list[KernelNews] = []
        self._total = total
        self._started = time.perf_counter()

    def passed(self) -> float:
        """Return the seconds since the beginning."""
        return time.perf_counter() - self._started

    def compiling(self, news: KernelNews) -> None:
        """Hear of a kernel where many processes load the same ones: only compiling counts."""
        if news.compiled:
            self.hear(news)

    def hear(self, news: KernelNews) -> None:
        """Hear of a kernel."""
        if news.seconds is not None:
            self.made.append(news)
            return
        sys.stderr.write(
            f"gtpengine warm: {len(self.made)} of {self._total} kernels ready after"
            f" {self.passed():.0f} s, compiling {news.name}\n"
        )


def costs(made: Sequence[KernelNews]) -> str:
    """Return a table of what each kernel cost, the dearest first."""
    rows = sorted(made, key=lambda news: -(news.seconds or 0.0))
    return "".join(
        f"{news.seconds:8.2f} s  {'compiled' if news.compiled else 'loaded  '}  {news.name}\n"
        for news in rows
    )


def kernel_modules() -> list[str]:
    """Return the modules that hold kernels: those in packages named `kernels`."""
    found = pkgutil.walk_packages(gtpengine.__path__, "gtpengine.")
    return [info.name for info in found if ".kernels." in info.name and not info.ispkg]


def used_kernel_modules() -> list[str]:
    """Return those whose kernels a game, an analysis or a review can come to need."""
    seen = {path for command in USED for path in sources_of(module_of(command))}
    return [
        name
        for name in kernel_modules()
        if ROOT.joinpath(*name.split(".")).with_suffix(".py") in seen
    ]
