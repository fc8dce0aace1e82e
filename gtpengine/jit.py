"""The numba policy in one place: kernels, inlined helpers, the cache folder and the modes.

A *kernel* is called from Python and has one explicit signature; it is compiled, or loaded from the
cache, when its module is imported. An *inlined* helper is called by kernels only and disappears
into them. Three modes:

- ``fast``: what users run. `pointer_to` hands helpers a raw pointer: no wrap-around, no checks.
- ``checked`` (``GTPENGINE_KERNELS=checked``): `pointer_to` hands out the array itself, and every
  index is checked.
- ``pure`` (``NUMBA_DISABLE_JIT=1``): nothing is compiled; kernels run as plain Python.

The cache folder is named by the mode and a digest of every source that a kernel can see, because
numba itself notices neither an edited callee in another module nor a changed mode. This module
alone reads those environment variables.
"""

import contextlib
import hashlib
import logging
import os
import platform
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.caching import NullCache
from numba.core.errors import NumbaError
from numba.extending import intrinsic

log = logging.getLogger(__name__)

PURE = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
CHECKED = not PURE and os.environ.get("GTPENGINE_KERNELS", "fast") == "checked"
MODE = "pure" if PURE else "checked" if CHECKED else "fast"

PACKAGE = Path(__file__).parent
UNUSED_DAYS = 30
_IMPORT = re.compile(r"^\s*(?:from|import) (gtpengine[\w.]*)", re.MULTILINE)


def kernel_sources(package: Path = PACKAGE) -> list[Path]:
    """Return, sorted, the modules that use this one and all of ours that those import."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}
    names = {_module_name(package, path): path for path in texts}
    imports = {path: set(_IMPORT.findall(text)) for path, text in texts.items()}
    todo = [path for path, found in imports.items() if "gtpengine.jit" in found]
    seen = {*todo, *([package / "jit.py"] if package / "jit.py" in texts else [])}
    while todo:
        for name in imports[todo.pop()]:
            # The __init__ of a package counts only where it is itself what was imported.
            path = names.get(name)
            if path is not None and path not in seen:
                seen.add(path)
                todo.append(path)
    return sorted(seen)


def _module_name(package: Path, path: Path) -> str:
    parts = [package.name, *path.relative_to(package).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def source_digest(package: Path = PACKAGE) -> str:
    """Return a digest of the kernel sources, the numba version and the interpreter."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for path in kernel_sources(package):
        digest.update(
            path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0"
        )
    return digest.hexdigest()[:16]


def _cache_parents() -> list[Path]:
    """Return where a kernel cache may live, best first."""
    parents = []
    if os.environ.get("XDG_CACHE_HOME"):
        parents.append(Path(os.environ["XDG_CACHE_HOME"]))
    elif os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        parents.append(Path(os.environ["LOCALAPPDATA"]))
    with contextlib.suppress(RuntimeError):
        parents.append(Path.home() / ".cache")
    return [parent / "gtpengine" / "kernels" for parent in parents]


def _prepare_cache_folder() -> Path | None:
    """Make the folder of this mode and sources, drop long unused siblings; None if it cannot be."""
    name = f"{MODE}-{source_digest()}"
    for parent in _cache_parents():
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
            os.utime(folder)
        except OSError:
            continue
        for sibling in parent.iterdir():
            with contextlib.suppress(OSError):
                if time.time() - sibling.stat().st_mtime > UNUSED_DAYS * 86400:
                    shutil.rmtree(sibling)
        return folder
    log.warning("no writable cache folder: kernels are compiled anew at every start")
    return None


def _choose_cache_folder() -> Path | None:
    if PURE:
        return None
    if os.environ.get("NUMBA_CACHE_DIR"):
        # The user's own choice is kept, but never shared between modes or sources.
        folder = Path(os.environ["NUMBA_CACHE_DIR"]) / f"{MODE}-{source_digest()}"
    else:
        found = _prepare_cache_folder()
        if found is None:
            return None
        folder = found
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


CACHE_FOLDER = _choose_cache_folder()


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile for exactly `signature`, or load it from the cache; releases the GIL while it runs.

    A cache that cannot be read or written (full disk, torn file) costs a compilation, no more.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if PURE:
            return function
        dispatcher = numba.njit(nogil=True, boundscheck=CHECKED)(function)
        if CACHE_FOLDER is not None:
            try:
                dispatcher.enable_caching()
                dispatcher.compile(signature)
            except NumbaError:
                raise
            except Exception as error:
                log.warning("kernel cache unusable for %s: %s", function.__name__, error)
                dispatcher._cache = NullCache()  # type: ignore[attr-defined]
        if not dispatcher.signatures:
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        return dispatcher

    return decorate


def inlined(function: Callable[..., Any]) -> Any:
    """Make `function` a helper that LLVM inlines into each kernel that calls it."""
    if PURE:
        return function
    return numba.njit(nogil=True, boundscheck=CHECKED, forceinline=True)(function)


def outlined(function: Callable[..., Any]) -> Any:
    """Make `function` a helper that kernels call: for code too long to stand at every call site."""
    if PURE:
        return function
    return numba.njit(nogil=True, boundscheck=CHECKED)(function)


@intrinsic
def _data_pointer(typing_context, array):
    """Return the array's data pointer; indexing it is unchecked and does not wrap."""

    def generate(context, builder, signature, arguments):
        struct = context.make_array(signature.args[0])(context, builder, arguments[0])
        return struct.data

    return types.CPointer(array.dtype)(array), generate


def _array_itself(array):
    return array


if PURE:
    pointer_to = _array_itself
elif CHECKED:
    pointer_to = inlined(_array_itself)
else:

    @inlined
    def pointer_to(array):
        """Return what helpers index: a raw pointer in fast mode, the array itself otherwise."""
        return _data_pointer(array)
