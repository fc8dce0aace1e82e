"""What a player thought about one move: the record that explanations and statistics read."""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.engine.survey import Survey
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.strategy.choice import Choice as SumChoice


@dataclass(frozen=True)
class Check:
    """The guard's look at one move: what a search of the position after it expects."""

    point: int
    score: float  # lead of the player who moves
    win_rate: float
    visits: int


@dataclass(frozen=True)
class Thought:
    """A move and how it came about.

    Attributes:
        point: the move, PASS or RESIGN.
        reasons: why, in words, the most important first.
        win_rate: of the player to move, as the tree sees it; None without a tree.
        lead: expected lead of the player to move, by the sum of the regions; None if not known.
        survey: the regions; None where the board was one region.
        findings: of the tree; None without one.
        proposal: what the strategy chose; None if it was not asked.
        proved: the move was proved best, given the borders of the regions.
        checks: what the guard compared, its choice first.
        vetoed: the guard overruled the strategy.
    """

    point: int
    reasons: tuple[str, ...]
    win_rate: float | None = None
    lead: Fraction | None = None
    survey: Survey | None = None
    findings: Findings | None = None
    proposal: SumChoice | None = None
    proved: bool = False
    checks: tuple[Check, ...] = ()
    vetoed: bool = False

    @property
    def text(self) -> str:
        """The reasons as one paragraph."""
        return " ".join(reason if reason.endswith(".") else reason + "." for reason in self.reasons)
