"""Choices: a move, or a pass, with its reasons and what else was considered."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple


class Candidate(NamedTuple):
    """A move, the regions in which it gains something, and what it is worth in all of them."""

    move: int
    regions: tuple[int, ...]
    worth: Fraction


@dataclass(frozen=True, slots=True)
class Choice:
    """What a strategy decided.

    Attributes:
        move: the move; None is a pass.
        region: where it is; None for a pass.
        strategy: who decided.
        reasons: why, in words and numbers, the most important first.
        candidates: what was considered, the best first.
        proved: whether no other move can be better.
    """

    move: int | None
    region: int | None
    strategy: str
    reasons: tuple[str, ...]
    candidates: tuple[Candidate, ...] = ()
    proved: bool = False

    @property
    def text(self) -> str:
        """The reasons as one paragraph."""
        return f"{self.strategy}: " + "; ".join(self.reasons)
