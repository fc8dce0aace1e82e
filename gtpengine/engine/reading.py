"""What players ask about a position; compiled kernels answer, or a rough Python stand-in."""

from typing import Protocol

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline


class Tactics(Protocol):
    """Reads single chains of the position that it was made for."""

    def attack(self, stone: int) -> int:
        """Return a move with which the opponent captures the chain of `stone`, or NO_POINT.

        Pre: a stone is there.
        """
        ...

    def defence(self, stone: int) -> int:
        """Return a move that saves the chain of `stone` from such an attack, or NO_POINT.

        Pre: a stone is there.
        """
        ...

    def is_self_atari(self, colour: int, point: int) -> bool:
        """Tell whether a stone played there could be taken at once.  Pre: the move is legal."""
        ...


class Reading(Protocol):
    """Answers about positions; never changes them."""

    name: str

    def tactics(self, position: Position) -> Tactics:
        """Return what reads the chains of this position."""
        ...

    def ownership(
        self, position: Position, playouts: int, seed: int, deadline: Deadline
    ) -> dict[int, float]:
        """Return whose each point is at the end of random games: from 1 Black to -1 White.

        At least one game is played; the deadline may make them fewer than `playouts`.
        """
        ...
