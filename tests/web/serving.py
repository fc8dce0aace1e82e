"""A server for tests, in a thread of its own, and what talks to it without a browser."""

import contextlib
import http.client
import json
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

pytest.importorskip("uvicorn", reason="the extra 'web' is not installed")

from websockets.sync.client import connect

from gtpengine.web.server import Place, Running, listen, load_room


@contextlib.contextmanager
def serving(file=None, load=load_room) -> Iterator[Running]:
    running = listen(Place(), None if file is None else str(file), load)
    thread = threading.Thread(target=running.run, name="test server")
    thread.start()
    try:
        yield running
    finally:
        running.end()
        thread.join(30)
        assert not thread.is_alive()


def request(running, method, path, body=b"", headers=None, token=True):
    """Return status, headers and body of an answer; by default the request is one of our page's."""
    place = urlsplit(running.address)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=30)
    sent = {"x-gtpengine-token": running.token} if token else {}
    connection.request(method, path, body, sent | (headers or {}))
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


class Talk:
    """A WebSocket as our page opens it."""

    def __init__(self, running, **more):
        address = running.address.replace("http", "ws", 1)
        origin = more.pop("origin", running.address.rstrip("/"))
        token = more.pop("token", running.token)
        self._opened = connect(
            f"{address}socket?token={token}", origin=origin, max_size=None, **more
        )
        self.socket = self._opened.__enter__()

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self, *kinds, timeout=60.0):
        """Return the next message of one of these types."""
        while True:
            message = json.loads(self.socket.recv(timeout))
            if message["type"] in kinds:
                return message

    def ask(self, *kinds, **message):
        self.send(**message)
        return self.hear(*kinds, "error")

    def close(self):
        self._opened.__exit__(None, None, None)
