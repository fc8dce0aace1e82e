"""The web application: one page with its files, records in, and a WebSocket for the rest."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gtpengine import __version__
from gtpengine.errors import EngineError
from gtpengine.report.analysispage import reading_help
from gtpengine.report.language import CATALOGUES, speaking
from gtpengine.report.retelling import retold
from gtpengine.report.svg import PAGE_FILES
from gtpengine.web.desk import Desk
from gtpengine.web.guard import Guard
from gtpengine.web.records import tree_json
from gtpengine.web.visitor import Outbox, Shared, Visitor

if TYPE_CHECKING:
    from gtpengine.web.room import Room

log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
MOST_BYTES = 2 * 1024 * 1024  # of a record
MOST_MESSAGE = 256 * 1024  # of a WebSocket
MOST_VISITORS = 100
MOST_NAME = 200
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_FULL = 4429


class App:
    """What the routes share.

    Args:
        desk: does the thinking; the application starts and closes it.
        hosts: names under which it may be addressed.
        token: what requests that do work must carry.
        opened: a record that is there when the page is, as `tree_json` gives it.
    """

    def __init__(
        self, desk: "Desk[Room]", hosts: list[str], token: str, opened: dict[str, Any] | None = None
    ) -> None:
        self._shared = Shared(desk)
        self._token = token
        self._opened = opened
        self._visitors: set[Visitor] = set()
        routes = [
            Route("/", self._page),
            Route("/opened", self._give_opened),
            Route("/help", _help),
            Route("/record", self._record, methods=["POST"]),
            Route("/static/{name:path}", _static_file),
            WebSocketRoute("/socket", self._socket),
        ]
        guard = Middleware(Guard, hosts=hosts, token=token, most_bytes=MOST_BYTES)
        self.asgi = Starlette(routes=routes, middleware=[guard], lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def tell(state: str) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._tell_all, state)

        self._shared.desk.start(tell)
        try:
            yield
        finally:
            await asyncio.to_thread(self._shared.desk.close)

    def _tell_all(self, state: str) -> None:
        for visitor in self._visitors:
            visitor.tell_state(state)

    async def _page(self, request: Request) -> Response:
        text = _text(STATIC / "index.html")
        text = text.replace("{token}", escape(self._token)).replace("{version}", __version__)
        text = text.replace("{modules}", _preloads())
        return HTMLResponse(text)

    async def _give_opened(self, request: Request) -> Response:
        with speaking(request.query_params.get("language", "")):
            return JSONResponse(None if self._opened is None else _told(self._opened))

    async def _record(self, request: Request) -> Response:
        data = b""
        async for part in request.stream():
            data += part
            if len(data) > MOST_BYTES:
                return PlainTextResponse(f"more than {MOST_BYTES >> 20} MiB are not taken", 413)
        name = request.query_params.get("name", "")[:MOST_NAME]
        with speaking(request.query_params.get("language", "")):
            try:
                found = await asyncio.to_thread(tree_json, data, name)
            except EngineError as error:
                return PlainTextResponse(retold(str(error)), 400)
            return JSONResponse(_told(found))

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        if len(self._visitors) >= MOST_VISITORS:
            await socket.close(_FULL, "too many pages are open")
            return
        outbox = Outbox(asyncio.get_running_loop())
        visitor = Visitor(self._shared, outbox)
        self._visitors.add(visitor)
        visitor.tell_state(self._shared.desk.state)
        sender = asyncio.create_task(_send_all(socket, outbox))
        try:
            while True:
                text = await socket.receive_text()
                visitor.hear(text)
        except (WebSocketDisconnect, KeyError):  # KeyError: a binary message
            pass
        finally:
            self._visitors.discard(visitor)
            visitor.leave()
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender


def _told(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record whose warnings are in the language of the moment."""
    return record | {"warnings": [retold(each) for each in record["warnings"]]}


async def _send_all(socket: WebSocket, outbox: Outbox) -> None:
    try:
        while True:
            await socket.send_text(await outbox.take())
    except (WebSocketDisconnect, RuntimeError) as error:
        log.debug("a page has gone: %s", error)


async def _help(request: Request) -> Response:
    with speaking(request.query_params.get("language", "")):
        return HTMLResponse(reading_help())


async def _static_file(request: Request) -> Response:
    name = request.path_params["name"]
    found = _files().get(name)
    if found is None:
        return PlainTextResponse("there is no such file", 404)
    return Response(found.read_bytes(), media_type=_KINDS[found.suffix])


@cache
def _preloads() -> str:
    """Return links by which the browser gets all modules at once, not one behind another."""
    names = sorted(name for name in _files() if name.endswith(".js"))
    return "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in names)


@cache
def _files() -> dict[str, Path]:
    """Return what is served by its name: our own files, style and words of all our pages."""
    own = {
        path.relative_to(STATIC).as_posix(): path
        for path in STATIC.rglob("*")
        if path.suffix in _KINDS
    }
    style = {name: PAGE_FILES / name for name in ("picture.css", "page.css")}
    return own | style | {f"words/{path.name}": path for path in CATALOGUES.glob("*.json")}


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
