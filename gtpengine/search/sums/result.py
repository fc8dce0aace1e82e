"""What a sum search found."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Verdict(Enum):
    """How far a result can be trusted."""

    PROVED = "proved"
    REPETITION = "the score hangs on a rule about repetition or on moves to waste"
    BUDGET = "nodes or time ran out"


class SumMove(NamedTuple):
    """A move in a sum: the summand's place in the list, and the game's own code of the move."""

    summand: int
    move: int


PASS = SumMove(-1, -1)


@dataclass(frozen=True)
class SumResult:
    """Score and best moves of a sum for one player to move, Black minus White.

    Attributes:
        verdict: PROVED if `lower` equals `upper`, else what stood in the way.
        lower: Black can make at least this much, however endless play is counted.
        upper: White can hold him to this.
        moves: those proved to keep the score that is proved for the player to move (`lower` for
            Black, `upper` for White): all of them or, unless asked for, the first one found. Empty
            only if the budget ran out before any was found.
        searched: states that were searched.
        stored: states in the solver's memory afterwards.
    """

    verdict: Verdict
    lower: int
    upper: int
    moves: tuple[SumMove, ...]
    searched: int
    stored: int

    @property
    def proved(self) -> bool:
        """Whether score and moves are exact."""
        return self.verdict is Verdict.PROVED

    @property
    def score(self) -> int | None:
        """The exact score, or None where only bounds are known."""
        return self.lower if self.lower == self.upper else None
