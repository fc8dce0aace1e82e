"""Progress on one line of a terminal, by rich where it is installed; elsewhere nothing."""

import contextlib
from typing import Any, TextIO

_WIDE = 30


class Bar:
    """A bar with what is done, of how many, and a word about what is next."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream = stream
        self._name = name
        self._is_shown = stream.isatty()
        self._rich: Any = None
        self._task: Any = None
        if self._is_shown:
            with contextlib.suppress(ImportError):
                self._rich = _rich_bar(stream)
                self._task = self._rich.add_task(name, total=None, next="")
                self._rich.start()

    def show(self, done: int, total: int, following: str = "") -> None:
        """Draw the bar; `following` says what is next."""
        if self._rich is not None:
            self._rich.update(self._task, completed=done, total=total, next=following)
        elif self._is_shown:
            full = _WIDE * done // max(total, 1)
            bar = "#" * full + "." * (_WIDE - full)
            self._stream.write(f"\r{self._name} [{bar}] {done}/{total} {following} ")
            self._stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._rich is not None:
            self._rich.stop()
        elif self._is_shown:
            self._stream.write("\n")


def _rich_bar(stream: TextIO) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    return Progress(
        "{task.description}",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        "{task.fields[next]}",
        console=Console(file=stream),
    )
