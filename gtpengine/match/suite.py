"""Regression suites in GNU Go's format: GTP with the wanted answers as comments.

A command `N command` is a case if `#? [PATTERN]` follows before the next command. The pattern is
alternatives of regular expressions, matched in full and in any case; a leading `!` negates it, a
trailing `*` behind the bracket says that a failure is known. All other commands set up the board.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from gtpengine.errors import BadInput

# Commands after which earlier ones make no difference to the board.
FRESH_BOARD = frozenset({"loadsgf", "boardsize"})

_COMMAND = re.compile(r"(?:(?P<number>\d+)\s+)?(?P<text>[A-Za-z].*)")
_EXPECTED = re.compile(r"#\?\s*\[(?P<negated>!?)(?P<pattern>.*)\](?P<known>\*?)&?\s*(?:#.*)?")


# One of the published suites has a bracket that is never closed.
_UNCLOSED = re.compile(r"#\?\s*\[(?P<negated>!?)(?P<pattern>[^]\s]+)(?P<known>)")


class BadSuite(BadInput):
    """A suite cannot be read; the text says which line."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The answers that are wanted."""

    pattern: str
    negated: bool = False
    known_failure: bool = False

    def accepts(self, answer: str) -> bool:
        """Tell whether an answer is what was wanted."""
        found = re.fullmatch(f"(?:{self.pattern})", answer.strip(), re.IGNORECASE)
        return (found is None) == self.negated

    def __str__(self) -> str:
        return f"[{'!' * self.negated}{self.pattern}]{'*' * self.known_failure}"


@dataclass(frozen=True, slots=True)
class Case:
    """A command whose answer is judged, and the commands that set up its board.

    `board` counts the boards of the suite: cases on one board follow each other, and what an
    earlier one changes stays changed.
    """

    number: int
    command: str
    expected: Expectation
    setup: tuple[str, ...]
    board: int
    line: int

    @property
    def verb(self) -> str:
        """The command without its arguments."""
        return self.command.split()[0]


def load_suite(path: Path) -> list[Case]:
    """Return the cases of a .tst file, files of game records as absolute paths.

    Raises:
        BadSuite: the file cannot be read, or a line makes no sense.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BadSuite(f"'{path}': {error.strerror or error}") from None
    return parse_suite(text, path.resolve().parent)


def parse_suite(text: str, folder: Path) -> list[Case]:
    """Return the cases of a suite whose game records are found from `folder`.

    Raises:
        BadSuite: a line makes no sense, a record is missing or outside of the folder.
    """
    cases: list[Case] = []
    setup: list[str] = []
    board = 0
    pending: tuple[int, int, str] | None = None  # line, number, command
    for line, raw in enumerate(text.splitlines(), 1):
        content = raw.strip()
        if content.startswith("#?"):
            found = _EXPECTED.fullmatch(content) or _UNCLOSED.fullmatch(content)
            if found is None or pending is None:
                raise BadSuite(f"line {line}: '{content}' is no expectation of a numbered command")
            expected = _expectation(found, line)
            where, number, judged = pending
            cases.append(Case(number, judged, expected, tuple(setup), board, where))
            pending = None
        elif content and not content.startswith("#"):
            command = _COMMAND.fullmatch(content.split("#")[0].strip())
            if command is None:
                raise BadSuite(f"line {line}: '{content}' is no GTP command")
            words = command["text"].split()
            if pending is not None:
                setup.append(pending[2])
            if words[0] in FRESH_BOARD:
                setup.clear()
                board += 1
            if words[0] == "loadsgf":
                words[1:2] = [_record(words, folder, line)]
            if command["number"] is None:
                pending = None
                setup.append(" ".join(words))
            else:
                pending = (line, int(command["number"]), " ".join(words))
    return cases


def _expectation(found: "re.Match[str]", line: int) -> Expectation:
    try:
        re.compile(found["pattern"])
    except re.error as error:
        raise BadSuite(f"line {line}: '{found['pattern']}': {error}") from None
    return Expectation(found["pattern"], bool(found["negated"]), bool(found["known"]))


def _record(words: list[str], folder: Path, line: int) -> str:
    """Return the absolute path of the game record that a loadsgf names."""
    if len(words) < 2:
        raise BadSuite(f"line {line}: loadsgf without a file")
    path = (folder / words[1]).resolve()
    if not path.is_relative_to(folder):
        raise BadSuite(f"line {line}: '{words[1]}' is outside of the suite's folder")
    if not path.is_file():
        raise BadSuite(f"line {line}: there is no '{words[1]}' beside the suite")
    return str(path)
