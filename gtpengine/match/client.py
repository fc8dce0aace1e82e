"""A GTP client for any engine. Whatever the engine does wrong is an EngineFailure."""

import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from enum import Enum

from gtpengine.errors import EngineError
from gtpengine.processes.cputime import process_seconds
from gtpengine.processes.programs import program_words
from gtpengine.processes.reaper import REAPER, kill_group

LONGEST_ANSWER = 4 * 1024 * 1024
STDERR_KEPT = 64 * 1024
QUIT_SECONDS = 2.0


class Fault(Enum):
    """What an engine can do wrong."""

    NO_START = "does not start"
    CRASH = "crashed"
    HANG = "gave no answer"
    GARBAGE = "answered garbage"
    REFUSAL = "refused a command"
    ILLEGAL = "illegal move"
    TIME = "exceeded its clock"


class EngineFailure(EngineError):
    """An engine did something for which it loses the game; the text says what."""

    def __init__(self, fault: Fault, text: str) -> None:
        super().__init__(f"{fault.value}: {text}")
        self.fault = fault


class Refused(EngineFailure):
    """The engine answered a command with a question mark."""

    def __init__(self, command: str, text: str) -> None:
        super().__init__(Fault.REFUSAL, f"'{command}': {text}")


def command_line(words: Sequence[str]) -> list[str]:
    """Return the words with which a process is started; `gtpengine` is this very installation.

    Raises:
        EngineFailure: there is no such program.
    """
    if words[0] == "gtpengine" and (not words[1:] or words[1].startswith("-")):
        # In a match an engine plays by its own settings, not by those of whoever starts it, and
        # leaves the other processors to the other games.
        words = ["gtpengine", "--no-config", "--threads", "1", *words[1:]]
    line = program_words(words)
    if line is None:
        raise EngineFailure(Fault.NO_START, f"program '{words[0]}' not found")
    return line


class Client:
    """A running engine. Every call may raise EngineFailure; `close` never does."""

    def __init__(self, words: Sequence[str]) -> None:
        line = command_line(words)
        try:
            self._process = subprocess.Popen(
                line,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailure(Fault.NO_START, f"{line[0]}: {error.strerror or error}") from None
        REAPER.watch(self._process.pid)
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._stderr = bytearray()
        self._cpu_at_exit: float | None = None
        self._closed = False
        self._readers = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read_answers, self._read_stderr)
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_answers(self) -> None:
        """Put each answer, without the empty line that ends it, into the queue; None at the end."""
        stream = self._process.stdout
        assert stream is not None
        rest = b""
        while chunk := stream.read(1 << 16):
            rest += chunk.replace(b"\r", b"")
            *answers, rest = rest.split(b"\n\n")
            for answer in answers:
                self._answers.put(answer)
            if len(rest) > LONGEST_ANSWER:
                self._answers.put(rest)
                break
        if rest.strip():
            self._answers.put(rest)
        self._answers.put(None)

    def _read_stderr(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while chunk := stream.read(1 << 14):
            self._stderr += chunk
            if len(self._stderr) > 2 * STDERR_KEPT:
                del self._stderr[:-STDERR_KEPT]

    def ask(self, command: str, seconds: float) -> str:
        """Send a command and return the text of its answer.

        Raises:
            Refused: the answer begins with a question mark.
            EngineFailure: no answer in time, the end of the engine, something that is no answer.
        """
        self._check_silence(command)
        self._send(command)
        try:
            answer = self._answers.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise EngineFailure(Fault.HANG, f"to '{command}' within {seconds:.1f} s") from None
        if answer is None:
            raise self._death(command)
        text = answer.decode("utf-8", "replace").lstrip("\n")
        if text[:1] == "=":
            return text[1:].strip()
        if text[:1] == "?":
            raise Refused(command, text[1:].strip()[:200])
        raise EngineFailure(Fault.GARBAGE, f"to '{command}': {text[:100]!r}")

    def _check_silence(self, command: str) -> None:
        """Refuse to go on if the engine has said something that nobody asked for."""
        try:
            early = self._answers.get_nowait()
        except queue.Empty:
            return
        if early is None:
            raise self._death(command)
        text = early.decode("utf-8", "replace")
        raise EngineFailure(Fault.GARBAGE, f"without being asked: {text[:100]!r}")

    def _send(self, command: str) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(command.encode("utf-8") + b"\n")
        except OSError:
            raise self._death(command) from None

    def _death(self, command: str) -> EngineFailure:
        """Return the failure of an engine that has closed its output."""
        code = self._wait(QUIT_SECONDS)
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"ended by {_signal_name(-code)}"
        else:
            how = f"exit code {code}"
        return EngineFailure(Fault.CRASH, f"at '{command}' ({how})")

    def cpu_seconds(self) -> float | None:
        """Return the CPU time used so far; None where the system tells only at the end."""
        if self._cpu_at_exit is not None:
            return self._cpu_at_exit
        return process_seconds(self._process.pid)

    def stderr(self) -> str:
        """Return the last part of what the engine wrote to stderr."""
        return bytes(self._stderr[-STDERR_KEPT:]).decode("utf-8", "replace")

    def is_alive(self) -> bool:
        """Tell whether the process still runs."""
        return not self._closed and self._wait(0.0) is None

    def _wait(self, seconds: float) -> int | None:
        """Return the exit code if the process ends within `seconds`; keep its CPU time."""
        until = time.monotonic() + seconds
        process = self._process
        while process.returncode is None:
            try:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            except ChildProcessError:
                process.returncode = 0
                break
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                self._cpu_at_exit = usage.ru_utime + usage.ru_stime
            elif time.monotonic() >= until:
                return None
            else:
                time.sleep(0.005)
        return process.returncode

    def close(self, *, politely: bool = True) -> None:
        """End the engine and all that it started: by `quit` if there is time, then by force."""
        if self._closed:
            return
        self._closed = True
        process = self._process
        assert process.stdin is not None
        try:
            if politely and process.returncode is None:
                process.stdin.write(b"quit\n")
            process.stdin.close()
        except OSError:
            pass
        if politely:
            self._wait(QUIT_SECONDS)
        kill_group(process.pid)
        self._wait(10.0)
        REAPER.release(process.pid)
        for reader in self._readers:
            reader.join(1.0)
        for stream in (process.stdout, process.stderr):
            if stream is not None and not any(reader.is_alive() for reader in self._readers):
                stream.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
