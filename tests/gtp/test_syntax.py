"""The quirks of the protocol's syntax, line by line: raw bytes in, raw bytes out."""

import pytest

from gtpengine import __version__
from gtpengine.gtp.protocol import answer, cleaned, is_interrupt, parsed
from tests.gtp.conversation import Conversation

CASES = [
    pytest.param(b"protocol_version\n", "= 2\n\n", id="an integer, not 2.0"),
    pytest.param(b"name\r\n", "= gtpengine\n\n", id="CR is dropped, as gtp2ogs sends it"),
    pytest.param(b"na\x01\x02\x07\x0b\x1f\x7fme\n", "= gtpengine\n\n", id="control characters"),
    pytest.param(b"\tname\t\n", "= gtpengine\n\n", id="a tab is a blank"),
    pytest.param(b"play\tb\td4\n", "=\n\n", id="tabs between arguments"),
    pytest.param(b"name # what?\n", "= gtpengine\n\n", id="comment cut off"),
    pytest.param(b"# name\n", "", id="only a comment: no answer"),
    pytest.param(b"\n \n\t\n\r\n\x01\n", "", id="blank lines: no answer"),
    pytest.param(b"  name  \n", "= gtpengine\n\n", id="blanks around"),
    pytest.param(b"7 name\n", "=7 gtpengine\n\n", id="id right behind the mark"),
    pytest.param(b"0 name\n", "=0 gtpengine\n\n", id="id 0"),
    pytest.param(b"2147483647 name\n", "=2147483647 gtpengine\n\n", id="largest id"),
    pytest.param(b"007 name\n", "=7 gtpengine\n\n", id="leading zeros"),
    pytest.param(b"12 nonsense\n", "?12 unknown command\n\n", id="id of an error"),
    pytest.param(b"5 quit\n", "=5\n\n", id="empty answer with id"),
    pytest.param(b"12\n", "", id="only an id: no answer"),
    pytest.param(b"12 # name\n", "", id="only an id and a comment"),
    pytest.param(b"2147483648 name\n", "? unknown command\n\n", id="too large for an id"),
    pytest.param(b"-1 name\n", "? unknown command\n\n", id="negative is no id"),
    pytest.param(b"PLAY b d4\n", "? unknown command\n\n", id="names are case-sensitive"),
    pytest.param(b"play BLACK e5\nplay w E5\n", "=\n\n? illegal move\n\n", id="vertices are not"),
    pytest.param(b"play White A1\nplay B pAsS\n", "=\n\n=\n\n", id="colours are not"),
    pytest.param(b"known_command play\n", "= true\n\n", id="known"),
    pytest.param(
        b"help quit\n", "= quit: Return nothing; the loop ends after the answer.\n\n", id="help"
    ),
    pytest.param(b"help me\n", "? unknown command\n\n", id="help about nothing"),
    pytest.param(b"known_command Play\n", "= false\n\n", id="unknown spelling"),
    pytest.param(b"known_command\n", "= false\n\n", id="known_command without argument"),
    pytest.param(b"known_command analyze\n", "= false\n\n", id="Sabaki would misread it"),
    pytest.param(b"known_command kgs-chat\n", "= false\n\n", id="chat only behind its option"),
    pytest.param(b"name and more\n", "= gtpengine\n\n", id="extra arguments are ignored"),
    pytest.param(b"play b d4 and more\n", "=\n\n", id="extra arguments of play"),
    pytest.param(b"\xff\xfe\n", "? unknown command\n\n", id="not UTF-8"),
    pytest.param("naïve\n".encode("latin-1"), "? unknown command\n\n", id="latin-1"),
    pytest.param("na\u00a0me\n".encode(), "? unknown command\n\n", id="a hard blank is no blank"),
    pytest.param(
        b"name\nversion\nname\n", f"= gtpengine\n\n= {__version__}\n\n= gtpengine\n\n", id="order"
    ),
]
BAD_ARGUMENTS = [
    *(
        "play",
        "play b",
        "play d4",
        "play b i5",
        "play b z99",
        "play b a0",
        "play b a20",
        "play x d4",
    ),
    *("play b resign", "play b d", "play b 44", "play b d4d", "play b d-4", "play b d٤", "genmove"),
    *("genmove x", "komi", "komi x", "komi nan", "komi inf", "komi -inf", "komi 1e999", "komi 1_0"),
    *("komi 1e308", "komi -1e5", "komi 1e-9"),
    *("boardsize x", "boardsize", "boardsize 9.5", "boardsize 9 x", "time_settings", "time_left"),
    *(
        "time_settings 1 2",
        "time_settings a b c",
        "time_left b",
        "time_left b 1",
        "time_left x 1 2",
    ),
    *(
        "time_settings nan 0 0",
        "final_status_list",
        "final_status_list x",
        "loadsgf",
        "reg_genmove",
    ),
    *("fixed_handicap", "fixed_handicap x", "place_free_handicap", "gg-undo x", "gg-undo -1"),
    *("gogui-setup b", "gogui-setup b pass", "gogui-setup x d4", "gogui-play_sequence b"),
    *("gogui-setup_player", "gogui-setup_player x", "set_position b", "set_position b pass"),
    *("rectangular_boardsize 9", "kgs-rules", "kgs-rules x", "kgs-time_settings"),
    *("kgs-time_settings x", "kgs-time_settings byoyomi 1 2", "kgs-time_settings fischer 1 2"),
    *(
        "kata-time_settings",
        "kata-time_settings fischer 1",
        "kata-time_settings fischer-capped 1 2",
    ),
    *("kata-set-rules", "kata-set-rules x", "kata-set-rules {", 'kata-set-rules {"ko":"X"}'),
    *(
        'kata-set-rules {"x":1}',
        'kata-set-rules {"ko":["SIMPLE"]}',
        "kata-set-rules {" + "[" * 9000,
    ),
    *("gomill-savesgf", "gomill-savesgf x y", "kgs-genmove_cleanup", "kgs-genmove_cleanup x"),
]
FIXED_WORDS = [
    pytest.param("boardsize 1", "unacceptable size", id="size 1"),
    pytest.param("boardsize 26", "unacceptable size", id="size 26"),
    pytest.param("boardsize -9", "unacceptable size", id="negative size"),
    pytest.param("boardsize 999999999999", "unacceptable size", id="huge size"),
    pytest.param("rectangular_boardsize 9 26", "unacceptable size", id="too high"),
    pytest.param("undo", "cannot undo", id="nothing to undo"),
    pytest.param("gg-undo 2", "cannot undo", id="fewer moves than that"),
    pytest.param("loadsgf no/such/file", "cannot load file", id="no file"),
    pytest.param("loadsgf .", "cannot load file", id="a folder"),
    pytest.param("fixed_handicap 10", "invalid number of stones", id="10 fixed stones"),
    pytest.param("fixed_handicap 1", "invalid number of stones", id="1 fixed stone"),
    pytest.param("place_free_handicap 1", "invalid number of stones", id="1 free stone"),
    pytest.param("place_free_handicap 400", "invalid number of stones", id="400 free stones"),
    pytest.param("set_free_handicap d4", "bad vertex list", id="1 stone"),
    pytest.param("set_free_handicap d4 d4", "bad vertex list", id="repeated"),
    pytest.param("set_free_handicap d4 pass", "bad vertex list", id="pass"),
    pytest.param("set_free_handicap d4 i4", "bad vertex list", id="column I"),
]


