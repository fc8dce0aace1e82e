"""What a player thought about one move: the record that explanations and statistics read."""

from dataclasses import dataclass
from fractions import Fraction

from gtpengine.board.points import vertex_of
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
class Difference:
    """The sum's proposal beside the best other move that the guard looked at.

    Attributes:
        proposal: what the sum of regions proposed.
        rival: the other move.
        expected: points by which the sum expects the proposal to be better.
        found: points by which the guard's searches found it better; negative if it was worse.
    """

    proposal: int
    rival: int
    expected: Fraction
    found: float

    @property
    def size(self) -> float:
        """By how many points prediction and check differ."""
        return abs(float(self.expected) - self.found)

    @property
    def text(self) -> str:
        """Both in words."""
        return (
            f"{vertex_of(self.proposal)} against {vertex_of(self.rival)}: the sum of regions "
            f"expects {float(self.expected):+.1f} points, the search finds {self.found:+.1f}"
        )


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
        difference: between prediction and check; None where the guard compared nothing.
        merged: after the veto regions were made one, and the strategy chose from them.
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
    difference: Difference | None = None
    merged: bool = False

    @property
    def text(self) -> str:
        """The reasons as one paragraph."""
        return " ".join(reason if reason.endswith(".") else reason + "." for reason in self.reasons)
