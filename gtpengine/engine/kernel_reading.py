"""Reading by the compiled kernels. Importing this module loads, or compiles, all of them."""

import numpy as np

from gtpengine.board.points import GRID_LEN, NO_POINT
from gtpengine.board.position import Position
from gtpengine.board.tactics import Fate, Tactician
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.deadline import Deadline
from gtpengine.evaluation.kernels.field import run_field
from gtpengine.evaluation.playouts import last_point
from gtpengine.evaluation.weights import default_weights

# Playouts between two looks at the deadline: a few milliseconds even on 25x25.
BATCH = 10


class KernelTactics:
    """Ladders and short fights, read until proved; what is not proved is not claimed."""

    def __init__(self, position: Position) -> None:
        self._tactician = Tactician(position)

    def attack(self, stone: int) -> int:
        """Return the first move of a proved capture, or NO_POINT."""
        verdict = self._tactician.hunt(stone, attacker_first=True)
        return verdict.move if verdict.fate is Fate.CAPTURED else NO_POINT

    def defence(self, stone: int) -> int:
        """Return the first move of a proved escape, or NO_POINT."""
        verdict = self._tactician.hunt(stone, attacker_first=False)
        return verdict.move if verdict.fate is Fate.ESCAPES else NO_POINT

    def is_self_atari(self, colour: int, point: int) -> bool:
        """Tell whether the stone played there has one liberty."""
        return self._tactician.is_self_atari(point, colour)


class KernelReading:
    """A `Reading` that reads ladders and short fights, and plays many heavy playouts."""

    name = "kernels"

    def tactics(self, position: Position) -> KernelTactics:
        """Return a reader of this position."""
        return KernelTactics(position)

    def ownership(
        self, position: Position, playouts: int, seed: int, deadline: Deadline
    ) -> dict[int, float]:
        """Return the ownership over as many heavy playouts as the deadline allows."""
        start, work = vector_of(position), light_vector(seed)
        last = last_point(position, position.to_move)
        leads = np.zeros(2 * position.width * position.height + 1, dtype=np.int64)
        black, white, won = (np.zeros(GRID_LEN, dtype=np.int64) for _ in range(3))
        games = 0
        while games < playouts and (games == 0 or not deadline.expired()):
            count = min(BATCH, playouts - games)
            run_field(
                start,
                default_weights(),
                work,
                position.to_move,
                last,
                count,
                float(position.komi),
                leads,
                black,
                white,
                won,
            )
            games += count
        return {point: int(black[point] - white[point]) / games for point in position.points()}
