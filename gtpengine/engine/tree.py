"""The tree of the whole board, kept from turn to turn and grown in parts of the time."""

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.evaluation.network.network import Network
from gtpengine.search.findings import Counts, Findings
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.montecarlo.search import TreeSearch
from gtpengine.search.puct.hints import hints_of
from gtpengine.search.puct.search import Judge, PuctSearch

Search = PuctSearch | TreeSearch

_LEAST_PLAYOUTS = 8  # without any there is no move
_COUNTED_SLICE = 400  # playouts between two looks, where they are counted


class Tree:
    """Keeps a search; a position that follows the last one inherits its subtree.

    A network leads it; where there is none, or `network` is off, playouts do.
    """

    def __init__(self) -> None:
        self._search: Search | None = None
        self._network: Judge | None = None
        self._loaded = False
        self._share = 0.0  # of the time, for a slice
        self._done = self._spent = 0.0  # playouts and seconds of the present thought

    def begin(self, position: Position, settings: Settings, hidden: frozenset[int]) -> None:
        """Make `position` the root; what is known of it stays."""
        kept = self._search
        judge = self._judge() if settings.network else None
        wanted = settings.search if judge is None else settings.puct
        fits = (
            kept is not None
            and kept.settings == wanted
            and (judge is None) == isinstance(kept, TreeSearch)
            and not settings.visits
            and kept.follow(position)
            and kept.hidden == hidden
        )
        if not fits and judge is not None:
            self._search = PuctSearch(
                position, judge, settings=settings.puct, seed=settings.seed, hidden=hidden
            )
        elif not fits:
            self._search = TreeSearch(
                position, settings=settings.search, seed=settings.seed, hidden=hidden
            )
        self._share = self._done = self._spent = 0.0

    @property
    def search(self) -> Search:
        """The search of the present root.  Pre: `begin` was called."""
        assert self._search is not None
        return self._search

    @property
    def playouts(self) -> int:
        """How many playouts the root has seen."""
        return self.search.playouts

    def findings(self) -> Findings:
        """Return what is known now."""
        return self.search.findings()

    def counts(self) -> Counts:
        """Return how the search used tables and network."""
        return self.search.counts()

    def inform(self, tables: Tables) -> None:
        """Let the search follow the tables of the root's regions."""
        self.search.inform(tables)

    def take_hints(self, deadline: Deadline, settings: Settings) -> None:
        """Let playouts tell a network's search what they would play first; see `puct.hints`."""
        own = settings.puct
        if not isinstance(self.search, PuctSearch) or not own.hint_share:
            return
        position, seed = self.search.position, settings.seed
        if settings.visits:
            hints = hints_of(position, (None, None), own.hint_playouts, seed)
        else:
            share = own.hint_time * deadline.remaining() / 2
            with deadline.part(share) as first, deadline.part(2 * share) as second:
                hints = hints_of(position, (first.flag, second.flag), None, seed)
        self.search.take_hints(hints)

    def run_to(self, deadline: Deadline, settings: Settings, playouts: int | None) -> None:
        """Search until the root has seen so many playouts, or until the deadline."""
        missing = None if playouts is None else playouts - self.playouts
        if missing is None or missing > 0:
            self._run(deadline, settings, missing)

    def run_least(self) -> None:
        """Make a few playouts if there are none yet, whatever the time is: then there is a move."""
        if self.playouts < _LEAST_PLAYOUTS:
            self.search.run(None, _LEAST_PLAYOUTS)

    def goes_on(self, deadline: Deadline, settings: Settings) -> bool:
        """Search another slice; tell whether there was anything to search for.

        With `visits` they are counted; otherwise a slice is a part of the time, and nothing is left
        to search for once no other move could get as many visits as the best one.
        """
        if deadline.expired():
            return False
        if settings.visits:
            missing = settings.visits - self.playouts
            if missing <= 0:
                return False
            self._run(deadline, settings, min(missing, _COUNTED_SLICE))
            return True
        if not self._share:
            own = settings.thinking
            self._share = min(deadline.remaining() / own.slices, own.slice_seconds)
        elif not settings.think_full_time and self._is_settled(deadline):
            return False
        with deadline.part(self._share) as part:
            self._run(part, settings, None)
        return True

    def forget(self) -> None:
        """Drop the tree."""
        self._search = None

    def _run(self, deadline: Deadline, settings: Settings, playouts: int | None) -> None:
        before = deadline.elapsed()
        self._done += self.search.run(deadline.flag, playouts, settings.threads)
        self._spent += max(deadline.elapsed() - before, 1e-6)
        deadline.made(self.playouts)

    def _is_settled(self, deadline: Deadline) -> bool:
        """Tell whether the second move could not get as many visits as the best one any more."""
        visits = [move.visits for move in self.findings().moves[:2]]
        left = self._done / self._spent * deadline.remaining()
        return len(visits) < 2 or visits[0] - visits[1] > left

    def _judge(self) -> Judge | None:
        if not self._loaded:
            self._network = Network.load()
            self._loaded = True
        return self._network
