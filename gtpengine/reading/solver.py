"""Searches on frames: is the goal reached, by which move, on which points does the proof rest?"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from gtpengine.partition.bits import Bits
from gtpengine.reading.frame import Frame
from gtpengine.reading.kernels import dfpn, proofrows
from gtpengine.reading.kernels.cells import PASS_CELL
from gtpengine.reading.strategy import Strategy, strategy_of


class KoRule(IntEnum):
    """Who may retake a ko at once; passing lifts a ban."""

    AGAINST = 0  # the opponent may, the prover may not: no threats are needed
    FAIR = 1  # nobody may: the prover ignores the opponent's first threat
    FOR = 2  # the prover may: he has as many threats as he needs


@dataclass(frozen=True)
class Proof:
    """What a search came to.

    Attributes:
        proved: whether the goal is reached against every reply.
        exhausted: whether the search was cut short; otherwise the moves that it knows fail.
        move: the first move of the prover as points of its cell; 0 for a pass or none.
        line: moves that show it, from the root: points of cells, 0 for a pass.
        zone: the points that the proof rests on.
        nodes: positions that were expanded.
    """

    proved: bool
    exhausted: bool
    move: Bits
    line: tuple[Bits, ...]
    zone: Bits
    nodes: int


class Solver:
    """Memory for searches, used again for each; it has room for so many rows to a node."""

    def __init__(self, most_nodes: int = 1 << 16, rows_per_node: int = 12) -> None:
        rows = 1 << max(12, (most_nodes * rows_per_node - 1).bit_length())
        self.most_nodes = most_nodes
        self._rows_per_node = rows_per_node
        self._index = np.zeros(2 * rows, dtype=np.int32)
        self._rows = np.zeros((rows + 2) * proofrows.ROW_LEN, dtype=np.int64)
        self._edges = np.zeros(2 * rows + 64, dtype=np.int32)
        self._parts = np.zeros(128 + 8, dtype=np.int64)
        self._path = np.zeros(3 * (dfpn.DEPTH + 2), dtype=np.int64)
        self._game = np.zeros(proofrows.GAME_LEN, dtype=np.int64)

    def solve(
        self,
        frame: Frame,
        *,
        kill: bool = False,
        prover_first: bool,
        ko: KoRule,
        nodes: int,
        claim: int = 0,
        first: int | None = None,
    ) -> Proof:
        """Search for a proof with at most `nodes` positions.

        With a `claim` the prover must also leave the opponent no room for two eyes in those cells.
        His first move of all can be confined to the cells `first`.
        """
        game = self._game
        size = len(self._index)
        wanted = max(1 << 12, 1 << (2 * self._rows_per_node * nodes - 1).bit_length())
        index = self._index[: min(size, wanted)]
        index[:] = 0
        game[proofrows.ALL] = frame.everything
        game[proofrows.PROVER_LIFE] = frame.foe_life if kill else frame.own_life
        game[proofrows.OPPONENT_LIFE] = frame.own_life if kill else frame.foe_life
        game[proofrows.TARGET] = frame.target
        game[proofrows.VITAL] = 0 if kill else frame.vital
        game[proofrows.CLAIM] = claim
        game[proofrows.DAME] = frame.dame
        game[proofrows.FIRST] = frame.everything if first is None else first
        game[proofrows.GOAL] = proofrows.KILL if kill else proofrows.LIVE
        game[proofrows.PROVER_OBEYS] = ko != KoRule.FOR
        game[proofrows.OPPONENT_OBEYS] = ko != KoRule.AGAINST
        game[proofrows.LIMIT] = min(nodes, self.most_nodes)
        game[proofrows.PROVER_STONES] = frame.foe if kill else frame.own
        game[proofrows.OPPONENT_STONES] = frame.own if kill else frame.foe
        game[proofrows.PROVER_FIRST] = prover_first
        obeys = game[proofrows.PROVER_OBEYS] if prover_first else game[proofrows.OPPONENT_OBEYS]
        game[proofrows.KO_BAN] = frame.ko if obeys else PASS_CELL
        result = dfpn.search(
            game, frame.near, self._rows, index, self._edges, self._parts, self._path
        )
        proved = result == dfpn.PROVED
        zone = frame.points(int(self._rows[proofrows.ROW_ZONE])) if proved else 0
        line = self._line(frame) if proved else ()
        move = line[0] if line and prover_first else 0
        return Proof(proved, result == dfpn.EXHAUSTED, move, line, zone, int(game[proofrows.NODES]))

    def strategy(self, frame: Frame) -> Strategy:
        """Return the answers of the last search.  Pre: it proved its goal, opponent first."""
        return strategy_of(frame, self._rows, self._edges, int(self._game[proofrows.ROWS]))

    def _line(self, frame: Frame) -> tuple[Bits, ...]:
        """Return moves from the root: the prover's proving ones, the opponent's longest defence."""
        rows = self._rows
        row = 0
        line: list[Bits] = []
        while len(line) < dfpn.DEPTH:
            start = row * proofrows.ROW_LEN
            count = int(rows[start + proofrows.EDGE_COUNT])
            if count == 0:
                break
            first = int(rows[start + proofrows.FIRST_EDGE])
            edges = [int(edge) for edge in self._edges[first : first + count]]
            if rows[start + proofrows.STATE] & proofrows.TURN_PROVER:
                best = int(rows[start + proofrows.BEST])
                edge = next(edge for edge in edges if edge & 63 == best)
            else:
                edge = max(edges, key=lambda edge: self._depth(edge >> 6))
            cell = edge & 63
            line.append(0 if cell == PASS_CELL else frame.cells[cell])
            row = edge >> 6
        return tuple(line)

    def _depth(self, row: int) -> int:
        """Return how much was done below a row: how many edges it has."""
        return int(self._rows[row * proofrows.ROW_LEN + proofrows.EDGE_COUNT])
