"""Analysis over GTP: forms of the arguments, of the lines, and what stops it."""

import threading

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.engine.warmup import Loading
from gtpengine.gtp.analysis.wishes import wishes_of
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpSyntaxError
from gtpengine.gtp.protocol import parsed
from tests.gtp.conversation import Conversation
from tests.gtp.fakes import Analysis, FakeAnalyst, at, named
from tests.gtp.parsers import kata, sabaki, stream


def wishes(text, talk=None):
    talk = talk or Conversation()
    return wishes_of(Arguments(parsed(f"kata-analyze {text}".encode())), talk.session.position)


@pytest.mark.parametrize(
    ("text", "colour", "seconds"),
    [
        ("", BLACK, 1.0),
        ("50", BLACK, 0.5),
        ("B 50", BLACK, 0.5),
        ("w 50", WHITE, 0.5),
        ("white", WHITE, 1.0),
        ("interval 50", BLACK, 0.5),
        ("W interval 50 minmoves 2", WHITE, 0.5),
        ("W 20 ownership true rootInfo false", WHITE, 0.2),
        ("interval 5.5", BLACK, 0.055),
        ("0", BLACK, 0.0),
    ],
)
def test_forms_of_the_arguments(text, colour, seconds):
    found = wishes(text)
    assert (found.colour, found.interval) == (colour, pytest.approx(seconds))


def test_keys():
    found = wishes(
        "B 10 minmoves 3 maxmoves 7 ownership true rootInfo true pvVisits 1 movesOwnership true "
        "avoid b D4,q16 12 avoid w A1 12 avoid b B2 0"
    )
    assert (found.least, found.most) == (3, 7)
    assert found.ownership
    assert found.root_info
    assert found.pv_visits
    assert set(named(found.hidden)) == {"D4", "Q16"}
    only = wishes("b 10 allow b D4,D5 1")
    assert len(only.hidden) == 361 + 1 - 2
    assert not {at("D4", 19), at("D5", 19)} & only.hidden


@pytest.mark.parametrize(
    "text",
    [
        *("x", "B x", "B 50 ownership", "B 50 ownership maybe", "-1", "nan", "B 10 10"),
        *("avoid b D4", "avoid x D4 1", "avoid b Z99 1", "B minmoves few", "B 1e99"),
    ],
)
def test_wrong_arguments_are_refused(text):
    with pytest.raises(GtpSyntaxError):
        wishes(text)
    assert Analysis().say(f"kata-analyze {text}").startswith("? syntax error: ")


def has_lines(count):
    return lambda text: text.count("info move A1") >= count


def watched(command, analyst=None, size=5, count=2, **how):
    talk = Analysis(analyst)
    talk.tell(f"boardsize {size}")
    return talk.watch(command, has_lines(count), **how)


def test_kata_lines_until_any_input():
    lines, rest = stream(watched("kata-analyze B 1", stop="7 name"))
    assert rest == "=7 gtpengine\n\n"
    assert len(lines) >= 2
    for line in lines:
        moves = sabaki(line, "kata")
        assert [move["move"] for move in moves] == ["A1", "B1", "C1"]
    assert lines[0] == (
        "info move A1 visits 125 winrate 0.600000 scoreMean 2.500 scoreStdev 6.500 scoreLead 2.500 "
        "prior 0.400000 lcb 0.514117 order 0 pv A1 E1 A2 "
        "info move B1 visits 75 winrate 0.550000 scoreMean 1.500 scoreStdev 6.500 scoreLead 1.500 "
        "prior 0.300000 lcb 0.437407 order 1 pv B1 E1 A2 "
        "info move C1 visits 47 winrate 0.500000 scoreMean 0.000 scoreStdev 6.500 scoreLead 0.000 "
        "prior 0.200000 lcb 0.357052 order 2 pv C1 E1 A2"
    )


def test_lz_lines_have_integers():
    lines, rest = stream(watched("3 lz-analyze 1", stop="quit"))
    assert rest == "=\n\n"
    assert lines[0].startswith(
        "info move A1 visits 125 winrate 6000 prior 4000 lcb 5141 order 0 pv A1 E1 A2 info move B1 "
    )
    assert all(sabaki(line, "lz") for line in lines)


def test_tails_on_request():
    command = "kata-analyze w 1 ownership true rootInfo true pvVisits true minmoves 5"
    lines, _ = stream(watched(command))
    moves, root, ownership = kata(lines[0], 25)
    assert [move["move"] for move in moves] == ["A1", "B1", "C1", "D1", "pass"]
    assert moves[0]["pvVisits"] == [125, 7, 5]
    assert moves[3]["visits"] == 10
    assert root == {
        **{"visits": 250, "winrate": 0.58, "scoreMean": 2.0, "scoreStdev": 6.5, "scoreLead": 2.0}
    }
    # Row by row from the upper left, for the player to move: A1 and B1 are Black's.
    assert ownership == [0.25] * 20 + [-1, -1, 0.25, 0.25, 0.25]


