"""No command that fails leaves anything changed, and genmove does not fail."""

import pytest

from gtpengine.board.points import RESIGN, point_of
from gtpengine.engine.player import Choice
from gtpengine.gtp.loop import Loop
from tests.gtp.conversation import Conversation
from tests.gtp.test_syntax import BAD_ARGUMENTS, FIXED_WORDS

MID_GAME = [
    "boardsize 9",
    "komi 5.5",
    "kgs-time_settings byoyomi 60 10 3",
    "set_free_handicap c3 g7",
    "play w e5",
    "play b e4",
    "genmove w",
    "play b pass",
    "time_left b 9 2",
]
# More that must fail in the middle of a game.
REFUSED = [
    *("play w e5", "play b e4", "fixed_handicap 2", "place_free_handicap 2", "gg-undo 5"),
    *("set_free_handicap a1 a2", "gogui-setup b a1", "gogui-play_sequence b a1 w a2 b e5"),
    *("gogui-play_sequence b a1 w zz", "set_position b a1 w a2 w b1", "set_position b a1 b a1"),
    *("set_position b a1 w a1", "loadsgf broken.sgf", "loadsgf illegal.sgf", "loadsgf chess.sgf"),
    *("printsgf no/such/folder/x.sgf", "gomill-savesgf no/such/folder/x.sgf", "nonsense", "Play"),
    *("gtpengine-param seed x", "gtpengine-param x 1", "gtpengine-param playouts 0", "analyze b"),
    *("kata-set-rules {}}", 'kata-set-rules {"ko":"SIMPLE","hasButton":true}', "boardsize 0"),
    *("komi 0x10", "time_settings 1 2 x", "time_left b x 0", "kgs-chat game me hello"),
]
ALREADY_EMPTY = ("undo", "gg-undo 2")  # fail only before the first move


def state(talk):
    """Return all that a command could change, as plain data."""
    session = talk.session
    return (
        repr(sorted(session.position.__dict__.items())),
        repr(sorted(session.clock.__dict__.items())),
        session.settings,
        dict(session.comments),
        session.result,
    )


@pytest.fixture
def talk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.sgf").write_text("(;GM[1]SZ[9];B[dd")
    (tmp_path / "illegal.sgf").write_text("(;GM[1]SZ[9];B[dd];W[dd])")
    (tmp_path / "chess.sgf").write_text("(;GM[3])")
    talk = Conversation()
    for command in MID_GAME:
        talk.tell(command)
    return talk


def test_every_refused_command_changes_nothing(talk):
    fixed = [case.values[0] for case in FIXED_WORDS if case.values[0] not in ALREADY_EMPTY]
    before = state(talk)
    for command in [*BAD_ARGUMENTS, *fixed, *REFUSED]:
        answer = talk.say(command)
        assert answer.startswith("? "), command
        assert state(talk) == before, command


def test_reading_commands_change_nothing(talk):
    before = state(talk)
    for command in (
        *("showboard", "printsgf", "final_score", "final_status_list dead", "list_commands"),
        *("get_komi", "kata-get-rules", "gomill-explain_last_move", "gomill-describe_engine"),
        *("gtpengine-param", "gtpengine-param seed", "cputime", "stop", "clear_cache"),
        *(
            "reg_genmove b",
            "gtpengine-explain_suggestion",
            "kgs-game_over",
            "gogui-interrupt",
            "kata-list_time_settings",
            "known_command play",
        ),
    ):
        talk.tell(command)
        assert state(talk) == before, command


def test_undo_restores_what_was_before_each_move(talk):
    for command in ("play w b7", "play b pass", "gogui-play_sequence w h8"):
        talk.say(command)
        boards = talk.say("showboard")
        talk.tell("play b a9")
        talk.tell("undo")
        assert talk.say("showboard") == boards


class Rogue:
    """A player that does something wrong."""

    name = "rogue"

    def __init__(self, deed):
        self.deed = deed

    def choose(self, position, deadline):
        return self.deed(position)

    def forget(self):
        pass


def raise_it(_):
    raise RuntimeError("no idea")


def exit_it(_):
    raise SystemExit(3)


ROGUES = [
    pytest.param(raise_it, id="raises"),
    pytest.param(lambda position: Choice(position.stones(1)[0], "mine"), id="occupied point"),
    pytest.param(lambda position: Choice(999, "off"), id="off the board"),
    pytest.param(lambda position: None, id="returns nothing"),
    pytest.param(exit_it, id="exits"),
]


@pytest.mark.parametrize("deed", ROGUES)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_genmove_survives_its_player(talk, deed):
    talk.session._staff.player = Rogue(deed)
    answer = talk.tell("genmove w")
    assert talk.session.position.moves[-1] == (2, point_of(answer, 9, 9))


def test_genmove_does_not_wait_for_a_player_that_hangs(talk):
    import time

    talk.session._staff.player = Rogue(lambda position: time.sleep(30))
    talk.tell("time_settings 0 1 1")
    started = time.monotonic()
    assert talk.tell("genmove w")
    assert time.monotonic() - started < 20


def test_a_resignation_is_answered_and_recorded(talk):
    talk.session._staff.player = Rogue(lambda position: Choice(RESIGN, "hopeless"))
    before = talk.say("showboard")
    assert talk.tell("genmove w") == "resign"
    assert talk.say("showboard") == before
    assert "RE[B+R]" in talk.say("printsgf")
    assert talk.tell("genmove b") == "resign"
    talk.tell("play w a1")


def test_genmove_at_any_time_for_any_colour(talk):
    talk.tell("clear_board")
    for command in ("play b pass", "play w pass", "genmove b", "genmove b", "genmove w"):
        talk.tell(command)
    for size in ("2", "3", "2 3"):
        talk.tell(f"boardsize {size}")
        for _ in range(15):
            talk.tell("genmove b")
            talk.tell("genmove w")
            talk.tell("kgs-genmove_cleanup b")


def test_reg_genmove_is_what_genmove_will_play(talk):
    for colour in ("w", "b", "b"):
        wanted = talk.tell(f"reg_genmove {colour}")
        assert talk.tell(f"reg_genmove {colour}") == wanted
        assert talk.tell(f"genmove {colour}").upper() == wanted


def test_autosave_trouble_of_any_kind_is_only_logged(talk, caplog):
    class Broken:
        def update(self, *_):
            raise KeyError("?")

    talk.session._autosave = Broken()
    assert isinstance(talk.loop, Loop)
    talk.tell("play w a1")
    assert "autosave failed" in caplog.text
