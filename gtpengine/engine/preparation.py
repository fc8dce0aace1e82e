"""Moves that prepare another one: after them the sum's own move is good again.

Searches cannot tell apart moves that are all better than a mistake. The one that mends what makes
it a mistake is the one to play: after it the mistake can follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gtpengine.board.points import PASS
from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.guard import Guard
from gtpengine.engine.settings import Settings
from gtpengine.engine.thought import Check

MOST_MOVES = 5  # that are looked at
# A move that prepares another may bring so many points less than the best one, if together they
# bring so many more than it loses by that, and the other one costs no more than this after it.
AS_GOOD = 2.0
MORE = 0.5
COSTS = 2.0


@dataclass(frozen=True)
class Preparation:
    """How well each of some moves prepares another one.

    Attributes:
        first: the best move, whatever it prepares.
        together: the points after each move and the one that it prepares; empty if `first` is not
            among them.
    """

    first: int
    together: dict[int, float]

    def gain(self, point: int) -> float:
        """Return by how much a move prepares the other one better than the first move does."""
        return self.together[point] - self.together[self.first] if point in self.together else 0.0

    def best(self) -> list[int]:
        """Return the moves that prepare the other one better, the best first."""
        better = [point for point in self.together if self.gain(point) > MORE]
        return sorted(better, key=lambda point: -self.together[point])

    def is_better(self, check: Check, first: Check) -> bool:
        """Tell whether a move is better than the first one because of what it prepares.

        Args:
            check: a look at the move alone.
            first: one at the first move.
        """
        more, gain = check.score - first.score, self.gain(check.point)
        if gain <= 0.0 or more < -AS_GOOD or more + gain <= MORE:
            return False
        return self.together[check.point] >= check.score - COSTS


def prepared_by(
    guard: Guard,
    position: Position,
    proposal: int,
    moves: Sequence[int],
    deadline: Deadline,
    settings: Settings,
) -> Preparation:
    """Return how well moves prepare a proposal; nothing prepares a pass.

    Args:
        guard: looks at both together.
        position: where to play.
        proposal: what is to follow.
        moves: at least one that is not the proposal, the best first.
        deadline: for all of them.
        settings: of the searches.
    """
    different = [each for each in dict.fromkeys(moves) if each != proposal][:MOST_MOVES]
    if proposal == PASS or len(different) == 1:
        return Preparation(different[0], {})
    scores = guard.together(position, proposal, different, deadline, settings)
    return Preparation(different[0], scores if different[0] in scores else {})