def test_fewer_and_other_moves_on_request():
    talk = Analysis()
    talk.tell("boardsize 5")
    lines, _ = stream(talk.watch("kata-analyze b 1 maxmoves 1", has_lines(1)))
    assert [move["move"] for move in sabaki(lines[0], "kata")] == ["A1"]
    seen = lambda vertex: lambda text: f"info move {vertex} " in text  # noqa: E731
    lines, _ = stream(talk.watch("kata-analyze b 1 avoid b A1,B1 9", seen("C1")))
    assert [move["move"] for move in sabaki(lines[0], "kata")] == ["C1"]
    lines, _ = stream(talk.watch("kata-analyze b 1 allow b D1 9", seen("D1")))
    assert [move["move"] for move in sabaki(lines[0], "kata")] == ["D1"]


def test_analysis_leaves_game_and_clock_alone():
    talk = Analysis()
    talk.tell("boardsize 5")
    talk.tell("time_settings 600 30 5")
    talk.tell("play b C3")
    before = talk.session.snapshot()
    talk.watch("kata-analyze b 1", has_lines(3))
    assert talk.session.position.moves == before.position.moves
    assert talk.session.position.to_move == WHITE
    assert talk.session.clock == before.clock or vars(talk.session.clock) == vars(before.clock)
    assert talk.analyst.studied == [(1, BLACK, 0)]


def test_an_interrupt_ends_it_too():
    text = watched("kata-analyze 1", stop="# interrupt")
    lines, rest = stream(text)
    assert lines
    assert rest == ""


def test_it_waits_politely_for_the_kernels():
    ready = threading.Event()

    def load():
        ready.wait(60)
        return FakeAnalyst()

    loading = Loading(None, load, "analysis")
    loading.start()
    talk = Analysis(loading)
    talk.tell("boardsize 5")
    assert talk.watch("kata-analyze 1", lambda text: text == "=\n") == "=\n\n= 2\n\n"
    ready.set()
    lines, _ = stream(talk.watch("kata-analyze 1", has_lines(1)))
    assert sabaki(lines[0], "kata")


@pytest.mark.parametrize("kind", ["none", "fails"])
def test_it_never_dies(kind, caplog):
    class Failing(FakeAnalyst):
        def study(self, *_, **__):
            raise ValueError("broken")

    def load():
        return None if kind == "none" else Failing()

    loading = Loading(None, load, "analysis")
    loading.start()
    talk = Analysis(loading)
    said = "could not be loaded" if kind == "none" else "broken"
    assert talk.watch("lz-analyze 1", lambda _: said in caplog.text) == "=\n\n= 2\n\n"
    assert talk.tell("name") == "gtpengine"


@pytest.mark.parametrize("dialect", ["lz", "kata"])
def test_a_move_with_its_analysis_is_not_cut_short(dialect):
    talk = Analysis()
    talk.tell("boardsize 5")
    talk.tell("play b A1")
    # The next commands are there before the move is thought about.
    text = talk.say(f"1 {dialect}-genmove_analyze W 1\n2 name\n")
    lines, rest = stream(text)
    assert rest == "=2 gtpengine\n\n"
    assert lines[-1] == "play B1"
    assert len(lines) >= 3
    for line in lines[:-1]:
        assert sabaki(line, dialect)[0]["move"] == "B1"
    assert sabaki(lines[-2], dialect)[0]["visits"] == 400
    assert [str(move) for move in talk.session.position.moves] == ["B A1", "W B1"]
    assert talk.tell("gomill-explain_last_move") == "first of all."


def test_genmove_analyze_saves_and_takes_time(tmp_path):
    from gtpengine.gtp.autosave import Autosave

    talk = Analysis(autosave=Autosave(tmp_path))
    talk.tell("boardsize 5")
    talk.tell("time_settings 600 0 0")
    assert talk.tell("kata-genmove_analyze b 100").endswith("play A1")
    saved = next(tmp_path.rglob("*.sgf")).read_text()
    assert ";B[ae]" in saved
    assert talk.session.clock.copy().__dict__ != Analysis().session.clock.copy().__dict__


def test_live_graphics_while_a_move_is_thought_about(capsys):
    talk = Analysis()
    talk.tell("boardsize 3")
    talk.tell("gtpengine-param live_gfx 1")
    assert talk.tell("genmove b") == "A1"
    written = capsys.readouterr().err
    assert written.startswith(
        "gogui-gfx:\nVAR b A1 w B2 b C2\n"
        "INFLUENCE A1 1.00 B1 1.00 C1 -0.25 A2 -0.25 B2 -0.25 C2 -0.25 A3 -0.25 B3 -0.25 C3 -0.25\n"
        "TEXT 100 visits, 60%, lead +2.0\n\n"
    )
    assert written.count("gogui-gfx:\n") == 3
    assert written.endswith("gogui-gfx: CLEAR\n")
    talk.tell("gtpengine-param live_gfx 0")
    talk.tell("genmove w")
    assert capsys.readouterr().err == ""
