"""What thinks behind the player, seen from outside: loading it must not load its kernels."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.settings import Settings

if TYPE_CHECKING:
    from gtpengine.engine.survey import Survey
    from gtpengine.engine.thought import Thought
    from gtpengine.search.montecarlo.findings import Findings

# Is told what is known while a move is thought about: by the tree, and of the regions if any.
Watch = Callable[["Findings", "Survey | None"], None]


class Thinking(Protocol):
    """Thinks about moves; remembers what helps with the next one.

    Attributes:
        watch: is told what is known on the way, in the thread that thinks; None: nobody.
    """

    watch: Watch | None

    def think(self, position: Position, deadline: Deadline, settings: Settings) -> "Thought":
        """Return a thought about a move of the player to move."""
        ...

    def ponder(self, position: Position, deadline: Deadline, settings: Settings) -> None:
        """Prepare for the next thought, about a position that follows this one."""
        ...

    def forget(self) -> None:
        """Drop what is remembered of a game."""
        ...

    def settle(
        self, position: Position, ownership: Mapping[int, float], deadline: Deadline
    ) -> dict[int, float]:
        """Return an ownership with verdicts about the chains that live or die in it."""
        ...

    def cache_counts(self) -> tuple[int, int]:
        """Return how often regions were found in the cache of graphs, and how often not."""
        ...


def load_thinking() -> Thinking | None:
    """Import, and with that compile or load, all kernels; the first time takes a minute or two."""
    from gtpengine.engine.thinker import Thinker

    return Thinker()
