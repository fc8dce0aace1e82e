"""Standings, tables and the page, from made-up games."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from gtpengine.match.eloplot import elo_svg
from gtpengine.match.outcome import Count, Outcome, SideTimes
from gtpengine.match.page import page_html
from gtpengine.match.runner import SprtState
from gtpengine.match.settings import EngineSettings, Format, Tournament, TournamentSettings
from gtpengine.match.sprt import Sprt
from gtpengine.match.standings import pair_kinds_in_order, standings
from gtpengine.match.table import standings_text
from gtpengine.match.view import PlainView, result_line

TIMES = SideTimes(10, 2.0, 1.0, 0.5)


def outcome(number, black, white, points, **changes):
    """Return a counted game; `points` are Black's."""
    winner = "black" if points > 0 else "white" if points else "draw"
    result = f"{winner[0].upper()}+{abs(points)}" if points else "0"
    known = {"end": "score", "reason": "the judges agree", "score": str(points)}
    known |= {"winner": winner, "result": result, "black_times": TIMES, "white_times": TIMES}
    known |= changes
    return Outcome(
        number,
        (number + 1) // 2,
        "",
        black,
        white,
        "line 1",
        file=f"{number}.sgf",
        moves=20,
        **known,
    )


DISPUTED = {
    "winner": "",
    "result": "?",
    "end": "disputed",
    "reason": "gtpengine B+1.5; gnugo W+2.5",
    "score": "",
    "counts": (
        Count(20, ("gtpengine B+1.5", "gnugo W+2.5"), False, "the players went on"),
        Count(30, ("gtpengine B+1.5", "gnugo W+2.5"), False, "nobody could play on"),
    ),
}
FAULT = {
    "winner": "black",
    "result": "B+F",
    "end": "fault",
    "reason": "<b> (white) crashed: at 'genmove w' (exit code 3)",
    "score": "",
}
GAMES = [
    outcome(1, "a", "<b>", 5),
    outcome(2, "<b>", "a", 1),
    outcome(3, "a", "c", 10),
    outcome(4, "c", "a", -4),
    outcome(5, "<b>", "c", 0),
    outcome(6, "c", "<b>", 3, **FAULT),
    outcome(7, "a", "<b>", 7, **DISPUTED),
]

EXPECTED = """\
engine  games  won-lost  points              95 %  Elo          95 %  faults
a           4       3-1  75.0 %  30.1 % .. 95.4 %  +85  -118 .. +288       0
<b>         4     1-1-2  37.5 %   9.2 % .. 78.1 %  -43  -239 .. +154       1
c           4     1-1-2  37.5 %   9.2 % .. 78.1 %  -43  -239 .. +154       0
Black 4-1-1, 75.0 % (36.5 % .. 94.0 %); 7 games played

       a    <b>      c
a      .    1-1    2-0
<b>  1-1      .  0-1-1
c    0-2  1-1-0      .

points per side  points  std. error  pairs
a - <b>           +2.00           -      1
a - c             +7.00           -      1

time per move  moves  wall s  CPU s  longest s
a                 50   0.200  0.100       0.50
<b>               50   0.200  0.100       0.50
c                 40   0.200  0.100       0.50

The judges disagreed in 1 of 7 games:
  game 7 (a - <b>): gtpengine B+1.5, gnugo W+2.5; the players went on; gtpengine B+1.5, \
gnugo W+2.5; nobody could play on; recorded as ? (disputed)
Lost by a fault: 1 of 7 games:
  game 6: <b> (white) crashed: at 'genmove w' (exit code 3)
"""


def table():
    return standings(["a", "<b>", "c"], GAMES)


def test_the_tables_as_text():
    assert standings_text(table()) == EXPECTED


def test_nothing_played_yet():
    empty = standings(["a", "b"], [])
    assert "a           0       0-0       -     -    -     -       0" in standings_text(empty)
    assert elo_svg(empty) == ""


def test_pairs_by_kind():
    # a won one of two against b: 1 point; both against c: 2 points.
    assert table().pairs["a", "<b>"] == [0, 0, 1, 0, 0]
    assert table().pairs["a", "c"] == [0, 0, 0, 0, 1]
    # b drew and lost: half a point.
    assert table().pairs["<b>", "c"] == [0, 1, 0, 0, 0]
    assert table().pairs["c", "<b>"] == [0, 0, 0, 1, 0]


def test_pairs_count_in_the_order_of_the_schedule():
    wins = [outcome(n, "ab"[(n + 1) % 2], "ab"[n % 2], 1) for n in range(1, 9)]
    assert pair_kinds_in_order(wins, "a")[-1] == [0, 0, 4, 0, 0]
    # Without game 3 the later pairs do not count yet, however many there are.
    assert pair_kinds_in_order([w for w in wins if w.number != 3], "a") == [[0, 0, 1, 0, 0]]
    # A pair with a disputed game is left out, those after it are not.
    disputed = [outcome(3, "a", "b", 1, **DISPUTED) if w.number == 3 else w for w in wins]
    assert pair_kinds_in_order(disputed, "a")[-1] == [0, 0, 3, 0, 0]


class Collector(HTMLParser):
    """Collects tags and addresses; complains about tags that do not match."""

    def __init__(self):
        super().__init__()
        self.open, self.addresses, self.seen = [], [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.addresses += [value for name, value in attributes if name in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_nothing_else():
    engines = tuple(EngineSettings(("x",), name=name) for name in ("a", "<b>", "c"))
    tournament = Tournament(
        "my <cup>", Path("t"), Format.ROUND_ROBIN, engines, TournamentSettings("round-robin", 9)
    )
    state = SprtState(Sprt(0, 50), [[0, 0, 1, 0, 0]])
    page = page_html(tournament, table(), GAMES, 9, state)
    parser = Collector()
    parser.feed(page)
    assert parser.open == []
    assert parser.addresses == [f"games/{n}.sgf" for n in range(1, 8)]
    assert {"svg", "circle", "table", "pre"} <= parser.seen
    assert "script" not in parser.seen
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "my &lt;cup&gt;" in page
    assert "7 of 9 games" in page
    assert "The judges disagreed" in page


def test_the_plain_view(capsys):
    view = PlainView(9, 4)
    with view:
        view.finished(GAMES[0])
    text = "[5/9] game 1: a - <b> B+5 (the judges agree; 20 moves, 0.0 s)\n"
    assert capsys.readouterr().err == text
    assert result_line(GAMES[5]).startswith("game 6: c - <b> B+F (<b> (white) crashed")


def test_the_live_view():
    pytest.importorskip("rich", reason="rich is not installed (pip install 'gtpengine[report]')")
    from rich.console import Console

    from gtpengine.match.view import LiveView
    from tests.match.games import game

    view = LiveView(9, 4, table)
    view.started(game())
    view.finished(GAMES[5])
    console = Console(width=120)
    with console.capture() as capture:
        console.print(view._drawn())
    text = capture.get()
    assert "+85" in text
    assert "playing 1: player - resigner" in text
    assert "game 6: c - <b> B+F" in text
    assert "5/9" in text
