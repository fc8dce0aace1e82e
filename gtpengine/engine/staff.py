"""Who works behind the protocol: players and judge, sharing one warm-up and one set of settings."""

from collections.abc import Callable

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.cleanup import CleanupPlayer
from gtpengine.engine.decision import Decision
from gtpengine.engine.judge import Judge, Judgement
from gtpengine.engine.opening import OpeningBook
from gtpengine.engine.search_player import SearchPlayer
from gtpengine.engine.settings import Settings
from gtpengine.engine.simple import SimplePlayer
from gtpengine.engine.statistics import GameStatistics
from gtpengine.engine.thinking import Tell, Thinking
from gtpengine.engine.warmup import Loading, Warmup


class Staff:
    """The players and the judge of one process.

    Without `thinking` the simple player is all there is; hiring.py makes a complete staff.

    Attributes:
        settings: what all of them work by; assign to change it.
        player: chooses moves in a game.
        cleaner: chooses moves when dead stones must be taken off.
    """

    def __init__(
        self,
        settings: Settings,
        warmup: Warmup | None = None,
        thinking: Loading[Thinking | None] | None = None,
        book: OpeningBook | None = None,
    ) -> None:
        self.settings = settings
        self.warmup = warmup or Warmup()
        self.thinking = thinking
        self._judge = Judge(self.warmup, thinking)
        simple = SimplePlayer(self.warmup, self._judge, lambda: self.settings)
        self._searcher: SearchPlayer | None = None
        if thinking is not None:
            self._searcher = SearchPlayer(
                thinking, simple, book or OpeningBook(), lambda: self.settings
            )
        self.player = self._searcher or simple
        self.cleaner = CleanupPlayer(self._judge, self.player, lambda: self.settings)

    def start(self, when: Callable[[], bool] = lambda: True) -> None:
        """Begin to load what is compiled, once `when` holds or half a second is over."""
        self.warmup.start(when)
        if self.thinking is not None:
            self.thinking.start(when)

    def is_loading(self) -> bool:
        """Tell whether the player still waits for its search."""
        return self.thinking is not None and self.thinking.is_loading()

    def await_thinking(self, deadline: Deadline) -> None:
        """Wait until the search is loaded or the deadline comes."""
        if self.thinking is not None:
            self.thinking.reading(deadline, 1.0)

    def judgement(self, position: Position, deadline: Deadline) -> Judgement:
        """Return which stones are dead, and the score once the game is played to its end."""
        return self._judge.counted(position, deadline, self.settings)

    @property
    def statistics(self) -> GameStatistics:
        """What was noted of the present game; empty for players that take no notes."""
        return GameStatistics() if self._searcher is None else self._searcher.statistics

    @property
    def last_decision(self) -> Decision | None:
        """The last decision of the player, if it thinks."""
        return None if self._searcher is None else self._searcher.last_decision

    def watch(self, tell: Tell | None) -> None:
        """Let `tell` be told what would be decided while the player thinks; None: nobody."""
        if self._searcher is not None:
            self._searcher.tell = tell

    def forget(self) -> None:
        """Drop what anybody remembers of earlier positions."""
        self.player.forget()
        self._judge.forget()
