"""The TDS experiments' results as one summary, as tables and as a plot."""

from collections.abc import Sequence
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

from gtpengine.laboratory.studies.ledger import Ledger
from gtpengine.laboratory.studies.tds import Task

# The paper's own figures, to stand beside ours. Tables 1 and 2: temperature, mean.
PAPER_AVERAGE = {
    "4 1": "0.155 / 0", "4 1/2": "0 / 0", "4 1/4": "0 / 0",
    "5 1": "0.334 / 0.086", "5 1/2": "0.0029 / 0.024", "5 1/4": "0.0014 / 0", "5 1/8": "0 / 0",
    "6 1": "0.306 / 0.150", "6 1/2": "0.0099 / 0.020", "6 1/4": "0.0016 / 0.005",
    "6 1/8": "0.0008 / 0", "6 1/16": "0 / 0",
}  # fmt: skip
# Table 3: mean score, percentage of wins.
PAPER_CONTESTS = {
    "2 4": "-1.7 43%", "2 5": "1.2 55%", "2 6": "7.8 67%",
    "4 4": "2.3 57%", "4 5": "13.5 69%", "4 6": "41.2 90%",
    "6 4": "8.1 72%", "6 5": "32.5 88%", "6 6": "81.2 96%",
}  # fmt: skip


def summary(ledger: Ledger, tasks: Sequence[Task]) -> dict[str, Any]:
    """Return the results of `tasks`, by experiment; games are counted together."""
    found: dict[str, Any] = {}
    cells: dict[str, list[dict[str, Any]]] = {}
    for task in tasks:
        words = task.name.split()
        result = ledger[task.name]
        if words[0] == "figure2":
            found["figure 2"] = result
        elif words[0] == "1":
            found.setdefault("experiment 1", {})[words[2]] = result
        elif words[0] == "2":
            found.setdefault("experiment 2", {})[f"{words[2]} {words[4]}"] = result
        elif words[0] == "3":
            found.setdefault("experiment 3", {}).setdefault(words[2], {})[words[4]] = result
        else:
            cells.setdefault(f"{words[2]} {words[4]} {words[6]} {words[8]}", []).append(result)
    for cell, games in cells.items():
        boards, size, seconds, opponent = cell.split()
        scores = [game["score"] for game in games]
        share = sum(game["won"] for game in games) / len(games)
        found.setdefault("experiment 4", {})[f"{boards} {size}"] = {
            "games": len(games),
            "seconds per move": float(seconds),
            "opponent": opponent,
            "score": mean(scores),
            "deviation": pstdev(scores),
            "wins": share,
            "standard error": (share * (1 - share) / len(games)) ** 0.5,
        }
    return found


def text(found: dict[str, Any]) -> str:
    """Return the summary as tables."""
    lines: list[str] = []
    if "figure 2" in found:
        shown = found["figure 2"]
        lines += ["Figure 2 (paper: 15/8, 15/8, 15/8, 13/8; mean 3/4, temperature 10/8)"]
        lines += [f"  values {', '.join(shown['values'])}"]
        lines += [f"  mean {shown['mean']}, temperature {shown['temperature']}"]
        lines += [f"  line {' '.join(shown['line'])}", ""]
    if "experiment 1" in found:
        lines += ["Experiment 1: exact TDS against thermographs"]
        lines += ["  size   rooms  positions  delta  differences  seconds"]
        for size, row in found["experiment 1"].items():
            lines.append(
                f"  {size:>4} {row['rooms']:>7} {row['positions']:>10} {row['delta']:>6}"
                f" {row['differences']:>12} {row['seconds']:>8.2f}"
            )
        lines.append("")
    if "experiment 2" in found:
        lines += ["Experiment 2: errors of temperature / mean with larger steps"]
        lines += ["  size delta  average rule: average, largest     paper             larger rule"]
        for cell, row in found["experiment 2"].items():
            size, delta = cell.split()
            lines.append(
                f"  {size:>4} {delta:>5}  {_errors(row['average'])}  {PAPER_AVERAGE[cell]:<16}"
                f"  {_errors(row['larger'])}"
            )
        lines.append("")
    if "experiment 3" in found:
        lines += ["Experiment 3: average error of the temperature, delta = 1/2"]
        for size, rows in found["experiment 3"].items():
            for kind in ("plies", "board plies"):
                values = "  ".join(f"{depth}: {row[kind]:.3f}" for depth, row in rows.items())
                lines.append(f"  size {size}, by {kind}: {values}")
        lines.append("")
    if "experiment 4" in found:
        shown = next(iter(found["experiment 4"].values()))
        lines += [
            f"Experiment 4: Hotstrat-TDS against global alpha-beta ({shown['opponent']}),"
            f" {shown['seconds per move']} CPU seconds a move"
        ]
        lines += ["  boards size  games   score (deviation)   wins (error)   paper"]
        for cell, row in found["experiment 4"].items():
            boards, size = cell.split()
            lines.append(
                f"  {boards:>6} {size:>4} {row['games']:>6} {row['score']:>7.1f}"
                f" ({row['deviation']:.1f}) {row['wins']:>10.0%}"
                f" ({row['standard error']:.0%})   {PAPER_CONTESTS.get(cell, '')}"
            )
        lines.append("")
    return "\n".join(lines)


def _errors(row: dict[str, float]) -> str:
    average = f"{row['temperature average']:.4f} / {row['mean average']:.4f}"
    return f"{average}, {row['temperature largest']:.5g} / {row['mean largest']:.5g}".ljust(36)


def plot(found: dict[str, Any], path: Path) -> bool:
    """Draw the error over the depth; return False where matplotlib is not installed."""
    if "experiment 3" not in found:
        return False
    try:
        import matplotlib as mpl
    except ImportError:
        return False
    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(9, 4), sharey=True)
    for place, kind in enumerate(("plies", "board plies")):
        for size, rows in found["experiment 3"].items():
            depths = [int(depth) for depth in rows]
            errors = [row[kind] for row in rows.values()]
            axes[place].plot(depths, errors, marker="o", markersize=3, label=f"size {size}")
        axes[place].set_xlabel(f"search depth, {kind}")
        axes[place].legend()
    axes[0].set_ylabel("average error of the temperature")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
    return True
