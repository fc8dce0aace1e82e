"""What was found before, on disk: one JSON object a line, appended as it comes."""

import json
from pathlib import Path
from typing import Any

from gtpengine.errors import BadInput


class Store:
    """A file of objects by key; the newest of a key counts, torn lines count as absent.

    Raises:
        BadInput: the file cannot be read or made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, dict[str, Any]] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except OSError as error:
            raise BadInput(f"'{path}': {error.strerror or error}") from None
        for line in text.split("\n"):
            try:
                found = json.loads(line)
                self._found[found["key"]] = found
            except (ValueError, TypeError, KeyError):
                continue
        # Whatever a torn line left must not swallow the next one.
        self._torn = bool(text) and not text.endswith("\n")

    def get(self, key: str) -> dict[str, Any] | None:
        """Return what is kept under a key."""
        return self._found.get(key)

    def put(self, key: str, **found: Any) -> None:
        """Keep something under a key, on disk at once."""
        self._found[key] = {"key": key, **found}
        with self._path.open("a", encoding="utf-8") as file:
            file.write("\n" * self._torn + json.dumps(self._found[key]) + "\n")
        self._torn = False

    def matching(self, prefix: str) -> list[dict[str, Any]]:
        """Return everything whose key begins like that."""
        return [found for key, found in self._found.items() if key.startswith(prefix)]
