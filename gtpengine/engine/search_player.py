"""The player: book, search, decision, and what is needed around the choice of a move."""

import logging
import threading
import time
from collections.abc import Callable

from gtpengine.board.points import RESIGN
from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.decision import Decision
from gtpengine.engine.opening import OpeningBook, opening_move
from gtpengine.engine.player import Choice, Player
from gtpengine.engine.pondering import Pondering
from gtpengine.engine.resignation import Resignation
from gtpengine.engine.settings import Settings
from gtpengine.engine.statistics import GameStatistics
from gtpengine.engine.thinking import Tell, Thinking
from gtpengine.engine.warmup import Loading

log = logging.getLogger(__name__)

# Share of a move's time that may go into waiting for what is compiled, or for the thought before.
PATIENCE = 0.5
_POLL_SECONDS = 0.02


class SearchPlayer:
    """Opens by the book, thinks, and resigns what is hopeless.

    Until the search is loaded, `other` chooses the moves.
    """

    name = "search player"

    def __init__(
        self,
        thinking: Loading[Thinking | None],
        other: Player,
        book: OpeningBook,
        settings: Callable[[], Settings],
    ) -> None:
        self._thinking = thinking
        self._other = other
        self._book = book
        self._settings = settings
        self._resignation = Resignation()
        self._pondering = Pondering()
        self._busy = threading.Lock()  # held by the one thought that may go on
        self._last: Position | None = None
        self.last_decision: Decision | None = None
        self.tell: Tell | None = None  # is told what would be decided, on the way
        self.statistics = GameStatistics()

    def choose(self, position: Position, deadline: Deadline) -> Choice:
        """Return a move; with `think_full_time` only when the deadline has come.

        A thought that was left behind may still be going on in another thread, and trees and graphs
        are for one thought at a time: if that does not end soon, a small tree of its own decides.
        """
        if not self._is_free(deadline):
            log.warning("the last thought is still going on; a small search decides")
            return self._quick(position, deadline)
        try:
            return self._chosen(position, deadline)
        finally:
            self._busy.release()

    def _is_free(self, deadline: Deadline) -> bool:
        """Wait for the thought before, as long as there is time; then the next one has begun."""
        until = time.monotonic() + PATIENCE * deadline.remaining()
        while not self._busy.acquire(timeout=_POLL_SECONDS):
            if deadline.expired() or time.monotonic() >= until:
                return False
        return True

    def _quick(self, position: Position, deadline: Deadline) -> Choice:
        thinking = self._thinking.reading(deadline, 0.0)
        if thinking is None:
            return self._other.choose(position, deadline)
        decision = thinking.quick(position, deadline, self._settings())
        return Choice(decision.point, decision.text)

    def _chosen(self, position: Position, deadline: Deadline) -> Choice:
        settings = self._settings()
        self._pondering.stop()
        self.last_decision = None
        if not self._follows(position):
            self._begin(deadline)
        self._last = position.copy()
        opening = opening_move(position, self._book, settings.seed)
        if opening is not None:
            if settings.think_full_time:
                deadline.wait()
            return Choice(*opening)
        thinking = self._thinking.reading(deadline, PATIENCE)
        if thinking is None:
            return self._other.choose(position, deadline)
        before = thinking.cache_counts()
        decision = thinking.think(position, deadline, settings, self.tell)
        hits, misses = (
            now - then for now, then in zip(thinking.cache_counts(), before, strict=True)
        )
        self.statistics.add(len(position.moves), decision, hits, misses)
        self.last_decision = decision
        if settings.think_full_time:
            deadline.wait()
        hopeless = self._resignation.reason(position, decision, settings)
        if hopeless is not None:
            return Choice(RESIGN, hopeless)
        if settings.ponder:
            after = position.copy()
            after.play(after.to_move, decision.point)
            self._pondering.start(thinking, after, settings)
        return Choice(decision.point, decision.text)

    def forget(self) -> None:
        """Drop what is remembered of earlier positions; where a thought goes on, the next one does.

        A thought that was left behind still needs its tree.
        """
        self._other.forget()
        self._last = None  # so whatever comes next begins another game
        if not self._busy.acquire(blocking=False):
            return
        try:
            with Deadline(0.0) as now:
                self._begin(now)
        finally:
            self._busy.release()

    def _follows(self, position: Position) -> bool:
        """Tell whether a position belongs to the game of the last one."""
        last = self._last
        if last is None or (last.width, last.height) != (position.width, position.height):
            return False
        shorter = min(len(last.moves), len(position.moves))
        return (
            last.moves[:shorter] == position.moves[:shorter]
            and last.situations()[0][0] == position.situations()[0][0]
            and (shorter > 0 or len(last.moves) == len(position.moves))
        )

    def _begin(self, deadline: Deadline) -> None:
        """Begin another game."""
        self._pondering.stop()
        self._last = None
        self._resignation.forget()
        self.statistics = GameStatistics()
        thinking = self._thinking.reading(deadline, 0.0)
        if thinking is not None:
            thinking.forget()
