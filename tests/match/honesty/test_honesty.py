"""Reviews held against a scripted KataGo: its costs, what is asked again, the figures."""

import sys
from pathlib import Path

import pytest

from gtpengine.board.record import load_record
from gtpengine.board.rules import JAPANESE
from gtpengine.cli.main import EXIT_INTERRUPTED, run
from gtpengine.errors import BadInput
from gtpengine.evaluation.katago.keeper import PartnerSettings
from gtpengine.match.honesty.games import shared_games
from gtpengine.match.honesty.second import SecondOpinion, Turn
from gtpengine.match.honesty.tally import Opinion, Tally
from gtpengine.match.loss.store import Store
from tests.match.games import judge_in
from tests.shared_data import SHARED, needs_shared_data

EXAMPLE = Path(__file__).parents[3] / "configs" / "examples" / "lesson-game.sgf"


@pytest.fixture
def judge(tmp_path):
    return judge_in(tmp_path)


@pytest.fixture
def katago(judge):
    return sys.executable, "-I", "-S", str(judge)


def test_a_move_costs_what_the_lead_falls_by(katago, tmp_path):
    # rows: B 5, W 3, B 2, W 9 as the first choice, B 4
    record = load_record(b"(;SZ[9];B[ee];W[cg];B[gh];W[ea];B[cf])", JAPANESE)
    second = SecondOpinion(PartnerSettings(katago), Store(tmp_path / "s"), lambda text: None)
    turns = [Turn(record, number) for number in range(1, 7)]
    second.ask(turns[:4], 8)
    assert [second.cost(turn, 8) for turn in turns[:4]] == [0.0, 0.0, 1.0, None]
    second.ask(turns, 8)
    # for White a lead that falls is a gain; what he lost with E9 was KataGo's own first choice
    assert [second.cost(turn, 8) for turn in turns[:5]] == [0.0, 0.0, 1.0, 0.0, 5.0]
    assert second.best(turns[0], 8) == "E9"
    # another number of visits is another question, and what is kept is not asked again
    assert second.cost(turns[0], 9) is None
    again = SecondOpinion(PartnerSettings(katago), Store(tmp_path / "s"), lambda text: None)
    assert again.cost(turns[4], 8) == 5.0


def test_the_figures_by_hand():
    tally = Tally(games=1, reviewed=10, late=5)
    for number, (judged, costly, cost) in enumerate(
        [
            (True, True, 0.5),
            (True, True, 0.4),
            (True, False, 0.0),
            (True, False, 3.1),
            (False, False, 9.0),
        ]
    ):
        tally.opinions.append(Opinion("g", number, judged, costly, cost, "D4"))
    assert tally.text().splitlines() == [
        "games 1, moves reviewed 10, in the endgame 5, judged 4 (80.0%)",
        "precision of 'costly' 1 of 2 (50.0%)",
        "recall 1 of 3 (33.3%); of those that are judged 1 of 2 (50.0%)",
        "called good 2, of these with a cost above 3: 1; the worst 3.10",
        "false alarm: g 1 D4, KataGo 0.40",
        "praised: g 3 D4, KataGo 3.10",
    ]
    assert "(none)" in Tally().text()
    tally.recalls = False
    assert tally.text().splitlines()[2] == "recall of those that are judged 1 of 2 (50.0%)"


def test_a_whole_run(judge, katago, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    options = ["--katago", " ".join(katago), "--visits", "20", "--from", "6"]
    assert run(["honesty", str(EXAMPLE), *options]) == 0
    told = capsys.readouterr().out
    assert "games 1, moves reviewed 4, in the endgame 4" in told
    # the second run asks nobody
    judge.write_text("raise SystemExit(1)")
    assert run(["honesty", str(EXAMPLE), *options]) == 0
    assert capsys.readouterr().out == told


def test_what_is_done_counts_after_an_interrupt(katago, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    options = ["--katago", " ".join(katago), "--visits", "20", "--from", "6"]
    asked = SecondOpinion.ask
    calls = []

    def interrupted(self, turns, visits):
        calls.append(visits)
        if len(calls) > 2:
            raise KeyboardInterrupt
        asked(self, turns, visits)

    monkeypatch.setattr(SecondOpinion, "ask", interrupted)
    assert run(["honesty", str(EXAMPLE), str(EXAMPLE), *options]) == EXIT_INTERRUPTED
    assert capsys.readouterr().out.startswith("games 1, moves reviewed 4,")


def test_only_some_games_and_judged_moves(katago, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    options = ["--katago", " ".join(katago), "--visits", "20", "--from", "6"]
    files = [str(EXAMPLE), str(tmp_path / "none.sgf")]
    assert run(["honesty", *files, *options, "--games", "1", "--judged"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("games 1, moves reviewed 4, in the endgame 4,")
    assert told[2].startswith("recall of those that are judged")


def test_no_games(tmp_path):
    with pytest.raises(BadInput, match="fewer than"):
        shared_games(tmp_path)


@needs_shared_data
def test_thirty_games_and_others():
    found, others = shared_games(SHARED), shared_games(SHARED, 2)
    assert len(set(found)) == len(set(others)) == 30
    assert all(path.exists() for path in (*found, *others))
    assert not set(found) & set(others)
