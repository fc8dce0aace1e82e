"""Many clients, clients that vanish, servers that are killed: nothing is left behind."""

import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from tests.web.serving import Talk, request, serving

GAME = Path(__file__).parents[2] / "configs" / "examples" / "lesson-game.sgf"
ROOT = {"width": 9, "height": 9, "rules": "japanese", "komi": "6.5", "black": [], "white": []}
POSITION = {"root": ROOT, "steps": ["bE5"]}
PATIENCE = 30.0


class SlowRoom:
    """Thinks about everything for as long as it may, and counts who is thinking."""

    def __init__(self):
        self.busy = 0
        self.begun = 0

    def study(self, position, deadline, tell, *, whole):
        self.busy += 1
        self.begun += 1
        tell({"regions": []})
        deadline.wait()
        self.busy -= 1
        return {"regions": []}


def wait_until(holds):
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def threads():
    return {thread for thread in threading.enumerate() if thread.is_alive()}


def test_fifty_clients_at_once_are_all_served():
    before = threads()
    with serving(load=SlowRoom) as server:
        talks = [Talk(server) for _ in range(50)]
        for number, talk in enumerate(talks):
            talk.send(do="play", id=f"p{number}", **POSITION, moves=["wC3"])
            talk.send(do="study", id=f"s{number}", **POSITION, seconds=0.1)
        for number, talk in enumerate(talks):
            assert talk.hear("played")["id"] == f"p{number}"
            assert talk.hear("study")["id"] == f"s{number}"
        for talk in talks:
            talk.close()
    wait_until(lambda: threads() <= before)


def test_a_client_that_vanishes_leaves_no_work():
    room = SlowRoom()
    with serving(load=lambda: room) as server:
        talk = Talk(server)
        talk.send(do="study", id="1", **POSITION, seconds=300)
        wait_until(lambda: room.begun == 2)  # the first look, then the rest
        assert room.busy == 1
        raw = talk.socket.socket
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        raw.shutdown(socket.SHUT_RDWR)  # without a word
        wait_until(lambda: room.busy == 0)


def test_moving_on_cancels_the_study_before():
    room = SlowRoom()
    with serving(load=lambda: room) as server:
        talk = Talk(server)
        talk.send(do="study", id="1", **POSITION, seconds=300)
        wait_until(lambda: room.begun == 2)
        talk.send(do="stop", id="1")
        wait_until(lambda: room.busy == 0)
        talk.send(do="study", id="2", root=ROOT, steps=[], seconds=0.1)
        while talk.hear("study")["id"] != "2":
            pass
        talk.close()


def test_an_ending_server_cuts_a_long_thought_short():
    room = SlowRoom()
    before = threads()
    with serving(load=lambda: room) as server:
        talk = Talk(server)
        talk.send(do="study", id="1", **POSITION, seconds=300)
        wait_until(lambda: room.begun == 2)
    assert room.busy == 0
    talk.close()
    wait_until(lambda: threads() <= before)


def test_what_was_found_is_not_looked_for_again():
    room = SlowRoom()
    with serving(load=lambda: room) as server:
        for number in range(3):
            talk = Talk(server)
            answer = talk.ask("study", do="study", id="1", **POSITION, seconds=0.1)
            while not answer["done"]:
                answer = talk.hear("study")
            talk.close()
            assert room.begun == 1, number


def test_nonsense_is_answered_in_words():
    chance = random.Random(7)
    values = [None, True, -1, 1e308, "", "x" * 50, [], {}, ["bE5"], ROOT, "bE5", [[[]]], "C1:H4"]
    names = ["do", "id", "root", "steps", "moves", "seconds", "mask", "colour", "clock", "first"]
    asks = [
        "play",
        "study",
        "place",
        "review",
        "move",
        "score",
        "problem",
        "own",
        "prepare",
        "handicap",
    ]
    with serving(load=SlowRoom) as server:
        talk = Talk(server)
        for _ in range(400):
            message = {name: chance.choice(values) for name in names if chance.random() < 0.6}
            message["do"] = chance.choice([*asks, *values])
            talk.socket.send(json.dumps(message))
        for text in ("", "x", "[]", "1", '{"do":"play"', "\0", "[" * 5000):
            talk.socket.send(text)
        talk.socket.send(json.dumps({"do": "play", "id": "last", **POSITION, "moves": ["wC3"]}))
        while (answer := talk.hear("error", "played"))["type"] == "error":
            assert len(answer["error"]) < 500
            assert "Traceback" not in answer["error"]
        assert answer["id"] == "last"
        talk.close()


def test_too_long_a_message_ends_the_connection_only():
    with serving(load=SlowRoom) as server:
        talk = Talk(server)
        talk.socket.send("x" * 300_000)
        with pytest.raises(Exception, match="1009"):
            talk.hear("played")
        assert request(server, "GET", "/")[0] == 200


def start(*arguments):
    process = subprocess.Popen(
        [sys.executable, "-m", "gtpengine", "serve", "--no-browser", "--port", "0", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    line = process.stderr.readline()
    assert line.startswith("open http://127.0.0.1:"), line
    return process, line.split()[1]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_ended_leaves_no_process(sign):
    process, _ = start(str(GAME))
    os.kill(process.pid, sign)
    _, told = process.communicate(timeout=60)
    assert "Traceback" not in told
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_is_ended_while_it_thinks_leaves_no_process(sign):
    process, address = start(str(GAME))
    place = types.SimpleNamespace(address=address, token="")
    page = request(place, "GET", "/", token=False)[2].decode()
    place.token = re.search(r'name="token" content="([^"]+)"', page).group(1)
    talk = Talk(place)
    talk.send(do="move", id="1", **POSITION, colour="w", seconds=0.5)
    talk.hear("moved", timeout=600.0)  # the player is loaded
    talk.send(do="study", id="2", **POSITION, seconds=300)
    talk.hear("study")
    os.kill(process.pid, sign)
    _, told = process.communicate(timeout=60)
    assert "Traceback" not in told
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
    with contextlib.suppress(Exception):
        talk.close()


def test_bad_arguments_are_told_in_a_sentence(tmp_path):
    def told(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "gtpengine", "serve", "--no-browser", *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        return done.stderr

    assert "No such file" in told(str(tmp_path / "none.sgf"))
    assert "not between 0 and 65535" in told("--port", "70000")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "cannot listen" in told("--port", str(taken.getsockname()[1]))
