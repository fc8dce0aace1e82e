"""Training samples: positions drawn from games, turned at random, with what came of them."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK
from gtpengine.board.points import GRID_LEN, PASS, STRIDE
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.network.games import Ended, Owners, empty_board
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.network.layout import PLANES
from gtpengine.evaluation.weights import default_weights

LATE_PART = 0.6  # where the endgame begins
LATE_SHARE = 0.3  # samples that are drawn from it alone; the others come from anywhere

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Labelled:
    """A game and, where they are known, the owners at its end."""

    game: Ended
    owners: Owners | None


@dataclass(frozen=True)
class Batch:
    """Positions of one size; what is not known is not-a-number, -1 for moves."""

    planes: Floats  # (positions, height, width, PLANES)
    move: Ints  # index of the point, or points for a pass
    reply: Ints  # what the opponent played next
    owners: Floats  # (positions, height, width): 1 own, 0 the opponent's
    lead: Floats  # final lead by area of the player to move
    won: Floats  # 1.0, 0.0 where nobody counted
    needed: Floats  # lead by area that the player to move had to exceed to win


def _turns(size: int) -> npt.NDArray[np.int32]:
    """Return for each of the eight symmetries where it sends each point of the grid."""
    table = np.tile(np.arange(GRID_LEN, dtype=np.int32), (8, 1))
    rows, columns = np.mgrid[0:size, 0:size]
    points = (rows + 1) * STRIDE + columns + 1
    for turn in range(8):
        y, x = (columns, rows) if turn & 4 else (rows, columns)
        y = size - 1 - y if turn & 1 else y
        x = size - 1 - x if turn & 2 else x
        table[turn, points] = (y + 1) * STRIDE + x + 1
    return table


class Sampler:
    """Draws batches from games of one size, the same ones for the same seed."""

    def __init__(self, games: list[Labelled], seed: int) -> None:
        self.size = games[0].game.size
        self._games = games
        self._random = np.random.default_rng(seed)
        self._turns = _turns(self.size)
        self._board = light_vector(1)
        self._work = vector_of(Position(self.size))
        self._strengths = np.zeros(GRID_LEN, dtype=np.float32)
        rows, columns = np.mgrid[0 : self.size, 0 : self.size]
        self._points = (rows + 1) * STRIDE + columns + 1
        self._index = np.full(GRID_LEN, -1, dtype=np.int64)
        self._index[self._points.ravel()] = np.arange(self.size * self.size)
        self._index[PASS] = self.size * self.size

    def draw(self, indices: Ints) -> Batch:
        """Return a batch of positions, one of each game that `indices` names."""
        size = self.size
        count = len(indices)
        planes = np.empty((count, size, size, PLANES), dtype=np.float32)
        move, reply = (np.full(count, -1, dtype=np.int64) for _ in range(2))
        owners = np.full((count, size, size), np.nan, dtype=np.float32)
        lead, won, needed = (np.full(count, np.nan, dtype=np.float32) for _ in range(3))
        for row, index in enumerate(indices):
            chosen = self._games[int(index)]
            game = chosen.game
            length = len(game.moves)
            earliest = LATE_PART if self._random.random() < LATE_SHARE else 0.0
            counted = not math.isnan(game.margin)
            # After the last move of a counted game both players pass.
            after = int(self._random.integers(int(earliest * length), length + counted))
            table = self._turns[int(self._random.integers(8))]
            moves = (game.moves & ~1023) | table[game.moves & 1023]
            replay.inputs_after(
                empty_board(size),
                moves.astype(np.int32),
                after,
                self._board,
                self._work,
                default_weights(),
                self._strengths,
                planes[row],
            )
            black = after == 0 or (game.moves[after - 1] >> 10) != BLACK
            sign = 1 if black else -1
            for target, at in ((move, after), (reply, after + 1)):
                if at < length:
                    target[row] = self._index[moves[at] & 1023]
                elif counted:
                    target[row] = size * size
            if chosen.owners is not None:
                turned = np.zeros(GRID_LEN, dtype=np.float32)
                turned[table[self._points]] = chosen.owners
                owners[row] = (1 + sign * turned[self._points]) / 2
            lead[row] = sign * game.area_lead
            won[row] = game.black_won if black else 1 - game.black_won
            needed[row] = sign * (game.komi + game.extra)
        return Batch(planes, move, reply, owners, lead, won, needed)
