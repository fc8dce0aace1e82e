"""Where the shared games, problems and suites are; tests that need them skip without them."""

import csv
from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared" / "data"

needs_shared_data = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared data folder (../shared/data) is not here"
)


def table(name: str) -> list[dict[str, str]]:
    """The rows of a .tsv of the shared data."""
    with (SHARED / name).open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, delimiter="\t")
    # One manifest has two columns of the same name: number the later one.
    names = [n if n not in header[:i] else f"{n}_{i}" for i, n in enumerate(header)]
    return [dict(zip(names, row, strict=False)) for row in rows]


def games(pattern: str) -> list[Path]:
    """The SGF files below the shared data that match, sorted."""
    return sorted(SHARED.glob(pattern)) if SHARED.is_dir() else []
