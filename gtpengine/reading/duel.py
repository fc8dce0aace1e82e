"""Duels: does a chain live or die in a frame, who moves where, and on which points does it rest?

What is read here is no proof: it takes an arena for the board (`reading.arena`).
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from gtpengine.partition.bits import Bits
from gtpengine.reading.frame import Frame
from gtpengine.reading.kernels import duel, duelrows
from gtpengine.reading.kernels.cells import PASS_CELL


class Ko(Enum):
    """Who may retake a ko at once.

    What repeats itself lives, unless the owner retakes at once each time: then it dies.
    """

    ATTACKER = "attacker"
    OWNER = "owner"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Outcome:
    """What a duel came to.

    Attributes:
        lives: whether the chain lives; None: the search was cut short.
        line: moves that show it, from the root: points of cells, 0 for a pass.
        zone: the points that the result rests on.
        nodes: positions that were expanded.
        kos: whether a ko or a repetition may matter; otherwise it is the same whoever may retake.
    """

    lives: bool | None
    line: tuple[Bits, ...]
    zone: Bits
    nodes: int
    kos: bool = True


class Duel:
    """Memory for searches, used again for each; it has room for so many rows to a node."""

    def __init__(self, most_nodes: int, rows_per_node: int = 4) -> None:
        rows = 1 << max(12, (most_nodes * rows_per_node - 1).bit_length())
        self.most_nodes = most_nodes
        self._rows_per_node = rows_per_node
        self._index = np.zeros(2 * rows, dtype=np.int32)
        self._rows = np.zeros((rows + 2) * duelrows.ROW_LEN, dtype=np.int64)
        self._edges = np.zeros(2 * rows + 64, dtype=np.int32)
        self._parts = np.zeros(128 + 8, dtype=np.int64)
        self._path = np.zeros(duel.PATH_LEN * (duel.DEPTH + 2), dtype=np.int64)
        self._game = np.zeros(duelrows.GAME_LEN, dtype=np.int64)

    def fight(
        self,
        frame: Frame,
        *,
        attacker_first: bool,
        ko: Ko,
        nodes: int,
        first: int | None = None,
        staying: bool = True,
    ) -> Outcome:
        """Search with at most `nodes` positions.  The first move can be confined to `first`.

        Without `staying` a seki is not enough: the owner must be able to move and live.
        """
        game = self._game
        size = len(self._index)
        wanted = max(1 << 12, 1 << (2 * self._rows_per_node * nodes - 1).bit_length())
        index = self._index[: min(size, wanted)]
        index[:] = 0
        game[duelrows.ALL] = frame.everything
        game[duelrows.ATTACKER_LIFE] = frame.foe_life
        game[duelrows.OWNER_LIFE] = frame.own_life
        game[duelrows.TARGET] = frame.target
        game[duelrows.VITAL] = frame.vital
        game[duelrows.STAYING] = staying
        game[duelrows.ATTACKER_OBEYS] = ko is not Ko.ATTACKER
        game[duelrows.OWNER_OBEYS] = ko is not Ko.OWNER
        game[duelrows.DAME] = frame.dame
        game[duelrows.FIRST] = frame.everything if first is None else first
        game[duelrows.LIMIT] = min(nodes, self.most_nodes)
        game[duelrows.ATTACKER_STONES] = frame.foe
        game[duelrows.OWNER_STONES] = frame.own
        game[duelrows.ATTACKER_FIRST] = attacker_first
        obeys = game[duelrows.ATTACKER_OBEYS if attacker_first else duelrows.OWNER_OBEYS]
        game[duelrows.KO_BAN] = frame.ko if obeys else PASS_CELL
        result = duel.search(
            game, frame.near, self._rows, index, self._edges, self._parts, self._path
        )
        spent = int(game[duelrows.NODES])
        if result == duel.OPEN:
            return Outcome(None, (), 0, spent)
        zone = frame.points(int(self._rows[duelrows.ROW_ZONE]))
        kos = bool(self._rows[duelrows.KOS])
        return Outcome(result == duel.LIVES, self._line(frame), zone, spent, kos)

    def _line(self, frame: Frame) -> tuple[Bits, ...]:
        """Return moves from the root: the winner's winning ones, the loser's longest defence."""
        rows = self._rows
        attacker_wins = rows[duelrows.PROOF] == 0
        row = 0
        line: list[Bits] = []
        seen = set()
        while len(line) < duel.DEPTH and row not in seen:
            seen.add(row)
            start = row * duelrows.ROW_LEN
            count = int(rows[start + duelrows.EDGE_COUNT])
            if count == 0:
                break
            first = int(rows[start + duelrows.FIRST_EDGE])
            edges = [int(edge) for edge in self._edges[first : first + count]]
            if bool(rows[start + duelrows.STATE] & duelrows.TURN) == bool(attacker_wins):
                best = int(rows[start + duelrows.BEST])
                edge = next(edge for edge in edges if edge & 63 == best)
            else:
                edge = max(edges, key=lambda edge: self._depth(edge >> 6))
            cell = edge & 63
            line.append(0 if cell == PASS_CELL else frame.cells[cell])
            row = edge >> 6
        return tuple(line)

    def _depth(self, row: int) -> int:
        """Return how much was done below a row: how many edges it has."""
        return int(self._rows[row * duelrows.ROW_LEN + duelrows.EDGE_COUNT])
