"""The numba policy in one place: kernels, inlined helpers, the cache folder and the modes.

A *kernel* is called from Python and has one explicit signature; it is compiled, or loaded from the
cache, when its module is imported. An *inlined* helper is called by kernels only and disappears
into them. Three modes:

- ``fast``: what users run. `pointer_to` hands helpers a raw pointer: no wrap-around, no checks.
- ``checked`` (``GTPENGINE_KERNELS=checked``): `pointer_to` hands out the array itself, and every
  index is checked.
- ``pure`` (``NUMBA_DISABLE_JIT=1``): nothing is compiled; kernels run as plain Python.

Compiled code is kept in a folder per module, named by the mode and a digest of every source that
the module's kernels can see: numba itself notices neither an edited callee in another module nor a
changed mode. This module alone reads those environment variables.
"""

import contextlib
import functools
import hashlib
import logging
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.types.functions import BaseFunction
from numba.extending import intrinsic

from gtpengine.kernelcache.files import KernelFile
from gtpengine.kernelcache.news import KernelNews, tell
from gtpengine.kernelcache.sources import ROOT, sources_of

log = logging.getLogger(__name__)

PURE = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
CHECKED = not PURE and os.environ.get("GTPENGINE_KERNELS", "fast") == "checked"
MODE = "pure" if PURE else "checked" if CHECKED else "fast"

UNUSED_DAYS = 30
_njit: Any = numba.njit  # which knows more options than its stubs
_NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _remember_operators() -> None:
    """Let numba remember what operators and functions of its own give for operands of some types.

    It tries all that it knows of `+`, dozens of ways, wherever one stands and each time that types
    are propagated: that took a fifth of all compiling.
    """
    find = BaseFunction.get_call_type

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return find(self, context, args, kws)
        known = vars(self).setdefault("_gtpengine_known", {})
        key = (context, tuple(args))
        if key not in known:
            known[key] = find(self, context, args, kws)
        return known[key]

    BaseFunction.get_call_type = remembered  # type: ignore[method-assign]


if not PURE:
    _remember_operators()


@functools.cache
def source_digest(module: str, root: Path = ROOT) -> str:
    """Return a digest of what kernels of `module` are compiled from, and by which versions."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for path in sources_of(module, root):
        digest.update(
            path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0"
        )
    return digest.hexdigest()[:16]


def _cache_parents() -> list[Path]:
    """Return where a kernel cache may live, best first."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return [Path(os.environ["NUMBA_CACHE_DIR"])]
    parents = []
    if os.environ.get("XDG_CACHE_HOME"):
        parents.append(Path(os.environ["XDG_CACHE_HOME"]))
    elif os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        parents.append(Path(os.environ["LOCALAPPDATA"]))
    with contextlib.suppress(RuntimeError):
        parents.append(Path.home() / ".cache")
    return [parent / "gtpengine" / "kernels" for parent in parents]


@functools.cache
def _cache_parent() -> Path | None:
    """Return the first writable parent, rid of long unused folders; else one that can be read.

    None if there is none at all.
    """
    for parent in _cache_parents():
        try:
            parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=parent):
                pass
        except OSError:
            continue
        for folder in parent.iterdir():
            with contextlib.suppress(OSError):
                if time.time() - folder.stat().st_mtime > UNUSED_DAYS * 86400:
                    shutil.rmtree(folder)
        return parent
    readable = next((parent for parent in _cache_parents() if parent.is_dir()), None)
    if readable is None:
        log.warning("no writable cache folder: kernels are compiled anew at every start")
    return readable


@functools.cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for compiled kernels of `module`, made if need be; None if it cannot be.

    One that was filled before and cannot be written any more is as good as any.
    """
    parent = None if PURE else _cache_parent()
    if parent is None:
        return None
    folder = parent / f"{MODE}-{module.removeprefix('gtpengine.')}-{source_digest(module)}"
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
        os.utime(folder)
    return folder if folder.is_dir() else None


def kernel(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile for exactly `signature`, or load it from the cache; releases the GIL while it runs.

    A cache that cannot be read or written (full disk, torn file) costs a compilation, no more.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        if PURE:
            return function
        dispatcher = _njit(nogil=True, boundscheck=CHECKED, no_cfunc_wrapper=True)(function)
        folder = cache_folder(function.__module__)
        if folder is not None:
            dispatcher._cache = KernelFile(folder, function.__name__)
        else:
            tell(KernelNews(function.__name__, None, compiled=True))
        started = time.perf_counter()
        dispatcher.compile(signature)
        compiled = not dispatcher.stats.cache_hits
        tell(KernelNews(function.__name__, time.perf_counter() - started, compiled))
        dispatcher.disable_compile()
        return dispatcher

    return decorate


def inlined(function: Callable[..., Any]) -> Any:
    """Make `function` a helper that LLVM inlines into each kernel that calls it."""
    if PURE:
        return function
    return _helper(function, forceinline=True)


def outlined(function: Callable[..., Any]) -> Any:
    """Make `function` a helper that kernels call: for code too long to stand at every call site."""
    if PURE:
        return function
    return _helper(function)


class _HelperCode(JITCodeLibrary):
    """A helper's optimised code, for kernels to take in; nothing ever jumps to it.

    numba would make machine code of it, and of all that it calls, for every helper anew.
    """

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _HelperCompiler(Compiler):
    """numba's compiler, as far as a helper has to go."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        """Return the helper's code and make it known to whoever calls it."""
        state = self.state
        state.library = _HelperCode(state.targetctx.codegen(), function.__qualname__)
        state.flags.no_compile = True
        compiled = super().compile_extra(function)
        entry = object()  # nothing to jump to; it names the helper where calls are looked up
        state.targetctx.insert_user_function(entry, compiled.fndesc, [state.library])
        return compiled._replace(entry_point=entry)


def _helper(function: Callable[..., Any], **options: Any) -> Any:
    """Return what kernels call and Python cannot.

    It has neither machine code nor the wrapper through which Python would call it: whoever calls it
    from Python is told.
    """
    options |= _NO_WRAPPERS | {"pipeline_class": _HelperCompiler}
    dispatcher = _njit(nogil=True, boundscheck=CHECKED, **options)(function)

    def refuse(*_: Any, **__: Any) -> None:
        raise TypeError(f"{function.__name__} is a helper of kernels; Python cannot call it")

    dispatcher._insert = lambda *_, **__: None
    dispatcher._compile_for_args = refuse
    return dispatcher


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
