"""The answers that a proof consists of: what its owner plays after each move of the opponent."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtpengine.partition.bits import Bits, bits_of, points_of
from gtpengine.reading.frame import Frame
from gtpengine.reading.kernels import proofrows
from gtpengine.reading.kernels.cells import PASS_CELL


@dataclass(frozen=True)
class Turn:
    """A position of a proof in which the opponent is to move.

    Attributes:
        answers: per cell of a move what is played next (PASS_CELL: nothing), and the number of the
            turn that follows.
        zone: the cells where a stone is answered.
        otherwise: the answer to a stone in the zone that is not among `answers`: it was refuted as
            a pass.
    """

    answers: dict[int, tuple[int, int]]
    zone: int
    otherwise: tuple[int, int]


class Strategy:
    """A proof as a player.

    Each answer leads one step down the proof, so it ends: at unconditional life, or in a seki where
    every further move has an answer.
    """

    def __init__(self, frame: Frame, turns: list[Turn]) -> None:
        self._cell = {
            point: index
            for index, cell in enumerate(frame.cells)
            for point in points_of(cell)
            if cell.bit_count() == 1
        }
        self._points = [next(points_of(cell)) for cell in frame.cells]
        self._turns = turns
        self._zones: dict[int, Bits] = {}

    def zone(self, turn: int) -> Bits:
        """Return the points where an opponent's stone is answered.  Turn 0 is the first."""
        if turn not in self._zones:
            cells = self._turns[turn].zone
            points = (point for point, cell in self._cell.items() if cells >> cell & 1)
            self._zones[turn] = bits_of(points)
        return self._zones[turn]

    def matters(self, turn: int, point: int) -> bool:
        """Tell whether the proof answers an opponent's stone at `point`."""
        return bool(self.zone(turn) >> point & 1)

    def answer(self, turn: int, point: int) -> tuple[int, int]:
        """Return the answer to a stone that matters, 0 if it needs none, and the turn after it."""
        now = self._turns[turn]
        cell, after = now.answers.get(self._cell[point], now.otherwise)
        return 0 if cell == PASS_CELL else self._points[cell], after

    def points(self) -> Iterable[int]:
        """Return the points of the frame where a stone can be played."""
        return self._cell


def strategy_of(
    frame: Frame,
    rows: npt.NDArray[np.int64],
    edges: npt.NDArray[np.int32],
    count: int,
) -> Strategy:
    """Return the strategy of a search that has just proved its root, the opponent to move first.

    `count` rows are used.
    """
    known = {
        tuple(int(word) for word in rows[start : start + proofrows.STATE + 1]): start
        // proofrows.ROW_LEN
        for start in range(0, count * proofrows.ROW_LEN, proofrows.ROW_LEN)
    }
    numbers: dict[int, int] = {0: 0}
    todo = [0]
    turns: list[Turn] = []

    def step(child: int) -> tuple[int, int]:
        """Return the prover's answer at a row that is his turn, and the number of what follows."""
        cell, after = _best(rows, edges, child)
        if after not in numbers:
            numbers[after] = len(todo)
            todo.append(after)
        return cell, numbers[after]

    while len(turns) < len(todo):
        row = todo[len(turns)]
        start = row * proofrows.ROW_LEN
        mine, theirs, state = (int(word) for word in rows[start : start + proofrows.STATE + 1])
        answers = {cell: step(child) for cell, child in _edges(rows, edges, row)}
        zone = int(rows[start + proofrows.ROW_ZONE])
        otherwise = PASS_CELL, numbers[row]
        if state & proofrows.TURN_PROVER or not rows[start + proofrows.FIRST_EDGE]:
            zone = 0  # it lives unconditionally
        elif not state & proofrows.PASSED:
            passed = PASS_CELL | proofrows.TURN_PROVER | proofrows.PASSED
            otherwise = step(known[mine, theirs, passed])
        turns.append(Turn(answers, zone, otherwise))
    return Strategy(frame, turns)


def _edges(
    rows: npt.NDArray[np.int64], edges: npt.NDArray[np.int32], row: int
) -> list[tuple[int, int]]:
    start = row * proofrows.ROW_LEN
    first = int(rows[start + proofrows.FIRST_EDGE])
    count = int(rows[start + proofrows.EDGE_COUNT])
    return [(int(edge) & 63, int(edge) >> 6) for edge in edges[first : first + count]]


def _best(rows: npt.NDArray[np.int64], edges: npt.NDArray[np.int32], row: int) -> tuple[int, int]:
    """Return the proving move of the prover and where it leads; itself where nothing is left."""
    best = int(rows[row * proofrows.ROW_LEN + proofrows.BEST])
    for cell, child in _edges(rows, edges, row):
        if cell == best and rows[child * proofrows.ROW_LEN + proofrows.PROOF] == 0:
            return cell, child
    return PASS_CELL, row
