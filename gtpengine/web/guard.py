"""Who may use the server: nobody but pages that it served itself.

A page of another origin can make a browser send requests here, and a name that its owner points at
127.0.0.1 makes them look local. So the Host must be one of ours, an Origin must name this server,
and whatever does work needs the token that stands in our page, which other origins cannot read.
"""

import hmac
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_HEADER = "x-gtpengine-token"
REFUSED = 4403  # of a WebSocket
_SAFE_METHODS = ("GET", "HEAD")
_HEADERS = {
    # Nothing from elsewhere, no inline script: markup in a record could do nothing even as markup.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}


class Guard:
    """ASGI middleware that lets through what comes from our own page.

    Args:
        app: what it guards.
        hosts: names under which the server may be addressed, without ports.
        token: what requests that do work must carry.
        most_bytes: of a request's body.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], token: str, most_bytes: int) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._token = token
        self._most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await receive()
                await send({"type": "websocket.close", "code": REFUSED, "reason": refusal})
                return
            await self._app(scope, receive, send)
            return
        if refusal:
            await PlainTextResponse(f"{refusal}\n", 403, dict(_HEADERS))(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self._most_bytes:
            told = f"more than {self._most_bytes >> 10} KiB are not taken\n"
            await PlainTextResponse(told, 413, dict(_HEADERS))(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> str:
        """Return why a request is refused, in words, or nothing."""
        host = headers.get("host", "")
        if _name_of(host) not in self._hosts:
            return "this server does not go by that name"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return "pages of other origins may not use this server"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "pages of other sites may not use this server"
        if scope["type"] == "websocket":
            if origin is None:
                return "a WebSocket must say where it comes from"
            given = QueryParams(scope.get("query_string", b"")).get("token", "")
        elif scope["method"] in _SAFE_METHODS:
            return ""
        else:
            given = headers.get(TOKEN_HEADER, "")
        same = hmac.compare_digest(given.encode(), self._token.encode())
        return "" if same else "the token is missing or wrong: reload the page"


def _name_of(host: str) -> str:
    """Return the name in a Host header, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
