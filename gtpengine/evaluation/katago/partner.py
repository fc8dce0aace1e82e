"""The partner: a KataGo process that is kept alive, asked much at once, and restarted when it dies.

A thread keeps the process and reads its answers; whoever asks waits, watches the time, and gets the
answers in his own thread. A process that dies is started anew and asked again. What makes it die
again and again is asked alone, so that nothing else suffers, and then given up.
"""

import json
import logging
import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from gtpengine.errors import EngineError
from gtpengine.evaluation.katago.judgement import BadAnswer, Judgement, judgement_of
from gtpengine.evaluation.katago.pipe import JsonPipe, NoStart
from gtpengine.evaluation.katago.question import Question

log = logging.getLogger(__name__)

_TICK = 0.2  # seconds between looks at the clock, and at Ctrl-C where waiting does not hear it
_STOP_TICK = 0.02  # the same where somebody may say stop
_HELLO = "hello"
_MODELS = "models"
_KILLED = (-signal.SIGKILL, -signal.SIGTERM) if hasattr(signal, "SIGKILL") else ()
_PATIENCE = 10  # times as often may it be killed if it gets ready each time
_SUSPECT = 2  # deaths after which a question is asked alone


class PartnerGone(EngineError):
    """KataGo cannot be started or cannot be kept alive; the text says why."""


class Unanswered(EngineError):
    """One question has no answer; the text says why. Others can be asked."""


@dataclass(frozen=True)
class PartnerSettings:
    """How KataGo is started and how patient we are.

    Attributes:
        command: the words of its command line.
        start_seconds: until it must have answered the first time; versions for graphics cards
            measure the card at their first start, which takes minutes.
        silence_seconds: without a sign of life while it searches; it is asked for one four times
            as often.
        under_way: questions that it has at a time.
        starts: in a row that may fail.
        deaths: during one question, before that question is given up.
        kills: from outside, in a row and before it is ready, that are borne, and ten times as many
            without an answer; they are nobody's fault, and count neither as a failed start nor
            against a question.
    """

    command: tuple[str, ...]
    start_seconds: float = 600.0
    silence_seconds: float = 60.0
    under_way: int = 32
    starts: int = 3
    deaths: int = 4
    kills: int = 20

    @classmethod
    def of_line(cls, line: str) -> "PartnerSettings":
        """Return the settings for a command line as a shell would split it."""
        return cls(tuple(shlex.split(line)))


@dataclass
class _Job:
    """A question on its way to an answer."""

    name: str
    question: Question
    deaths: int = 0
    found: Judgement | Unanswered | None = None


@dataclass
class _State:
    """All that the threads share; the condition of the partner guards it."""

    pipe: JsonPipe | None = None
    ready: bool = False
    started: float = 0.0  # when the process was
    heard: float = 0.0  # when it last gave a sign of life
    why: str = ""  # it was killed
    gone: str = ""  # it is given up for good
    wanted: bool = False  # somebody waits for it to be ready
    last_words: str = ""
    stderr: str = ""  # of the last process that is gone
    closing: bool = False
    restarts: int = 0
    kills: int = 0  # from outside, since it was last ready
    fruitless: int = 0  # the same, since the last answer
    cpu: float = 0.0  # of processes that are gone
    version: str = ""
    models: list[str] = field(default_factory=list)
    waiting: list[_Job] = field(default_factory=list)
    sent: dict[str, _Job] = field(default_factory=dict)


