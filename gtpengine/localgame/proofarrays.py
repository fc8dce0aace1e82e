"""The arrays of a proof (proof.py): room for positions, moves, kos and sums, made as it is needed.

Room that nobody has written to takes no memory on most systems. So where there are many positions
all that the limits allow are given room at once: nothing has to be copied any more.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.graph import Limits, Scalar
from gtpengine.localgame.kernels import expand as nodes_layout
from gtpengine.localgame.kernels import opening

_START = 1 << 11
_LARGE = 1 << 20  # of anything: from here on there is room for all at once
_SPARE = 1.125  # so much more than one expects
_MOST_GROWTH = 64  # times

# What is counted, and the arrays that have numbers for each of it.
_ROWS = {
    nodes_layout.NODES: {
        "keys": nodes_layout.KEY_WORDS,
        "first": opening.STEP,
        "state": 1,
        "walls": 4,
        "bases": 4,
        "stamps": 1,
        "seen": 1,
        "fails": 1,
        "parts": 1,
    },
    nodes_layout.EDGES: {"child": 1, "offset": 1, "point": 1},
    nodes_layout.KOS: {"ko_node": 1, "ko_point": 1, "ko_walls": 2, "ko_bases": 2},
    opening.POOL: {"pool": 1},
}
# So much room has to be left before a position is opened, twice: one question opens several.
_STEP = {
    nodes_layout.NODES: 2 * opening.NEW,
    nodes_layout.EDGES: 2 * nodes_layout.ROOM,
    nodes_layout.KOS: 2 * nodes_layout.ROOM,
    opening.POOL: 2 * opening.NEW,
}


class ProofArrays:
    """What kernels/prove.py works on, the store of walls left out.

    Attributes:
        counts: how many positions, moves, kos and numbers in the pool of parts there are.
    """

    def __init__(self) -> None:
        self.counts = np.zeros(4, np.int64)
        self.keys: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self.first: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.child: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.offset: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.point: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.ko_node: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.ko_point: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.state: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.table: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.walls: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.bases: npt.NDArray[np.int16] = np.empty(0, np.int16)
        self.ko_walls: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.ko_bases: npt.NDArray[np.int16] = np.empty(0, np.int16)
        self.stamps: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.seen: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.fails: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.parts: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.pool: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self.found = np.zeros(nodes_layout.SCRATCH, np.int64)

    def of_graph(self) -> tuple[npt.NDArray[Any], ...]:
        """Return what kernels take as the graph."""
        return (
            self.keys, self.table, self.counts, self.first, self.child, self.offset, self.point,
            self.ko_node, self.ko_point, self.state, self.parts, self.pool,
        )  # fmt: skip

    def of_walls(self) -> tuple[npt.NDArray[Any], ...]:
        """Return what kernels take as the walls."""
        return self.walls, self.bases, self.ko_walls, self.ko_bases

    @property
    def used(self) -> int:
        """How many bytes are in use."""
        count = self.table.nbytes
        for what, rows in _ROWS.items():
            width = sum(getattr(self, name).itemsize * each for name, each in rows.items())
            count += width * int(self.counts[what])
        return count

    def make_room(self, limits: Limits, others: int) -> None:
        """Make more room for whatever lacks it; `others` bytes are in use elsewhere."""
        nodes = int(self.counts[nodes_layout.NODES])
        left = min(
            (limits.nbytes - others) / max(self.used, 1),
            limits.nodes / max(nodes, 1),
            _MOST_GROWTH,
        )
        for what, rows in _ROWS.items():
            count = int(self.counts[what])
            name, each = next(iter(rows.items()))
            if count + _STEP[what] <= getattr(self, name).size // each:
                continue
            most = max(1.5, _SPARE * left) if count >= _LARGE else 2.0
            room = max(_START, int(most * count)) + _STEP[what]
            for name, each in rows.items():
                setattr(self, name, larger(getattr(self, name), each * room))
        # At most three quarters of the table are in use.
        wanted = nodes + _STEP[nodes_layout.NODES]
        if 4 * wanted > 3 * self.table.size:
            self.table = np.empty(0, np.int32)
            self.table = np.full(1 << (2 * wanted - 1).bit_length(), -1, np.int32)
            nodes_layout.rehash(self.keys, self.table, nodes)


def larger(array: npt.NDArray[Scalar], size: int) -> npt.NDArray[Scalar]:
    """Return a copy with more room, zeroes at first."""
    found = np.zeros(size, array.dtype)
    found[: array.size] = array
    return found
