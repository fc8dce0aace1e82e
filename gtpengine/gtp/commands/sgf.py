"""Game records by GTP: load, print, save."""

import logging
from pathlib import Path

from gtpengine.board.record import BadRecord, load_record
from gtpengine.board.recordwriting import record_of, record_text
from gtpengine.gtp.arguments import Arguments
from gtpengine.gtp.errors import GtpError, GtpSyntaxError
from gtpengine.gtp.registry import Registry
from gtpengine.gtp.session import Session
from gtpengine.wholefile import write_whole

log = logging.getLogger(__name__)

commands = Registry()

# gomill's escapes in the values of gomill-savesgf.
_ESCAPES = {"_": " ", "n": "\n", "\\": "\\"}


@commands.add("loadsgf", changes=True)
def loadsgf(session: Session, arguments: Arguments) -> str:
    """Load a game, up to the position before move `n` if a number is given."""
    name, number = _file_and_number(arguments)
    try:
        record = load_record(name, session.position.rules)
        if number is not None:
            number = min(max(number, 1), len(record.moves()) + 1)
        position = record.position(number)
    except (BadRecord, ValueError) as error:  # ValueError: a name that no file can have
        log.warning("loadsgf: %s", error)  # the answer is the protocol's own
        raise GtpError("cannot load file") from error
    for warning in record.warnings:
        log.warning("%s: %s", name, warning)
    session.begin(position)
    session.clock.restart()
    return ""


def _file_and_number(arguments: Arguments) -> tuple[str, int | None]:
    """Split off a trailing move number; the rest is the file's name, blanks and all."""
    name, number = arguments.rest, None
    if not name:
        raise GtpSyntaxError("the file is missing")
    last = arguments.words[-1]
    if len(arguments) > 1 and last.isascii() and last.isdigit() and len(last) < 6:
        name, number = name[: -len(last)].strip(" "), int(last)
    return _unquoted(name), number


def _unquoted(name: str) -> str:
    return name[1:-1] if len(name) >= 2 and name[0] == name[-1] == '"' else name


@commands.add("printsgf")
def printsgf(session: Session, arguments: Arguments) -> str:
    """Return the game as SGF, or write it to a file if one is named."""
    text = record_text(record_of(session.position, result=session.result), session.comments)
    if not arguments.rest or arguments.rest == "-":
        return text
    _save(_unquoted(arguments.rest), text)
    return ""


@commands.add("gomill-savesgf")
def savesgf(session: Session, arguments: Arguments) -> str:
    """Write the game to a file; `RE=`, `PB=` and `PW=` arguments go into its root node."""
    name = arguments.word(0, "the file")
    values = {"RE": session.result}
    for word in arguments.words[1:]:
        key, sign, value = word.partition("=")
        if not sign:
            raise GtpSyntaxError("PROPERTY=value expected")
        values[key] = _unescaped(value)
    record = record_of(
        session.position,
        result=values["RE"],
        black_name=values.get("PB", ""),
        white_name=values.get("PW", ""),
    )
    _save(name, record_text(record, session.comments))
    return ""


def _unescaped(value: str) -> str:
    """Undo gomill's escapes; bytes that are no UTF-8 become question marks."""
    letters = iter(value)
    plain = [
        _ESCAPES.get(following := next(letters, ""), following) if letter == "\\" else letter
        for letter in letters
    ]
    return "".join(plain).encode("utf-8", "replace").decode("utf-8")


def _save(name: str, text: str) -> None:
    try:
        write_whole(Path(name), text.encode())
    except (OSError, ValueError) as error:
        raise GtpError(f"cannot write file: {getattr(error, 'strerror', None) or error}") from error
