"""A region as a board of its own: moves of either colour in any order, playouts, priors, verdicts.

Its border stands still, and nothing outside is played. After each move the ban on retaking a ko is
lifted, as if its victim had taken a coupon meanwhile.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from gtpengine.board.colours import BLACK, EMPTY, WHITE
from gtpengine.board.kernels import moves
from gtpengine.board.layout import COLOUR, JOURNAL_TOP, SUICIDE_ALLOWED
from gtpengine.board.points import NO_POINT, PASS
from gtpengine.board.position import Position
from gtpengine.board.vector import Vector, hash_of, light_vector
from gtpengine.evaluation.frozen import frozen_vector
from gtpengine.evaluation.kernels.field import run_heavy
from gtpengine.evaluation.priors import move_strengths
from gtpengine.evaluation.weights import default_weights
from gtpengine.partition.region import Region


class LocalBoard:
    """The position of a region after some local moves; `back` returns to the first one.

    Args:
        position: the whole board; whose turn it is does not matter.
        region: where moves are made, and which points are counted.
        seed: of the playouts.
    """

    def __init__(self, position: Position, region: Region, seed: int = 1) -> None:
        self._region = region
        self._points = np.array(region.points)
        owners = dict(region.border)
        # Moves are played on both: shapes look strange where all outside a region is edge.
        self._closed = frozen_vector(position, owners, region.points)
        self._open = frozen_vector(position, owners)
        self._weights = default_weights()
        self._work = light_vector(seed)
        area = position.width * position.height
        self._leads = np.zeros(2 * area + 1, np.int64)
        outside = [point for point in position.points() if point not in set(region.points)]
        self._lead_axis = np.arange(-area, area + 1, dtype=np.float64)
        self._lead_axis -= _lead(self._closed, outside)
        for vector in (self._closed, self._open):
            vector[SUICIDE_ALLOWED] = 0
            moves.play(vector, PASS, BLACK)
        self._tops = [int(vector[JOURNAL_TOP]) for vector in (self._closed, self._open)]

    @property
    def key(self) -> int:
        """A hash of the stones."""
        return hash_of(self._closed)

    @property
    def empty(self) -> int:
        """How many points of the region carry no stone."""
        return int(np.count_nonzero(self._closed[COLOUR + self._points] == EMPTY))

    def is_legal(self, colour: int, point: int) -> bool:
        """Tell whether `colour` may play there now."""
        return bool(moves.legal(self._closed, point, colour))

    def play_assuming_legal(self, colour: int, point: int) -> None:
        """Make a move, and lift the ban that it may leave."""
        for vector in (self._closed, self._open):
            moves.play(vector, point, colour)
            moves.play(vector, PASS, colour)

    def back(self) -> None:
        """Take back all moves."""
        for vector, top in zip((self._closed, self._open), self._tops, strict=True):
            moves.undo(vector, top)

    def played_out(self, first: int, games: int) -> tuple[float, float]:
        """Return Black's mean lead in the region after so many playouts, and its variance."""
        self._leads[:] = 0
        run_heavy(self._closed, self._weights, self._work, first, NO_POINT, games, self._leads)
        mean = float(self._leads @ self._lead_axis) / games
        square = float(self._leads @ (self._lead_axis * self._lead_axis)) / games
        return mean, max(0.0, square - mean * mean)

    def shares(self, colour: int) -> list[tuple[int, float]]:
        """Return the legal moves of `colour` with their shares of all priors, best first."""
        strengths = move_strengths(self._open, colour, weights=self._weights)[self._points]
        total = float(strengths.sum()) or 1.0
        found = [
            (int(point), float(strength) / total)
            for point, strength in zip(self._points, strengths, strict=True)
            if strength > 0 and self.is_legal(colour, int(point))
        ]
        return sorted(found, key=lambda move: (-move[1], move[0]))

    def region(self) -> Region:
        """Return the region as it stands now, without a ban."""
        colours = self._closed[COLOUR + self._points]
        stones = tuple(
            (int(point), int(colour))
            for point, colour in zip(self._points, colours, strict=True)
            if colour != EMPTY
        )
        return replace(self._region, stones=stones, ko_point=NO_POINT, ko_colour=EMPTY)


def _lead(vector: Vector, points: Collection[int]) -> int:
    """Return how many more stones Black has there than White."""
    colours = vector[COLOUR + np.array(points, dtype=np.int64)]
    return int(np.count_nonzero(colours == BLACK)) - int(np.count_nonzero(colours == WHITE))
