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
# Where a game is as good as won or lost, chances to win tell moves apart no more: points do. The
# loser has nothing to lose by it, the winner keeps half an eye on the win.
DECIDED = 0.03
_WINNING = SearchSettings(score_weight=0.5)
_LOSING = SearchSettings(score_weight=0.9)


class TreeKeeper:
    """Keeps a `TreeSearch`; a position that follows the last one inherits its subtree.

    A second one, which plays for points, takes over where the first says that the game is decided.

    Attributes:
        watch: is told what is known while the tree grows; None: nobody wants to know.
    """

    def __init__(self, search_settings: SearchSettings | None = None) -> None:
        self.watch: Callable[[Findings], None] | None = None
        self._search_settings = search_settings or SearchSettings()
        self._search: TreeSearch | None = None
        self._for_points: TreeSearch | None = None

    def grow(self, position: Position, deadline: Deadline, settings: Settings) -> Findings:
        """Search `position` until the deadline or `settings.visits`; return what is known then.

        Unless `think_full_time` is set, the search ends once no other move could overtake the
        best one in the time that is left.
        """
        search = self._search = self._following(
            self._search, position, self._search_settings, settings
        )
        if settings.visits:
            search.run(deadline.flag, settings.visits, settings.threads)
        else:
            with deadline.part(deadline.remaining() / _SLICES) as part:
                search.run(part.flag, None, settings.threads)
        points = _points_settings(search.findings())
        if points is not None:
            search = self._for_points = self._following(
                self._for_points, position, points, settings
            )
            if settings.visits:
                search.run(deadline.flag, settings.visits, settings.threads)
        if not settings.visits:
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
        """Drop the trees."""
        self._search = self._for_points = None

    def _following(
        self,
        search: TreeSearch | None,
        position: Position,
        search_settings: SearchSettings,
        settings: Settings,
    ) -> TreeSearch:
        """Return a search of the position by these settings, the one given if it leads there."""
        if search is None or search.settings != search_settings or not search.follow(position):
            return TreeSearch(position, settings=search_settings, seed=settings.seed)
        return search

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
            if not settings.think_full_time and _is_settled(
                findings, done / spent * deadline.remaining()
            ):
                return


def is_decided(win_rate: float) -> bool:
    """Tell whether a game is as good as won or lost."""
    return not DECIDED < win_rate < 1 - DECIDED


def _points_settings(findings: Findings) -> SearchSettings | None:
    """Return how to search for points if the game is decided, else None."""
    if not is_decided(findings.win_rate):
        return None
    return _LOSING if findings.win_rate < 0.5 else _WINNING


def _is_settled(findings: Findings, playouts_left: float) -> bool:
    """Tell whether the second move could not get as many visits as the best one any more."""
    visits = [move.visits for move in findings.moves[:2]]
    return len(visits) < 2 or visits[0] - visits[1] > playouts_left
