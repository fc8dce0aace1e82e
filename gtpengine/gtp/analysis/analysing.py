"""Who studies positions for analysis, seen from outside: loading it must not load its kernels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.settings import Settings

if TYPE_CHECKING:
    from gtpengine.engine.survey import Survey
    from gtpengine.search.montecarlo.findings import Findings


@dataclass(frozen=True)
class Knowledge:
    """What is known of a position at one moment of a study; later there may be more.

    Attributes:
        position: what is studied.
        findings: of the tree.
        survey: the regions; None: not yet, or the board is one region.
        line_visits: by move, how often the moves of the tree's variation were searched.
    """

    position: Position
    findings: "Findings"
    survey: "Survey | None" = None
    line_visits: Mapping[int, tuple[int, ...]] = field(default_factory=dict)


Tell = Callable[[Knowledge], None]


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
        """Tell what is known, again and again, until the deadline or `visits` playouts.

        What is told last is the best there is. With `visits` 0 only the deadline ends it. Moves
        that are `hidden` are not searched.
        """
        ...

    def survey(self, position: Position, deadline: Deadline) -> "Survey":
        """Return the regions of a position, solved or estimated as far as the time allows."""
        ...

    def owners_after(
        self, position: Position, moves: Sequence[int], deadline: Deadline, seed: int
    ) -> dict[int, dict[int, float]]:
        """Return by move whose each point will be after it, from 1.0 Black's to -1.0.

        A few playouts each; moves for which no time is left are missing.
        """
        ...

    def forget(self) -> None:
        """Drop what is remembered of earlier positions; waits for nobody."""
        ...


def load_analyst() -> Analysing | None:
    """Import, and with that compile or load, the kernels of search and local games."""
    from gtpengine.gtp.analysis.analyst import Analyst

    return Analyst()
