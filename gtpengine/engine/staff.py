"""Who works behind the protocol: players and judge, sharing one warm-up and one set of settings."""

from gtpengine.board.position import Position
from gtpengine.engine.cleanup import CleanupPlayer
from gtpengine.engine.deadline import Deadline
from gtpengine.engine.judge import Judge, Judgement
from gtpengine.engine.player import Player
from gtpengine.engine.rough import RoughReading
from gtpengine.engine.settings import Settings
from gtpengine.engine.simple import SimplePlayer
from gtpengine.engine.warmup import Warmup


class Staff:
    """The players and the judge of one process.

    Attributes:
        settings: what all of them work by; assign to change it.
        player: chooses moves in a game.
        cleaner: chooses moves when dead stones must be taken off.
    """

    def __init__(self, settings: Settings, warmup: Warmup | None = None) -> None:
        self.settings = settings
        self.warmup = warmup or Warmup(RoughReading())
        self._judge = Judge(self.warmup)
        self.player: Player = SimplePlayer(self.warmup, self._judge, lambda: self.settings)
        self.cleaner: Player = CleanupPlayer(self._judge, self.player, lambda: self.settings)

    def judgement(self, position: Position, deadline: Deadline) -> Judgement:
        """Return which stones are dead."""
        return self._judge.judgement(position, deadline, self.settings)

    def forget(self) -> None:
        """Drop what anybody remembers of earlier positions."""
        self.player.forget()
        self._judge.forget()
