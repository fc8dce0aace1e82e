"""Running a tournament: hand games to workers, keep what comes back, stop when it is decided."""

import logging
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Protocol

from gtpengine.errors import EngineError
from gtpengine.match.executors import Workers
from gtpengine.match.log import BadLog, GameLog
from gtpengine.match.openings import Opening
from gtpengine.match.outcome import Outcome, Played
from gtpengine.match.referee import play_game
from gtpengine.match.schedule import GameSpec, game_count, schedule
from gtpengine.match.settings import Format, Tournament
from gtpengine.match.sprt import Decision, Sprt, log_ratios
from gtpengine.match.standings import pair_kinds_in_order

log = logging.getLogger(__name__)

# Breakdowns of all workers in a row, without one finished game between them, before we give up.
MOST_BREAKDOWNS = 5


class WorkersFailed(EngineError):
    """Games cannot be played because the workers themselves keep dying."""


class View(Protocol):
    """Somebody who watches."""

    def started(self, spec: GameSpec) -> None:
        """A game was handed to a worker."""
        ...

    def finished(self, outcome: Outcome) -> None:
        """A game is over and kept."""
        ...


class Runner:
    """One run of a tournament: what is not finished yet, until all is or the test decides."""

    def __init__(
        self,
        tournament: Tournament,
        openings: list[Opening],
        games: GameLog,
        workers: Workers,
        view: View,
    ) -> None:
        """Check that the log belongs to this tournament.

        Raises:
            BadLog: a finished game in it is another one than the schedule says.
        """
        self._tournament = tournament
        self._total = game_count(tournament, openings)
        self._log = games
        self._workers = workers
        self._view = view
        self._running: dict[Future[Played], GameSpec] = {}
        self._again: list[GameSpec] = []
        self._breakdowns = 0
        self._todo = (
            spec for spec in schedule(tournament, openings) if spec.number not in games.outcomes
        )
        for spec in schedule(tournament, openings):
            done = games.outcomes.get(spec.number)
            if done is not None and done.digest != spec.digest():
                raise BadLog(
                    f"'{games.folder}' holds games of other settings (game {spec.number}, "
                    f"{done.black} - {done.white}): take another --folder, or remove it"
                )
        if len(games.outcomes) > self._total or max(games.outcomes, default=0) > self._total:
            raise BadLog(f"'{games.folder}' holds more games than the tournament has")

    def run(self) -> None:
        """Play all games that are missing; when it returns, they are in the log.

        Raises:
            WorkersFailed: workers die again and again.
        """
        while True:
            try:
                self._fill()
            except (BrokenExecutor, RuntimeError, OSError) as error:
                self._break_down(error)
                continue
            if not self._running:
                return
            # The timeout lets new workers of a cluster get games before one of ours is over.
            done, _ = wait(self._running, timeout=5.0, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda one: self._running[one].number):
                failure = _failure(future)
                if failure is not None:
                    # A game turns every fault of an engine into an outcome: the worker has died.
                    self._break_down(failure)
                    break
                del self._running[future]
                self._keep(future.result())

    def _break_down(self, error: BaseException) -> None:
        """Give up the workers; keep what they finished, and play the rest again."""
        self._breakdowns += 1
        log.warning("workers failed (%s: %s)", type(error).__name__, error)
        if self._breakdowns > MOST_BREAKDOWNS:
            raise WorkersFailed(f"the workers fail again and again: {error}") from error
        for future, spec in self._running.items():
            if future.done() and _failure(future) is None:
                self._keep(future.result())
            else:
                log.warning("game %d is played again", spec.number)
                self._again.append(spec)
        self._running.clear()
        self._workers.discard()

    def _fill(self) -> None:
        """Hand out games until every worker has one."""
        while len(self._running) < self._workers.capacity() and not self.decided():
            if not self._again:
                spec = next(self._todo, None)
                if spec is None:
                    return
                self._again.append(spec)
            # It stays in the list until it is handed over: that may fail.
            spec = self._again[0]
            future = self._workers.executor().submit(play_game, spec)
            del self._again[0]
            self._running[future] = spec
            self._view.started(spec)

    def _keep(self, played: Played) -> None:
        if played.outcome.number not in self._log.outcomes:
            self._log.add(played)
            self._breakdowns = 0
            self._view.finished(played.outcome)

    def decided(self) -> bool:
        """Tell whether a playoff's test has decided."""
        decision = sprt_state(self._tournament, self._log.outcomes.values())
        return decision is not None and decision.decision is not Decision.GO_ON


def _failure(future: Future[Played]) -> BaseException | None:
    """Return why a future that is done has no game; None if it has."""
    return CancelledError("cancelled") if future.cancelled() else future.exception()


class SprtState:
    """The test at the end of the finished pairs, or where it decided."""

    def __init__(self, test: Sprt, history: list[list[int]]) -> None:
        self.test = test
        self.counts = [0] * 5
        self.ratio = 0.0
        self.decision = Decision.GO_ON
        if not history:
            return
        ratios = log_ratios(history, test.elo0, test.elo1)
        for counts, ratio in zip(history, ratios, strict=True):
            self.counts = counts
            self.ratio = float(ratio)
            self.decision = test.decision(self.ratio, sum(counts))
            if self.decision is not Decision.GO_ON:
                break


def sprt_state(tournament: Tournament, outcomes: Iterable[Outcome]) -> SprtState | None:
    """Return the state of a playoff's test; None in other formats."""
    if tournament.format is not Format.PLAYOFF:
        return None
    wanted = tournament.settings.sprt
    test = Sprt(wanted.elo0, wanted.elo1, wanted.alpha, wanted.beta)
    first = tournament.engines[0].name
    return SprtState(test, pair_kinds_in_order(outcomes, first))