class KataGo:
    """A partner. It is started with the first question; `close` ends it, also at the end of a with.

    Every call may come from any thread.
    """

    def __init__(self, settings: PartnerSettings) -> None:
        self.settings = settings
        self._changed = threading.Condition()
        self._state = _State()
        self._numbers = 0
        self._keeper: threading.Thread | None = None

    def __enter__(self) -> "KataGo":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def version(self) -> str:
        """The version that it tells; empty before it was started."""
        return self._state.version

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the networks that it tells; older versions tell none."""
        return tuple(self._state.models)

    @property
    def restarts(self) -> int:
        """How often it was started anew."""
        return self._state.restarts

    def cpu_seconds(self) -> float:
        """Return the CPU time of all its processes, as far as the system tells."""
        with self._changed:
            pipe = self._state.pipe
            return self._state.cpu + ((pipe.cpu_seconds() or 0.0) if pipe is not None else 0.0)

    def stderr(self) -> str:
        """Return the last part of what the process wrote to stderr, the last one if it is gone."""
        with self._changed:
            pipe = self._state.pipe
            return self._state.stderr if pipe is None else pipe.stderr()

    def begin(self) -> None:
        """Start it, unless it runs, and wait for nothing.

        Raises:
            PartnerGone: it was given up.
        """
        with self._changed:
            self._state.wanted = not self._state.ready
            self._wake()

    def start(self) -> None:
        """Return when it is ready to answer.

        Raises:
            PartnerGone: it cannot be started.
        """
        self.begin()
        with self._changed:
            while not self._state.ready:
                self._look()
                self._changed.wait(_TICK)

    def ask(self, question: Question, seconds: float | None = None) -> Judgement:
        """Return the answer to a question, within `seconds` if they are given.

        Raises:
            Unanswered: KataGo refuses it, dies of it, answers what cannot be right, or is late.
            PartnerGone: KataGo cannot be started.
        """
        found = next(self.answers([question], seconds))[1]
        if isinstance(found, Unanswered):
            raise found
        return found

    def ask_all(
        self,
        questions: Sequence[Question],
        told: Callable[[int, Judgement | Unanswered], None] | None = None,
    ) -> list[Judgement | Unanswered]:
        """Return the answers in the order of the questions; `told` hears each as it comes.

        Raises:
            PartnerGone: KataGo cannot be started.
        """
        found: dict[int, Judgement | Unanswered] = {}
        for place, answer in self.answers(questions):
            found[place] = answer
            if told is not None:
                told(place, answer)
        return [found[place] for place in range(len(questions))]

    def answers(
        self,
        questions: Sequence[Question],
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[int, Judgement | Unanswered]]:
        """Yield (place, answer) as answers come; what is late after `seconds` is Unanswered.

        The same holds for what is missing once `stop` tells so. If the caller stops, the rest is
        given up.

        Raises:
            PartnerGone: KataGo cannot be started.
        """
        until = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            jobs = {place: self._job(question) for place, question in enumerate(questions)}
            self._state.waiting += jobs.values()
            self._wake()
        try:
            while jobs:
                for place, found in self._some(jobs, until, stop):
                    del jobs[place]
                    yield place, found
        finally:
            with self._changed:
                self._forget(jobs.values())

    def _job(self, question: Question) -> _Job:
        self._numbers += 1
        return _Job(f"q{self._numbers}", question)

    def _some(
        self, jobs: Mapping[int, _Job], until: float | None, stop: Callable[[], bool] | None
    ) -> list[tuple[int, Judgement | Unanswered]]:
        """Return the answers that are there, at least one, waiting for it."""
        with self._changed:
            while True:
                done = [(place, job.found) for place, job in jobs.items() if job.found is not None]
                if done:
                    return done
                late_by_now = until is not None and time.monotonic() >= until
                if late_by_now or (stop is not None and stop()):
                    self._forget(jobs.values())
                    late = Unanswered("KataGo gave no answer in time")
                    return [(place, late) for place in jobs]
                self._look()
                left = _TICK if stop is None else _STOP_TICK
                left = left if until is None else min(left, until - time.monotonic())
                self._changed.wait(max(left, 0.0))

    def _forget(self, jobs: Iterable[_Job]) -> None:
        """Give up jobs: those that wait are dropped, those under way are called off."""
        state = self._state
        names = {job.name for job in jobs}
        state.waiting = [job for job in state.waiting if job.name not in names]
        for name in names & state.sent.keys():
            del state.sent[name]
            if state.pipe is not None and state.ready:
                state.pipe.send({"id": f"t-{name}", "action": "terminate", "terminateId": name})
        self._feed()

    def _wake(self) -> None:
        """Let the keeper work; raise PartnerGone if there is nothing to keep."""
        state = self._state
        if state.closing:
            raise PartnerGone("KataGo was ended")
        if state.gone:
            raise PartnerGone(state.gone)
        if self._keeper is None:
            self._keeper = threading.Thread(target=self._keep, name="katago", daemon=True)
            self._keeper.start()
        self._feed()
        self._changed.notify_all()

    def _look(self) -> None:
        """Kill a process that is silent for too long; raise PartnerGone if it is given up."""
        state, settings = self._state, self.settings
        if state.gone:
            raise PartnerGone(state.gone)
        if state.closing:
            raise PartnerGone("KataGo was ended")
        if state.pipe is None or state.why:
            return
        now = time.monotonic()
        if not state.ready and now - state.started > settings.start_seconds:
            state.why = f"it was not ready after {settings.start_seconds:g} s"
            state.pipe.kill()
        elif state.sent and state.ready and now - state.heard > settings.silence_seconds:
            state.why = f"it gave no sign of life for {settings.silence_seconds:g} s"
            state.pipe.kill()

    def _feed(self) -> None:
        """Send what waits, as much as may be under way; suspects go alone."""
        state = self._state
        if state.pipe is None or not state.ready or state.why:
            return
        if any(job.deaths >= _SUSPECT for job in state.sent.values()):
            return
        if not state.sent:
            state.heard = time.monotonic()
        fresh = [job for job in state.waiting if job.deaths < _SUSPECT]
        room = self.settings.under_way - len(state.sent)
        going = fresh[: max(room, 0)]
        if not fresh and not state.sent:
            going = state.waiting[:1]
        for job in going:
            state.waiting.remove(job)
            state.sent[job.name] = job
            every = self.settings.silence_seconds / 4
            fields = {"id": job.name, **job.question.fields(), "reportDuringSearchEvery": every}
            state.pipe.send(fields)

    def _keep(self) -> None:
        """Start the process when somebody asks, read its answers, and again when it died."""
        failed = 0
        while self._is_needed():
            with self._changed:
                self._state.why = ""
            try:
                pipe = JsonPipe(self.settings.command)
            except NoStart as error:
                self._give_up(f"KataGo does not start: {error}")
                return
            ready = self._listen(pipe)
            if ready is None:
                return
            failed = 0 if ready or self._is_killed() else failed + 1
            if failed >= self.settings.starts:
                self._give_up(f"KataGo does not start: {self._state.last_words}")
                return

    def _is_killed(self) -> bool:
        """Tell whether the last process was ended from outside, as may happen now and then."""
        with self._changed:
            return self._bears_kills()

    def _bears_kills(self) -> bool:
        """Tell whether the last process was killed, and not too often without use."""
        state, most = self._state, self.settings.kills
        return 0 < state.kills <= most and state.fruitless <= _PATIENCE * most

    def _is_needed(self) -> bool:
        with self._changed:
            state = self._state
            while not (state.closing or state.waiting or state.wanted):
                self._changed.wait()
            return not state.closing

    def _listen(self, pipe: JsonPipe) -> bool | None:
        """Read a process to its end; tell whether it was ever ready, None if we are closing."""
        with self._changed:
            state = self._state
            state.pipe, state.ready = pipe, False
            state.started = state.heard = time.monotonic()
            closing = state.closing
        if closing:
            pipe.kill()
        pipe.send({"id": _HELLO, "action": "query_version"})
        pipe.send({"id": _MODELS, "action": "query_models"})
        for found in pipe.objects():
            with self._changed:
                self._take(found)
                self._changed.notify_all()
        code = pipe.end(politely=True)
        with self._changed:
            ready, state.ready, state.pipe = state.ready, False, None
            state.cpu += pipe.cpu_seconds() or 0.0
            if state.closing:
                return None
            state.restarts += 1
            state.stderr = pipe.stderr()
            state.last_words = state.why or pipe.last_words() or f"it ends with code {code}"
            killed = code in _KILLED and not state.why
            state.kills = state.kills + 1 if killed else 0
            state.fruitless = state.fruitless + 1 if killed else 0
            if killed:
                state.last_words = "somebody kills it"
            log.warning("KataGo ended: %s", state.last_words)
            self._ask_again(blame=not self._bears_kills())
            self._changed.notify_all()
        return ready

    def _ask_again(self, *, blame: bool) -> None:
        """Put what was under way back in front; what is to blame too often is answered by that."""
        state = self._state
        again = []
        for job in state.sent.values():
            job.deaths += blame
            if job.deaths >= self.settings.deaths:
                job.found = Unanswered(f"KataGo ended {job.deaths} times when asked this")
            else:
                again.append(job)
        state.sent = {}
        state.waiting = again + state.waiting

    def _take(self, found: Mapping[str, Any]) -> None:
        """Take one object that the process wrote."""
        state = self._state
        name = found.get("id")
        if name == _HELLO:
            state.ready, state.wanted = True, False
            state.kills = 0
            state.version = str(found.get("version") or "unknown")
            state.heard = time.monotonic()
            self._feed()
        elif name == _MODELS and isinstance(found.get("models"), list):
            state.models = [_model_name(model) for model in found["models"]]
        job = state.sent.get(name) if isinstance(name, str) else None
        if "warning" in found:
            log.info("KataGo warns: %s", json.dumps(found)[:300])
            return
        if job is None:
            if "error" in found and name not in (_HELLO, _MODELS):
                log.warning("KataGo says: %s", json.dumps(found)[:300])
            return
        state.heard = time.monotonic()
        if found.get("isDuringSearch") is True:
            return
        del state.sent[job.name]
        state.kills = state.fruitless = 0
        job.found = _answer(job.question, found)
        self._feed()

    def _give_up(self, text: str) -> None:
        with self._changed:
            self._state.gone = text
            self._changed.notify_all()

    def close(self) -> None:
        """End it and its threads; whoever still waits gets PartnerGone."""
        with self._changed:
            self._state.closing = True
            pipe, keeper = self._state.pipe, self._keeper
            busy = bool(self._state.sent) or not self._state.ready
            self._changed.notify_all()
        if pipe is not None:
            pipe.end(politely=not busy)
        if keeper is not None and keeper is not threading.current_thread():
            keeper.join()


def _answer(question: Question, found: Mapping[str, Any]) -> Judgement | Unanswered:
    if "error" in found:
        place = f" ({found['field']})" if "field" in found else ""
        return Unanswered(f"KataGo refuses the question: {found['error']}{place}")
    if found.get("noResults"):
        return Unanswered("KataGo gave the question up")
    try:
        return judgement_of(question, found)
    except BadAnswer as error:
        return Unanswered(str(error))


def _model_name(model: Any) -> str:
    return str(model.get("name") or model.get("internalName")) if isinstance(model, dict) else "?"
