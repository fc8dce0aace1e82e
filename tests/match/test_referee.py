"""Whole games between scripted engines: who wins, why, and what is kept."""

import dataclasses

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_of
from gtpengine.board.position import Move
from gtpengine.board.record import load_record
from gtpengine.match.fleet import FLEET
from gtpengine.match.judges import Verdict
from gtpengine.match.openings import Opening
from gtpengine.match.outcome import as_table, from_table
from gtpengine.match.referee import play_game
from gtpengine.match.settings import EngineSettings, GameSettings, RulesOptions, TimeControl
from tests.match.games import PATIENCE, PLAYER, game, is_running, scripted, words


def test_a_resignation():
    played = play_game(game())
    outcome = played.outcome
    assert (outcome.result, outcome.winner, outcome.end) == ("B+R", "black", "resignation")
    assert outcome.reason == "resigner (white) resigned"
    assert outcome.moves == 9
    assert outcome.black_times.moves == 5
    assert outcome.black_times.cpu is not None
    assert outcome.black_version == "scripted"
    assert from_table(as_table(outcome)) == outcome


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("crash", "bad (white) crashed: at 'genmove w' (exit code 3)"),
        ("die", "bad (white) crashed: at 'genmove w' (ended by SIGKILL)"),
        ("babble", "bad (white) answered garbage: to 'genmove w': 'hello, this is no GTP'"),
        ("vertex", "bad (white) answered garbage: for a move: 'banana'"),
        ("off board", "bad (white) answered garbage: for a move: 'Z25'"),
        ("empty", "bad (white) answered garbage: for a move: ''"),
        ("refuse", "bad (white) refused a command: 'genmove w': cannot think today"),
        ("occupied", "bad (white) illegal move: "),
        ("refuse play", "bad (white) refused a command: 'play B "),
    ],
)
def test_whoever_misbehaves_loses(does, reason):
    played = play_game(game(white=scripted("bad", "--does", does)))
    assert (played.outcome.result, played.outcome.end) == ("B+F", "fault")
    assert played.outcome.reason.startswith(reason)
    assert reason.partition(":")[0] in load_record(played.sgf.encode()).nodes[0].comment
    if does == "crash":
        assert played.stderr == {"bad": "the scripted engine gives up\n"}


def test_a_hang_loses():
    hang = scripted("bad", "--does", "hang", "--at", 2)
    spec = game(black=hang, time=TimeControl(hang=1.0, start=PATIENCE))
    outcome = play_game(spec).outcome
    assert outcome.end == "fault"
    # A busy machine may make the other one late first; the reason names whoever it was.
    assert "gave no answer: to '" in outcome.reason


def test_an_overrun_clock_loses_and_is_told_apart_from_a_hang():
    late = scripted("bad", "--does", "late", "--at", 2)
    control = TimeControl(system="move", period=0.4, lag=0.6, hang=PATIENCE, start=PATIENCE)
    outcome = play_game(game(black=late, time=control)).outcome
    assert outcome.end == "fault"
    assert "exceeded its clock: no move within the 1.0 s" in outcome.reason


def test_an_engine_that_does_not_start_loses():
    missing = EngineSettings(("no-such-engine",), name="missing")
    outcome = play_game(game(black=missing)).outcome
    assert outcome.result == "W+F"
    assert outcome.reason == ("missing (black) does not start: program 'no-such-engine' not found")


def test_an_engine_without_list_of_commands_may_play():
    assert play_game(game(black=scripted("old", "--does", "no list"))).outcome.winner == "black"


def commands_of(tmp_path, **changes):
    """Return what an engine hears in a game."""
    log = tmp_path / "heard.txt"
    knows = changes.pop("knows", "")
    engine = scripted("listener", "--log", log, "--knows", knows)
    engine = dataclasses.replace(engine, **changes.pop("engine", {}))
    play_game(game(black=engine, **changes))
    return log.read_text(encoding="utf-8").splitlines()


