"""The tree of the whole board, kept from turn to turn and grown in parts of the time."""

from collections.abc import Callable

from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.search.montecarlo.findings import Findings
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.montecarlo.settings import SearchSettings

_SLICES = 8  # looks at whether the best move can still change
_LEAST_PLAYOUTS = 8  # without any there is no move


class TreeKeeper:
    """Keeps one `TreeSearch`; a position that follows the last one inherits its subtree.

    Attributes:
        watch: is told what is known while the tree grows; None: nobody wants to know.
    """

    def __init__(self, search_settings: SearchSettings | None = None) -> None:
        self.watch: Callable[[Findings], None] | None = None
        self._search_settings = search_settings or SearchSettings()
        self._search: TreeSearch | None = None

    def grow(self, position: Position, deadline: Deadline, settings: Settings) -> Findings:
        """Search `position` until the deadline or `settings.visits`; return what is known then.

        Unless `think_full_time` is set, the search ends once no other move could overtake the
        best one in the time that is left.
        """
        search = self._for(position, settings)
        if settings.visits:
            search.run(deadline.flag, settings.visits, settings.threads)
        else:
            self._run(search, deadline, settings)
        findings = search.findings()
        if findings.best == NO_POINT:
            search.run(None, _LEAST_PLAYOUTS)
            findings = search.findings()
        return findings

    @property
    def playouts(self) -> int:
        """How many playouts the kept tree has seen."""
        return 0 if self._search is None else self._search.findings().playouts

    def forget(self) -> None:
        """Drop the tree."""
        self._search = None

    def _for(self, position: Position, settings: Settings) -> TreeSearch:
        if self._search is None or not self._search.follow(position):
            self._search = TreeSearch(position, settings=self._search_settings, seed=settings.seed)
        return self._search

    def _run(self, search: TreeSearch, deadline: Deadline, settings: Settings) -> None:
        share = deadline.remaining() / _SLICES
        done = spent = 0.0
        while not deadline.expired():
            with deadline.part(share) as part:
                done += search.run(part.flag, None, settings.threads)
                spent += part.elapsed()
            findings = search.findings()
            if self.watch is not None:
                self.watch(findings)
            if not settings.think_full_time and _is_decided(
                findings, done / spent * deadline.remaining()
            ):
                return


def _is_decided(findings: Findings, playouts_left: float) -> bool:
    """Tell whether the second move could not get as many visits as the best one any more."""
    visits = [move.visits for move in findings.moves[:2]]
    return len(visits) < 2 or visits[0] - visits[1] > playouts_left
