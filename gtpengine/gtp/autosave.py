"""Every game on disk, after every move, as SGF: a crash or a kill loses nothing.

A file is always a complete record. A further move is appended by a single write that replaces the
closing parenthesis; any other change writes a new file and renames it into place.

One game is one file, however a client tells it. Some send the whole game anew before each move, or
talk about several games in turn; so after `begin` the moves are compared with the games saved so
far, and nothing is written while they only repeat one of them.
"""

import contextlib
import logging
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gtpengine.board.position import Move, Position
from gtpengine.board.record import GameRecord, Node
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.wholefile import write_whole

log = logging.getLogger(__name__)

MOST_REMEMBERED = 32
_ENDING = b")\n"


@dataclass
class _Saved:
    """A game that is on disk; one without a path was loaded and needs no copy."""

    path: Path | None
    start: tuple[object, ...]
    moves: list[Move]
    data: bytes


class Autosave:
    """Keeps the records of one process in a folder, which is made when the first move comes."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._now = now
        self._games: list[_Saved] = []
        self._current: _Saved | None = None
        self._root = Node()
        self._start: tuple[object, ...] = ()
        self._warned = False

    def begin(self, position: Position) -> None:
        """Take note of a new game; moves that it already has came from somewhere else."""
        self._current = None
        self._root = record_of(position).nodes[0]
        self._start = (position.width, position.height, position.handicap, self._root)
        if position.moves:
            self._remember(_Saved(None, self._start, list(position.moves), b""))

    def update(self, position: Position, comments: Mapping[int, str], result: str) -> None:
        """Bring the game's file up to date; trouble with the disk is logged once, not raised."""
        moves = list(position.moves)
        if self._current is None:
            known = [game for game in self._games if game.start == self._start]
            if not moves or any(_is_longer(game.moves, moves) for game in known):
                return
            begun = [game for game in known if game.moves == moves[: len(game.moves)]]
            if any(game.path is None and game.moves == moves for game in begun):
                return
            begun = [game for game in begun if game.path is not None]
            self._current = max(begun, key=lambda game: len(game.moves), default=None)
        data = record_text(self._record(position, result), comments).encode("utf-8", "replace")
        try:
            self._write(moves, data)
        except OSError as error:
            if not self._warned:
                log.warning("cannot save games in %s: %s", self._folder, error.strerror or error)
            self._warned = True

    def _record(self, position: Position, result: str) -> GameRecord:
        nodes = (self._root, *(Node(move=move) for move in position.moves))
        return GameRecord(
            position.width,
            position.height,
            position.komi,
            position.rules,
            position.handicap,
            result=result,
            nodes=nodes,
        )

    def _write(self, moves: list[Move], data: bytes) -> None:
        game = self._current
        if game is None or game.path is None:
            game = _Saved(self._new_path(), self._start, [], b"")
        assert game.path is not None
        if data == game.data:
            return
        body = game.data.removesuffix(_ENDING)
        if game.data and data.startswith(body):
            _append(game.path, len(body), data[len(body) :])
        else:
            write_whole(game.path, data)
        game.moves, game.data = moves, data
        self._current = game
        self._remember(game)

    def _remember(self, game: _Saved) -> None:
        others = [other for other in self._games if other is not game]
        self._games = [*others[-MOST_REMEMBERED:], game]

    def _new_path(self) -> Path:
        """Make an empty file with a name of its own."""
        self._folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(self._now()))
        number = 0
        while True:
            number += 1
            path = self._folder / f"{stamp}-{os.getpid()}-{number}.sgf"
            if not path.exists():
                return path


def _is_longer(saved: list[Move], moves: list[Move]) -> bool:
    return len(saved) > len(moves) and saved[: len(moves)] == moves


def _append(path: Path, offset: int, data: bytes) -> None:
    """Replace the file's ending by `data`; if the disk is full the old ending comes back.

    Raises:
        OSError: nothing was appended.
    """
    with path.open("r+b", buffering=0) as file:
        file.seek(offset)
        try:
            written = file.write(data)
            if written != len(data):
                raise OSError("the disk is full")
        except OSError:
            with contextlib.suppress(OSError):
                file.seek(offset)
                file.write(_ENDING)
                file.truncate(offset + len(_ENDING))
            raise
