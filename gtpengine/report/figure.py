"""Figures: the one place that knows matplotlib, which only the extra `report` installs."""

from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path
from typing import Any

from gtpengine.errors import BadInput, EngineError

INK = "#1c1c1c"
PAPER = "#fbfaf6"
MUTED = "#6f6a60"
SHADE = "#e9e4d8"
ACCENT = "#b5472f"
SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 10.0,
    # Text stays text in SVG, and the same figure gives the same bytes.
    "svg.fonttype": "none",
    "svg.hashsalt": "gtpengine",
    # A game is never a formula.
    "text.parse_math": False,
}


class NoMatplotlib(EngineError):
    """A picture was asked for and matplotlib is not installed."""


def settings() -> AbstractContextManager[Any]:
    """Return the context in which figures are made and saved.

    Raises:
        NoMatplotlib: it is not there.
    """
    try:
        import matplotlib
    except ImportError:
        raise NoMatplotlib(
            "pictures need matplotlib, which the extra 'report' installs: "
            "pip install 'gtpengine[report]'"
        ) from None
    context: AbstractContextManager[Any] = matplotlib.rc_context(SETTINGS)
    return context


def new_figure(width: float, height: float) -> Any:
    """Return an empty figure, its size in inches; nothing is ever shown on a screen."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor=PAPER)
    FigureCanvasAgg(figure)
    return figure


def save(figure: Any, path: Path, kind: str) -> None:
    """Write a figure as "png" or "svg".

    Raises:
        BadInput: the file cannot be written.
    """
    metadata = {"Date": None} if kind == "svg" else None
    try:
        figure.savefig(path, format=kind, dpi=160, metadata=metadata)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None


def spread(wanted: list[Fraction], gap: float, keep: tuple[Fraction, ...] = ()) -> list[Fraction]:
    """Return, ascending, as many of `wanted` as fit with `gap` between them; `keep` goes first."""
    chosen: list[Fraction] = []
    for value in (*keep, *sorted(wanted)):
        if all(abs(float(value - other)) >= gap for other in chosen):
            chosen.append(value)
    return sorted(chosen)
