"""Reading by the compiled kernels. Importing this module loads, or compiles, all of them."""

import numpy as np

from gtpengine.board.kernels.playouts import run_ownership
from gtpengine.board.points import GRID_LEN
from gtpengine.board.position import Position
from gtpengine.board.vector import light_vector, vector_of
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.rough import RoughReading

# Random games between two looks at the deadline: a few milliseconds even on 25x25.
BATCH = 10


class KernelReading(RoughReading):
    """A `Reading` that reads ladders and short fights, and plays many random games."""

    name = "kernels"

    def ownership(
        self, position: Position, playouts: int, seed: int, deadline: Deadline
    ) -> dict[int, float]:
        """Return the ownership over as many playouts as the deadline allows."""
        start = vector_of(position)
        work = light_vector(seed)
        balance = np.zeros(GRID_LEN, dtype=np.int64)
        games = 0
        while games < playouts and (games == 0 or not deadline.expired()):
            count = min(BATCH, playouts - games)
            run_ownership(start, work, position.to_move, count, balance)
            games += count
        return {point: int(balance[point]) / games for point in position.points()}
