"""When to give up: after several hopeless moves in a row, never in an endgame won by count."""

from dataclasses import dataclass, field
from fractions import Fraction

from gtpengine.board.colours import WHITE, colour_name, opponent
from gtpengine.board.position import Position
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings


@dataclass
class Resignation:
    """Counts hopeless moves of each colour in one game; `forget` begins another one."""

    hopeless: dict[int, int] = field(default_factory=dict)
    last_move: dict[int, int] = field(default_factory=dict)

    def forget(self) -> None:
        """Begin a new game."""
        self.hopeless.clear()
        self.last_move.clear()

    def reason(self, position: Position, decision: Decision, settings: Settings) -> str | None:
        """Note what was decided about a position; return why to resign instead, or None."""
        colour = position.to_move
        lead = None if decision.survey is None else decision.survey.likely_score
        if lead is not None and colour == WHITE:
            lead = -lead
        if not self.is_due(colour, len(position.moves), decision.win_rate, lead, settings):
            return None
        chance = 1.0 - decision.win_rate
        return f"Resigns: {colour_name(opponent(colour))} wins with a chance of {chance:.0%}."

    def is_due(
        self, colour: int, played: int, winning: float, lead: Fraction | None, settings: Settings
    ) -> bool:
        """Note a move of `colour` and tell whether it should resign instead of playing.

        Args:
            colour: who is to move.
            played: moves on the board.
            winning: its chance to win, 0.0 to 1.0.
            lead: its expected lead by the count of the regions, or None if that is not known.
            settings: threshold, turns, minimum moves, and whether to resign at all.
        """
        if played < self.last_move.get(colour, 0):  # moves were taken back
            self.hopeless[colour] = 0
        repeated = played == self.last_move.get(colour)
        self.last_move[colour] = played
        if winning >= settings.resign.threshold or (lead is not None and lead >= 0):
            self.hopeless[colour] = 0
            return False
        if not repeated:
            self.hopeless[colour] = self.hopeless.get(colour, 0) + 1
        return (
            settings.resign.allowed
            and played >= settings.resign.min_moves
            and self.hopeless.get(colour, 0) >= settings.resign.turns
        )
