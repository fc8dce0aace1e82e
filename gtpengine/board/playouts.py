"""Random playouts of a position: score distributions and ownership maps."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.board.kernels import playouts as kernels
from gtpengine.board.points import GRID_LEN
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector, vector_of


@dataclass(frozen=True)
class PlayoutSummary:
    """What `count` random games came to."""

    count: int
    moves: int  # in all games together
    lead_counts: npt.NDArray[np.int64]  # [lead + points]: games that Black led by so much

    def mean_lead(self) -> float:
        """Return Black's average lead on the board, komi left out."""
        points = len(self.lead_counts) // 2
        return float(self.lead_counts @ np.arange(-points, points + 1)) / self.count


def random_playouts(
    position: Position, count: int, seed: int = 1, first: int | None = None
) -> PlayoutSummary:
    """Play `count` uniform random games, `first` (by default the player to move) beginning."""
    leads = np.zeros(2 * position.width * position.height + 1, dtype=np.int64)
    start = position.to_move if first is None else first
    moves = kernels.run_playouts(vector_of(position), light_vector(seed), start, count, leads)
    return PlayoutSummary(count, moves, leads)


def ownership(
    position: Position, count: int, seed: int = 1, first: int | None = None
) -> dict[int, float]:
    """Return for each point Black's share of `count` random games less White's: -1.0 to 1.0."""
    balance = np.zeros(GRID_LEN, dtype=np.int64)
    start = position.to_move if first is None else first
    kernels.run_ownership(vector_of(position), light_vector(seed), start, count, balance)
    return {point: float(balance[point]) / count for point in position.points()}
