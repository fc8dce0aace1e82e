"""A sum of Amazons boards seen as one game, for searches that know nothing of sums."""

from collections.abc import Sequence

import numpy as np

from gtpengine.laboratory.amazons.board import AmazonsPosition
from gtpengine.laboratory.amazons.game import AmazonsGame
from gtpengine.laboratory.amazons.kernels import whole as kernels
from gtpengine.laboratory.amazons.kernels.expand import SCALE
from gtpengine.search.tds.budget import OutOfBudget
from gtpengine.search.tds.pool import GamePool


class PoolFull(OutOfBudget):
    """A pool of sums does not grow; whoever fills it has to forget it."""


class WholeGame:
    """Positions of sums of so many boards in one pool of a fixed size. An edge's move is its board.

    A board with amazons that nobody can move and that are not apart is not recognised as 0; two
    refusals end such a sum.
    """

    def __init__(self, boards: int, nodes: int) -> None:
        self.pool = GamePool.empty(nodes, 2 * nodes, SCALE)
        self.sums = kernels.Sums(
            np.zeros(3 * boards * nodes, np.int64),
            np.zeros(1 << (2 * nodes - 1).bit_length(), np.int32),
            np.zeros(nodes, np.int32),
            np.zeros(nodes, np.int32),
            np.zeros(3 * boards, np.int64),
            AmazonsGame(1).squares,
        )

    def add(self, boards: Sequence[AmazonsPosition], turn: int) -> int:
        """Return the node of a sum with `turn` to move."""
        if len(self.pool) >= self.pool.capacity[0]:
            raise PoolFull("the pool of sums is full")
        for place, board in enumerate(boards):
            self.sums.draft[3 * place : 3 * place + 3] = (board.empty, board.black, board.white)
        return int(kernels.add_sum(self.pool.arrays, self.sums, turn))

    def expand(self, node: int) -> None:
        """Give a node the options of the player to move; asked again, those of the other.

        Raises:
            PoolFull: there may not be room for them.
        """
        if not kernels.expand_sum(self.pool.arrays, self.sums, node):
            raise PoolFull("the pool of sums is full")

    def forget(self) -> None:
        """Begin again with nothing; the memory is kept."""
        self.pool.arrays.used[:] = 0
        self.sums.slots[:] = 0

    @property
    def is_filling(self) -> bool:
        """Whether half of the room is used."""
        nodes, edges = self.pool.capacity
        return 2 * len(self.pool) > nodes or 2 * self.pool.edges > edges

    def position(self, node: int) -> list[AmazonsPosition]:
        """Return the boards of `node`."""
        length = len(self.sums.draft)
        words = self.sums.words[node * length : (node + 1) * length].reshape(-1, 3)
        return [AmazonsPosition(*(int(word) for word in board)) for board in words]
