"""Who studies positions for analysis, seen from outside: loading it must not load its kernels."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.decision import Decision
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinking import Tell


class Analysing(Protocol):
    """Studies positions; calls from several threads wait for each other."""

    def study(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell,
        visits: int = 0,
        hidden: frozenset[int] = frozenset(),
    ) -> None:
        """Tell what would be decided, again and again, until the deadline or `visits` playouts.

        What is told last is the best there is. With `visits` 0 only the deadline ends it. Moves
        that are `hidden` are not searched.
        """
        ...

    def decision(self, position: Position, deadline: Deadline, settings: Settings) -> Decision:
        """Return the decision about a position as reports show it, with all its regions."""
        ...

    def owners_after(
        self, position: Position, moves: Sequence[int], deadline: Deadline, seed: int
    ) -> Mapping[int, Mapping[int, float]]:
        """Return by move whose each point will be after it, from 1.0 Black's to -1.0.

        A few playouts each; moves for which no time is left are missing.
        """
        ...

    def forget(self) -> None:
        """Drop what is remembered of earlier positions; waits for nobody."""
        ...


def load_analyst(adviser: Adviser | None = None) -> Analysing | None:
    """Import, and with that compile or load, the kernels of search and local games."""
    from gtpengine.gtp.analysis.analyst import Analyst

    return Analyst(adviser)
