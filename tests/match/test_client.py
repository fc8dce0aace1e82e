"""Engines that behave and engines that do not, one at a time."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine.match.client import Client, EngineFailure, Fault, Refused, command_line
from tests.match.games import PATIENCE, is_running, wait_until, words


def test_answers_come_without_mark():
    with Client(words()) as client:
        assert client.ask("name", PATIENCE) == "scripted"
        assert "genmove" in client.ask("list_commands", PATIENCE).split("\n")
        assert client.cpu_seconds() is not None


@pytest.mark.parametrize(
    ("does", "fault", "text"),
    [
        ("crash", Fault.CRASH, "crashed: at 'genmove b' (exit code 3)"),
        ("die", Fault.CRASH, "crashed: at 'genmove b' (ended by SIGKILL)"),
        ("babble", Fault.GARBAGE, "answered garbage: to 'genmove b': 'hello, this is no GTP'"),
        ("refuse", Fault.REFUSAL, "refused a command: 'genmove b': cannot think today"),
    ],
)
def test_faults_are_named(does, fault, text):
    with Client(words("--does", does, "--at", 1)) as client:
        with pytest.raises(EngineFailure) as failure:
            client.ask("genmove b", PATIENCE)
        assert failure.value.fault is fault
        assert str(failure.value) == text


def test_silence_is_a_hang():
    with Client(words("--does", "hang", "--at", 1)) as client:
        client.ask("name", PATIENCE)
        with pytest.raises(EngineFailure, match=r"gave no answer: to 'genmove b' within 0\.2 s"):
            client.ask("genmove b", 0.2)


def test_text_that_nobody_asked_for_is_garbage():
    with Client(words("--does", "unasked", "--at", 1)) as client:
        assert client.ask("genmove b", PATIENCE) == "pass"
        wait_until(lambda: not client._answers.empty())
        with pytest.raises(EngineFailure, match="without being asked: '= what was"):
            client.ask("name", PATIENCE)


def test_stderr_is_kept_after_a_crash():
    with Client(words("--does", "crash", "--at", 1)) as client, pytest.raises(EngineFailure):
        client.ask("genmove b", PATIENCE)
    assert client.stderr() == "the scripted engine gives up\n"
    assert client.cpu_seconds() is not None


def test_a_refusal_leaves_the_engine_usable():
    with Client(words("--does", "no list")) as client:
        with pytest.raises(Refused):
            client.ask("list_commands", PATIENCE)
        assert client.ask("name", PATIENCE) == "scripted"


def test_programs_that_are_not_there():
    with pytest.raises(EngineFailure, match="does not start: program 'no-such-engine' not found"):
        Client(["no-such-engine"])
    with pytest.raises(EngineFailure, match="does not start: "):
        Client([str(Path(__file__))])


def test_our_engine_is_this_installation():
    assert command_line(["gtpengine", "--seed", "3"])[:3] == [sys.executable, "-m", "gtpengine"]


def child_of(client):
    """Make a stubborn engine start its child; return its process id."""
    with pytest.raises(EngineFailure, match="gave no answer"):
        client.ask("genmove b", 0.01)
    wait_until(lambda: "child" in client.stderr())
    return int(re.search(r"child (\d+)", client.stderr())[1])


def test_closing_ends_a_stubborn_engine_and_its_children():
    client = Client(words("--does", "stubborn", "--at", 1))
    child = child_of(client)
    assert is_running(child)
    client.close(politely=False)
    assert not client.is_alive()
    wait_until(lambda: not is_running(child))


OWNER = """
import sys, time
from gtpengine.match.client import Client, EngineFailure
client = Client(sys.argv[1:])
try:
    client.ask("genmove b", 0.01)
except EngineFailure:
    pass
while "child" not in client.stderr():
    time.sleep(0.01)
print(client._process.pid, client.stderr().split()[1], flush=True)
time.sleep(600)
"""


def test_nothing_survives_when_the_owner_is_killed():
    command = [sys.executable, "-c", OWNER, *words("--does", "stubborn", "--at", 1)]
    env = dict(os.environ, PYTHONPATH=str(Path(__file__).parents[2]))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as owner:
        pids = [int(word) for word in owner.stdout.readline().split()]
        assert len(pids) == 2
        assert all(is_running(pid) for pid in pids)
        owner.send_signal(signal.SIGKILL)
    wait_until(lambda: not any(is_running(pid) for pid in pids))
