"""Logs: words for people on stderr, and the conversation itself in a file if one is wanted."""

import logging
import sys
import time

from gtpengine.config import BadConfig
from gtpengine.gtp.pipes import Output

log = logging.getLogger(__name__)

# gtp2ogs posts lines with these words to the game's chat; our log must never do so by accident.
_CHAT_WORDS = ("MALKOVICH:", "DISCUSSION:", "MAIN:")


class QuietFormatter(logging.Formatter):
    """Formats log records so that no client takes them for chat."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's text, words that gtp2ogs acts upon broken up."""
        text = super().format(record)
        for word in _CHAT_WORDS:
            text = text.replace(word, word[:-1] + " :")
        return text


def log_to_stderr(*, verbose: bool) -> None:
    """Send the log to stderr: warnings, and everything if `verbose`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(QuietFormatter("gtpengine: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("gtpengine").setLevel(logging.DEBUG if verbose else logging.WARNING)
    # A stderr that nobody reads is no reason to complain on stderr.
    logging.raiseExceptions = False
    logging.captureWarnings(capture=True)


class Trace:
    """A file with every line of both directions: seconds, `<` from the client, `>` to it."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open(path, "ab", buffering=0)  # noqa: SIM115 - open as long as we run
        except OSError as error:
            raise BadConfig(f"cannot write the log '{path}': {error.strerror or error}") from error
        self._started = time.monotonic()
        self._path = path
        self._has_failed = False

    def received(self, raw: bytes) -> None:
        """Note a line from the client."""
        self._note(b"<", raw)

    def sent(self, data: bytes) -> None:
        """Note an answer."""
        self._note(b">", data.rstrip(b"\n").replace(b"\n", b"\n                > "))

    def _note(self, direction: bytes, data: bytes) -> None:
        stamp = f"{time.strftime('%H:%M:%S')} {time.monotonic() - self._started:7.2f}".encode()
        try:
            self._file.write(stamp + direction + b" " + data + b"\n")
        except OSError as error:  # a full disk must not stop a game
            if not self._has_failed:
                log.warning("cannot write the log '%s': %s", self._path, error.strerror or error)
            self._has_failed = True


class TracedOutput:
    """An `Output` that notes what it passes on."""

    def __init__(self, output: Output, trace: Trace) -> None:
        self._output = output
        self._trace = trace

    def write(self, data: bytes) -> None:
        """Write `data`, then note it."""
        self._output.write(data)
        self._trace.sent(data)
