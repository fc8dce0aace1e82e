"""The nodes of a tree, and the threads that grow it: each has a part of what is still free."""

import numpy as np
import numpy.typing as npt

from gtpengine.board.layout import RANDOM_HIGH, RANDOM_LOW
from gtpengine.board.points import GRID_LEN
from gtpengine.board.vector import light_vector
from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.tree.kernels.grow import copy_subtree
from gtpengine.search.tree.results import children_of

_SEED_STEP = 7919  # between the seeds of two workers


class Pool:
    """A tree whose root is node 0, with room for so many nodes, and its workers.

    Args:
        nodes: how many there may be.
        seed: of the first worker's playouts.
    """

    def __init__(self, nodes: int, seed: int) -> None:
        self.tree = layout.new_tree(nodes)
        self.used = 1
        self._nodes = nodes
        self._seed = seed
        self._workers: list[layout.Worker] = []
        self._rooms = [(1, nodes)]
        layout.clear_root(self.tree)

    def staff(self, threads: int, board: layout.Ints) -> list[layout.Worker]:
        """Return a worker for each thread, each with a part of the pool that is still free.

        New ones begin with a copy of `board`.
        """
        while len(self._workers) < threads:
            own = board.copy()
            start = light_vector(self._seed + _SEED_STEP * len(self._workers))
            own[[RANDOM_LOW, RANDOM_HIGH]] = start[[RANDOM_LOW, RANDOM_HIGH]]
            self._workers.append(layout.new_worker(own))
        while len(self._rooms) < threads:
            self._rooms.sort(key=lambda room: room[0] - room[1])
            begin, end = self._rooms.pop(0)
            middle = (begin + end) // 2
            self._rooms += [(begin, middle), (middle, end)]
        self._rooms.sort(key=lambda room: room[0] - room[1])
        workers = self._workers[:threads]
        for worker, room in zip(workers, self._rooms, strict=False):
            worker.room[:] = room
        return workers

    def gather(self, workers: list[layout.Worker]) -> int:
        """Take back the free parts; return how many nodes fit into the smallest of them."""
        for index, worker in enumerate(workers):
            begin, end = (int(place) for place in worker.room)
            self.used += begin - self._rooms[index][0]
            self._rooms[index] = (begin, end)
        return min(end - begin for begin, end in self._rooms[: len(workers)])

    def make_root(self, move: int) -> bool:
        """Keep only the subtree of this move of the root; tell whether there was any."""
        children = [c for c in children_of(self.tree, 0) if self.tree.move[c] == move]
        fresh = layout.new_tree(self._nodes)
        kept = bool(children) and int(self.tree.visits[children[0]]) > 0
        if kept:
            origins = np.empty(self._nodes, np.int64)
            self.used = int(copy_subtree(self.tree, children[0], fresh, origins))
        else:
            layout.clear_root(fresh)
            self.used = 1
        self.tree = fresh
        self._rooms = [(self.used, self._nodes)]
        for worker in self._workers:
            worker.totals[:] = 0
            worker.balance[:] = 0
            worker.counts[:] = 0
        return kept

    def totals(self) -> npt.NDArray[np.float64]:
        """Return the totals of all workers since the root was made."""
        return sum((worker.totals for worker in self._workers), np.zeros(layout.TOTALS))

    def balance(self) -> npt.NDArray[np.int64]:
        """Return by point the playouts in which Black owned it, less those in which White did."""
        return sum((worker.balance for worker in self._workers), np.zeros(GRID_LEN, np.int64))

    def counts(self) -> npt.NDArray[np.int64]:
        """Return the counts of all workers since the root was made."""
        return sum((worker.counts for worker in self._workers), np.zeros(layout.COUNTS, np.int64))
