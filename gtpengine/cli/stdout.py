"""What a report writes to stdout: all of it, or one clear error."""

import contextlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from gtpengine.errors import BadInput


@contextmanager
def checked_stdout() -> Iterator[TextIO]:
    """Give stdout to write to, and flush it at the end.

    Raises:
        BadInput: it is closed, or its disk is full.
        BrokenPipeError: the reader went away.
    """
    if sys.stdout is None:
        raise BadInput("cannot write the report: stdout is closed")
    try:
        yield sys.stdout
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_stdout()
        raise BadInput(f"cannot write the report: {error.strerror or error}") from None


def abandon_stdout() -> None:
    """Write to stdout no more: what is in its buffer would fail again when the process ends."""
    with contextlib.suppress(OSError, AttributeError):  # it is closed, or none of the system's
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
