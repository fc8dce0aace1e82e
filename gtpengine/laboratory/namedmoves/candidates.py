"""The moves of a region that are worth a look, best first, each with what it would be called.

A move's strength is its learned prior on the whole board, last move unknown, times a factor for
each of its names and one for how tightly its point is enclosed. The factors were fitted to the best
moves of solved regions (docs/PERFORMANCE.md). Beside the borders of a region priors think too much
of captures and ataris, and of points that one player all but owns; too little of cuts.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from gtpengine.board.position import Position
from gtpengine.board.vector import vector_of
from gtpengine.evaluation.weights import Weights
from gtpengine.laboratory.namedmoves.priors import move_strengths
from gtpengine.laboratory.namedmoves.proposals import NO_LAND, Proposal, Reason, proposals, words

TOP: Final = 8

# What a name multiplies the prior by; names that are not listed leave it as it is.
FACTORS: Final = {
    Reason.CAPTURE: 0.23,
    Reason.ATARI: 0.48,
    Reason.THROW_IN: 0.19,
    Reason.CUT: 8.5,
    Reason.CONNECTION: 2.8,
    Reason.MONKEY_JUMP: 0.43,
    Reason.SMALL_MONKEY_JUMP: 0.69,
    Reason.DESCENT: 0.63,
    Reason.JUMP: 0.79,
    Reason.BLOCK: 1.5,
}
UNNAMED: Final = 0.14  # for a move without any name
ENCLOSED: Final = (1.0, 1.0, 0.21, 0.05, 0.05)  # by sides that one player holds


class Candidate(NamedTuple):
    """A move, its share of the strengths of all legal moves of the region, and its names."""

    point: int
    share: float
    reasons: tuple[Reason, ...]

    @property
    def words(self) -> str:
        """Its names as a reader sees them: "hane, push"."""
        return words(self.reasons)


def candidates(
    position: Position,
    points: Collection[int],
    colour: int,
    count: int | None = TOP,
    *,
    land: Mapping[int, int] = NO_LAND,
    line: Sequence[int] = (),
    weights: Weights | None = None,
) -> list[Candidate]:
    """Return legal moves of `colour` on `points`, best first; of equal ones the lower point.

    Args:
        position: the board; whose turn it is there does not matter.
        points: the region, its stones included.
        colour: whose moves.
        count: how many at most; None: all.
        land: points beside the region that are decided, and their owners, such as its border.
        line: the best line that was found when the region was last searched; those of its moves
            that are still legal come first, in their order.
        weights: of the priors, those of the package by default.
    """
    named = proposals(position, points, colour, land)
    priors = move_strengths(vector_of(position), colour, weights=weights)
    strengths = [float(priors[move.point]) * _factor(move) for move in named]
    total = sum(strengths) or 1.0
    found = [
        Candidate(
            move.point,
            strength / total,
            (Reason.LINE, *move.reasons) if move.point in line else move.reasons,
        )
        for move, strength in zip(named, strengths, strict=True)
    ]
    found.sort(key=lambda one: (-one.share, one.point))
    known = sorted(
        (one for one in found if one.point in line), key=lambda one: line.index(one.point)
    )
    return (known + [one for one in found if one.point not in line])[:count]


def _factor(move: Proposal) -> float:
    """Return what looking at the move changes of its prior."""
    factor = ENCLOSED[move.enclosed] * (1.0 if move.reasons else UNNAMED)
    for reason in move.reasons:
        factor *= FACTORS.get(reason, 1.0)
    return factor
