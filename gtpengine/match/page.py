"""The tournament as one HTML page that needs nothing but itself and the games beside it."""

from collections.abc import Iterable, Sequence
from html import escape

from gtpengine.board.komi import decimal_text
from gtpengine.match.eloplot import elo_svg
from gtpengine.match.outcome import Outcome
from gtpengine.match.runner import SprtState
from gtpengine.match.settings import Tournament
from gtpengine.match.standings import Standings
from gtpengine.match.table import (
    cross_rows,
    disagreement_text,
    margins_text,
    ranking_rows,
    sprt_text,
    times_text,
)

STYLE = """
:root { color-scheme: light dark; --ink: #222; --dim: #777; --line: #ccc; --mark: #2563a8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ddd; --dim: #999; --line: #444; --mark: #7ab3ec; } body { background: #181818; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.text { white-space: normal; }
a { color: var(--mark); } p.dim, li { color: var(--dim); }
pre { overflow-x: auto; }
svg.elo { max-width: 100%; font-size: 13px; } svg text { fill: var(--ink); }
svg .grid { stroke: var(--line); } svg .interval { stroke: var(--mark); stroke-width: 3; }
svg circle { fill: var(--mark); }
"""


def page_html(
    tournament: Tournament,
    table: Standings,
    outcomes: Iterable[Outcome],
    total: int,
    sprt: SprtState | None,
) -> str:
    """Return the page."""
    settings = tournament.settings
    game = settings.game
    facts = (
        f"{tournament.format.value}, {table.played} of {total} games; {game.board_size}x"
        f"{game.board_size}, {game.rules}, komi {decimal_text(game.exact_komi())}"
        + (f", {game.handicap} handicap stones" if game.handicap else "")
        + f"; time: {settings.time.system}; judges: {', '.join(settings.judges.names)}"
    )
    parts = [
        f"<h1>{escape(tournament.name)}</h1><p class=dim>{escape(facts)}</p>",
        _table(ranking_rows(table)),
        elo_svg(table),
        "<h2>Cross table</h2><p class=dim>The row's engine: won-lost, or won-drawn-lost.</p>",
        _table(cross_rows(table)),
    ]
    for head, words in (
        ("Points per side", margins_text(table)),
        ("Sequential test", sprt_text(sprt)),
        ("Time", times_text(table)),
    ):
        if words:
            parts.append(f"<h2>{head}</h2><pre>{escape(words)}</pre>")
    if table.disagreements:
        items = "".join(
            f"<li>{escape(disagreement_text(outcome))}</li>" for outcome in table.disagreements
        )
        parts.append(f"<h2>The judges disagreed</h2><ul>{items}</ul>")
    parts.append("<h2>Games</h2>" + _games(outcomes))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(tournament.name)}</title><style>{STYLE}</style></head>\n"
        f"<body>{chr(10).join(parts)}</body></html>\n"
    )


def _table(rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows[1:]
    )
    return f'<div class="wide"><table><tr>{heads}</tr>\n{body}</table></div>'


def _games(outcomes: Iterable[Outcome]) -> str:
    rows = [
        f'<tr><td><a href="games/{escape(one.file)}">{one.number}</a></td>'
        f"<td class=text>{escape(one.black)}</td><td class=text>{escape(one.white)}</td>"
        f"<td class=text>{escape(one.result)}</td><td>{one.moves}</td>"
        f"<td class=text>{escape(one.opening)}</td><td class=text>{escape(one.reason)}</td></tr>\n"
        for one in sorted(outcomes, key=lambda one: one.number)
    ]
    heads = "".join(
        f"<th>{head}</th>" if head == "moves" else f"<th class=text>{head}</th>"
        for head in ("game", "Black", "White", "result", "moves", "opening", "end")
    )
    return f'<div class="wide"><table><tr>{heads}</tr>\n{"".join(rows)}</table></div>'
