"""A KataGo process that is kept alive: a thread starts it, feeds it and reads its answers.

A process that dies is started anew and asked again. What makes it die again and again is asked
alone, so that nothing else suffers, and then given up.
"""

import json
import logging
import shlex
import signal
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gtpengine.errors import EngineError
from gtpengine.evaluation.katago.judgement import BadAnswer, Judgement, judgement_of
from gtpengine.evaluation.katago.pipe import JsonPipe, NoStart
from gtpengine.evaluation.katago.question import Question

log = logging.getLogger(__name__)

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
class Job:
    """A question on its way to an answer."""

    name: str
    question: Question
    deaths: int = 0
    found: Judgement | Unanswered | None = None


@dataclass
class State:
    """All that the threads share; the keeper's condition guards it."""

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
    waiting: list[Job] = field(default_factory=list)
    sent: dict[str, Job] = field(default_factory=dict)


class Keeper:
    """Keeps one process, from the first time that somebody wakes it.

    Attributes:
        settings: see there.
        changed: is notified when the state changes, and guards it: whoever calls `wake`, `look` or
            `forget` holds it.
        state: what the process and its questions have come to.
    """

    def __init__(self, settings: PartnerSettings) -> None:
        self.settings = settings
        self.changed = threading.Condition()
        self.state = State()
        self._thread: threading.Thread | None = None

    def forget(self, jobs: Iterable[Job]) -> None:
        """Give up jobs: those that wait are dropped, those under way are called off."""
        state = self.state
        names = {job.name for job in jobs}
        state.waiting = [job for job in state.waiting if job.name not in names]
        for name in names & state.sent.keys():
            del state.sent[name]
            if state.pipe is not None and state.ready:
                state.pipe.send({"id": f"t-{name}", "action": "terminate", "terminateId": name})
        self._feed()

    def wake(self) -> None:
        """Let the keeper work; raise PartnerGone if there is nothing to keep."""
        state = self.state
        if state.closing:
            raise PartnerGone("KataGo was ended")
        if state.gone:
            raise PartnerGone(state.gone)
        if self._thread is None:
            self._thread = threading.Thread(target=self._keep, name="katago", daemon=True)
            self._thread.start()
        self._feed()
        self.changed.notify_all()

    def look(self) -> None:
        """Kill a process that is silent for too long; raise PartnerGone if it is given up."""
        state, settings = self.state, self.settings
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
        state = self.state
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
            with self.changed:
                self.state.why = ""
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
                self._give_up(f"KataGo does not start: {self.state.last_words}")
                return

    def _is_killed(self) -> bool:
        """Tell whether the last process was ended from outside, as may happen now and then."""
        with self.changed:
            return self._bears_kills()

    def _bears_kills(self) -> bool:
        """Tell whether the last process was killed, and not too often without use."""
        state, most = self.state, self.settings.kills
        return 0 < state.kills <= most and state.fruitless <= _PATIENCE * most

    def _is_needed(self) -> bool:
        with self.changed:
            state = self.state
            while not (state.closing or state.waiting or state.wanted):
                self.changed.wait()
            return not state.closing

    def _listen(self, pipe: JsonPipe) -> bool | None:
        """Read a process to its end; tell whether it was ever ready, None if we are closing."""
        with self.changed:
            state = self.state
            state.pipe, state.ready = pipe, False
            state.started = state.heard = time.monotonic()
            closing = state.closing
        if closing:
            pipe.kill()
        pipe.send({"id": _HELLO, "action": "query_version"})
        pipe.send({"id": _MODELS, "action": "query_models"})
        for found in pipe.objects():
            with self.changed:
                self._take(found)
                self.changed.notify_all()
        code = pipe.end(politely=True)
        with self.changed:
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
            self.changed.notify_all()
        return ready

    def _ask_again(self, *, blame: bool) -> None:
        """Put what was under way back in front; what is to blame too often is answered by that."""
        state = self.state
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
        state = self.state
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
        with self.changed:
            self.state.gone = text
            self.changed.notify_all()

    def close(self) -> None:
        """End it and its threads; whoever still waits gets PartnerGone."""
        with self.changed:
            self.state.closing = True
            pipe, thread = self.state.pipe, self._thread
            busy = bool(self.state.sent) or not self.state.ready
            self.changed.notify_all()
        if pipe is not None:
            pipe.end(politely=not busy)
        if thread is not None and thread is not threading.current_thread():
            thread.join()


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
