"""`gtpengine warm`: compile every kernel now, so that nothing has to wait for it later."""

import argparse
import importlib
import pkgutil
import sys
import time
from collections.abc import Sequence

import gtpengine
from gtpengine.kernelcache.news import KernelNews, listen
from gtpengine.kernelcache.sources import kernels_in


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `gtpengine warm`."""
    parser.add_argument(
        "--times", action="store_true", help="say what each kernel cost, the dearest first"
    )


def run(arguments: argparse.Namespace) -> int:
    """Import every kernel module, which compiles it or finds it in the cache."""
    names = kernel_modules()
    made: list[KernelNews] = []
    total = sum(kernels_in(name) for name in names)
    started = time.perf_counter()

    def show(news: KernelNews) -> None:
        if news.seconds is not None:
            made.append(news)
        else:
            passed = time.perf_counter() - started
            sys.stderr.write(
                f"gtpengine warm: {len(made)} of {total} kernels ready after {passed:.0f} s,"
                f" compiling {news.name}\n"
            )

    listen(show)
    for name in names:
        importlib.import_module(name)
    from gtpengine.jit import MODE, cache_folder

    folder = cache_folder(names[0])
    where = f"kept in {folder.parent}" if folder else "not kept: no writable cache folder"
    seconds = time.perf_counter() - started
    if arguments.times:
        sys.stdout.write(costs(made))
    sys.stdout.write(f"{len(made)} kernels ({MODE}) ready after {seconds:.1f} s, {where}\n")
    return 0


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
