"""Losses as a table: mean, standard error, median, the share of bad moves, by distance."""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gtpengine.match.table import columns

BAD = 1.0  # points from which a move counts as bad


@dataclass
class Losses:
    """What one player lost, by position.

    Attributes:
        name: the player's.
        lost: points by key of the position.
        distances: of the positions, by key.
        cpu: CPU seconds per move, as far as known.
        failed: positions without a move.
    """

    name: str
    lost: dict[str, float] = field(default_factory=dict)
    distances: dict[str, int] = field(default_factory=dict)
    cpu: list[float] = field(default_factory=list)
    failed: int = 0

    def of_distance(self, distance: int) -> list[float]:
        """Return the losses so many moves before the end."""
        return [loss for key, loss in self.lost.items() if self.distances[key] == distance]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error; the error of a single value is not known: nan."""
    if not values:
        return math.nan, math.nan
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return statistics.fmean(values), error


def losses_text(players: Sequence[Losses]) -> str:
    """Return the tables: all positions, by distance, and against the first player in pairs.

    Of several noisy leads the best is too good, so every loss is a little too large; differences
    between players are free of that.
    """
    rows = [["points lost per move", "n", "mean", "s.e.", "median", "> 1", "CPU s", "failed"]]
    for player in players:
        values = list(player.lost.values())
        mean, error = mean_and_error(values)
        bad = sum(value > BAD for value in values) / max(len(values), 1)
        rows.append(
            [
                player.name,
                str(len(values)),
                f"{mean:.2f}",
                f"{error:.2f}",
                f"{statistics.median(values):.2f}" if values else "-",
                f"{100 * bad:.0f} %",
                f"{statistics.fmean(player.cpu):.1f}" if player.cpu else "-",
                str(player.failed),
            ]
        )
    parts = [columns(rows)]
    distances = sorted({d for p in players for d in p.distances.values()}, reverse=True)
    if len(distances) > 1:
        head = ["moves before the end", *(str(distance) for distance in distances)]
        rows = [head]
        for player in players:
            rows.append([player.name, *(_cell(player.of_distance(d)) for d in distances)])
        parts.append(columns(rows))
    if len(players) > 1:
        parts.append(_pairs(players))
    return "\n\n".join(parts) + "\n"


def _cell(values: Sequence[float]) -> str:
    mean, error = mean_and_error(values)
    return f"{mean:.2f} ({error:.2f}, n {len(values)})" if values else "-"


def _pairs(players: Sequence[Losses]) -> str:
    """Return how much more each player loses than the first one in the positions of both."""
    first = players[0]
    rows = [[f"more than {first.name}", "n", "mean", "s.e."]]
    for player in players[1:]:
        both = _difference(player.lost, first.lost)
        mean, error = mean_and_error(both)
        rows.append([player.name, str(len(both)), f"{mean:+.2f}", f"{error:.2f}"])
    return columns(rows)


def _difference(one: Mapping[str, float], other: Mapping[str, float]) -> list[float]:
    return [one[key] - other[key] for key in one if key in other]
