"""The partner: a KataGo that is asked much at once.

A keeper's thread starts the process and reads its answers; whoever asks waits, watches the time,
and gets the answers in his own thread.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from gtpengine.evaluation.katago.judgement import Judgement
from gtpengine.evaluation.katago.keeper import Job, Keeper, PartnerSettings, Unanswered
from gtpengine.evaluation.katago.question import Question

_TICK = 0.2  # seconds between looks at the clock, and at Ctrl-C where waiting does not hear it
_STOP_TICK = 0.02  # the same where somebody may say stop


class KataGo:
    """A partner. It is started with the first question; `close` ends it, also at the end of a with.

    Every call may come from any thread.
    """

    def __init__(self, settings: PartnerSettings) -> None:
        self._keeper = Keeper(settings)
        self._numbers = 0

    def __enter__(self) -> "KataGo":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End it and its threads; whoever still waits gets PartnerGone."""
        self._keeper.close()

    @property
    def settings(self) -> PartnerSettings:
        """How it is started."""
        return self._keeper.settings

    @property
    def version(self) -> str:
        """The version that it tells; empty before it was started."""
        return self._keeper.state.version

    @property
    def models(self) -> tuple[str, ...]:
        """The names of the networks that it tells; older versions tell none."""
        return tuple(self._keeper.state.models)

    @property
    def restarts(self) -> int:
        """How often it was started anew."""
        return self._keeper.state.restarts

    def cpu_seconds(self) -> float:
        """Return the CPU time of all its processes, as far as the system tells."""
        with self._keeper.changed:
            state = self._keeper.state
            running = None if state.pipe is None else state.pipe.cpu_seconds()
            return state.cpu + (running or 0.0)

    def stderr(self) -> str:
        """Return the last part of what the process wrote to stderr, the last one if it is gone."""
        with self._keeper.changed:
            state = self._keeper.state
            return state.stderr if state.pipe is None else state.pipe.stderr()

    def begin(self) -> None:
        """Start it, unless it runs, and wait for nothing.

        Raises:
            PartnerGone: it was given up.
        """
        with self._keeper.changed:
            self._keeper.state.wanted = not self._keeper.state.ready
            self._keeper.wake()

    def start(self) -> None:
        """Return when it is ready to answer.

        Raises:
            PartnerGone: it cannot be started.
        """
        self.begin()
        with self._keeper.changed:
            while not self._keeper.state.ready:
                self._keeper.look()
                self._keeper.changed.wait(_TICK)

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
        with self._keeper.changed:
            jobs = {place: self._job(question) for place, question in enumerate(questions)}
            self._keeper.state.waiting += jobs.values()
            self._keeper.wake()
        try:
            while jobs:
                for place, found in self._some(jobs, until, stop):
                    del jobs[place]
                    yield place, found
        finally:
            with self._keeper.changed:
                self._keeper.forget(jobs.values())

    def _job(self, question: Question) -> Job:
        self._numbers += 1
        return Job(f"q{self._numbers}", question)

    def _some(
        self, jobs: Mapping[int, Job], until: float | None, stop: Callable[[], bool] | None
    ) -> list[tuple[int, Judgement | Unanswered]]:
        """Return the answers that are there, at least one, waiting for it."""
        with self._keeper.changed:
            while True:
                done = [(place, job.found) for place, job in jobs.items() if job.found is not None]
                if done:
                    return done
                late_by_now = until is not None and time.monotonic() >= until
                if late_by_now or (stop is not None and stop()):
                    self._keeper.forget(jobs.values())
                    late = Unanswered("KataGo gave no answer in time")
                    return [(place, late) for place in jobs]
                self._keeper.look()
                left = _TICK if stop is None else _STOP_TICK
                left = left if until is None else min(left, until - time.monotonic())
                self._keeper.changed.wait(max(left, 0.0))
