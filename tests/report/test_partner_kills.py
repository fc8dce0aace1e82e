"""A partner that is killed fifty times while a game is reviewed: nothing is lost, the review ends.

The scripted partner always, KataGo where GTPENGINE_KATAGO names it.
"""

import json
import os
import random
import signal
import sys
import threading

import pytest

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.board.points import point_at
from gtpengine.board.position import Position
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.board.rules import JAPANESE
from gtpengine.cli.main import run
from gtpengine.evaluation.katago import keeper
from gtpengine.evaluation.katago.pipe import JsonPipe
from tests.evaluation.katago.test_partner import SCRIPTED

KILLS = 50
COMMAND = os.environ.get("GTPENGINE_KATAGO", "")
pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs signals of Unix")


class Killer:
    """Ends a partner's processes from outside, again and again, at random moments.

    Attributes:
        kills: how many it has ended.
    """

    def __init__(self, monkeypatch, longest):
        self.kills = 0
        self._random = random.Random(1)
        self._longest = longest
        killer = self

        class Watched(JsonPipe):
            def __init__(self, words):
                super().__init__(words)
                timer = threading.Timer(
                    killer._random.random() * killer._longest, killer.kill, [self._process]
                )
                timer.daemon = True
                timer.start()

        monkeypatch.setattr(keeper, "JsonPipe", Watched)

    def kill(self, process):
        if self.kills < KILLS and process.poll() is None:
            self.kills += 1
            os.kill(process.pid, signal.SIGKILL)


def game(tmp_path, size, moves):
    """A record of moves along the rows of a board."""
    position = Position(size, rules=JAPANESE)
    for number in range(moves):
        row, column = divmod(number, size)
        position.play((BLACK, WHITE)[number % 2], point_at(row + 1, column + 1))
    path = tmp_path / "game.sgf"
    path.write_text(record_text(record_of(position)))
    return path


def reviewed(path, words, visits, capsys):
    asked = ["review", str(path), "--from", "1", "--seconds", "0.05", "--json", "--no-cache"]
    assert run([*asked, "--katago", words, "--katago-visits", str(visits)]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_scripted_partner(tmp_path, capsys, monkeypatch):
    path = game(tmp_path, 7, 40)
    words = f"{sys.executable} -I -S {SCRIPTED} --does late"
    killer = Killer(monkeypatch, 1.0)
    found = reviewed(path, words, 7, capsys)
    assert killer.kills == KILLS
    assert found["complete"]
    # In the scripted partner's eyes Black leads by the number of moves.
    assert [move["partner"]["lead"] for move in found["moves"]] == [float(n) for n in range(40)]


@pytest.mark.skipif(not COMMAND, reason="GTPENGINE_KATAGO names no KataGo")
def test_a_real_katago(tmp_path, capsys, monkeypatch):
    path = game(tmp_path, 9, 60)
    killer = Killer(monkeypatch, 4.0)
    # So many visits that no quiet machine is done before the last kill.
    found = reviewed(path, COMMAND, 200, capsys)
    assert killer.kills == KILLS
    assert found["complete"]
    assert len(found["moves"]) == 60
    assert all(isinstance(move["partner"]["lead"], float) for move in found["moves"])
