"""Amazons as a game that search can grow: a node pool with its positions."""

import numpy as np

from gtpengine.laboratory.amazons.board import AmazonsPosition, move_text
from gtpengine.laboratory.amazons.kernels import expand as kernels
from gtpengine.search.tds.pool import GamePool

FIRST_NODES = 1 << 12
EVERYTHING = 1 << 62


class AmazonsGame:
    """Positions of Amazons in one pool; `expand` is what searches ask for.

    Values are in half points, because estimates are. Several boards may share a game: positions
    that look alike are one node.
    """

    def __init__(self, nodes: int = FIRST_NODES) -> None:
        self.pool = GamePool.empty(nodes, 2 * nodes, kernels.SCALE)
        self.squares = self._squares(nodes)

    def add(self, position: AmazonsPosition) -> int:
        """Return the node of `position`."""
        self._make_room(1)
        return int(
            kernels.add_position(
                self.pool.arrays, self.squares, position.empty, position.black, position.white
            )
        )

    def expand(self, node: int) -> None:
        """Give an open node its options."""
        while kernels.expand_from(self.pool.arrays, self.squares, node, node) == node:
            self._make_room(self._most_options(node))

    def complete(self) -> None:
        """Expand everything."""
        node = 0
        while True:
            node = int(kernels.expand_from(self.pool.arrays, self.squares, node, EVERYTHING))
            if node >= len(self.pool):
                return
            self._make_room(self._most_options(node))

    def forget(self) -> None:
        """Begin again with nothing; the memory is kept."""
        self.pool.arrays.used[:] = 0
        self.squares.slots[:] = 0

    @property
    def unproved(self) -> int:
        """How many terminals have a number that was not proved; 0 on small boards."""
        return int(self.squares.notes[kernels.UNPROVED_COUNT])

    def position(self, node: int) -> AmazonsPosition:
        """Return what `node` looks like."""
        board = self.squares
        return AmazonsPosition(
            int(board.empty[node]), int(board.black[node]), int(board.white[node])
        )

    def move_name(self, edge: int) -> str:
        """Return the move of an edge as "A2-A3xB2"."""
        return move_text(int(self.pool.arrays.move[edge]))

    def _most_options(self, node: int) -> int:
        position = self.position(node)
        return kernels.MOVES_PER_AMAZON * (position.black | position.white).bit_count()

    def _make_room(self, nodes: int) -> None:
        """Make room for so many more nodes and edges."""
        used, edges = len(self.pool), self.pool.edges
        have, have_edges = self.pool.capacity
        if used + nodes > have:
            have = max(2 * have, used + nodes)
        if edges + nodes > have_edges:
            have_edges = max(2 * have_edges, edges + nodes)
        self.pool.reserve(have, have_edges)
        if have > len(self.squares.empty) or 2 * (used + nodes) > len(self.squares.slots):
            old = self.squares
            self.squares = self._squares(have)._replace(scratch=old.scratch, notes=old.notes)
            for name in ("empty", "black", "white", "seen"):
                getattr(self.squares, name)[:used] = getattr(old, name)[:used]
            kernels.rehash(self.squares, used)

    @staticmethod
    def _squares(nodes: int) -> kernels.Squares:
        slots = 1 << (2 * nodes + 2 * kernels.MOVES_PER_AMAZON).bit_length()
        return kernels.Squares(
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros(slots, np.int32),
            np.zeros(nodes, np.int32),
            np.zeros(kernels.SCRATCH, np.int64),
            np.zeros(kernels.NOTES, np.int64),
        )
