"""One compiled kernel, one file; its first bytes are a digest of the rest and of its own name.

Machine code that was damaged ends a process without a word, so nothing is even unpacked before the
digest is found to be right. Files that are torn, flipped or exchanged count as absent.
"""

import functools
import hashlib
import logging
import pickle
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from gtpengine.kernelcache.news import KernelNews, tell
from gtpengine.wholefile import write_whole

log = logging.getLogger(__name__)

SUFFIX = ".kernel"
_DIGEST_BYTES = 32


class KernelFile(NullCache):
    """What a dispatcher with one signature asks for its code, in the way numba asks.

    A folder that cannot be read or written costs a compilation and a warning, never more.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name

    @property
    def cache_path(self) -> str:
        """The folder of the file."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled kernel, or None if there is none that can be trusted."""
        target_context.refresh()
        path = self._path(target_context.codegen())
        try:
            payload = unsealed(path)
            if payload is not None:
                return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception as error:
            log.warning("the compiled kernel %s cannot be used: %s", path.name, error)
        tell(KernelNews(self._name, None, compiled=True))
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled kernel for the next start."""
        if cres.library.has_dynamic_globals:
            log.warning("the kernel %s holds addresses and cannot be kept", self._name)
            return
        try:
            seal(self._path(cres.codegen), dumps(cres._reduce()))
        except Exception as error:
            _warned(self._folder.parent, getattr(error, "strerror", None) or str(error))

    def _path(self, codegen: Any) -> Path:
        machine = hashlib.sha256(repr(codegen.magic_tuple()).encode()).hexdigest()[:12]
        return self._folder / f"{self._name}-{machine}{SUFFIX}"


@functools.cache
def _warned(folder: Path, trouble: str) -> None:
    log.warning("compiled kernels cannot be kept in %s: %s", folder, trouble)


def seal(path: Path, payload: bytes) -> None:
    """Write a file, whole or not at all, that `unsealed` believes.

    Raises:
        OSError: it cannot be written; a file that was there before is as it was.
    """
    write_whole(path, _digest(path, payload) + payload)


def unsealed(path: Path) -> bytes | None:
    """Return what `seal` wrote to a file of that name and folder name; None if there is no file.

    Raises:
        ValueError: the file holds something else.
        OSError: it cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    payload = data[_DIGEST_BYTES:]
    if data[:_DIGEST_BYTES] != _digest(path, payload):
        raise ValueError("the file is damaged")
    return payload


def _digest(path: Path, payload: bytes) -> bytes:
    name = f"{path.parent.name}/{path.name}\0".encode()
    return hashlib.blake2b(name + payload, digest_size=_DIGEST_BYTES).digest()
