"""The runner with games that take no time: playoffs, breakdowns, wrong logs."""

import dataclasses
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor

import pytest

from gtpengine.match import runner
from gtpengine.match.log import BadLog, GameLog
from gtpengine.match.openings import load_openings
from gtpengine.match.outcome import Outcome, Played
from gtpengine.match.runner import Runner, WorkersFailed, sprt_state
from gtpengine.match.settings import load_tournament
from gtpengine.match.sprt import Decision
from tests.match.tournaments import check_complete, write_tournament


class Silent:
    """A view that sees nothing."""

    def started(self, spec):
        pass

    def finished(self, outcome):
        pass


class Threads:
    """Workers that are threads."""

    def __init__(self):
        self.pool = None
        self.discarded = 0

    def executor(self):
        if self.pool is None:
            self.pool = ThreadPoolExecutor(2)
        return self.pool

    def capacity(self):
        return 2

    def discard(self):
        self.discarded += 1
        self.pool = None

    def close(self):
        pass


def played(spec, winner):
    """Return a game won by the engine of that name."""
    colour = "black" if spec.black.name == winner else "white"
    outcome = Outcome(
        spec.number,
        spec.pair,
        spec.digest(),
        spec.black.name,
        spec.white.name,
        spec.opening.name,
        f"{colour[0].upper()}+R",
        colour,
        "resignation",
        "made up",
        file=spec.file_name,
    )
    return Played(outcome, f"(;FF[4]SZ[9]RE[{outcome.result}])", {})


@pytest.fixture
def prepared(tmp_path):
    def prepare(**settings):
        path = write_tournament(tmp_path, **settings)
        tournament = load_tournament(path)
        return tournament, load_openings(tournament), GameLog(tmp_path / "out")

    return prepare


@pytest.mark.parametrize(
    ("winner", "decision"),
    [("a", Decision.ACCEPT_H1), ("b", Decision.ACCEPT_H0)],
)
def test_a_playoff_ends_when_the_test_decides(prepared, monkeypatch, winner, decision):
    monkeypatch.setattr(runner, "play_game", lambda spec: played(spec, winner))
    tournament, openings, log = prepared(games=400, format="playoff", names="ab")
    Runner(tournament, openings, log, Threads(), Silent()).run()
    state = sprt_state(tournament, log.outcomes.values())
    assert state.decision is decision
    assert 20 <= len(log.outcomes) < 60
    # Going on changes nothing.
    before = dict(log.outcomes)
    Runner(tournament, openings, log, Threads(), Silent()).run()
    assert log.outcomes == before


def test_breakdowns_cost_no_game(prepared, monkeypatch, tmp_path):
    failures = {2, 7, 11}

    def sometimes(spec):
        if spec.number in failures:
            failures.remove(spec.number)
            raise BrokenExecutor("a worker died")
        return played(spec, spec.black.name)

    monkeypatch.setattr(runner, "play_game", sometimes)
    tournament, openings, log = prepared()
    workers = Threads()
    Runner(tournament, openings, log, workers, Silent()).run()
    assert workers.discarded == 3
    check_complete(tmp_path / "out", 12)


def test_an_executor_that_is_broken_already(prepared, monkeypatch, tmp_path):
    class Breaks(Threads):
        left = 2

        def executor(self):
            if self.left:
                self.left -= 1
                raise BrokenExecutor("broken")
            return super().executor()

    monkeypatch.setattr(runner, "play_game", lambda spec: played(spec, spec.white.name))
    tournament, openings, log = prepared()
    Runner(tournament, openings, log, Breaks(), Silent()).run()
    check_complete(tmp_path / "out", 12)


def test_workers_that_always_die_end_the_tournament(prepared, monkeypatch):
    def never(spec):
        raise BrokenExecutor("no memory")

    monkeypatch.setattr(runner, "play_game", never)
    tournament, openings, log = prepared()
    with pytest.raises(WorkersFailed, match="fail again and again: no memory"):
        Runner(tournament, openings, log, Threads(), Silent()).run()
    assert log.outcomes == {}


def test_a_tournament_may_be_made_longer(prepared, monkeypatch, tmp_path):
    monkeypatch.setattr(runner, "play_game", lambda spec: played(spec, spec.black.name))
    tournament, openings, log = prepared()
    Runner(tournament, openings, log, Threads(), Silent()).run()
    before = list(log.outcomes.items())
    longer = dataclasses.replace(
        tournament, settings=dataclasses.replace(tournament.settings, games=15)
    )
    Runner(longer, openings, log, Threads(), Silent()).run()
    assert list(log.outcomes.items())[:12] == before
    check_complete(tmp_path / "out", 15)


def test_logs_of_other_tournaments_are_refused(prepared, monkeypatch):
    monkeypatch.setattr(runner, "play_game", lambda spec: played(spec, spec.black.name))
    tournament, openings, log = prepared()
    Runner(tournament, openings, log, Threads(), Silent()).run()
    shorter = dataclasses.replace(
        tournament, settings=dataclasses.replace(tournament.settings, games=6)
    )
    with pytest.raises(BadLog, match="more games than the tournament has"):
        Runner(shorter, openings, log, Threads(), Silent())
    other = dataclasses.replace(
        tournament, settings=dataclasses.replace(tournament.settings, seed=2)
    )
    with pytest.raises(BadLog, match="games of other settings"):
        Runner(other, openings, log, Threads(), Silent())


def test_futures_that_were_cancelled_are_played_again(prepared, monkeypatch, tmp_path):
    class Cancels(Threads):
        first = True

        def executor(self):
            pool = super().executor()
            if not self.first:
                return pool
            self.first = False
            cancelled = Future()
            cancelled.set_exception(BrokenExecutor("cancelled with its worker"))

            class Once:
                def submit(self, *_):
                    return cancelled

            return Once()

    monkeypatch.setattr(runner, "play_game", lambda spec: played(spec, spec.black.name))
    tournament, openings, log = prepared(games=4)
    Runner(tournament, openings, log, Cancels(), Silent()).run()
    check_complete(tmp_path / "out", 4)
