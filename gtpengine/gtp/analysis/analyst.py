"""The analyst thinks about one position for as long as somebody looks, as the player would.

Importing this module loads, or compiles, the kernels of the search and of local games.
"""

import threading
from collections.abc import Sequence
from dataclasses import replace

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.adviser import Adviser
from gtpengine.engine.decision import Decision
from gtpengine.engine.lead import with_one_lead
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinker import Thinker
from gtpengine.engine.thinking import Tell
from gtpengine.parameters import SearchSettings
from gtpengine.report.analysis import analyse
from gtpengine.search.tree.search import TreeSearch

AFTER_PLAYOUTS = 64  # for the ownership after one move
_AFTER = SearchSettings(nodes=20_000)
_LOOK_SECONDS = 0.05


class Analyst:
    """Has a thinker of its own, with tree and regions; never touches the player's.

    A partner is the same for both: it answers whoever asks.
    """

    def __init__(self, adviser: Adviser | None = None) -> None:
        self._thinker = Thinker(adviser)
        self._lock = threading.Lock()
        self._stale = False  # what is remembered is to be dropped

    def study(
        self,
        position: Position,
        deadline: Deadline,
        settings: Settings,
        tell: Tell,
        visits: int = 0,
        hidden: frozenset[int] = frozenset(),
    ) -> None:
        """Tell what would be decided, again and again, until the deadline or `visits` playouts."""
        if not self._take_turn(deadline):
            return
        try:
            asked = replace(settings, visits=visits or settings.visits, think_full_time=True)

            def told(decision: Decision) -> None:
                tell(with_one_lead(decision))

            told(self._thinker.think(position, deadline, asked, told, hidden))
        finally:
            self._lock.release()

    def decision(self, position: Position, deadline: Deadline, settings: Settings) -> Decision:
        """Return the decision about a position as reports show it, with all its regions."""
        with self._lock:
            self._refresh()
            return analyse(position, deadline, settings, self._thinker)

    def owners_after(
        self, position: Position, moves: Sequence[int], deadline: Deadline, seed: int
    ) -> dict[int, dict[int, float]]:
        """Return by move whose each point will be after it, by a few playouts each."""
        found: dict[int, dict[int, float]] = {}
        if not self._take_turn(deadline):
            return found
        try:
            for point in moves:
                if deadline.expired():
                    break
                after = position.copy()
                after.play(position.to_move, point)
                search = TreeSearch(after, settings=_AFTER, seed=seed)
                search.run(deadline.flag, AFTER_PLAYOUTS)
                if search.findings().playouts:
                    found[point] = dict(search.findings().ownership)
        finally:
            self._lock.release()
        return found

    def forget(self) -> None:
        """Drop tree and searches, when the next study begins; solved graphs stay."""
        self._stale = True

    def _take_turn(self, deadline: Deadline) -> bool:
        """Wait for the study before this one, which is ending; tell whether time is left then."""
        while not self._lock.acquire(timeout=_LOOK_SECONDS):
            if deadline.expired():
                return False
        self._refresh()
        return True

    def _refresh(self) -> None:
        if self._stale:
            self._thinker.forget()
            self._stale = False
