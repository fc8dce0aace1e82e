"""Running the application: a socket on this machine, a browser that opens it, a quiet end."""

import logging
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from gtpengine.board.record import read_file
from gtpengine.errors import BadInput
from gtpengine.web.app import MOST_BYTES, MOST_MESSAGE, App
from gtpengine.web.desk import Desk
from gtpengine.web.records import tree_json

if TYPE_CHECKING:
    from gtpengine.web.room import Room

log = logging.getLogger(__name__)

LOOPBACK = ("127.0.0.1", "localhost", "::1")
_EVERYWHERE = ("0.0.0.0", "::")
_TOKEN_BYTES = 24
_END_SECONDS = 2


class CannotServe(BadInput):
    """The server cannot start; the text says why."""


@dataclass(frozen=True)
class Place:
    """Where to serve: an address, a port (0: any that is free), and names that are allowed."""

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()

    def hosts(self) -> list[str]:
        """Return the names under which pages may ask."""
        if self.host in LOOPBACK:
            return [*LOOPBACK, *self.names]
        own = [self.host] if self.host not in _EVERYWHERE else [socket.gethostname()]
        return [*LOOPBACK, *own, *self.names]


def load_room() -> "Room":
    """Return what thinks; the first time it is compiled, which takes some minutes."""
    from gtpengine.web.room import load_room

    return load_room()


@dataclass(frozen=True)
class Running:
    """A server that listens; `run` answers until somebody ends it."""

    server: uvicorn.Server
    listening: socket.socket
    address: str
    token: str

    def run(self) -> None:
        """Answer until Ctrl-C, a signal to end, or `end`."""
        self.server.run(sockets=[self.listening])

    def end(self) -> None:
        """Let `run` return soon."""
        self.server.should_exit = True


def serve(
    place: Place,
    file: str | None = None,
    *,
    browser: bool = True,
    say: Callable[[str], None] = log.info,
) -> None:
    """Serve until Ctrl-C or a signal to end.

    Raises:
        CannotServe, BadRecord: see `listen`.
    """
    running = listen(place, file)
    say(f"open {running.address} in a browser; Ctrl-C ends")
    if browser:
        threading.Thread(target=webbrowser.open, args=(running.address,), daemon=True).start()
    running.run()


def listen(
    place: Place, file: str | None = None, load: "Callable[[], Room]" = load_room
) -> Running:
    """Return a server that listens already; `load` gives it what thinks.

    Raises:
        CannotServe: the port is taken, or the address is none of this machine.
        BadRecord: the file is no record.
    """
    opened: dict[str, Any] | None = None
    if file is not None:
        data = read_file(Path(file))
        if len(data) > MOST_BYTES:
            raise CannotServe(f"{file}: larger than {MOST_BYTES >> 20} MiB")
        opened = tree_json(data, Path(file).name)
    listening = _listen(place)
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    app = App(Desk(load), place.hosts(), token, opened)
    config = uvicorn.Config(
        app.asgi,
        log_level="warning",
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_graceful_shutdown=_END_SECONDS,
        limit_concurrency=400,
        server_header=False,
    )
    address = _address(listening)
    return Running(uvicorn.Server(config), listening, address, token)


def _listen(place: Place) -> socket.socket:
    try:
        family, _, _, _, where = socket.getaddrinfo(
            place.host, place.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
        made.listen(128)
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotServe(f"cannot listen at {place.host} port {place.port}: {why}") from None
    return made


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if host in _EVERYWHERE:
        host = socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
