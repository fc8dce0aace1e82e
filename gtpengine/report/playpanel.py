"""The panel beside a thermograph: at which temperatures each player may move without loss.

One column for each player and komaster, drawn as stones are: Black's bars black, White's white with
an outline. A wide bar is sente, a narrow one gote or reverse sente; the word stands in it where it
fits.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from gtpengine.report.figure import INK, MUTED
from gtpengine.report.gamevalue import Side
from gtpengine.report.words import mixed
from gtpengine.values.kinds import Move

WIDE, NARROW, PLAIN = 0.62, 0.34, 0.5
WORD_HEIGHT = 0.014  # of the panel, for each letter of a word that stands upright


class Column(NamedTuple):
    """One player's plays in one view, drawn in `colour`."""

    player: str
    side: Side
    colour: str


class Bar(NamedTuple):
    """One range of temperatures; `high` None has no end."""

    low: Fraction
    high: Fraction | None
    word: str
    width: float


def bars_of(side: Side) -> list[Bar]:
    """Return the bars of a column: by what the moves mean, or just by where they are."""
    if side.moves:
        return [
            Bar(low, high, move.value, WIDE if move is Move.SENTE else NARROW)
            for low, high, move in side.moves
        ]
    found: list[Bar] = []
    ranges = [each for play in side.plays for each in play.ranges]
    for low, high in sorted(ranges, key=lambda each: each[0]):
        last = found[-1] if found else None
        if last is None or (last.high is not None and last.high < low):
            found.append(Bar(low, high, "", PLAIN))
        elif last.high is not None and (high is None or high > last.high):
            found[-1] = last._replace(high=high)
    return found


def draw_panel(axes: Any, columns: list[Column], floor: float, top: float) -> None:
    """Draw the columns into axes whose height is that of the thermograph."""
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(floor, top)
    axes.axis("off")
    text = {"ha": "center", "va": "bottom", "fontsize": 8.5}
    heading = {**text, "transform": axes.transAxes, "color": MUTED}
    axes.text(0.5, 1.1, "may move without\nloss up to", **heading)
    air = (top - floor) * 0.015
    for place, column in enumerate(columns):
        axes.text(place, top, column.player, **{**text, "color": column.colour})
        bars = bars_of(column.side)
        for bar in bars:
            _draw_bar(axes, place, bar, column, top)
        if not bars:
            axes.text(place, floor + air, "never", rotation=90, color=MUTED, **text)
        elif bars[-1].high is not None:
            highest = mixed(bars[-1].high)
            upright = len(columns) > 2 and len(highest) > 5
            height = float(bars[-1].high) + air
            turned = {"rotation": 90 if upright else 0, "color": column.colour}
            axes.text(place, height, highest, **text, **turned)


def _draw_bar(axes: Any, place: int, bar: Bar, column: Column, top: float) -> None:
    from matplotlib.patches import Rectangle

    black = column.player == "Black"
    low, high = float(bar.low), top if bar.high is None else float(bar.high)
    floor, _ = axes.get_ylim()
    if high == low:
        axes.plot(
            [place],
            [low],
            marker="o",
            markersize=6,
            markeredgecolor=column.colour,
            markerfacecolor=column.colour if black else "white",
            clip_on=False,
            zorder=3,
        )
        return
    axes.add_patch(
        Rectangle(
            (place - bar.width / 2, low),
            bar.width,
            high - low,
            linewidth=1.2,
            clip_on=False,
            edgecolor=column.colour,
            facecolor=column.colour if black else "white",
            zorder=2,
        )
    )
    if bar.word and (high - low) / (top - floor) >= WORD_HEIGHT * (len(bar.word) + 2):
        axes.text(
            place,
            (low + high) / 2,
            bar.word,
            rotation=90,
            ha="center",
            va="center",
            fontsize=8,
            color="white" if black else INK,
            zorder=4,
        )
