"""Live graphics: what the player thinks while it thinks, drawn by GoGui from lines on stderr."""

import sys
from typing import TYPE_CHECKING

from gtpengine.board.colours import BLACK, colour_letter, opponent
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position

if TYPE_CHECKING:  # they stand above kernels
    from gtpengine.engine.survey import Survey
    from gtpengine.search.montecarlo.findings import Findings

_LINE_MOVES = 8
_LEAST = 0.05  # influence below this is not drawn


class LiveGraphics:
    """Draws for one move: influence by ownership, the expected line, figures in the status bar."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __call__(self, findings: "Findings", survey: "Survey | None") -> None:
        """Draw what is known now."""
        best = findings.moves[0] if findings.moves else None
        if best is None:
            return
        lines = [f"VAR {_variation(self._position.to_move, best.variation[:_LINE_MOVES])}"]
        shares = [
            f"{vertex_of(point)} {share:.2f}"
            for point, share in sorted(findings.ownership.items())
            if abs(share) >= _LEAST
        ]
        if shares:
            lines.append(f"INFLUENCE {' '.join(shares)}")
        lead = findings.score if self._position.to_move == BLACK else -findings.score
        text = f"TEXT {findings.playouts} playouts, {best.win_rate:.0%}, lead {lead:+.1f}"
        heat = None if survey is None else survey.ambient
        if heat is not None:
            text += f", hottest region {float(heat):.2f}"
        self._write("gogui-gfx:\n" + "\n".join([*lines, text]) + "\n\n")

    def clear(self) -> None:
        """Take everything off the board again."""
        self._write("gogui-gfx: CLEAR\n")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _variation(colour: int, points: tuple[int, ...]) -> str:
    words = []
    for point in points:
        words += [colour_letter(colour).lower(), "PASS" if point == PASS else vertex_of(point)]
        colour = opponent(colour)
    return " ".join(words)
