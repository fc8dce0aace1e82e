"""Standings as plain text."""

from collections.abc import Sequence

from gtpengine.match.intervals import Estimate
from gtpengine.match.outcome import Outcome
from gtpengine.match.runner import SprtState
from gtpengine.match.standings import Standings

MOST_LISTED = 20


def standings_text(table: Standings, sprt: SprtState | None = None) -> str:
    """Return everything that there is to say about a tournament, as text."""
    parts = [ranking_text(table)]
    if len(table.names) > 2:
        parts.append(cross_text(table))
    more = (margins_text(table), times_text(table), sprt_text(sprt), notes_text(table))
    parts += [words for words in more if words]
    return "\n\n".join(parts) + "\n"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells as aligned text; the first column to the left, the others right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def ranking_rows(table: Standings) -> list[list[str]]:
    """Return the main table, heads first."""
    rows = [["engine", "games", "won-lost", "points", "95 %", "Elo", "95 %", "faults"]]
    for name in table.ranking():
        tally = table.totals[name]
        share = tally.share()
        rows.append(
            [
                name,
                str(tally.games),
                str(tally),
                percent(share.value) if share else "-",
                f"{percent(share.low)} .. {percent(share.high)}" if share else "-",
                *elo_cells(table.rating_of(name)),
                str(tally.faults),
            ]
        )
    return rows


def ranking_text(table: Standings) -> str:
    """Return the main table and how Black did."""
    share = table.black.share()
    black = ""
    if share and table.ratings:
        black = (
            f"\nBlack {table.black}, {percent(share.value)} "
            f"({percent(share.low)} .. {percent(share.high)}); {table.played} games played"
        )
    return columns(ranking_rows(table)) + black


def percent(share: float) -> str:
    """Return a share as per cent."""
    return f"{100 * share:.1f} %"


def elo_cells(rating: Estimate | None) -> list[str]:
    """Return an estimate in Elo as two cells."""
    if rating is None:
        return ["-", "-"]
    return [f"{rating.value:+.0f}", f"{rating.low:+.0f} .. {rating.high:+.0f}"]


def cross_rows(table: Standings) -> list[list[str]]:
    """Return the cross table: wins-losses or wins-draws-losses of the row's engine."""
    order = table.ranking()
    rows = [["", *order]]
    for name in order:
        cells = [
            str(table.cross[name, other]) if (name, other) in table.cross else "."
            for other in order
        ]
        rows.append([name, *cells])
    return rows


def cross_text(table: Standings) -> str:
    """Return the cross table."""
    return columns(cross_rows(table))


def margins_text(table: Standings) -> str:
    """Return points per side by pairing; nothing without counted colour pairs."""
    rows = [["points per side", "points", "std. error", "pairs"]]
    for place, name in enumerate(table.names):
        for other in table.names[place + 1 :]:
            margin = table.margin(name, other)
            if margin is not None:
                mean, error, pairs = margin
                shown = "-" if error is None else f"{error:.2f}"
                rows.append([f"{name} - {other}", f"{mean:+.2f}", shown, str(pairs)])
    return columns(rows) if len(rows) > 1 else ""


def times_text(table: Standings) -> str:
    """Return what moves took."""
    rows = [["time per move", "moves", "wall s", "CPU s", "longest s"]]
    for name in table.ranking():
        time = table.times[name]
        if time.moves:
            cpu = f"{time.cpu / time.cpu_moves:.3f}" if time.cpu_moves else "-"
            wall = f"{time.wall / time.moves:.3f}"
            rows.append([name, str(time.moves), wall, cpu, f"{time.longest:.2f}"])
    return columns(rows) if len(rows) > 1 else ""


def sprt_text(state: SprtState | None) -> str:
    """Return where the test of a playoff stands."""
    if state is None:
        return ""
    test = state.test
    kinds = " ".join(str(count) for count in state.counts)
    return (
        f"SPRT [{test.elo0:g}, {test.elo1:g}] Elo: {state.decision.value}, log-likelihood ratio "
        f"{state.ratio:.2f} (bounds {test.lower:.2f} .. {test.upper:.2f}), pairs with 0, 1/2, 1, "
        f"3/2, 2 points: {kinds}"
    )


def notes_text(table: Standings) -> str:
    """Return disagreements of the judges and losses by fault, one line each."""
    lines = []
    if table.disagreements:
        lines.append(f"The judges disagreed in {len(table.disagreements)} of {table.played} games:")
        lines += _listed([disagreement_text(outcome) for outcome in table.disagreements])
    if table.faults:
        lines.append(f"Lost by a fault: {len(table.faults)} of {table.played} games:")
        lines += _listed([f"game {outcome.number}: {outcome.reason}" for outcome in table.faults])
    return "\n".join(lines)


def disagreement_text(outcome: Outcome) -> str:
    """Return the history of a disagreement in one line."""
    parts = []
    for count in outcome.counts:
        then = f"; {count.then}" if count.then else ""
        parts.append(f"{', '.join(count.scores)}{then}")
    return (
        f"game {outcome.number} ({outcome.black} - {outcome.white}): {'; '.join(parts)}; "
        f"recorded as {outcome.result} ({outcome.end})"
    )


def _listed(lines: list[str]) -> list[str]:
    shown = [f"  {line}" for line in lines[:MOST_LISTED]]
    if len(lines) > MOST_LISTED:
        shown.append(f"  and {len(lines) - MOST_LISTED} more: see the log")
    return shown
