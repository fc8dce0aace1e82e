"""The folder of a tournament: a log with one line per finished game, an SGF for each, one lock.

log.jsonl           appended and synced to disk before a game counts as finished
games/*.sgf         written under another name first, so a file is whole or not there
errors/*.txt        what engines wrote to stderr in games that ended by a fault
index.html          the page, made anew now and then
"""

import fcntl
import json
import os
from pathlib import Path
from typing import Any

from gtpengine.config import BadConfig
from gtpengine.errors import EngineError
from gtpengine.match.outcome import Outcome, Played, as_table, from_table
from gtpengine.match.schedule import safe


class BadLog(EngineError):
    """The folder holds something else than the tournament, or is in use."""


class GameLog:
    """What is finished. Only one process at a time may write it; any may read.

    Attributes:
        outcomes: by number, in the order in which they were finished.
    """

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Open or make the folder; with `read_only` change nothing and wait for nobody.

        Raises:
            BadLog: another process writes it, it cannot be written, or the log is damaged.
        """
        self.folder = folder
        self.outcomes: dict[int, Outcome] = {}
        self._path = folder / "log.jsonl"
        if read_only:
            self._read()
            return
        try:
            for part in (folder / "games", folder / "errors"):
                part.mkdir(parents=True, exist_ok=True)
            self._lock = (folder / "lock").open("a")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadLog(f"'{folder}': this tournament is already running") from None
        except OSError as error:
            raise BadLog(f"'{folder}': {error.strerror or error}") from None
        good = self._read()
        self._file = self._path.open("ab")
        if good < self._file.tell():
            self._file.truncate(good)
            os.fsync(self._file.fileno())

    def _read(self) -> int:
        """Take all lines but a last one that a crash has torn; return how many bytes they are."""
        data = self._path.read_bytes() if self._path.exists() else b""
        good = 0
        lines = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            is_last = number >= len(lines) - 1
            try:
                if number == len(lines):  # what follows the last newline: nothing, or torn
                    break
                self._take(json.loads(line))
                good += len(line) + 1
            except (ValueError, KeyError, TypeError, BadConfig) as error:
                if not is_last:
                    raise BadLog(f"'{self._path}', line {number}: {error}") from None
                break
        return good

    def _take(self, table: dict[str, Any]) -> None:
        outcome = from_table(table)
        if outcome.number in self.outcomes:
            raise KeyError(f"game {outcome.number} is there twice")
        self.outcomes[outcome.number] = outcome

    def add(self, played: Played) -> None:
        """Keep a finished game for good: first its record, then its line in the log.

        Raises:
            BadLog: the disk is full, or the folder has gone.
        """
        try:
            self._write(played)
        except OSError as error:
            raise BadLog(f"'{self.folder}': {error.strerror or error}") from None
        self.outcomes[played.outcome.number] = played.outcome

    def _write(self, played: Played) -> None:
        outcome = played.outcome
        write_whole(self.folder / "games" / outcome.file, played.sgf)
        for name, text in played.stderr.items():
            path = self.folder / "errors" / f"{outcome.number:05d}-{safe(name)}.txt"
            write_whole(path, text)
        line = json.dumps(as_table(outcome), ensure_ascii=False) + "\n"
        self._file.write(line.encode("utf-8"))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let others write.  Pre: it was not opened to read only."""
        self._file.close()
        self._lock.close()


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment it is the old one, the new one or not there."""
    draft = path.with_name(f".{path.name}.part")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