@pytest.mark.parametrize(("raw", "wanted"), CASES)
def test_line(raw, wanted):
    assert Conversation().say(raw) == wanted


@pytest.mark.parametrize("command", BAD_ARGUMENTS, ids=lambda text: text[:40])
def test_bad_arguments_are_a_syntax_error(command):
    assert Conversation().say(command).startswith("? syntax error: ")


@pytest.mark.parametrize(("command", "words"), FIXED_WORDS)
def test_errors_in_the_words_of_the_specification(command, words):
    assert Conversation().say(command) == f"? {words}\n\n"


def test_no_answer_contains_an_empty_line():
    # KataGo and Leela Zero once let one through from a board, from SGF, from JSON.
    assert answer(3, "a\n\n b\n   \n\t\nc\n") == b"=3 a\n b\nc\n\n"
    assert answer(None, "\n\n  A B\n 1 .\n\n") == b"= \n  A B\n 1 .\n\n"
    assert answer(None, "a\r\n\r\nb\x00c") == b"= a\nbc\n\n"
    assert answer(None, "\udcff") == b"= ?\n\n"


def test_every_answer_is_one_write():
    talk = Conversation()
    talk.say(b"list_commands\nshowboard\nprintsgf\nnonsense\nboardsize 99\n")
    assert len(talk.output.writes) == 5
    for data in talk.output.writes:
        assert data.endswith(b"\n\n")
        assert b"\n\n" not in data[:-2]


def test_list_commands_names_what_known_command_knows():
    talk = Conversation()
    names = talk.tell("list_commands").split("\n")
    assert len(names) == len(set(names)) >= 47
    assert all(talk.tell(f"known_command {name}") == "true" for name in names)
    # GoGui would take the engine for another game.
    assert not any(name.startswith("gogui-rules") for name in names)
    # Sabaki expects another dialect behind these two names.
    assert not {"analyze", "genmove_analyze"} & set(names)


def test_a_megabyte_on_one_line():
    talk = Conversation()
    assert talk.say(b"x" * (1 << 20) + b"\n") == "? unknown command\n\n"
    assert talk.say(b"play b d4 " + b"y " * (1 << 19) + b"\n") == "=\n\n"
    assert talk.say(b"9" * (1 << 20) + b" name\n") == "? unknown command\n\n"
    many = "gogui-play_sequence " + "B pass W pass " * 5000
    assert talk.say(many) == "=\n\n"
    assert talk.tell("gg-undo 10000") == ""


def test_interrupt_is_a_comment_that_is_meant():
    assert is_interrupt(b"# interrupt")
    assert is_interrupt(b"#interrupt\r")
    assert not is_interrupt(b"# interrupted")
    assert not is_interrupt(b"name # interrupt")
    assert Conversation().say(b"# interrupt\nname\n") == "= gtpengine\n\n"


def test_the_rest_of_a_line_keeps_its_blanks():
    line = parsed(b"3 loadsgf my  games/a b.sgf 12 # last one")
    assert (line.id, line.name, line.rest) == (3, "loadsgf", "my  games/a b.sgf 12")
    assert line.arguments == ("my", "games/a", "b.sgf", "12")
    assert cleaned(b"caf\xe9") == "caf\udce9"


def test_an_exception_in_a_handler_is_one_line_and_changes_nothing(monkeypatch, caplog):
    talk = Conversation()
    talk.tell("play b d4")
    before = talk.say("showboard")

    def broken(*_):
        talk.session.position.play(2, talk.session.position.points()[0])
        raise ZeroDivisionError("one\n\ntwo")

    monkeypatch.setattr(talk.session, "undo", broken)
    assert talk.say("4 undo") == "?4 internal error: ZeroDivisionError: one two\n\n"
    assert "Traceback" in caplog.text
    assert talk.say("showboard") == before
