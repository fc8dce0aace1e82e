"""Asking a judge: about the nodes in a worker's queue, and about the rest of the board."""

from typing import NamedTuple

import numpy as np

from gtpengine.board.colours import BLACK, WHITE
from gtpengine.search.tree.judge import Judge, Singles
from gtpengine.search.tree.kernels import types as layout
from gtpengine.search.tree.kernels.judgements import absorb


class Rest(NamedTuple):
    """What everything outside some points counts for Black."""

    lead: float  # by area, whoever is to move
    spread: float
    tempo: float  # what the turn is worth there, twice


class Questions:
    """What is asked of a judge in one tree, and what is kept of its answers.

    Args:
        judge: who is asked.
        even: Black's lead by area at which the game is even; 0 for parts of a board.
    """

    def __init__(self, judge: Judge, even: float) -> None:
        self.judge = judge
        self.owners: Singles | None = None  # of the root
        self._even = even
        self._tilt = 0.0  # of all judgements, from that of the root

    def ask(
        self, tree: layout.Tree, scene: layout.Scene, worker: layout.Worker, *, all_sides: bool
    ) -> None:
        """Ask about the nodes in a worker's queue, the root from all sides; it is empty then."""
        count = int(worker.counts[layout.QUEUED])
        rows = worker.queue[:count]
        is_root = bool((rows[:, layout.Q_NODE] == 0).any())
        said = self.judge.evaluate(
            worker.boards[:count],
            rows[:, layout.Q_COLOUR].copy(),
            np.ascontiguousarray(rows[:, [layout.Q_LAST, layout.Q_BEFORE_LAST]]),
            turned=is_root and all_sides,
        )
        if is_root:
            root = int(np.argmin(rows[:, layout.Q_NODE]))
            # The same for the whole tree: no line shall gain by being unclear.
            self._tilt = self.judge.tilt(self._even, float(said.spread[root]))
        for place in range(count):
            absorb(
                tree,
                scene,
                worker,
                place,
                said.moves[place],
                said.ownership[place],
                float(said.lead[place]) + self._tilt,
                float(said.spread[place]),
            )
            if rows[place, layout.Q_NODE] == 0:
                self.owners = said.ownership[place].copy()
        worker.counts[layout.QUEUED] = 0

    def rest_of(
        self, board: layout.Ints, last: int, before_last: int, inside: layout.Longs
    ) -> Rest:
        """Return what the board counts outside the points `inside`, after these last moves."""
        # With either player to move: half of the difference is what the turn is worth there.
        said = self.judge.evaluate(
            np.stack([board] * 2),
            np.array([BLACK, WHITE], np.int64),
            np.array([[last, before_last]] * 2, np.int64),
        )
        rests = said.lead + self._tilt - said.ownership[:, inside].sum(axis=1)
        tempo = max(0.0, float(rests[0] - rests[1]))
        return Rest(float(rests.mean()), float(said.spread.mean()), tempo)
