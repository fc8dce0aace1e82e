"""A player that searches the whole board as one region by Monte-Carlo tree search."""

from collections.abc import Callable

from gtpengine.board.colours import colour_name
from gtpengine.board.points import NO_POINT, vertex_of
from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.player import Choice
from gtpengine.engine.settings import Settings
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings

# The longest variation that an explanation shows.
_SHOWN_MOVES = 6


class TreePlayer:
    """Plays the most visited move; keeps the subtree of what was played for the next turn.

    Importing this module loads, or compiles, the kernels of the search.
    """

    name = "tree"

    def __init__(
        self, settings: Callable[[], Settings], search_settings: SearchSettings | None = None
    ) -> None:
        self._settings = settings
        self._search_settings = search_settings or SearchSettings()
        self._search: TreeSearch | None = None

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        """Return a move; PASS where that is best."""
        settings = self._settings()
        if self._search is None or not self._search.follow(position):
            self._search = TreeSearch(position, settings=self._search_settings, seed=settings.seed)
        self._search.run(deadline.flag, settings.visits or None, settings.threads)
        findings = self._search.findings()
        if findings.best == NO_POINT:
            self._search.run(None, 1)
            findings = self._search.findings()
        return choice_of(findings)

    def forget(self) -> None:
        """Drop the tree."""
        self._search = None


def choice_of(findings: Findings) -> Choice:
    """Return the most visited move with its figures in words.  Pre: at least one playout."""
    best = findings.moves[0]
    line = " ".join(vertex_of(point) for point in best.variation[:_SHOWN_MOVES])
    who = colour_name(findings.to_move)
    return Choice(
        best.point,
        f"{vertex_of(best.point)}: {who} wins {best.win_rate:.0%} of {best.visits} playouts, "
        f"by {best.score:+.1f} points on average ({findings.playouts} playouts in all); {line}.",
    )
