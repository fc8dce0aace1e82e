"""Analyses on disk, as JSON: one file for each position, setting and version of the engine.

A file that cannot be read or was torn counts as absent. Nothing here raises because a disk is full.
"""

import contextlib
import hashlib
import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from gtpengine import __version__
from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.report.view import PositionView, view_of
from gtpengine.wholefile import write_whole

log = logging.getLogger(__name__)

MOST_FILES = 20_000  # about 200 MB; the oldest go first

T = TypeVar("T")
Analyser = Callable[[Position, float], dict[str, Any]]


class AnalysisCache:
    """Analyses positions, or remembers what was found; `folder` None means that nothing is kept.

    Args:
        folder: where files go; made when the first one is written.
        analyser: gives the JSON of a position within so many seconds.
        engine: changes whenever the analyser may find something else.
        keeps: tells whether a finding is what was asked for, and worth keeping.
    """

    def __init__(
        self,
        folder: Path | None,
        analyser: Analyser,
        engine: str = "",
        keeps: Callable[[dict[str, Any]], bool] = bool,
    ) -> None:
        self.folder = folder
        self.hits = 0
        self._analyser = analyser
        self._engine = f"{__version__} {engine}"
        self._trimmed = False
        self._warned = False
        self._keeps = keeps

    def holds(self, position: Position, seconds: float) -> bool:
        """Tell whether there is a file about a position."""
        path = self._path(position, seconds)
        return path is not None and path.exists()

    def view(self, position: Position, seconds: float) -> PositionView:
        """Return the analysis of a position."""

        def read(found: dict[str, Any]) -> PositionView:
            # The same stones can come up elsewhere in a game.
            return view_of({**found, "position": found["position"] | _history(position)})

        return self.found(position, seconds, read)

    def found(self, position: Position, seconds: float, read: Callable[[dict[str, Any]], T]) -> T:
        """Return what `read` makes of what is kept of a position, or else of what is found now."""
        path = self._path(position, seconds)
        kept = _load(path)
        if kept is not None:
            with contextlib.suppress(Exception):
                result = read(kept)
                self.hits += 1
                return result
        fresh = self._analyser(position, seconds)
        if path is not None and self._keeps(fresh):
            self._save(path, fresh)
        return read(fresh)

    def _path(self, position: Position, seconds: float) -> Path | None:
        if self.folder is None:
            return None
        key = (
            self._engine,
            seconds,
            position.width,
            position.height,
            position.stones(BLACK),
            position.stones(WHITE),
            position.to_move,
            position.ko_point,
            position.prisoners,
            str(position.komi),
            position.handicap,
            repr(position.rules),
        )
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:40]
        return self.folder / f"{name}.json"

    def _save(self, path: Path, found: dict[str, Any]) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(found, separators=(",", ":")).encode())
            if not self._trimmed:
                self._trimmed = True
                _trim(path.parent)
        except OSError as error:
            if not self._warned:
                self._warned = True
                log.warning("analyses cannot be kept on disk: %s", error)


def _history(position: Position) -> dict[str, Any]:
    last = position.moves[-1].point if position.moves else PASS
    return {"last": None if last == PASS else vertex_of(last), "number": len(position.moves)}


def _load(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        os.utime(path)
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _trim(folder: Path) -> None:
    files = []
    for path in folder.glob("*.json"):
        with contextlib.suppress(OSError):
            files.append((path.stat().st_mtime, path))
    for _, path in sorted(files)[: max(len(files) - MOST_FILES, 0)]:
        with contextlib.suppress(OSError):
            path.unlink()
