"""Training samples: positions drawn from games, turned at random, with what came of them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from gtpengine.board.colours import BLACK
from gtpengine.board.points import GRID_LEN, PASS, STRIDE
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.evaluation.network.continuations import Continuation
from gtpengine.evaluation.network.games import Ended, Owners, empty_board
from gtpengine.evaluation.network.kernels import replay
from gtpengine.evaluation.network.layout import PLANES
from gtpengine.evaluation.weights import default_weights

LATE_PART = 0.6  # where the endgame begins
LATE_SHARE = 0.45  # samples that are drawn from it alone; the others come from anywhere
SEARCHED_SHARE = 0.6  # samples of a game of the search's own where it was searched long

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Labelled:
    """A game and, where they are known, the owners at its end."""

    game: Ended
    owners: Owners | None
    first: int = 0  # positions before that many moves are not used
    is_continued: bool = False  # played on by the network: its moves teach nothing,
    searched: Mapping[int, Mapping[int, float]] = field(default_factory=dict)  # but for searches

    @property
    def kind(self) -> str:
        """Return what a game can teach, in a word."""
        if self.searched:
            return "searched"
        if self.is_continued:
            return "continued"
        return "plain" if self.owners is None else "owned"


def continued(game: Continuation) -> Labelled:
    """Return a game that was played on, with its end as a result."""
    ended = Ended("", game.size, game.moves, math.nan, math.nan, 0.0)
    lead = float(game.owners.sum()) - ended.extra
    searched = {each.number: each.shares for each in game.searched}
    return Labelled(replace(ended, margin=lead), game.owners, game.first, True, searched)


@dataclass(frozen=True)
class Batch:
    """Positions of one size; what is not known is not-a-number, -1 for moves."""

    planes: Floats  # (positions, height, width, PLANES)
    move: Ints  # index of the point, or points for a pass
    chosen: Floats  # (positions, points + 1): shares of a search's visits, zeros where none was
    reply: Ints  # what the opponent played next
    owners: Floats  # (positions, height, width): 1 own, 0 the opponent's
    lead: Floats  # final lead by area of the player to move
    won: Floats  # 1.0, 0.0 where nobody counted
    needed: Floats  # lead by area that the player to move had to exceed to win
    follower: Ints  # row of the position one move later, -1 where it is not in the batch


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

    @property
    def games(self) -> int:
        """How many games there are to draw from."""
        return len(self._games)

    def draw(self, indices: Ints) -> Batch:
        """Return a batch of positions of the games that `indices` names.

        Of a game that people played two positions come, one move apart; of one that the network
        played on, one.
        """
        rows: list[tuple[Labelled, int, int]] = []  # game, moves before, symmetry
        followers: list[int] = []
        for index in indices:
            chosen = self._games[int(index)]
            length = len(chosen.game.moves)
            earliest = chosen.first
            if not chosen.is_continued and self._random.random() < LATE_SHARE:
                earliest = int(LATE_PART * length)
            # After the last move of a counted game both players pass.
            latest = length if not math.isnan(chosen.game.margin) else length - 1
            turn = int(self._random.integers(8))
            if chosen.is_continued:
                after = int(self._random.integers(earliest, latest + 1))
                if chosen.searched and self._random.random() < SEARCHED_SHARE:
                    after = int(self._random.choice(list(chosen.searched)))
                rows.append((chosen, after, turn))
                followers.append(-1)
            else:
                after = int(self._random.integers(min(earliest, latest - 1), latest))
                rows += [(chosen, after, turn), (chosen, after + 1, turn)]
                followers += [len(rows) - 1, -1]
        return self._batch(rows, np.array(followers, dtype=np.int64))

    def _batch(self, rows: list[tuple[Labelled, int, int]], followers: Ints) -> Batch:
        size = self.size
        count = len(rows)
        planes = np.empty((count, size, size, PLANES), dtype=np.float32)
        move, reply = (np.full(count, -1, dtype=np.int64) for _ in range(2))
        choices = np.zeros((count, size * size + 1), dtype=np.float32)
        owners = np.full((count, size, size), np.nan, dtype=np.float32)
        lead, won, needed = (np.full(count, np.nan, dtype=np.float32) for _ in range(3))
        for row, (chosen, after, turn) in enumerate(rows):
            game = chosen.game
            length = len(game.moves)
            counted = not math.isnan(game.margin)
            table = self._turns[turn]
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
                if chosen.is_continued:
                    continue
                if at < length:
                    target[row] = self._index[moves[at] & 1023]
                elif counted:
                    target[row] = size * size
            for point, share in chosen.searched.get(after, {}).items():
                choices[row, self._index[table[point]]] = share
            if chosen.owners is not None:
                turned = np.zeros(GRID_LEN, dtype=np.float32)
                turned[table[self._points]] = chosen.owners
                owners[row] = (1 + sign * turned[self._points]) / 2
            lead[row] = sign * game.area_lead
            won[row] = game.black_won if black else 1 - game.black_won
            needed[row] = sign * (game.komi + game.extra)
        return Batch(planes, move, choices, reply, owners, lead, won, needed, followers)
