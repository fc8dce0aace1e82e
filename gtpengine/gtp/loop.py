"""The conversation: take a command, obey it, answer it. The only place that writes `=` and `?`."""

import contextlib
import logging
from collections.abc import Generator

from gtpengine.errors import EngineError
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.inbox import Inbox
from gtpengine.gtp.pipes import Output, OutputGone
from gtpengine.gtp.protocol import CommandLine, answer, one_line
from gtpengine.gtp.registry import Command, Registry
from gtpengine.gtp.session import Session, Snapshot

log = logging.getLogger(__name__)


class Loop:
    """Answers the commands of an inbox, in order, each exactly once.

    Attributes:
        answered: how many commands have been answered so far.
    """

    def __init__(self, session: Session, registry: Registry, inbox: Inbox, output: Output) -> None:
        self._session = session
        self._registry = registry
        self._inbox = inbox
        self._output = output
        self.answered = 0

    def run(self) -> None:
        """Talk until `quit`, the end of input, or until nobody listens."""
        try:
            while (line := self._inbox.take()) is not None:
                self._obey(line)
                self.answered += 1
                if line.name == "quit":
                    return
        except OutputGone:
            log.info("the client closed our output")

    def _obey(self, line: CommandLine) -> None:
        command = self._registry.get(line.name)
        if command is None:
            self._answer(line, "unknown command", success=False)
            return
        before = self._session.snapshot() if command.changes else None
        try:
            result = command.handler(self._session, Arguments(line))
            if command.changes and isinstance(result, str):
                self._session.save()  # it is on disk before the client hears of it
        except Exception as error:
            if before is not None:
                self._session.restore(before)
            if isinstance(error, EngineError):
                log.info("%s: %s", line.name, error.__cause__ or error.__context__ or error)
                text = one_line(str(error))
            else:
                log.exception("internal error in '%s'", line.name)
                text = one_line(f"internal error: {type(error).__name__}: {error}")
            self._answer(line, text, success=False)
            return
        if isinstance(result, str):
            self._answer(line, result)
        else:
            self._stream(line, command, result, before)

    def _answer(self, line: CommandLine, text: str, *, success: bool = True) -> None:
        self._output.write(answer(line.id, text, success=success))

    def _stream(
        self,
        line: CommandLine,
        command: Command,
        lines: Generator[str, None, None],
        before: Snapshot | None,
    ) -> None:
        """Write lines as they come, until they end or the client says anything."""
        self._output.write(answer(line.id, "")[:-1])
        with contextlib.closing(lines):
            try:
                for text in lines:
                    if text.strip():  # an empty line would end the answer
                        self._output.write(
                            (" ".join(text.split()) + "\n").encode("utf-8", "replace")
                        )
                    if self._inbox.has_more() and not command.whole:
                        break
            except OutputGone:
                raise
            except Exception:
                log.exception("internal error in '%s'", line.name)
                if before is not None:
                    self._session.restore(before)
        self._output.write(b"\n")
