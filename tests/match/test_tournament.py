"""Whole tournaments by the real command: to the end, interrupted, killed, with dying workers."""

import os
import random
import signal
import time

import pytest

from gtpengine.config import BadConfig
from gtpengine.match.event import Event
from tests.match.games import is_running, processes_of, wait_until
from tests.match.tournaments import check_complete, logged, run, start, write_tournament


def test_a_tournament_to_its_end(tmp_path):
    path = write_tournament(tmp_path)
    done = run(path, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    check_complete(tmp_path / "out", 12)
    # The table and nothing else on stdout; a line per game on stderr.
    assert done.stdout.startswith("engine  games  won-lost")
    assert done.stderr.count("\n") == 13
    assert "[12/12] game " in done.stderr
    page = (tmp_path / "out" / "index.html").read_text()
    assert page.count('href="games/') == 12
    # Shown again, without playing.
    again = run(path, tmp_path / "out", "--table")
    assert (again.stdout, again.stderr) == (done.stdout, "")


@pytest.mark.parametrize("options", [(), ("--table",)])
def test_games_of_other_engines_are_told_apart(tmp_path, options):
    folder = tmp_path / "out"
    assert run(write_tournament(tmp_path, games=2, names="ab"), folder).returncode == 0
    page = (folder / "index.html").read_text()
    done = run(write_tournament(tmp_path, games=2, names="cd"), folder, *options)
    assert done.returncode == 1
    assert "holds games of a, b, which" in done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / "index.html").read_text() == page
    assert len(logged(folder)) == 2


def test_kill_9_ten_times(tmp_path):
    chance = random.Random(5)
    games = 16
    path = write_tournament(tmp_path, games=games, delay=0.01)
    folder = tmp_path / "out"
    kept = []
    for _ in range(10):
        kill_somewhen(start(path, folder), folder, len(kept) + chance.randrange(2), chance)
        lines = logged_safely(folder)
        # What was finished before is still there, in the same order.
        assert lines[: len(kept)] == kept
        kept = lines
    # Neither workers nor engines survive.
    wait_until(lambda: not processes_of(folder))
    done = run(path, folder)
    assert done.returncode == 0, done.stderr
    assert logged_safely(folder)[: len(kept)] == kept
    check_complete(folder, games)


def kill_somewhen(tournament, folder, aim, chance):
    """Kill a tournament at some moment after it has finished `aim` games, or sooner."""
    wait_until(
        lambda: (
            tournament.poll() is not None
            or ((folder / "lock").exists() and len(logged_safely(folder)) >= aim)
        )
    )
    time.sleep(chance.uniform(0.0, 0.5))
    tournament.send_signal(signal.SIGKILL)
    tournament.communicate()


def logged_safely(folder):
    """Return the whole lines of a log that is being written."""
    path = folder / "log.jsonl"
    if not path.exists():
        return []
    whole = path.read_bytes().rpartition(b"\n")[0]
    return whole.split(b"\n") if whole else []


@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "kill"])
def test_interrupted_and_resumed(tmp_path, number, times):
    path = write_tournament(tmp_path, games=8, delay=0.05)
    folder = tmp_path / "out"
    tournament = start(path, folder)
    wait_until(lambda: len(logged_safely(folder)) >= 1)
    for _ in range(times):
        tournament.send_signal(number)
    _, stderr = tournament.communicate()
    assert tournament.returncode == 130
    assert "stopped; the same command goes on" in stderr
    assert "Traceback" not in stderr
    wait_until(lambda: not processes_of(folder))
    if number == signal.SIGINT:
        assert run(path, folder).returncode == 0
        check_complete(folder, 8)


def test_a_worker_that_dies_costs_no_game(tmp_path):
    path = write_tournament(tmp_path, games=6, delay=0.05)
    folder = tmp_path / "out"
    tournament = start(path, folder)
    wait_until(lambda: len(logged_safely(folder)) >= 2)
    children = children_of(tournament.pid)
    workers = [pid for pid in children if "spawn_main" in command_of(pid)]
    assert workers
    os.kill(workers[0], signal.SIGKILL)
    _, stderr = tournament.communicate()
    assert tournament.returncode == 0, stderr
    assert "is played again" in stderr
    check_complete(folder, 6)
    assert not is_running(workers[0])


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        direct = [int(word) for word in file.read().split()]
    threads = os.listdir(f"/proc/{pid}/task")
    for thread in threads:
        with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as file:
            direct += [int(word) for word in file.read().split()]
    return direct


def command_of(pid):
    with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as file:
        return file.read()


def test_two_runs_at_once_are_refused(tmp_path):
    path = write_tournament(tmp_path, games=40, delay=0.2)
    first = start(path, tmp_path / "out")
    wait_until((tmp_path / "out" / "lock").exists)
    second = run(path, tmp_path / "out")
    # Tournament, two workers, their reapers, four engines: all are seen, and all end.
    wait_until(lambda: len(processes_of(tmp_path / "out")) >= 7)
    first.kill()
    first.communicate()
    wait_until(lambda: not processes_of(tmp_path / "out"))
    assert second.returncode == 1
    assert "this tournament is already running" in second.stderr


def test_faults_are_listed_and_the_tournament_goes_on(tmp_path):
    path = write_tournament(tmp_path, games=6)
    bad = tmp_path / "engines" / "b.toml"
    bad.write_text(bad.read_text().replace('"resign"', '"crash"'))
    done = run(path, tmp_path / "out")
    assert done.returncode == 0
    faults = [line for line in logged(tmp_path / "out") if line["end"] == "fault"]
    assert len(faults) >= 2  # as Black it always crashes before anybody resigns
    assert f"Lost by a fault: {len(faults)} of 6 games:" in done.stdout
    assert "crashed: at 'genmove " in done.stdout
    errors = sorted((tmp_path / "out" / "errors").iterdir())
    assert len(errors) == len(faults)
    assert errors[0].read_text() == "the scripted engine gives up\n"
    check_complete(tmp_path / "out", 6)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("games =", "gams =", "scripted.toml': unknown key 'gams'; did you mean 'games'?"),
        ('"round-robin"', '"roundrobin"', "'format' is 'roundrobin'; did you mean 'round-robin'?"),
        ('"c"', '"d"', "scripted.toml': 'engines' is 'd'; "),
        ("hang", "hnag", "unknown key 'time.hnag'; did you mean 'hang'?"),
        ('["gtpengine"]', '["gnu"]', "'judges.names' is 'gnu'; did you mean 'gnugo'?"),
    ],
)
def test_mistakes_in_settings(tmp_path, old, new, words):
    path = write_tournament(tmp_path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadConfig) as error:
        Event(path, tmp_path / "out")
    assert words in str(error.value)
    assert str(path) in str(error.value)
    assert not (tmp_path / "out").exists()
