"""The store of wall shapes of one graph, on the Python side: room, files, fractions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from gtpengine.localgame.kernels import walls as store_layout
from gtpengine.values.trajectory import Trajectory

_PIECES_PER_SHAPE = 10
_SPARE = 400  # pieces that one step of a kernel may need
_MEMOS = 1 << 15  # results that are remembered: more than fits a processor's cache is slower
_SHAPE_LIMIT = (1 << store_layout.SHAPE_BITS) - 8
_BYTES_PER_SHAPE, _BYTES_PER_PIECE = 20, 24
_LEAST = 256  # shapes
_AT_ONCE = 1 << 20  # walls that are named anew together: what is done so needs room itself
_KEPT = ("begin", "least", "greatest", "time", "value", "slope")


class WallStore:
    """All shapes of walls that one graph needs; shared by the values under different ko rules."""

    def __init__(self, nodes: int) -> None:
        self.size = min(_SHAPE_LIMIT, max(_LEAST, nodes // 4))
        self.counts = np.zeros(4, np.int64)
        self.scratch = np.zeros(6 * store_layout.ROW, np.int64)
        pieces = _PIECES_PER_SHAPE * self.size
        self.begin: npt.NDArray[np.int32] = np.zeros(self.size + 8, np.int32)
        self.time: npt.NDArray[np.int64] = np.zeros(pieces, np.int64)
        self.value: npt.NDArray[np.int64] = np.zeros(pieces, np.int64)
        self.slope: npt.NDArray[np.int64] = np.zeros(pieces, np.int64)
        self.least: npt.NDArray[np.int64] = np.zeros(self.size + 8, np.int64)
        self.greatest: npt.NDArray[np.int64] = np.zeros(self.size + 8, np.int64)
        self.counts[store_layout.SHAPES] = 1
        self.counts[store_layout.PIECES] = 1
        self.begin[1] = 1
        self._make_tables()

    def _make_tables(self) -> None:
        self.table = np.full(1 << (2 * self.size).bit_length(), -1, np.int32)
        memos = min(1 << (8 * self.size).bit_length(), _MEMOS)
        self.memo_key = np.full(memos, -1, np.int64)
        self.memo_wall = np.empty(4 * memos, np.int32)
        store_layout.enter_shapes(self.arrays())

    def arrays(self) -> tuple[npt.NDArray[np.generic], ...]:
        """Return what kernels take."""
        return (
            self.counts,
            self.begin,
            self.time,
            self.value,
            self.slope,
            self.least,
            self.greatest,
            self.table,
            self.memo_key,
            self.memo_wall,
            self.scratch,
        )

    def forget(self) -> None:
        """Let go of what only speeds up an evaluation; the next one makes room anew."""
        shapes, pieces = (int(count) for count in self.counts[:2])
        self.size = shapes
        for name in ("begin", "least", "greatest"):
            setattr(self, name, getattr(self, name)[: shapes + 8].copy())
        for name in ("time", "value", "slope"):
            setattr(self, name, getattr(self, name)[:pieces].copy())
        self.table = np.empty(0, np.int32)
        self.memo_key = np.empty(0, np.int64)
        self.memo_wall = np.empty(0, np.int32)

    def grow(self) -> bool:
        """Make more room; False if there cannot be more."""
        shapes, pieces = (int(count) for count in self.counts[:2])
        if self.size >= _SHAPE_LIMIT and shapes > 3 * self.size // 4:
            return False
        self.size = min(_SHAPE_LIMIT, max(_LEAST, self.size, 3 * shapes // 2))
        for name in ("begin", "least", "greatest"):
            setattr(self, name, _larger(getattr(self, name), self.size + 8))
        room = max(_PIECES_PER_SHAPE * _LEAST, self.time.size, 3 * pieces // 2 + _SPARE)
        for name in ("time", "value", "slope"):
            setattr(self, name, _larger(getattr(self, name), room))
        self._make_tables()
        return True

    @property
    def is_full(self) -> bool:
        """Whether kernels may stop for lack of room."""
        shapes, pieces = (int(count) for count in self.counts[:2])
        return shapes >= self.begin.size - 4 or pieces + _SPARE > self.time.size

    def compact(self, users: Sequence[npt.NDArray[np.int32]]) -> float:
        """Forget shapes that no array of `users` names, and name those that stay anew in there.

        Returns what part of the room for shapes is in use then. Negative numbers are no shapes.
        """
        shapes = int(self.counts[store_layout.SHAPES])
        used = np.zeros(shapes, np.bool_)
        used[0] = True
        slices = [
            user[first : first + _AT_ONCE]
            for user in users
            for first in range(0, user.size, _AT_ONCE)
        ]
        for each in slices:
            used[each[each >= 0]] = True
        kept = np.flatnonzero(used)
        names = np.zeros(shapes, np.int32)
        names[kept] = np.arange(kept.size, dtype=np.int32)
        for each in slices:
            known = each >= 0
            each[known] = names[each[known]]
        lengths = np.diff(self.begin[: shapes + 1])[kept]
        begin = np.concatenate(([0], np.cumsum(lengths)))
        pieces = int(begin[-1])
        source = np.repeat(self.begin[kept] - begin[:-1], lengths) + np.arange(pieces)
        for array in self._pieces():
            array[:pieces] = array[source]
        for array in (self.least, self.greatest):
            array[: kept.size] = array[kept]
        self.begin[: kept.size + 1] = begin
        self.counts[store_layout.SHAPES] = kept.size
        self.counts[store_layout.PIECES] = pieces
        self._make_tables()
        return max(kept.size / self.size, pieces / self.time.size)

    @property
    def nbytes(self) -> int:
        """The memory that is in use: room that nobody has written to takes none."""
        shapes, pieces = (int(count) for count in self.counts[:2])
        written = shapes * _BYTES_PER_SHAPE + pieces * _BYTES_PER_PIECE
        tables = (self.table, self.memo_key, self.memo_wall)
        return written + sum(array.nbytes for array in tables)

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return what has to be kept, by name, for a file."""
        return {name: getattr(self, name) for name in ("counts", *_KEPT)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]]) -> Self:
        """Return the store that `to_arrays` described.

        Raises:
            KeyError: a part is missing.
            ValueError: the parts do not fit each other.
        """
        store = cls(0)
        for name in ("counts", *_KEPT):
            setattr(store, name, arrays[name])
        shapes, pieces = (int(count) for count in store.counts[:2])
        if store.begin.size < shapes + 1 or min(a.size for a in store._pieces()) < pieces:
            raise ValueError("a store of shapes with missing parts")
        store.forget()
        return store

    def _pieces(self) -> tuple[npt.NDArray[np.int64], ...]:
        return self.time, self.value, self.slope

    def trajectory(self, shape: int, base: int) -> Trajectory:
        """Return a wall as exact fractions."""
        begin, end = int(self.begin[shape]), int(self.begin[shape + 1])
        scale = store_layout.SCALE
        points = tuple(
            (base + Fraction(int(self.value[i]), scale), Fraction(int(self.time[i]), scale))
            for i in range(begin, end)
        )
        return Trajectory(points, Fraction(int(self.slope[end - 1])))


def _larger(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return a copy with more room."""
    found = np.zeros(max(size, array.size), array.dtype)
    found[: array.size] = array
    return found
