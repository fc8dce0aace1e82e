"""What thinks behind the player, seen from outside: loading it must not load its kernels."""

import gc
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from gtpengine.board.position import Position
from gtpengine.deadline import LONGEST_SECONDS, Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings

_FIRST_VISITS = 16

# Is told what would be decided now, while a position is thought about.
Tell = Callable[[Decision], None]


class Finish(NamedTuple):
    """The end of a game: the last board, the stones on it that are dead, and the moves to it."""

    position: Position
    dead: frozenset[int]
    moves: tuple[int, ...]


class Thinking(Protocol):
    """Thinks about positions; remembers what helps with the next one."""

    def think(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell | None = None,
        hidden: frozenset[int] = frozenset(),
    ) -> Decision:
        """Return the decision about a position.

        `tell` is told on the way, in the thread that thinks. Moves that are `hidden` are not
        searched.
        """
        ...

    def quick(self, position: Position, deadline: Deadline, settings: Settings) -> Decision:
        """Return a decision by a small search of its own: another thread may think meanwhile."""
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

    def finish(
        self, position: Position, dead: frozenset[int], open_share: float, deadline: Deadline
    ) -> Finish | None:
        """Return what becomes of a finished game when it is played to its end.

        None: more than that share of the board is open, or there is no time.
        """
        ...

    def cache_counts(self) -> tuple[int, int]:
        """Return how often regions were found in the cache of graphs, and how often not."""
        ...


def load_thinking(adviser: Adviser | None = None) -> Thinking | None:
    """Import, and with that compile or load, all kernels; the first time takes a minute or two.

    A first small thought reads the weights. What is loaded stays for good, so the collector of
    garbage need not look through it: that would stop everything for 50 ms now and then.
    """
    from gtpengine.engine.thinker import Thinker

    thinker = Thinker(adviser)
    with Deadline(LONGEST_SECONDS) as deadline:
        thinker.think(Position(5), deadline, Settings(visits=_FIRST_VISITS))
    thinker.forget()
    gc.collect()
    gc.freeze()
    return thinker
