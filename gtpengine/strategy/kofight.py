"""A ko fight: one ko, the threats of both sides, and an environment in which a move is worth t.

Every move here costs its player t, the worth of the move elsewhere that he gives up. The *holder*
ends the ko with one move; the other side has to take it first and becomes the holder. Who was just
taken from may not take back at once. A threat of size s, once played, is answered at no loss, or
carried out for s points. Threats are played in order of size, the largest first. If both play
elsewhere in turn, the ko stays as it is, worth its mast. Best play is found by minimax.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from gtpengine.errors import BadInput
from gtpengine.strategy.outlook import BLACK, WHITE, Ko
from gtpengine.strategy.situation import TooLate, never

MOST_THREATS = 30  # of one side; smaller ones are forgotten


class Action(StrEnum):
    """What a player can do in a fight; of equally good actions the first listed is taken."""

    ELSEWHERE = "plays elsewhere"
    ANSWER = "answers the threat"
    CARRY_OUT = "carries out the threat"
    FINISH = "ends the ko"
    TAKE = "takes the ko"
    THREATEN = "makes a threat"


class Pending(NamedTuple):
    """A threat that was played and not answered."""

    side: int
    size: Fraction


class Stage(NamedTuple):
    """A moment of a fight: whose turn it is, who holds the ko, may it be taken back at once.

    `black` and `white` count the threats played so far; `idle` says that the opponent has just
    played elsewhere.
    """

    to_move: int
    holder: int
    banned: bool = False
    pending: Pending | None = None
    black: int = 0
    white: int = 0
    idle: bool = False


class Fight:
    """Best play in a ko fight; scores are Black's, less t for each move more that he made here.

    Every question ends with `TooLate` once `is_late` holds.

    Raises:
        BadInput: a threat that threatens nothing.
    """

    def __init__(
        self,
        ko: Ko,
        black: Iterable[Fraction],
        white: Iterable[Fraction],
        temperature: Fraction,
        is_late: Callable[[], bool] = never,
    ) -> None:
        self._ko = ko
        self._is_late = is_late
        self._threats = {
            side: sorted(sizes, reverse=True)[:MOST_THREATS]
            for side, sizes in ((BLACK, black), (WHITE, white))
        }
        for size in (*self._threats[BLACK], *self._threats[WHITE]):
            if size <= 0:
                raise BadInput(f"a ko threat of size {size} threatens nothing")
        self._t = temperature
        self._known: dict[Stage, Fraction] = {}

    def values(self, stage: Stage) -> dict[Action, Fraction]:
        """Return what each possible action leads to, in the order of `Action`."""
        side, pending = stage.to_move, stage.pending
        tax = side * self._t
        found = {Action.ELSEWHERE: self._elsewhere(stage)}
        if pending is not None:
            calm = self._value(self.after(stage, Action.ANSWER)) - tax
            if pending.side == side:
                found[Action.CARRY_OUT] = calm + side * pending.size
            else:
                found[Action.ANSWER] = calm
        if stage.holder == side:
            found[Action.FINISH] = self._finished(stage) - tax
        elif not stage.banned:
            found[Action.TAKE] = self._value(self.after(stage, Action.TAKE)) - tax
        if pending is None and self._next_threat(stage) is not None:
            found[Action.THREATEN] = self._value(self.after(stage, Action.THREATEN)) - tax
        return found

    def best(self, stage: Stage) -> Action:
        """Return the best action; of equal ones the first of `Action`."""
        found = self.values(stage)
        return max(found, key=lambda action: stage.to_move * found[action])

    def line(self, stage: Stage) -> list[tuple[int, Action]]:
        """Return who does what until the ko is ended or both play elsewhere."""
        moves: list[tuple[int, Action]] = []
        while True:
            action = self.best(stage)
            moves.append((stage.to_move, action))
            if action is Action.FINISH or (action is Action.ELSEWHERE and stage.idle):
                return moves
            stage = self.after(stage, action)

    def winner(self, stage: Stage) -> int | None:
        """Return who ends the ko with best play; None if nobody does."""
        side, action = self.line(stage)[-1]
        return side if action is Action.FINISH else None

    def after(self, stage: Stage, action: Action) -> Stage:
        """Return the stage after an action.  Pre: it is possible and does not end the fight."""
        side, following = stage.to_move, _turn(stage)
        if action is Action.TAKE:
            return following._replace(holder=side, banned=True)
        if action is Action.ELSEWHERE:
            return following._replace(idle=True)
        if action is not Action.THREATEN:
            return following._replace(pending=None)
        played = following._replace(pending=self._next_threat(stage))
        if side == BLACK:
            return played._replace(black=stage.black + 1)
        return played._replace(white=stage.white + 1)

    def _next_threat(self, stage: Stage) -> Pending | None:
        """Return the largest threat that the player has left."""
        side = stage.to_move
        played = stage.black if side == BLACK else stage.white
        left = self._threats[side][played : played + 1]
        return Pending(side, left[0]) if left else None

    def _value(self, stage: Stage) -> Fraction:
        known = self._known.get(stage)
        if known is None:
            if self._is_late():
                raise TooLate("the ko fight is too long")
            found = self.values(stage).values()
            known = self._known[stage] = max(found) if stage.to_move == BLACK else min(found)
        return known

    def _elsewhere(self, stage: Stage) -> Fraction:
        if not stage.idle:
            return self._value(self.after(stage, Action.ELSEWHERE))
        third = self._ko.size / 3
        ko = self._ko.white_wins + third if stage.holder == WHITE else self._ko.black_wins - third
        return ko if stage.pending is None else ko + stage.pending.side * stage.pending.size / 2

    def _finished(self, stage: Stage) -> Fraction:
        """Return what the end of the ko leaves, the opponent to move."""
        side, pending = stage.to_move, stage.pending
        won = self._ko.black_wins if side == BLACK else self._ko.white_wins
        if pending is None:
            return won
        # What is left is the switch between the threat carried out and answered.
        tax = min(self._t, pending.size / 2)
        return won + pending.side * (tax if pending.side == side else pending.size - tax)


def _turn(stage: Stage) -> Stage:
    """Return the opponent's turn with nothing else changed, but a ban and idling end."""
    return stage._replace(to_move=-stage.to_move, banned=False, idle=False)
