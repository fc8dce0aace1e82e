"""Games on disk: complete after every move, one file per game, and never in the way."""

import errno
import os
import random
import signal

import pytest
from sgfmill import sgf

from gtpengine.gtp import autosave as module
from gtpengine.gtp.autosave import Autosave
from tests.gtp.conversation import Conversation
from tests.gtp.process import engine, wait_until


def saved(folder):
    """Return the games in a folder as lists of (colour, sgfmill point or None), oldest first."""
    games = []
    for path in sorted(folder.glob("*.sgf")):
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        games.append([node.get_move() for node in game.get_main_sequence()[1:]])
    return games


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "some" / "games"


@pytest.fixture
def talk(folder):
    conversation = Conversation(autosave=Autosave(folder))
    conversation.tell("boardsize 9")
    return conversation


D4, E5, C3 = ("b", (3, 3)), ("w", (4, 4)), ("b", (2, 2))


def test_no_moves_no_file(talk, folder):
    talk.say("boardsize 9\nclear_board\nkomi 5\nfixed_handicap 2\nshowboard\nundo")
    assert not folder.exists()


def test_every_answered_move_is_there(talk, folder):
    for count, command in enumerate(("play b d4", "play w e5", "play b pass", "genmove w"), 1):
        talk.tell(command)
        assert len(saved(folder)[0]) == count
    assert saved(folder)[0][:3] == [D4, E5, ("b", None)]


def test_a_refused_move_is_not(talk, folder):
    talk.say("play b d4\nplay w d4")
    assert saved(folder) == [[D4]]


def test_root_and_comments(talk, folder):
    talk.say("boardsize 9\nkomi 0.5\nkgs-rules japanese\nset_free_handicap c3 g7\ngenmove w")
    (path,) = folder.glob("*.sgf")
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    root = game.get_root()
    assert (game.get_size(), game.get_komi(), game.get_handicap()) == (9, 0.5, 2)
    assert root.get("RU") == "japanese"
    assert root.get("AB") == {(2, 2), (6, 6)}
    assert "chosen by chance" in game.get_last_node().get("C")


def test_undo_and_another_move_stay_in_the_same_file(talk, folder):
    talk.say("play b d4\nplay w e5\nundo\nplay w c3")
    assert saved(folder) == [[D4, ("w", (2, 2))]]


def test_a_new_game_is_a_new_file(talk, folder):
    talk.say("play b d4\nplay w e5\nclear_board\nplay b c3")
    assert saved(folder) == [[D4, E5], [C3]]


def test_komi_said_late_is_kept(talk, folder):
    talk.say("play b d4\nkomi 3.5\nplay w e5")
    (path,) = folder.glob("*.sgf")
    assert sgf.Sgf_game.from_bytes(path.read_bytes()).get_komi() == 3.5


def test_pool_mode_tells_one_game_again_and_again(talk, folder):
    moves = ["play b d4", "play w e5", "play b c3", "play w g7", "play b f3"]
    for count in range(1, len(moves) + 1):
        talk.say("boardsize 9\nclear_board\nkomi 6.5\n" + "\n".join(moves[:count]))
    assert [len(game) for game in saved(folder)] == [5]


def test_two_games_told_in_turn(talk, folder):
    one = ["play b d4", "play w e5", "play b c3", "play w g7"]
    two = ["play b d4", "play w e5", "play b g3", "play w c7"]
    for count in range(1, 5):
        for moves in (one, two):
            talk.say("clear_board\n" + "\n".join(moves[:count]))
    assert [len(game) for game in saved(folder)] == [4, 4]


def test_a_loaded_game_is_saved_once_it_goes_on(talk, folder, tmp_path):
    path = tmp_path / "loaded.sgf"
    path.write_text("(;GM[1]SZ[9];B[dd];W[ee])")
    talk.tell(f"loadsgf {path}")
    talk.tell("undo")
    talk.tell("play w e5")
    assert not folder.exists()
    talk.tell("play b c3")
    assert [len(game) for game in saved(folder)] == [3]


def test_a_failing_disk_does_not_disturb_the_game(talk, folder, monkeypatch, caplog):
    talk.tell("play b d4")

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(module, "_append", full)
    monkeypatch.setattr(module, "write_whole", full)
    talk.tell("play w e5")
    talk.tell("play b c3")
    assert caplog.text.count("cannot save games") == 1
    assert saved(folder) == [[D4]]
    monkeypatch.undo()
    talk.tell("play w pass")
    assert saved(folder) == [[D4, E5, C3, ("w", None)]]


def test_a_full_disk_leaves_the_old_record(talk, folder, monkeypatch):
    talk.tell("play b d4")
    (path,) = folder.glob("*.sgf")

    class Half:
        """A file that takes only half of the first write."""

        def __init__(self, file):
            self.file = file
            self.full = True

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def __getattr__(self, name):
            return getattr(self.file, name)

        def write(self, data):
            part = data[: len(data) // 2] if self.full else data
            self.full = False
            return self.file.write(part)

    opened = type(path).open
    monkeypatch.setattr(type(path), "open", lambda *a, **k: Half(opened(*a, **k)))
    talk.tell("play w e5")
    monkeypatch.undo()
    assert saved(folder) == [[D4]]


def test_a_folder_that_cannot_be_made(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    talk = Conversation(autosave=Autosave(tmp_path / "file" / "games"))
    assert talk.say("play b d4\nplay w e5") == "=\n\n=\n\n"
    assert caplog.text.count("cannot save games") == 1


def test_a_killed_process_has_lost_no_answered_move(tmp_path):
    chance = random.Random(4)
    folder = tmp_path / "gtpengine" / "games"
    for round_number in range(3):
        before = len(saved(folder))
        options = ("--boardsize", "9", "--seconds", "0.2", "--seed", str(round_number))
        with engine(*options, data=tmp_path) as process:
            answered = []
            # Some rounds are killed after an answer, some while commands are on their way.
            total = chance.randrange(1, 30)
            process.send("genmove b\ngenmove w\n" * 20)
            for number in range(total):
                answered.append(process.answer().removeprefix("= "))
                assert number < 40
            process.process.send_signal(signal.SIGKILL)
            process.process.wait()
            while (answer := process.answer()) is not None:
                if not answer.startswith("unfinished"):
                    answered.append(answer.removeprefix("= "))
        wait_until(lambda before=before: len(saved(folder)) > before)
        newest = max(folder.glob("*.sgf"), key=lambda path: path.stat().st_mtime_ns)
        game = sgf.Sgf_game.from_bytes(newest.read_bytes())
        moves = [node.get_move()[1] for node in game.get_main_sequence()[1:]]
        names = ["pass" if m is None else "ABCDEFGHJ"[m[1]] + str(m[0] + 1) for m in moves]
        assert names[: len(answered)] == answered
        assert len(answered) >= total
