"""Results that survive an interruption: a JSON file of finished tasks, and a progress bar."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

WIDTH = 30


class Ledger:
    """Results by task name, written after every task; tasks that are there are not done again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, Any] = {}
        if path.exists():
            self.results = json.loads(path.read_text(encoding="utf-8"))

    def __contains__(self, task: str) -> bool:
        return task in self.results

    def __getitem__(self, task: str) -> Any:
        return self.results[task]

    def note(self, task: str, result: Any) -> None:
        """Keep a result; the file is replaced as a whole, so that it is never half written."""
        self.results[task] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(self.results, indent=1) + "\n", encoding="utf-8")
        os.replace(fresh, self.path)


class Progress:
    """A bar on stderr."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.started = time.monotonic()

    def step(self, what: str) -> None:
        """Count one more task, the last of which was `what`."""
        self.done += 1
        filled = WIDTH * self.done // max(self.total, 1)
        seconds = time.monotonic() - self.started
        bar = "#" * filled + "." * (WIDTH - filled)
        ending = "\n" if self.done == self.total else ""
        sys.stderr.write(f"\r[{bar}] {self.done}/{self.total} {seconds:.0f} s  {what:<40}{ending}")
        sys.stderr.flush()
