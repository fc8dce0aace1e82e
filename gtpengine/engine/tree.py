"""The tree of the whole board, kept from turn to turn and grown in parts of the time."""

import math
from collections.abc import Mapping

from gtpengine.board.points import NO_POINT
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.settings import Settings
from gtpengine.evaluation.network.network import Network
from gtpengine.search.findings import Counts, Findings
from gtpengine.search.local.kernels.tracking import Tables
from gtpengine.search.tree.judge import Judge
from gtpengine.search.tree.search import TreeSearch

# With less, the root is looked at from one side: all eight take 5 ms of a fast core on 19x19.
_SIDES_SECONDS = 0.25
_LEAST_PLAYOUTS = 8  # without any there is no move
_COUNTED_SLICE = 400  # playouts between two looks, where they are counted


class Tree:
    """Keeps a `TreeSearch`; a position that follows the last one inherits its subtree.

    Args:
        adviser: whose partner's network judges nodes, where the settings want it.
    """

    def __init__(self, adviser: Adviser | None = None) -> None:
        self._adviser = adviser
        self._search: TreeSearch | None = None
        self._network: Judge | None = None
        self._loaded = False
        self._share = 0.0  # of the time, for a slice
        self._done = self._spent = 0.0  # playouts and seconds of the present thought

    def begin(self, position: Position, settings: Settings, hidden: frozenset[int]) -> None:
        """Make `position` the root; what is known of it stays."""
        kept = self._search
        judge = self._judge(settings)
        fits = (
            kept is not None
            and kept.settings == settings.search
            and kept.judge is judge
            and not settings.visits
            and kept.follow(position)
            and kept.hidden == hidden
        )
        if not fits:
            self._search = TreeSearch(
                position, settings=settings.search, seed=settings.seed, judge=judge, hidden=hidden
            )
        self._share = self._done = self._spent = 0.0

    @property
    def search(self) -> TreeSearch:
        """The search of the present root.  Pre: `begin` was called."""
        assert self._search is not None
        return self._search

    @property
    def playouts(self) -> int:
        """How many playouts the root has seen."""
        return self.search.playouts

    @property
    def best(self) -> int:
        """The most visited move, NO_POINT if nothing was searched."""
        return self.search.leaders()[0]

    @property
    def known(self) -> int | None:
        """The move to make if there is no time at all, as far as the turn before tells."""
        return self.best if self.playouts and self.best != NO_POINT else None

    def findings(self) -> Findings:
        """Return what is known now."""
        return self.search.findings()

    def findings_with_a_move(self) -> Findings:
        """Return what is known now, after a few playouts if there is no move yet."""
        found = self.findings()
        if found.best == NO_POINT:
            self.run_least()
            found = self.findings()
        return found

    def counts(self) -> Counts:
        """Return how the search used tables and network."""
        return self.search.counts()

    def inform(self, tables: Tables) -> None:
        """Let the search follow the tables of the root's regions."""
        self.search.inform(tables)

    def favour(self, shares: Mapping[int, float]) -> None:
        """Let the search give these moves of the root such shares of its visits, at least."""
        self.search.favour(shares)

    def run_to(self, deadline: Deadline, settings: Settings, playouts: int | None) -> None:
        """Search until the root has seen so many playouts, or until the deadline."""
        missing = None if playouts is None else playouts - self.playouts
        if missing is None or missing > 0:
            self._run(deadline, settings, missing)

    def run_least(self, seconds: float = math.inf) -> None:
        """Make a few playouts if there are none yet, whatever the time is: then there is a move.

        With few `seconds` left for the whole thought they take as little as they can.
        """
        self.search.all_sides = seconds >= _SIDES_SECONDS
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
        self._done += self.search.run(deadline.flag, playouts, settings.searchers)
        self._spent += max(deadline.elapsed() - before, 1e-6)
        deadline.made(self.playouts)

    def _is_settled(self, deadline: Deadline) -> bool:
        """Tell whether the second move could not get as many visits as the best one any more."""
        _, ahead = self.search.leaders()
        left = self._done / self._spent * deadline.remaining()
        return ahead is None or ahead > left

    def _judge(self, settings: Settings) -> Judge | None:
        """Return who judges nodes."""
        if settings.evaluator == "katago-network" and self._adviser is not None:
            return self._adviser.judge()
        if not settings.network:
            return None
        if not self._loaded:
            self._network = Network.load()
            self._loaded = True
        return self._network
