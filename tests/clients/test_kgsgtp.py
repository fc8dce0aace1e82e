"""What kgsGtp sends: probes before a game, a game, the end of it, cleanup."""

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.clock import Kind
from tests.gtp.conversation import Conversation
from tests.gtp.process import engine

NEEDED = {
    *("kgs-rules", "kgs-time_settings", "kgs-genmove_cleanup", "kgs-game_over", "time_left"),
    *("final_status_list", "set_free_handicap", "place_free_handicap", "undo", "komi"),
}


def test_probes_are_cheap_and_leave_nothing_behind():
    talk = Conversation()
    for size, fits in ((19, True), (38, False), (26, False), (13, True), (1, False), (9, True)):
        assert talk.say(f"boardsize {size}").startswith("=" if fits else "? unacceptable size")
        assert talk.tell("time_settings 0 30 0") == ""
        assert talk.tell("time_settings 1800 60 25") == ""
    assert (talk.session.position.width, talk.session.position.height) == (9, 9)


@pytest.mark.parametrize("rules", ["japanese", "chinese", "aga", "new_zealand"])
def test_rules_of_kgs(rules):
    talk = Conversation()
    talk.tell("komi 2.5")
    talk.tell(f"kgs-rules {rules} 9 extra")
    assert talk.session.position.rules.name == rules
    assert talk.tell("get_komi") == "2.5"


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ("none", Kind.NONE),
        ("absolute 600", Kind.ABSOLUTE),
        ("byoyomi 600 30 5", Kind.BYOYOMI),
        ("canadian 600 180 20", Kind.CANADIAN),
    ],
)
def test_time_systems_of_kgs(settings, kind):
    talk = Conversation()
    talk.tell(f"kgs-time_settings {settings}")
    assert talk.session.clock.settings.kind is kind


def test_a_whole_game_with_cleanup():
    with engine("--kgs") as process:
        commands = set(process.tell("list_commands").split("\n"))
        assert commands >= NEEDED | {"kgs-chat"}
        for probe in ("boardsize 19", "time_settings 0 5 0", "boardsize 7"):
            process.tell(probe)
        for line in (
            *("kgs-rules japanese", "komi 0.5", "clear_board", "set_free_handicap C1 C2"),
            *("kgs-time_settings byoyomi 60 10 3", "time_left b 60 0", "time_left w 60 0"),
        ):
            process.tell(line)
        # A wall each, a dead white stone at B5 and a dead black one at F6.
        for row in range(1, 8):
            process.tell(f"play w D{row}")
            if row > 2:
                process.tell(f"play b C{row}")
        process.tell("play w B5")
        process.tell("play b F6")
        process.tell("play w pass")
        process.tell("play b F2")
        process.tell("undo")
        process.tell("play b pass")
        assert sorted(process.tell("final_status_list dead").split()) == ["B5", "F6"]
        # by hand: Black 13 points and a prisoner twice, White 20 and the same, half a point komi.
        assert process.tell("final_score") == "W+7.5"
        assert process.tell("kgs-chat game someone hello")
        # The opponent disagrees: the stones must be taken, without passing before.
        moves = []
        while "B5" in process.tell("final_status_list dead"):
            move = process.tell("kgs-genmove_cleanup b")
            assert move not in ("pass", "resign")
            moves.append(move)
            process.tell("play w pass")
            assert len(moves) < 20
        assert process.tell("final_status_list alive")
        process.tell("kgs-game_over")
        process.tell("boardsize 13")
        process.tell("quit")
        assert process.exit_code() == 0


def test_chat_is_only_offered_when_asked_for():
    with engine() as process:
        assert "kgs-chat" not in process.tell("list_commands").split("\n")
        assert process.ask("kgs-chat game someone hello") == "? unknown command"


def test_cleanup_never_passes_while_dead_stones_remain_and_fills_no_eye():
    talk = Conversation()
    talk.say("boardsize 7\nkgs-rules chinese\nkomi 0")
    stones = [f"b C{row} w D{row}" for row in range(1, 8)]
    talk.tell("gogui-setup " + " ".join(stones) + " w B4 b F4")
    assert talk.tell("final_status_list dead") == "B4\nF4"
    for _ in range(30):
        dead = talk.session.judge().dead_stones(WHITE)
        if not dead:
            break
        before = talk.session.position.copy()
        move = talk.tell("kgs-genmove_cleanup b")
        assert move not in ("pass", "resign")
        assert not before.is_own_eye(BLACK, talk.session.position.moves[-1].point)
    assert not dead
    assert talk.session.position.prisoners[BLACK] == 1
