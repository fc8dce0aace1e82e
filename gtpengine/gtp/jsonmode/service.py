"""The service: queries in, answers out as they are finished, the most urgent first.

One thread reads lines (`submit`), one works. Nothing that a client sends ends it: what cannot be
understood is answered by an error that names the field.
"""

import heapq
import json
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gtpengine import __version__
from gtpengine.board.position import Position
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.warmup import Loading
from gtpengine.gtp.analysis.analysing import Analysing
from gtpengine.gtp.jsonmode.answers import answer_of, nothing
from gtpengine.gtp.jsonmode.query import BadField, Query, query_of
from gtpengine.gtp.jsonmode.smoothing import Smoothing
from gtpengine.gtp.protocol import one_line

log = logging.getLogger(__name__)

Write = Callable[[dict[str, Any]], None]


@dataclass(order=True)
class _Job:
    """One turn of a query that waits or is worked on."""

    rank: tuple[int, int]  # less urgent is larger; earlier first
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    position: Position = field(compare=False)
    deadline: Deadline | None = field(default=None, compare=False)
    stopped: bool = field(default=False, compare=False)


class Service:
    """Answers queries about positions; `write` is called with one object at a time.

    Args:
        analysing: who studies the positions.
        settings: of the search.
        visits: of a query that does not say.
        write: takes the answers.
        least: visits of any query; fewer would say nothing.
    """

    def __init__(
        self,
        analysing: Loading[Analysing | None],
        settings: Settings,
        visits: int,
        write: Write,
        least: int = 0,
    ) -> None:
        self._analysing = analysing
        self._settings = settings
        self._visits = visits
        self._least = least
        self._smoothing = Smoothing()
        self._write_out = write
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._jobs: list[_Job] = []
        self._running: _Job | None = None
        self._arrived = 0
        self._closed = False
        self._worker = threading.Thread(target=self._work, name="analysis", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._worker.start()

    def submit(self, line: str) -> None:
        """Take one line of the client; blank ones mean nothing."""
        if not line.strip():
            return
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            self._write({"error": one_line(f"could not parse the line as JSON: {error}")})
            return
        if not isinstance(found, dict):
            self._write({"error": "a query must be a JSON object"})
            return
        name = found.get("id")
        if not isinstance(name, str):
            self._write({"error": "a query must have a string", "field": "id"})
            return
        try:
            if found.get("action") is not None:
                self._act(found)
            else:
                self._take(query_of(found))
        except BadField as error:
            self._write({"error": one_line(str(error)), "field": error.field, "id": name})
        except Exception as error:
            log.exception("internal error in query %r", name)
            self._write({"error": one_line(f"internal error: {error}"), "id": name})

    def finish(self, *, wait: bool = True) -> None:
        """Take no more queries; return when all are answered or, without `wait`, given up."""
        with self._changed:
            self._closed = True
            if not wait:
                self._jobs.clear()
                if self._running is not None:
                    self._stop(self._running)
            self._changed.notify_all()
        self._worker.join()

    def _write(self, found: dict[str, Any]) -> None:
        with self._writing:
            self._write_out(found)

    def _take(self, query: Query) -> None:
        for name in query.unknown:
            self._write({"warning": "this field is not used", "field": name, "id": query.id})
        with self._changed:
            for turn, position in query.turns:
                self._arrived += 1
                rank = (-query.priority, self._arrived)
                heapq.heappush(self._jobs, _Job(rank, query, turn, position))
            self._changed.notify_all()

    def _act(self, found: dict[str, Any]) -> None:
        """Carry out an action; the answer is the query itself, with what was asked for."""
        action = found["action"]
        if action == "query_version":
            self._write({**found, "version": __version__, "git_hash": "<omitted>"})
        elif action == "query_models":
            self._write({**found, "models": []})
        elif action == "clear_cache":
            self._forget()
            self._write(found)
        elif action in ("terminate", "terminate_all"):
            self._terminate(found, everything=action == "terminate_all")
            self._write(found)
        else:
            raise BadField("action", "it is no action that is known here")

    def _forget(self) -> None:
        with Deadline(0.0) as now:
            analyst = self._analysing.reading(now, 0.0)
        if analyst is not None:
            analyst.forget()
        self._smoothing.forget()

    def _terminate(self, found: dict[str, Any], *, everything: bool) -> None:
        wanted = found.get("terminateId")
        turns = found.get("turnNumbers")
        if not everything and not isinstance(wanted, str):
            raise BadField("terminateId", "it must be a string")
        if turns is not None and not (
            isinstance(turns, list) and all(isinstance(turn, int) for turn in turns)
        ):
            raise BadField("turnNumbers", "it must be a list of integers")

        def meant(job: _Job) -> bool:
            return (everything or job.query.id == wanted) and (turns is None or job.turn in turns)

        with self._changed:
            given_up = [job for job in self._jobs if meant(job)]
            self._jobs = [job for job in self._jobs if not meant(job)]
            heapq.heapify(self._jobs)
            if self._running is not None and meant(self._running):
                self._stop(self._running)
        for job in given_up:
            self._write(nothing(job.query, job.turn))

    def _stop(self, job: _Job) -> None:
        job.stopped = True
        if job.deadline is not None:
            job.deadline.stop()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._write(self._answer(job))
            except Exception as error:
                log.exception("internal error in query %r", job.query.id)
                text = one_line(f"internal error: {type(error).__name__}: {error}")
                self._write({"error": text, "id": job.query.id, "turnNumber": job.turn})
            finally:
                with self._changed:
                    self._running = None

    def _next(self) -> _Job | None:
        """Return the most urgent job, waiting for one; None when there will be no more."""
        with self._changed:
            while not self._jobs and not self._closed:
                self._changed.wait()
            if not self._jobs:
                return None
            self._running = heapq.heappop(self._jobs)
            return self._running

    def _answer(self, job: _Job) -> dict[str, Any]:
        """Study the turn of a job and return the answer about it."""
        query = job.query
        settings = self._settings
        if not query.regions:
            settings = replace(settings, one_region=True)
        latest: list[Decision] = []
        reported = time.monotonic()

        def tell(decision: Decision) -> None:
            nonlocal reported
            latest[:] = [decision]
            if query.every is not None and time.monotonic() - reported >= query.every:
                reported = time.monotonic()
                shown = self._smoothing.smoothed(decision)
                self._write(answer_of(query, job.turn, shown, during=True))

        with Deadline(LONGEST_SECONDS) as loading:
            with self._changed:
                job.deadline = loading
                if job.stopped:
                    loading.stop()
            analyst = self._analysing.reading(loading, 1.0)
            if analyst is None and not job.stopped:
                return {
                    "error": "the search could not be loaded",
                    "id": query.id,
                    "turnNumber": job.turn,
                }
        seconds = LONGEST_SECONDS if query.seconds is None else query.seconds
        with Deadline(seconds) as deadline:
            with self._changed:
                job.deadline = deadline
                if job.stopped:
                    deadline.stop()
            if analyst is not None and not job.stopped:
                visits = max(query.visits or self._visits, self._least)
                hidden = query.hidden[job.position.to_move]
                analyst.study(job.position, deadline, settings, tell, visits, hidden)
            if not latest:
                return nothing(query, job.turn)
            found = latest[0]
            latest[0] = self._smoothing.smoothed(found)
            self._smoothing.remember(found)

            def owners_after(moves: Sequence[int]) -> Mapping[int, Mapping[int, float]]:
                assert analyst is not None
                return analyst.owners_after(job.position, moves, deadline, settings.seed)

            said = answer_of(query, job.turn, latest[0], during=False, owners_after=owners_after)
        if query.places:
            said["places"] = _places(query, job.position)
        return said


def _places(query: Query, position: Position) -> list[dict[str, Any]] | dict[str, Any]:
    """Return the places of a query, or an error about them."""
    from gtpengine.gtp.analysis.places import SECONDS, places_told
    from gtpengine.partition.place import BadPlace

    seconds = SECONDS if query.seconds is None else min(SECONDS, query.seconds)
    try:
        return places_told(position, query.places, query.walls, seconds)
    except BadPlace as error:
        return {"error": str(error), "field": "places"}
