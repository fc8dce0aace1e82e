"""Live graphics: what the player thinks while it thinks, drawn by GoGui from lines on stderr."""

import sys

from gtpengine.board.colours import colour_letter, opponent
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.decision import Decision

_LINE_MOVES = 8
_LEAST = 0.05  # influence below this is not drawn


class LiveGraphics:
    """Draws for one move: influence by ownership, the expected line, figures in the status bar."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __call__(self, decision: Decision) -> None:
        """Draw what is known now."""
        best = decision.candidates[0]
        lines = [f"VAR {_variation(self._position.to_move, best.line[:_LINE_MOVES])}"]
        shares = [
            f"{vertex_of(point)} {share:.2f}"
            for point, share in sorted(decision.ownership.items())
            if abs(share) >= _LEAST
        ]
        if shares:
            lines.append(f"INFLUENCE {' '.join(shares)}")
        text = f"TEXT {decision.visits} visits, {best.win_rate:.0%}, lead {decision.lead:+.1f}"
        heat = decision.temperature
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
