"""A live engine process and the little that a GTP client needs."""

import functools
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

from gtpengine.processes.programs import find_program

# Generous: these machines are shared. Only a hang runs into it.
PATIENCE = 120.0


class EngineProcess:
    """An engine behind pipes. Answers are returned raw, without the empty line that ends them."""

    def __init__(self, command, cwd=None, env=None):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
            bufsize=0,
        )
        self.stderr = b""
        self._answers = queue.Queue()
        threading.Thread(target=self._read_answers, daemon=True).start()
        self._errors = threading.Thread(target=self._read_errors, daemon=True)
        self._errors.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)

    def _read_answers(self):
        rest = b""
        while chunk := self.process.stdout.read(1 << 16):
            *answers, rest = (rest + chunk).split(b"\n\n")
            for answer in answers:
                self._answers.put(answer.decode("utf-8"))
        if rest:
            self._answers.put("unfinished: " + rest.decode("utf-8", "replace"))
        self._answers.put(None)

    def _read_errors(self):
        while chunk := self.process.stderr.read(1 << 16):
            self.stderr += chunk

    def send(self, data):
        """Send text or bytes as they are."""
        self.process.stdin.write(data.encode() if isinstance(data, str) else data)

    def answer(self, patience=PATIENCE):
        """Return the next answer; None when the engine closed its output."""
        return self._answers.get(timeout=patience)

    def ask(self, command):
        """Send a command and return its answer, mark included: '= D4'."""
        self.send(command + "\n")
        return self.answer()

    def tell(self, command):
        """Send a command that must succeed; return the text of the answer."""
        answer = self.ask(command)
        assert answer is not None, f"died on {command}: {self.stderr.decode()}"
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()

    def end_input(self):
        self.process.stdin.close()

    def exit_code(self):
        """Wait for the end; return the exit code, all of stderr is there."""
        code = self.process.wait(PATIENCE)
        self._errors.join(PATIENCE)
        return code

    def trouble(self):
        """Return the lines of stderr, after the exit, that are more than remarks."""
        return real_trouble(self.stderr.decode("utf-8", "replace").splitlines())


def real_trouble(lines):
    """Return the lines that are more than remarks: a busy machine was slow, a file was refused."""
    remarks = ("did not stop in time", "waiting for the search to load", "gtpengine: loadsgf: ")
    return [line for line in lines if not any(words in line for words in remarks)]


@functools.cache
def compiled_kernels():
    """Fill the kernel cache once, so that not every process of the tests compiles for itself."""
    load = "import gtpengine.engine.thinker"
    subprocess.run([sys.executable, "-c", load], check=True, env=our_environment())


def our_environment():
    return dict(os.environ, PYTHONPATH=str(Path(__file__).parents[2]))


def engine(*options, cwd=None, data=None):
    """Start our engine; `data` is the folder under which it saves games, none if not given.

    It thinks for a fifth of a second unless told otherwise.
    """
    compiled_kernels()
    env = our_environment()
    if not {"--seconds", "--config", "--self-test"} & set(options):
        options = ("--seconds", "0.2", *options)
    if data is None:
        options = ("--no-autosave", *options)
    else:
        env["XDG_DATA_HOME"] = str(data)
    return EngineProcess([sys.executable, "-m", "gtpengine", *options], cwd=cwd, env=env)


def gnugo(*options):
    """Start GNU Go; None where it is not installed."""
    path = find_program("gnugo")
    return EngineProcess([path, "--mode", "gtp", *options]) if path else None


def wait_until(condition, patience=PATIENCE):
    """Wait for a condition that some other process brings about."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
