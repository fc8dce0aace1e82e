"""The cleaner takes dead stones off the board where the players cannot agree on them."""

import random
from collections.abc import Callable

from gtpengine.board.colours import opponent
from gtpengine.board.points import PASS, vertex_of
from gtpengine.board.position import IllegalMove, Position
from gtpengine.deadline import Deadline
from gtpengine.engine.judge import Judge
from gtpengine.engine.player import Choice, Player, any_move
from gtpengine.engine.settings import Settings

HOPELESS, RISKY, SOUND, CAPTURE = range(4)


class CleanupPlayer:
    """Plays against dead stones as long as there are any, then as another player would.

    It never passes while the opponent has dead stones that a move could attack, fills no own eye,
    and does not resign.
    """

    name = "cleanup player"

    def __init__(self, judge: Judge, other: Player, settings: Callable[[], Settings]) -> None:
        self._judge = judge
        self._other = other
        self._settings = settings

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        """Return a move against the dead stones; without any, the other player's move."""
        judgement = self._judge.judgement(position, deadline, self._settings())
        colour = position.to_move
        dead = judgement.dead_stones(opponent(colour))
        if not dead:
            choice = self._other.choose(position, deadline)
            if choice.point in position.points():
                return choice
            return Choice(PASS, "Pass: no dead stones are left to take.")
        best: tuple[tuple[int, int], int] | None = None
        for chain in judgement.dead:
            if chain.colour == colour:
                continue
            for liberty in chain.liberties:
                quality = _quality(position, colour, liberty)
                rank = (quality, -len(chain.liberties))
                if quality > HOPELESS and (best is None or (rank, liberty) > best):
                    best = (rank, liberty)
        if best is not None:
            return Choice(best[1], f"{vertex_of(best[1])} goes after dead stones.")
        return any_move(position, random.Random(position.hash))

    def forget(self) -> None:
        """Let the other player forget."""
        self._other.forget()


def _quality(position: Position, colour: int, point: int) -> int:
    """Return how good a move against dead stones is, by what stands there after it."""
    if position.is_own_eye(colour, point):
        return HOPELESS
    taken = position.prisoners[colour]
    try:
        position.play(colour, point)
    except IllegalMove:
        return HOPELESS
    captured = position.prisoners[colour] > taken
    stands = position.colour_at(point) == colour
    liberties = len(position.chain_at(point).liberties) if stands else 0
    position.undo()
    if captured:
        return CAPTURE
    return SOUND if liberties >= 2 else RISKY
