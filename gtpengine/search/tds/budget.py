"""How much a search may spend, and the clock it asks."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from gtpengine.errors import EngineError

FOREVER = 1 << 62


class OutOfBudget(EngineError):
    """Nodes, time or room have run out; what was found so far stands."""


@dataclass(slots=True)
class Budget:
    """Search nodes, pool nodes and a moment at which to stop; everything by default without limit.

    `pool_nodes` limits how large the pool may become. `deadline` is compared with `clock`.
    """

    nodes: int = FOREVER
    pool_nodes: int = FOREVER
    deadline: float = float("inf")
    clock: Callable[[], float] = field(default=time.perf_counter)

    @staticmethod
    def for_seconds(seconds: float, pool_nodes: int = FOREVER) -> "Budget":
        """Return a budget that ends so many seconds from now."""
        return Budget(pool_nodes=pool_nodes, deadline=time.perf_counter() + seconds)

    @property
    def is_late(self) -> bool:
        """Whether the clock has rung."""
        return self.deadline != float("inf") and self.clock() >= self.deadline
