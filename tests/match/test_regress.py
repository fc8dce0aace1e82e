"""Regression suites: how they are read, judged and told."""

import sys
from pathlib import Path

import pytest

from gtpengine.cli import main
from gtpengine.cli.regress import engine_of
from gtpengine.match.client import EngineFailure
from gtpengine.match.regress import Mark, Regression, line_of, totals
from gtpengine.match.settings import EngineSettings
from gtpengine.match.suite import BadSuite, Expectation, load_suite, parse_suite
from tests.match.games import PATIENCE
from tests.shared_data import SHARED, needs_shared_data

ENGINE = Path(__file__).with_name("regress_engine.py")

SUITE = """
# A comment.
loadsgf games/one.sgf 12
1 reg_genmove black
#? [PASS|A1]
2 reg_genmove white   # to move or not
#? [!T19]*

boardsize 9
clear_board
play black E5
3 restricted_genmove white A1 B2
#? [A1]
4 genmove white
#? [C[34]]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.sgf").write_text("(;SZ[9])")
    (tmp_path / "suite.tst").write_text(SUITE)
    return tmp_path


def test_a_suite_is_read(folder):
    cases = load_suite(folder / "suite.tst")
    record = f"loadsgf {folder / 'games' / 'one.sgf'} 12"
    board = ("boardsize 9", "clear_board", "play black E5")
    assert [(case.number, case.command, str(case.expected)) for case in cases] == [
        (1, "reg_genmove black", "[PASS|A1]"),
        (2, "reg_genmove white", "[!T19]*"),
        (3, "restricted_genmove white A1 B2", "[A1]"),
        (4, "genmove white", "[C[34]]"),
    ]
    assert [case.setup for case in cases] == [(record,), (record,), board, board]
    assert [case.board for case in cases] == [1, 1, 2, 2]
    assert [case.line for case in cases] == [4, 6, 12, 14]


@pytest.mark.parametrize(
    ("pattern", "accepted", "refused"),
    [
        (Expectation("PASS|A1"), ["pass", "PASS", "a1", " A1 "], ["A10", "A", "resign", ""]),
        (Expectation("C[34]"), ["C3", "c4"], ["C5", "C34"]),
        (Expectation("T19|A1", negated=True), ["T18", "pass"], ["T19", "a1"]),
    ],
    ids=str,
)
def test_alternatives_are_matched_in_full_and_in_any_case(pattern, accepted, refused):
    assert [answer for answer in accepted if not pattern.accepts(answer)] == []
    assert [answer for answer in refused if pattern.accepts(answer)] == []


def test_a_numbered_command_without_an_expectation_is_setup():
    cases = parse_suite("boardsize 5\n1 play b A1\n2 reg_genmove w\n#? [A2]", Path.cwd())
    assert [(case.command, case.setup) for case in cases] == [
        ("reg_genmove w", ("boardsize 5", "play b A1"))
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#? [A1]", "line 1: '#\\? \\[A1\\]' is no expectation of a numbered command"),
        ("1 name\n#? A1", "line 2: '#\\? A1' is no expectation"),
        ("1 name\n#? [A(1]", "line 2: 'A\\(1'"),
        ("name\n#? [A1]", "line 2"),
        ("loadsgf", "line 1: loadsgf without a file"),
        ("loadsgf games/two.sgf", "line 1: there is no 'games/two.sgf'"),
        ("loadsgf ../one.sgf", "line 1: '../one.sgf' is outside"),
        ("?? what", "line 1: '\\?\\? what' is no GTP command"),
    ],
)
def test_what_makes_no_sense_is_refused(folder, text, message):
    with pytest.raises(BadSuite, match=message):
        parse_suite(text, folder)
    with pytest.raises(BadSuite, match="No such file"):
        load_suite(folder / "other.tst")


def judged(folder, *answers):
    engine = EngineSettings((sys.executable, "-I", "-S", str(ENGINE), *answers), name="scripted")
    return list(Regression(engine, PATIENCE).run(load_suite(folder / "suite.tst")))


def test_verdicts_and_totals(folder, monkeypatch):
    monkeypatch.setenv("EXPLAINS", "name")
    verdicts = judged(folder, "Q4", "A2", "c3")
    assert [verdict.mark for verdict in verdicts] == [
        Mark.FAIL,
        Mark.PASS,
        Mark.UNSUPPORTED,
        Mark.PASS,
    ]
    lines = [line_of(verdict).splitlines() for verdict in verdicts]
    assert lines[0][0].startswith("    1 FAIL          reg_genmove black: Q4, wanted [PASS|A1]  ")
    assert lines[0][1:] == [
        "      board: loadsgf one.sgf 12",
        "      the hottest region",
        "      is elsewhere",
    ]
    assert "wanted [!T19]* (was known to fail)" in lines[1][0]
    assert lines[2] == ["    3 not supported restricted_genmove white A1 B2"]
    assert [str(total) for total in totals(verdicts)] == [
        "reg_genmove: 1 of 2 passed",
        "restricted_genmove: 1 not supported",
        "genmove: 1 of 1 passed",
    ]


def test_a_suggestion_has_its_own_explanation(folder, monkeypatch):
    monkeypatch.setenv("EXPLAINS", "gtpengine-explain_suggestion")
    verdicts = judged(folder, "Q4", "A2", "Q4")
    assert verdicts[0].explanation == "only a suggestion"
    assert verdicts[-1].explanation == "the hottest region\nis elsewhere"


def test_the_board_is_set_up_once_and_again_after_a_crash(folder, monkeypatch):
    monkeypatch.setenv("LOG", str(folder / "log"))
    monkeypatch.setenv("COUNT_FILE", str(folder / "count"))
    verdicts = judged(folder, "CRASH", "REFUSE", "C4")
    assert [verdict.mark for verdict in verdicts] == [
        Mark.BROKEN,
        Mark.BROKEN,
        Mark.UNSUPPORTED,
        Mark.PASS,
    ]
    assert "crashed: at 'reg_genmove black' (exit code 3)" in verdicts[0].answer
    assert "no idea" in verdicts[1].answer
    assert str(totals(verdicts)[0]) == "reg_genmove: 0 of 2 passed, 2 of the others broken"
    sent = [line.split()[0] for line in (folder / "log").read_text().splitlines()]
    # The command that the engine does not know is never sent.
    first = ["list_commands", "final_score", "loadsgf", "reg_genmove"]
    board = ["boardsize", "clear_board", "play", "genmove", "quit"]
    assert sent == first + first + board


def test_an_equal_board_is_set_up_again(folder, monkeypatch):
    """A genmove has changed the board in between."""
    monkeypatch.setenv("LOG", str(folder / "log"))
    twice = "loadsgf games/one.sgf\n{} genmove b\n#? [A1]\n"
    (folder / "suite.tst").write_text(twice.format(1) + twice.format(2))
    judged(folder, "A1", "A1")
    assert (folder / "log").read_text().count("loadsgf") == 2


def test_an_engine_that_does_not_start_is_told():
    engine = EngineSettings(("no-such-program",), name="nobody")
    cases = parse_suite("1 name\n#? [x]", Path.cwd())
    with pytest.raises(EngineFailure, match="program 'no-such-program' not found"):
        list(Regression(engine, PATIENCE).run(cases))


def test_our_own_engine_is_told_its_time(tmp_path):
    own = engine_of("gtpengine --seconds 1 --no-autosave", 5.0)
    assert own.command == ("gtpengine", "--no-autosave", "--seconds", "5")
    assert own.commands == ()
    assert engine_of("gtpengine", 5.0, 2).commands == ("gtpengine-param threads 2",)
    assert engine_of("gnugo --mode gtp", 5.0, 2).command == ("gnugo", "--mode", "gtp")
    assert engine_of("gnugo --mode gtp", 5.0, 2).commands == ()
    (tmp_path / "mine.toml").write_text('command = ["gtpengine"]\ncommands = ["name"]\n')
    read = engine_of(str(tmp_path / "mine.toml"), 0.5, 2)
    assert (read.name, read.command) == ("mine", ("gtpengine", "--seconds", "0.5"))
    assert read.commands == ("name", "gtpengine-param threads 2")


def test_the_command(folder, capsys):
    engine = f"{sys.executable} -I -S {ENGINE} A1 T19"
    suite = str(folder / "suite.tst")
    assert main.run(["regress", suite, "--engine", engine, "--only", "1", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"suite.tst, {engine}"
    assert lines[1].startswith("    1 pass          reg_genmove black: A1, wanted [PASS|A1]")
    assert "T19, wanted [!T19]* (known to fail)" in lines[2]
    assert lines[-2:] == [lines[0], "  reg_genmove: 1 of 2 passed"]
    assert main.run(["regress", str(folder / "nothing.tst")]) == 1


@needs_shared_data
@pytest.mark.parametrize(
    ("suite", "verbs"),
    [
        ("endgame", {"reg_genmove": 50, "restricted_genmove": 15}),
        ("filllib", {"reg_genmove": 51}),
        ("unconditional", {"unconditional_status": 673}),
    ],
)
def test_the_shared_suites_are_read_in_full(suite, verbs):
    cases = load_suite(SHARED / "gnugo" / f"{suite}.tst")
    assert {verb: sum(case.verb == verb for case in cases) for verb in verbs} == verbs
    assert len(cases) == sum(verbs.values())
