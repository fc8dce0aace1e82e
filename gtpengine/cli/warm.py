"""`gtpengine warm`: compile every kernel now, so that nothing has to wait for it later."""

import argparse
import importlib
import pkgutil
import sys
import time

import gtpengine
from gtpengine.jit import MODE, cache_folder


def configure(parser: argparse.ArgumentParser) -> None:
    """`gtpengine warm` has no options."""


def run(arguments: argparse.Namespace) -> int:
    """Import every kernel module, which compiles it or finds it in the cache."""
    names = kernel_modules()
    started = time.perf_counter()
    for number, name in enumerate(names, start=1):
        sys.stderr.write(f"gtpengine warm: {number}/{len(names)} {name}\n")
        importlib.import_module(name)
    folder = cache_folder(names[0])
    where = f"kept in {folder.parent}" if folder else "not kept: no writable cache folder"
    seconds = time.perf_counter() - started
    sys.stdout.write(f"{len(names)} kernel modules ({MODE}) ready after {seconds:.1f} s, {where}\n")
    return 0


def kernel_modules() -> list[str]:
    """Return the modules that hold kernels: those in packages named `kernels`."""
    found = pkgutil.walk_packages(gtpengine.__path__, "gtpengine.")
    return [info.name for info in found if ".kernels." in info.name and not info.ispkg]
