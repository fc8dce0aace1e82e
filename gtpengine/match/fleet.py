"""Engines of one worker process: started for a game, or kept alive between games."""

import atexit
import threading
from collections.abc import Sequence

from gtpengine.match.client import Client


class Fleet:
    """Idle engines by their command lines. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[tuple[str, ...], list[Client]] = {}

    def take(self, words: Sequence[str]) -> Client:
        """Return an idle engine with that command line, or start one.

        Raises:
            EngineFailure: it does not start.
        """
        with self._lock:
            idle = self._idle.get(tuple(words), [])
            while idle:
                client = idle.pop()
                if client.is_alive():
                    return client
                client.close(politely=False)
        return Client(words)

    def give_back(self, words: Sequence[str], client: Client) -> None:
        """Keep an engine that behaved for the next game."""
        with self._lock:
            self._idle.setdefault(tuple(words), []).append(client)

    def close(self) -> None:
        """End all idle engines."""
        with self._lock:
            for idle in self._idle.values():
                for client in idle:
                    client.close()
            self._idle.clear()


FLEET = Fleet()
atexit.register(FLEET.close)
