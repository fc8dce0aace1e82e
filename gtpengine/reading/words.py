"""A status in words, for people and for GTP."""

from gtpengine.board.points import NO_POINT, PASS, vertex_of
from gtpengine.reading.status import Fate, Reading, Status


def dragon_status(status: Status) -> str:
    """Return what GNU Go's `dragon_status` answers: alive, dead, or critical with both moves."""
    word = status.word()
    if word not in ("critical", "ko"):
        return word
    return f"critical {_vertex(status.attacked.move)} {_vertex(status.defended.move)}"


def owl_code(reading: Reading, *, attack: bool) -> str:
    """Return what `owl_attack` or `owl_defend` answers.

    0 fails, 1 succeeds, 2 is a ko in which the opponent needs the first threat, 3 one in which the
    player needs it himself; with the move.
    """
    if reading.fate is Fate.UNKNOWN:
        return "unknown"
    if reading.fate is Fate.KO:
        code = 2 if reading.needs_threat == attack else 3
    else:
        code = int((reading.fate is Fate.LIVES) != attack)
    return f"{code} {_vertex(reading.move)}" if code else "0"


def status_lines(name: str, status: Status) -> list[str]:
    """Return the status of a chain with the moves and lines that show it."""
    lines = [f"{name}: {status.word()}"]
    for who, reading in (("attacker", status.attacked), ("owner", status.defended)):
        text = f"  {who} first: {reading.fate.value}"
        if reading.estimated:
            text += ", estimated by playouts"
        if reading.move not in (NO_POINT, PASS):
            text += f", at {_vertex(reading.move)}"
        if len(reading.line) > 1:
            text += f" ({' '.join(_vertex(move) for move in reading.line)})"
        lines.append(text)
    return lines


def _vertex(point: int) -> str:
    return "PASS" if point in (NO_POINT, PASS) else vertex_of(point)
