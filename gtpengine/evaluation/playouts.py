"""Heavy playouts of a position: score distributions, and the field of ownership they make."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK, WHITE, opponent
from gtpengine.board.playouts import PlayoutSummary
from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Chain, Position
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.frozen import frozen_vector
from gtpengine.evaluation.kernels import field as kernels
from gtpengine.evaluation.weights import Weights, default_weights

Counts = npt.NDArray[np.int64]


def last_point(position: Position, first: int) -> int:
    """Return the move that `first` answers: the newest one if it was the opponent's."""
    if position.moves and position.moves[-1].colour == opponent(first):
        return position.moves[-1].point
    return NO_POINT


def heavy_playouts(
    position: Position,
    count: int,
    seed: int = 1,
    first: int | None = None,
    weights: Weights | None = None,
) -> PlayoutSummary:
    """Play `count` heavy games, `first` (by default the player to move) beginning."""
    leads = np.zeros(2 * position.width * position.height + 1, dtype=np.int64)
    start = position.to_move if first is None else first
    moves = kernels.run_heavy(
        vector_of(position),
        default_weights() if weights is None else weights,
        light_vector(seed),
        start,
        last_point(position, start),
        count,
        leads,
    )
    return PlayoutSummary(count, moves, leads)


@dataclass(frozen=True)
class Half:
    """How playouts ended in which one of the players was first."""

    first: int
    count: int
    black_wins: int
    lead_counts: Counts  # [lead + points]: games that Black led by so much
    black: Counts  # [point]: games in which Black owned it
    white: Counts
    won: Counts  # [point]: games that its owner won

    def ownership(self, point: int) -> float:
        """Return Black's share of the games less White's: -1.0 to 1.0."""
        return float(self.black[point] - self.white[point]) / self.count

    def mean_lead(self) -> float:
        """Return Black's average lead on the board, komi left out."""
        points = len(self.lead_counts) // 2
        return float(self.lead_counts @ np.arange(-points, points + 1)) / self.count


@dataclass(frozen=True)
class Field:
    """What heavy playouts say about every point; estimates, not proofs."""

    black_first: Half
    white_first: Half

    def ownership(self, point: int) -> float:
        """Return the mean ownership over both orders: -1.0 (White's) to 1.0 (Black's)."""
        return (self.black_first.ownership(point) + self.white_first.ownership(point)) / 2

    def swing(self, point: int) -> float:
        """Return how much more of the point Black owns when Black is first."""
        return self.black_first.ownership(point) - self.white_first.ownership(point)

    def criticality(self, point: int) -> float:
        """Return the covariance of owning the point with winning the game: about -1 to 1.

        How much more often its owner is the winner than if the two had nothing to do with each
        other, averaged over both orders.
        """
        total = 0.0
        for half in (self.black_first, self.white_first):
            black_wins = half.black_wins / half.count
            by_chance = half.black[point] * black_wins + half.white[point] * (1 - black_wins)
            total += float(half.won[point] - by_chance) / half.count
        return total / 2

    def survival(self, chain: Chain) -> float:
        """Return the share of games after which all points of the chain were still its colour's."""
        halves = (self.black_first, self.white_first)
        kept = [half.black if chain.colour == BLACK else half.white for half in halves]
        games = sum(half.count for half in halves)
        return min(float(sum(counts[stone] for counts in kept)) for stone in chain.stones) / games


def field(
    position: Position,
    count: int,
    seed: int = 1,
    owners: Mapping[int, int] | None = None,
    allowed: Collection[int] | None = None,
    weights: Weights | None = None,
) -> Field:
    """Return the field of `count` heavy playouts, half of them with each player first.

    Args:
        position: where they start.
        count: how many, at least 2.
        seed: the same seed gives the same field.
        owners: verdicts: settled points and their owners, which hold in every game.
        allowed: the only points where moves are allowed; None for the whole board. Empty points
            outside belong to nobody.
        weights: those of the package by default.
    """
    start = frozen_vector(position, owners, allowed)
    halves = []
    for first, games in ((BLACK, (count + 1) // 2), (WHITE, count // 2)):
        leads = np.zeros(2 * position.width * position.height + 1, dtype=np.int64)
        black, white, won = (np.zeros(GRID_LEN, dtype=np.int64) for _ in range(3))
        wins = kernels.run_field(
            start,
            default_weights() if weights is None else weights,
            light_vector(2 * seed + (first == WHITE)),
            first,
            last_point(position, first),
            games,
            float(position.komi),
            leads,
            black,
            white,
            won,
        )
        halves.append(Half(first, games, wins, leads, black, white, won))
    return Field(*halves)
