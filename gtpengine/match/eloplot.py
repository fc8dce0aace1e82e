"""The Elo plot: a dot and an interval per engine, as an SVG that needs nothing else."""

import math
from html import escape

from gtpengine.match.standings import Standings

WIDTH = 760
ROW = 34
LEFT = 190
RIGHT = 40
TOP = 16
FOOT = 44


def elo_svg(table: Standings) -> str:
    """Return the plot as SVG text; empty before the first game."""
    rated = [(name, rating) for name in table.ranking() if (rating := table.rating_of(name))]
    if not rated:
        return ""
    low = min(rating.low for _, rating in rated)
    high = max(rating.high for _, rating in rated)
    step = _step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    high = max(high, low + step)

    def x(elo: float) -> float:
        return LEFT + (elo - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    height = TOP + ROW * len(rated) + FOOT
    bottom = TOP + ROW * len(rated)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Elo with 95 % intervals" '
        f'xmlns="http://www.w3.org/2000/svg" class="elo">'
    ]
    for n in range(round((high - low) / step) + 1):
        elo = low + n * step
        parts.append(
            f'<line class="grid" x1="{x(elo):.1f}" x2="{x(elo):.1f}" y1="{TOP}" y2="{bottom}"/>'
            f'<text x="{x(elo):.1f}" y="{bottom + 18}" text-anchor="middle">{_signed(elo)}</text>'
        )
    for place, (name, rating) in enumerate(rated):
        y = TOP + ROW * place + ROW / 2
        parts.append(
            f'<text x="{LEFT - 12}" y="{y + 5:.1f}" text-anchor="end">{escape(_short(name))}</text>'
            f'<line class="interval" x1="{x(rating.low):.1f}" x2="{x(rating.high):.1f}" '
            f'y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<circle cx="{x(rating.value):.1f}" cy="{y:.1f}" r="6"><title>{escape(name)}: '
            f"{rating.value:+.0f} ({rating.low:+.0f} .. {rating.high:+.0f})</title></circle>"
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{height - 6}" text-anchor="middle">'
        "Elo relative to the average, 95 % interval</text></svg>"
    )
    return "".join(parts)


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if elo else "0"


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"


def _step(width: float) -> float:
    """Return a round distance between grid lines that gives 4 to 10 of them."""
    raw = max(width, 1.0) / 6
    power: float = 10.0 ** math.floor(math.log10(raw))
    for factor in (1, 2, 5, 10):
        if factor * power >= raw:
            return factor * power
    return 10 * power