def test_what_an_engine_hears(tmp_path):
    opening = Opening(
        "two", moves=(Move(BLACK, point_of("C3", 9, 9)), Move(WHITE, point_of("G7", 9, 9)))
    )
    heard = commands_of(
        tmp_path,
        knows="kata-set-rules,kgs-time_settings,time_left,gomill-explain_last_move",
        engine={"commands": ("set-seed {seed}",)},
        opening=opening,
        game=GameSettings(board_size=9, rules="japanese"),
        time=TimeControl("byoyomi", 60, 30, 2, hang=PATIENCE, start=PATIENCE),
    )
    assert heard[:14] == [
        "list_commands",
        "name",
        "version",
        "boardsize 9",
        "clear_board",
        "kata-set-rules japanese",
        "komi 6.5",
        "set-seed 5",
        "kgs-time_settings byoyomi 60 30 2",
        "play B C3",
        "play W G7",
        "time_left b 60 0",
        "time_left w 60 0",
        "genmove b",
    ]
    assert heard[14] == "gomill-explain_last_move"


def test_an_engine_that_takes_whole_seconds_only(tmp_path):
    heard = commands_of(
        tmp_path,
        knows="time_left",
        engine={
            "command": words(
                "--log", tmp_path / "heard.txt", "--does", "whole seconds", "--knows", "time_left"
            )
        },
        time=TimeControl("absolute", 900.5, hang=PATIENCE, start=PATIENCE),
    )
    times = [line for line in heard if line.startswith("time_")]
    assert times[:3] == ["time_settings 900.5 0 0", "time_settings 900 0 0", "time_left b 900 0"]
    assert not any("." in line for line in times[1:])


def test_handicap_by_command_or_stone_by_stone(tmp_path):
    nine = GameSettings(board_size=9, handicap=2)
    (tmp_path / "a").mkdir()
    heard = commands_of(tmp_path / "a", knows="set_free_handicap", game=nine)
    assert "set_free_handicap G7 C3" in heard
    (tmp_path / "b").mkdir()
    heard = commands_of(tmp_path / "b", game=nine)
    assert [line for line in heard if line.startswith("play B")] == ["play B C3", "play B G7"]
    spec = game(game=nine)
    record = load_record(play_game(spec).sgf.encode())
    assert record.handicap == 2
    assert record.moves()[0].colour == WHITE


def test_positions_are_set_up_stone_by_stone(tmp_path):
    start = Opening("set up", (point_of("A1", 9, 9),), (point_of("J9", 9, 9),), WHITE)
    heard = commands_of(tmp_path, opening=start)
    assert heard[6:9] == ["play B A1", "play W J9", "play W " + heard[8].split()[2]]
    record = load_record(play_game(game(opening=start)).sgf.encode())
    assert record.nodes[0].black == start.black
    assert record.moves()[0].colour == WHITE


def test_rules_by_option():
    engine = dataclasses.replace(
        PLAYER, command=words("--does"), rules=RulesOptions(japanese=("crash",), chinese=("play",))
    )
    lost = play_game(game(black=engine, game=GameSettings(board_size=9, rules="japanese")))
    assert lost.outcome.result == "W+F"
    assert play_game(game(black=engine)).outcome.winner == "black"


def test_the_record_has_both_engines_words():
    talker = scripted("talker", "--knows", "gomill-explain_last_move")
    record = load_record(play_game(game(black=talker)).sgf.encode())
    assert record.black_name == "talker (scripted)"
    assert record.result == "B+R"
    comments = [node.comment for node in record.nodes]
    assert comments[0].startswith("game 1, opening: empty board\nresignation: resigner (white)")
    assert comments[1].startswith("talker: ")
    assert comments[1].endswith(" s CPU\nbecause it is move 1")
    assert comments[2].startswith("resigner: ")


