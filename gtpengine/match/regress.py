"""Regression runs: the cases of a suite put to an engine, and what it made of them."""

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from gtpengine.match.client import Client, EngineFailure, Refused
from gtpengine.match.settings import EngineSettings
from gtpengine.match.suite import Case

# What an engine can be asked about its answer, the more special command first.
EXPLAIN_SUGGESTION = "gtpengine-explain_suggestion"
EXPLAIN_MOVE = "gomill-explain_last_move"
START_SECONDS = 120.0  # our own engine may have to compile first
SEED = "1"


class Mark(Enum):
    """How a case ended."""

    PASS = "pass"
    FAIL = "FAIL"
    BROKEN = "BROKEN"  # refused, crashed or no answer in time: a failure too
    UNSUPPORTED = "not supported"  # the engine does not know the command


@dataclass(frozen=True, slots=True)
class Verdict:
    """A case with the engine's answer, or what went wrong instead, and its explanation."""

    case: Case
    mark: Mark
    answer: str
    explanation: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Total:
    """How many cases of one command passed."""

    verb: str
    passed: int
    failed: int
    broken: int
    unsupported: int

    def __str__(self) -> str:
        asked = self.passed + self.failed + self.broken
        text = f"{self.verb}: {self.passed} of {asked} passed" if asked else f"{self.verb}:"
        if self.broken:
            text += f", {self.broken} of the others broken"
        if self.unsupported:
            text += f"{',' if asked else ''} {self.unsupported} not supported"
        return text


class Regression:
    """An engine that is put to the test; it is started again after a crash.

    `patience` is how many seconds it may take for an answer.
    """

    def __init__(self, engine: EngineSettings, patience: float) -> None:
        self._engine = engine
        self._patience = patience
        self._client: Client | None = None
        self._known: frozenset[str] = frozenset()
        self._had: tuple[int, int] | None = None  # the board before it, and setup commands it had

    def run(self, cases: Sequence[Case]) -> Iterator[Verdict]:
        """Yield a verdict for each case, in order.

        Raises:
            EngineFailure: the engine does not start.
        """
        try:
            for case in cases:
                yield self._judged(case)
        finally:
            self._leave()

    def _judged(self, case: Case) -> Verdict:
        client = self._client if self._client is not None else self._start()
        if case.verb not in self._known:
            return Verdict(case, Mark.UNSUPPORTED, "", "", 0.0)
        started = time.monotonic()
        try:
            self._set_up(client, case)
            started = time.monotonic()
            answer = client.ask(case.command, self._patience)
        except EngineFailure as failure:
            if not isinstance(failure, Refused):
                self._leave()
            spent = time.monotonic() - started
            return Verdict(case, Mark.BROKEN, str(failure), "", spent)
        spent = time.monotonic() - started
        if case.expected.accepts(answer):
            return Verdict(case, Mark.PASS, answer, "", spent)
        return Verdict(case, Mark.FAIL, answer, self._explanation(client, case), spent)

    def _start(self) -> Client:
        words = [word.replace("{seed}", SEED) for word in self._engine.command]
        client = Client(words)
        try:
            self._known = frozenset(client.ask("list_commands", START_SECONDS).split())
            for command in self._engine.commands:
                client.ask(command.replace("{seed}", SEED), START_SECONDS)
            if "final_score" in self._known:
                # Who can judge a board has loaded all that the first case should not wait for.
                with contextlib.suppress(Refused):
                    client.ask("final_score", START_SECONDS)
        except BaseException:
            client.close()
            raise
        self._client = client
        self._had = None
        return client

    def _set_up(self, client: Client, case: Case) -> None:
        """Bring the engine to the board of a case; commands that it has had are not repeated."""
        board, count = self._had or (None, 0)
        self._had = None
        for command in case.setup[count:] if board == case.board else case.setup:
            client.ask(command, self._patience)
        self._had = (case.board, len(case.setup))

    def _explanation(self, client: Client, case: Case) -> str:
        """Return what the engine says about its answer, as far as it can."""
        commands = [EXPLAIN_SUGGESTION] if case.verb == "reg_genmove" else []
        for command in (*commands, EXPLAIN_MOVE):
            if command in self._known:
                try:
                    return client.ask(command, self._patience)
                except EngineFailure as failure:
                    if not isinstance(failure, Refused):
                        self._leave()
                    return f"({failure})"
        return ""

    def _leave(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None


def totals(verdicts: Sequence[Verdict]) -> list[Total]:
    """Return how many cases passed, for each command in the order of its first case."""
    found = []
    for verb in dict.fromkeys(verdict.case.verb for verdict in verdicts):
        marks = [verdict.mark for verdict in verdicts if verdict.case.verb == verb]
        found.append(
            Total(
                verb,
                marks.count(Mark.PASS),
                marks.count(Mark.FAIL),
                marks.count(Mark.BROKEN),
                marks.count(Mark.UNSUPPORTED),
            )
        )
    return found


def line_of(verdict: Verdict) -> str:
    """Return a verdict for people; a failure has its explanation on lines of its own."""
    case = verdict.case
    text = f"{case.number:>5} {verdict.mark.value:<13} {case.command}"
    if verdict.mark is Mark.UNSUPPORTED:
        return text
    known = case.expected.known_failure
    remark = {Mark.PASS: " (was known to fail)", Mark.FAIL: " (known to fail)"}
    text += f": {verdict.answer}, wanted {case.expected}"
    text += remark.get(verdict.mark, "") if known else ""
    text += f"  {verdict.seconds:.1f} s"
    if verdict.mark in (Mark.FAIL, Mark.BROKEN):
        board = "; ".join(_shortened(command) for command in case.setup)
        text += f"\n      board: {board or 'empty'}"
        text += "".join(f"\n      {line}" for line in verdict.explanation.splitlines() if line)
    return text


def _shortened(command: str) -> str:
    """Return a command with the name of a file instead of its path."""
    return " ".join(word.rsplit("/", 1)[-1] for word in command.split())
