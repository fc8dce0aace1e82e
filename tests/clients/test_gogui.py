"""What GoGui and its tools send, and what gomill's ringmaster asks."""

import pytest
from sgfmill import sgf

from tests.gtp.conversation import Conversation
from tests.gtp.process import engine


def test_gogui_starts_plays_and_navigates():
    with engine() as process:
        for command in ("name", "protocol_version", "version", "list_commands", "gogui-interrupt"):
            assert process.ask(command).startswith("=")
        for command in ("boardsize 9", "clear_board", "komi 6.5", "time_settings 600 0 0"):
            process.tell(command)
        process.tell("time_left b 600 0")
        process.tell("genmove b")
        process.tell("gogui-play_sequence w A1 b A2 w B2")
        before = process.tell("showboard")
        assert process.ask("gogui-play_sequence b C2 w C2") == "? illegal move"
        assert process.tell("showboard") == before
        process.tell("gg-undo 4")
        assert "after 0 moves" in process.tell("showboard")
        process.tell("clear_board")
        process.tell("gogui-setup b A1 b B1 w C3")
        process.tell("gogui-setup_player w")
        assert "White to move" in process.tell("showboard")
        assert process.ask("gogui-setup b D4") == "? board not empty"
        float(process.tell("cputime"))
        assert process.ask("final_status_list dead").startswith("=")
        # Commands that are not listed are not sent; but twogtp probes.
        assert process.ask("gogui-title") == "? unknown command"


def test_load_and_save(tmp_path):
    talk = Conversation()
    path = tmp_path / "a game 3.sgf"
    path.write_text(
        "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese]HA[2]AB[gc][cg]C[start];W[ee];B[ed](;W[dd];B[])(;W[aa]))"
    )
    talk.tell(f"loadsgf {path}")
    assert "White to move after 4 moves; japanese rules, komi 5.5" in talk.tell("showboard")
    talk.tell(f"loadsgf {path} 2")
    assert "Black to move after 1 move;" in talk.tell("showboard")
    talk.tell(f'loadsgf "{path}" 99')
    assert "after 4 moves" in talk.tell("showboard")
    talk.tell(f"loadsgf {path} 1")
    assert "White to move after 0 moves" in talk.tell("showboard")
    assert talk.say("undo") == "? cannot undo\n\n"
    talk.tell("play w D3")
    out = tmp_path / "out.sgf"
    talk.tell(f"gomill-savesgf {out} RE=W+3.5 PB=x\\_y PW=a\\\\b XX=1")
    game = sgf.Sgf_game.from_bytes(out.read_bytes())
    assert game.get_root().get("RE") == "W+3.5"
    assert game.get_player_name("b") == "x y"
    assert game.get_player_name("w") == "a\\b"
    assert len(game.get_main_sequence()) == 2
    talk.tell(f"printsgf {tmp_path / 'my own.sgf'}")
    assert (tmp_path / "my own.sgf").read_text() == talk.say("printsgf")[2:-1]


@pytest.mark.parametrize("command", ["play b D4", "genmove b"])
def test_gomill_asks_for_reasons(command):
    talk = Conversation()
    talk.tell("boardsize 5")
    talk.tell(command)
    reason = talk.tell("gomill-explain_last_move")
    assert bool(reason) == command.startswith("genmove")
    assert "gtpengine" in talk.tell("gomill-describe_engine").split("\n")[0]
    assert talk.tell("known_command gomill-genmove_ex") == "false"
    float(talk.tell("gomill-cpu_time"))
    talk.tell("undo")
    assert talk.tell("gomill-explain_last_move") == ""
