"""Solved graphs on disk: one file per key, written whole or not at all, checked when read.

A file that cannot be read, is damaged or was written by another version counts as absent and is
removed. Nothing here raises because a disk is full or a folder is gone.
"""

import contextlib
import hashlib
import logging
import os
import tempfile
import zipfile
from pathlib import Path

import numpy as np

from gtpengine.localgame.graph import LocalGraph, Status
from gtpengine.localgame.key import RegionKey
from gtpengine.localgame.solved import SolvedGraph

log = logging.getLogger(__name__)

VERSION = 1
GRAPH_ARRAYS = ("keys", "first", "child", "edge_offset", "point", "ko_node", "ko_point")
_DAMAGE = (OSError, ValueError, KeyError, EOFError, IndexError, zipfile.BadZipFile)


class GraphStorage:
    """A folder of complete graphs; oldest files go when it holds more than `max_bytes`."""

    def __init__(self, folder: Path, max_bytes: int = 1 << 30) -> None:
        self.folder = folder
        self.max_bytes = max_bytes

    def path_of(self, key: RegionKey) -> Path:
        """Return the file in which the graph of `key` is or would be."""
        text = f"{VERSION} {key.width} {key.height} ".encode() + key.cells
        return self.folder / f"{hashlib.sha256(text).hexdigest()[:32]}.npz"

    def save(self, key: RegionKey, solved: SolvedGraph) -> bool:
        """Write a complete graph and the values it has; False if that was not possible."""
        graph = solved.graph
        if not graph.complete:
            return False
        arrays = {name: getattr(graph, name) for name in GRAPH_ARRAYS}
        arrays["numbers"] = np.array(
            [VERSION, key.width, key.height, graph.offset, graph.nodes, graph.edges, graph.kos]
        )
        arrays["cells"] = np.frombuffer(key.cells, np.uint8)
        arrays |= solved.to_arrays()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    np.savez(file, **arrays)
                os.replace(name, self.path_of(key))
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(name)
                raise
            self._trim()
        except OSError as error:
            log.warning("a local graph could not be kept on disk: %s", error)
            return False
        return True

    def load(self, key: RegionKey) -> SolvedGraph | None:
        """Return what was saved for `key`, or None."""
        path = self.path_of(key)
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            solved = _restored(key, arrays)
            os.utime(path)
        except _DAMAGE as error:
            log.warning("the local graph in %s is not usable: %s", path.name, error)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        return solved

    def _trim(self) -> None:
        """Remove the files that were not used for longest, until the rest fits."""
        files = []
        for path in self.folder.glob("*.npz"):
            with contextlib.suppress(OSError):
                status = path.stat()
                files.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= self.max_bytes:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size


def _restored(key: RegionKey, arrays: dict[str, np.ndarray]) -> SolvedGraph:
    """Return the graph in a file's arrays.  Raises: ValueError, KeyError if they do not fit."""
    version, width, height, offset, nodes, edges, kos = (int(each) for each in arrays["numbers"])
    if (version, width, height, arrays["cells"].tobytes()) != (VERSION, *key):
        raise ValueError("another version or key")
    parts = {name: arrays[name] for name in GRAPH_ARRAYS}
    sizes = [5 * nodes, 2 * nodes + 1, edges, edges, edges, kos, kos]
    if [array.size for array in parts.values()] != sizes or parts["first"][-1] != edges:
        raise ValueError("arrays of the wrong length")
    graph = LocalGraph(key, Status.COMPLETE, offset, nodes, edges, kos, **parts)
    return SolvedGraph.from_arrays(graph, arrays)