def test_engines_may_stay_between_games():
    spec = game(keep_engines=True)
    play_game(spec)
    idle = {client for clients in FLEET._idle.values() for client in clients}
    assert len(idle) == 2
    play_game(spec)
    assert {client for clients in FLEET._idle.values() for client in clients} == idle
    pids = [client._process.pid for client in idle]
    FLEET.close()
    assert not any(is_running(pid) for pid in pids)


def test_engines_that_crashed_do_not_stay():
    play_game(game(white=scripted("bad", "--does", "crash"), keep_engines=True))
    names = [words for words, idle in FLEET._idle.items() if idle]
    FLEET.close()
    assert [name[4:] for name in names] == [PLAYER.command[4:]]


class Says:
    """A judge with fixed answers."""

    def __init__(self, name, *scores):
        self.name = name
        self._scores = list(scores)

    def verdict(self, position, seconds):
        return Verdict(frozenset(), frozenset(), self._scores.pop(0))


WALLS = scripted("walls", "--walls")


def counted(monkeypatch, first, second, *, gnugo=False, engine=WALLS, play_on=2):
    from gtpengine.match import counting

    spec = game(engine, engine)
    judges = dataclasses.replace(spec.judges, play_on=play_on)
    monkeypatch.setattr(
        counting, "judges_named", lambda names: [Says("a", *first), Says("b", *second)]
    )
    if not gnugo:
        monkeypatch.setattr(counting, "find_program", lambda name: None)
    return play_game(dataclasses.replace(spec, judges=judges)).outcome


def test_two_judges_that_agree(monkeypatch):
    outcome = counted(monkeypatch, [3], [3])
    assert (outcome.result, outcome.winner, outcome.score, outcome.end) == (
        "B+3",
        "black",
        "3",
        "score",
    )
    assert not outcome.has_disagreement()


def test_a_draw(monkeypatch):
    outcome = counted(monkeypatch, [0], [0])
    assert (outcome.result, outcome.winner) == ("0", "draw")
    assert outcome.points_for("walls") == 0.5


def test_a_dispute_that_nobody_can_play_out_is_recorded_as_such(monkeypatch):
    outcome = counted(monkeypatch, [3], [-2])
    assert (outcome.result, outcome.winner, outcome.end) == ("?", "", "disputed")
    assert outcome.points_for("walls") is None
    assert outcome.counts[0].then == "nobody could play on"
    assert outcome.reason == "a B+3; b W+2"


def test_a_disputed_margin_has_a_winner_but_no_score(monkeypatch):
    outcome = counted(monkeypatch, [3], [2])
    assert (outcome.result, outcome.winner, outcome.score) == ("B+", "black", "")
    assert outcome.end == "margin disputed"


def test_a_dispute_is_played_on_by_the_players(monkeypatch):
    # It passes at its third move, and has more to play after that.
    passer = scripted("passer", "--does", "pass", "--at", 3)
    outcome = counted(monkeypatch, [3, 4], [-2, 4], engine=passer)
    assert [count.agreed for count in outcome.counts] == [False, True]
    assert outcome.counts[0].then == "the players went on"
    assert outcome.counts[1].moves > outcome.counts[0].moves
    assert (outcome.result, outcome.end) == ("B+4", "score")
    assert outcome.has_disagreement()


def test_without_playing_on_a_dispute_stays_one(monkeypatch):
    outcome = counted(monkeypatch, [3], [-2], play_on=0)
    assert (outcome.end, len(outcome.counts)) == ("disputed", 1)


def test_too_long_a_game_is_counted_as_it_stands(monkeypatch):
    from gtpengine.match import counting

    monkeypatch.setattr(counting, "judges_named", lambda names: [Says("a", 3), Says("b", 3)])
    outcome = play_game(game(PLAYER, PLAYER, game=GameSettings(board_size=9, most_moves=6))).outcome
    assert (outcome.moves, outcome.result) == (6, "B+3")
    assert outcome.reason == "the judges agree after the last move allowed"
