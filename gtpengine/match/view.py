"""Watching a tournament: progress bars and a live table in a terminal, plain lines elsewhere."""

import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

from gtpengine.match.outcome import Outcome
from gtpengine.match.schedule import GameSpec
from gtpengine.match.standings import Standings
from gtpengine.match.table import ranking_rows


class PlainView:
    """A line on stderr for each finished game."""

    def __init__(self, total: int, done: int, stream: TextIO | None = None) -> None:
        self._total = total
        self._done = done
        self._stream = stream or sys.stderr

    def __enter__(self) -> "PlainView":
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.flush()

    def started(self, spec: GameSpec) -> None:
        """Say nothing."""

    def finished(self, outcome: Outcome) -> None:
        """Write the result."""
        self._done += 1
        self._stream.write(f"[{self._done}/{self._total}] {result_line(outcome)}\n")
        self._stream.flush()


def result_line(outcome: Outcome) -> str:
    """Return a finished game in one line."""
    return (
        f"game {outcome.number}: {outcome.black} - {outcome.white} {outcome.result} "
        f"({outcome.reason}; {outcome.moves} moves, {outcome.seconds:.1f} s)"
    )


class LiveView:
    """Progress bars and the table, redrawn as games finish. Needs `rich`."""

    def __init__(self, total: int, done: int, table: Callable[[], Standings]) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self._table = table
        self._progress: Any = Progress(
            "{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        )
        self._task = self._progress.add_task("games", total=total, completed=done)
        self._running: dict[int, tuple[GameSpec, float]] = {}
        self._last: list[str] = []
        self._shown: Any = self._rich_table()
        self._live: Any = Live(
            get_renderable=self._drawn, console=Console(stderr=True), refresh_per_second=2
        )

    def __enter__(self) -> "LiveView":
        self._live.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.__exit__(*error)

    def started(self, spec: GameSpec) -> None:
        """Show the game among those that are being played."""
        self._running[spec.number] = (spec, time.monotonic())

    def finished(self, outcome: Outcome) -> None:
        """Move the bar and redraw the table."""
        self._running.pop(outcome.number, None)
        self._progress.advance(self._task)
        self._last = [*self._last[-4:], result_line(outcome)]
        self._shown = self._rich_table()

    def _rich_table(self) -> Any:
        from rich.table import Table
        from rich.text import Text

        heads, *rows = ranking_rows(self._table())
        table = Table()
        for place, head in enumerate(heads):
            table.add_column(head, justify="left" if place == 0 else "right")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        return table

    def _drawn(self) -> Any:
        from rich.console import Group
        from rich.text import Text

        now = time.monotonic()
        running = [
            Text(f"playing {number}: {spec.black.name} - {spec.white.name}, {now - since:.0f} s")
            for number, (spec, since) in sorted(self._running.items())[:16]
        ]
        last = [Text(line, style="dim") for line in self._last]
        return Group(self._shown, *last, *running, self._progress)


def make_view(
    total: int, done: int, table: Callable[[], Standings], *, plain: bool
) -> PlainView | LiveView:
    """Return the view that fits: live in a terminal with `rich` installed, else plain."""
    if not plain and sys.stderr.isatty():
        try:
            return LiveView(total, done, table)
        except ImportError:
            sys.stderr.write("(progress bars need rich: pip install 'gtpengine[report]')\n")
    return PlainView(total, done)
