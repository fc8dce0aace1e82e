"""Thinking on the opponent's time: the tree grows on until somebody needs it."""

import threading

from gtpengine.board.position import Position
from gtpengine.deadline import Deadline
from gtpengine.engine.settings import Settings
from gtpengine.engine.thinking import Thinking

# An opponent who has gone away must not cost electricity for ever.
MOST_SECONDS = 300.0


class Pondering:
    """At most one thread that grows the tree of a thinker; `stop` returns when it has ended."""

    def __init__(self) -> None:
        self._deadline: Deadline | None = None
        self._thread: threading.Thread | None = None

    def start(self, thinking: Thinking, position: Position, settings: Settings) -> None:
        """Ponder about a position in which the opponent is to move."""
        self.stop()
        deadline = Deadline(MOST_SECONDS)
        view = position.copy()

        def ponder() -> None:
            with deadline:
                thinking.ponder(view, deadline, settings)

        self._deadline = deadline
        self._thread = threading.Thread(target=ponder, name="pondering", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the pondering, if there is any, and wait for it."""
        if self._deadline is not None and self._thread is not None:
            self._deadline.stop()
            self._thread.join()
        self._deadline = self._thread = None

    @property
    def is_going_on(self) -> bool:
        """Whether a thread is still at work."""
        return self._thread is not None and self._thread.is_alive()
