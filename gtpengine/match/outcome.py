"""How a game went: what the log keeps of it, as JSON."""

import dataclasses
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from gtpengine.config import filled


class End(Enum):
    """Why a game was over."""

    SCORE = "score"  # both passed, the judges agree
    RESIGNATION = "resignation"
    FAULT = "fault"  # crash, hang, garbage, illegal move, clock
    MARGIN_DISPUTED = "margin disputed"  # the judges agree on the winner only
    DISPUTED = "disputed"  # the judges do not agree who won
    REPETITION = "repetition"  # no result under rules without superko


@dataclass(frozen=True)
class Count:
    """What the judges said at one moment of a game."""

    moves: int  # played until then
    scores: tuple[str, ...]  # "gtpengine B+3.5"
    agreed: bool
    then: str = ""  # how the game went on, after a disagreement


@dataclass(frozen=True)
class SideTimes:
    """Time used by one side."""

    moves: int = 0
    wall: float = 0.0
    cpu: float | None = None
    longest: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """A finished game."""

    number: int
    pair: int
    digest: str
    black: str
    white: str
    opening: str
    result: str  # as SGF writes it; "Void" and "?" without a winner
    winner: str  # black, white, draw, or empty for none
    end: str  # a value of End
    reason: str  # in words
    score: str = ""  # an exact fraction, Black minus White; empty without an agreed count
    moves: int = 0
    counts: tuple[Count, ...] = ()
    black_times: SideTimes = field(default_factory=SideTimes)
    white_times: SideTimes = field(default_factory=SideTimes)
    black_version: str = ""
    white_version: str = ""
    host: str = ""
    started: str = ""
    seconds: float = 0.0
    file: str = ""

    def points_for(self, name: str) -> float | None:
        """Return 1, 1/2 or 0 for that engine; None where the game does not count."""
        if not self.winner:
            return None
        if self.winner == "draw":
            return 0.5
        return 1.0 if getattr(self, self.winner) == name else 0.0

    def has_disagreement(self) -> bool:
        """Tell whether the judges disagreed at any time."""
        return any(not count.agreed for count in self.counts)


def as_table(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as JSON writes it."""
    return dataclasses.asdict(outcome)


def from_table(table: dict[str, Any]) -> Outcome:
    """Return the outcome in a line of the log.

    Raises:
        BadConfig: the table is none.
    """
    return filled(Outcome, table)


@dataclass(frozen=True)
class Played:
    """What comes back from a worker: the outcome, the record, what failing engines said."""

    outcome: Outcome
    sgf: str
    stderr: dict[str, str]
