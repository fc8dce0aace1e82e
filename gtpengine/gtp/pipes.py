"""stdin and stdout. stdout is reserved: only its `Pipe` writes there, all else goes to stderr."""

import os
import stat
import sys
from typing import Protocol

NO_DESCRIPTOR = -1


class OutputGone(Exception):
    """Nobody reads our answers any more."""


class Output(Protocol):
    """Where answers go."""

    def write(self, data: bytes) -> None:
        """Write all of `data`; it has left the process when this returns.

        Raises:
            OutputGone: nobody reads it.
        """
        ...


class Pipe:
    """An `Output` on a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, data: bytes) -> None:
        """Write all of `data`, in one call where the system takes it in one.

        Raises:
            OutputGone: the pipe is closed.
        """
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except OSError as error:
            raise OutputGone(str(error)) from error


def reserve_stdout() -> Pipe:
    """Return the only door to the real stdout; from now on descriptor 1 leads to stderr.

    Prints, warnings and the output of native libraries thus never disturb the protocol.
    """
    if sys.stdout is not None:
        sys.stdout.flush()
    try:
        private = os.dup(1)
    except OSError:  # started without a stdout: the first answer will find out
        private = NO_DESCRIPTOR
    try:
        os.dup2(2, 1)
    except OSError:  # started without a stderr
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    sys.stdout = sys.stderr
    return Pipe(private)


def is_file(descriptor: int) -> bool:
    """Tell whether input comes from a file, whose end is known from the start, and not a client."""
    try:
        return stat.S_ISREG(os.fstat(descriptor).st_mode)
    except OSError:
        return False
