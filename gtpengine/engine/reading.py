"""What players ask about a position; compiled kernels answer, or a rough Python stand-in."""

from typing import Protocol

from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline


class Reading(Protocol):
    """Tactics and ownership of a position; never changes it."""

    name: str

    def attack(self, position: Position, point: int) -> int:
        """Return a move with which the opponent captures the chain at `point`, or NO_POINT."""
        ...

    def defence(self, position: Position, point: int) -> int:
        """Return a move that saves the chain at `point` from capture, or NO_POINT.

        Pre: `attack` found a move against it.
        """
        ...

    def is_self_atari(self, position: Position, colour: int, point: int) -> bool:
        """Tell whether the stone played there could be taken at once."""
        ...

    def ownership(
        self, position: Position, playouts: int, seed: int, deadline: Deadline
    ) -> dict[int, float]:
        """Return whose each point is at the end of random games: from 1 Black to -1 White.

        At least one game is played; the deadline may make them fewer than `playouts`.
        """
        ...
