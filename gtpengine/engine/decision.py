"""The decision: one object about a position that is played, printed, shown and explained.

`genmove` plays its first candidate; analysis commands, the JSON mode and reports list all of them;
explanations read its reasons. There is no other opinion.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from gtpengine.board.colours import BLACK
from gtpengine.board.position import Position

if TYPE_CHECKING:  # they stand above kernels
    from gtpengine.model.survey import Survey
    from gtpengine.search.findings import Counts


@dataclass(frozen=True)
class Candidate:
    """One move, judged by the search and by its region; figures are the mover's.

    Attributes:
        point: a point or PASS.
        visits: of the search.
        win_rate: chance to win, 0 to 1.
        lead: expected lead at the end, in points of the rules.
        prior: what the search thought of it before it searched.
        line: what may follow, the move itself first.
        line_visits: of the search, along the line.
        worth: what it gains in its region, exact or estimated; None where that is not known.
        kind: what that region is (gote, sente, ko) in words; empty without one.
        solved: the worth comes from a solved region.
    """

    point: int
    visits: int
    win_rate: float
    lead: float
    prior: float
    line: tuple[int, ...]
    line_visits: tuple[int, ...] = ()
    worth: Fraction | None = None
    kind: str = ""
    solved: bool = False


@dataclass(frozen=True)
class Decision:
    """What is known of a position, and the move that follows from it.

    Attributes:
        position: what was thought about.
        point: the move, a point or PASS.
        candidates: all moves that were looked at, the chosen one first, then by visits.
        others: moves that were hardly looked at, the likeliest first.
        reasons: why, in words, the most important first.
        visits: of the search.
        win_rate: of the player to move.
        lead: expected lead of the player to move.
        stdev: of the results of single playouts.
        ownership: per point from 1.0 (Black's) to -1.0.
        proved: every region is solved, every border proved, and the sum of all searched to the end.
        survey: the regions; None while the board is one.
        counts: how the search used tables and network; None without a search.
        final: Black's score where the game is over and was played to its end; None elsewhere.
        costless: moves that keep that score: what gains, dame, and what must be protected.
    """

    position: Position
    point: int
    candidates: tuple[Candidate, ...]
    others: tuple[Candidate, ...]
    reasons: tuple[str, ...]
    visits: int
    win_rate: float
    lead: float
    stdev: float
    ownership: Mapping[int, float] = field(repr=False)
    proved: bool = False
    survey: "Survey | None" = field(default=None, repr=False)
    counts: "Counts | None" = None
    final: Fraction | None = None
    costless: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """The reasons as one paragraph."""
        return " ".join(reason if reason.endswith(".") else reason + "." for reason in self.reasons)

    @property
    def temperature(self) -> Fraction | None:
        """The highest temperature of a region that is known or guessed, or None."""
        return None if self.survey is None else self.survey.ambient

    @property
    def exact_lead(self) -> Fraction | None:
        """The player's lead where nothing is open and all bounds are closed; None elsewhere."""
        if self.survey is None:
            return None
        _, low, high = self.survey.score
        if low != high or not all(report.exact for report in self.survey.regions):
            return None
        return low if self.position.to_move == BLACK else -low

    def candidate(self, point: int) -> Candidate | None:
        """Return what is known about a move, None if nothing is."""
        both = (*self.candidates, *self.others)
        return next((each for each in both if each.point == point), None)

    def led_by(self, point: int) -> "Decision":
        """Return the same with another move chosen."""
        chosen = self.candidate(point)
        if chosen is None or point == self.point:
            return self
        rest = tuple(each for each in self.candidates if each.point != point)
        others = tuple(each for each in self.others if each.point != point)
        return replace(self, point=point, candidates=(chosen, *rest), others=others)

    def without(self, hidden: frozenset[int]) -> "Decision":
        """Return the same without some moves in its lists."""
        return replace(
            self,
            candidates=tuple(each for each in self.candidates if each.point not in hidden),
            others=tuple(each for each in self.others if each.point not in hidden),
        )
