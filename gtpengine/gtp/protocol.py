"""The text of GTP 2, both directions: bytes to commands, answers to bytes. Pure functions.

Input is UTF-8; bytes that are not survive as surrogates, so a file name stays what it was.
"""

import re
from dataclasses import dataclass

MAX_ID = 2**31 - 1

_CONTROL = bytes(code for code in range(32) if code not in (9, 10)) + b"\x7f"
_TABS = bytes.maketrans(b"\t", b" ")
_INTERRUPT = re.compile(rb"\s*#\s*interrupt\s*")
_ID = re.compile(r"[0-9]{1,10}")
# What must not stand in an answer: control characters, and lines that are blank.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class CommandLine:
    """One command as a client wrote it."""

    id: int | None
    name: str
    arguments: tuple[str, ...] = ()
    rest: str = ""  # the arguments as one text: file names and chat may hold blanks


def cleaned(raw: bytes) -> str:
    """Return a line without control characters and comment, tabs as blanks, ends trimmed."""
    plain = raw.translate(_TABS, _CONTROL + b"\n")
    return plain.partition(b"#")[0].decode("utf-8", "surrogateescape").strip(" ")


def is_interrupt(raw: bytes) -> bool:
    """Tell whether the line is GoGui's `# interrupt`, a comment that is meant."""
    return len(raw) < 100 and _INTERRUPT.fullmatch(raw.translate(_TABS, _CONTROL)) is not None


def parsed(raw: bytes) -> CommandLine | None:
    """Return the command of a line; None where it is blank, a comment, or only an id."""
    text = cleaned(raw)
    first, _, rest = text.partition(" ")
    number = None
    if _ID.fullmatch(first) and int(first) <= MAX_ID:
        number = int(first)
        first, _, rest = rest.strip(" ").partition(" ")
    if not first:
        return None
    rest = rest.strip(" ")
    return CommandLine(number, first, tuple(word for word in rest.split(" ") if word), rest)


def answer(number: int | None, text: str, *, success: bool = True) -> bytes:
    """Return the whole answer: one empty line ends it, and there is none inside.

    A text that begins with a line break starts on the line below the `= `: the blank is there for
    clients that take what follows the first blank for the text, as GoGui does.
    """
    mark = ("=" if success else "?") + ("" if number is None else str(number))
    lines = [line.rstrip() for line in _UNPRINTABLE.sub("", text).split("\n")]
    body = "\n".join(line for line in lines if line)
    if body and success and text.startswith("\n"):
        mark += " \n"
    elif body:
        mark += " "
    return f"{mark}{body}\n\n".encode("utf-8", "replace")


def one_line(text: str) -> str:
    """Return the text of an error: a single line of moderate length."""
    line = " ".join(text.split())
    return line if len(line) <= 300 else line[:297] + "..."
