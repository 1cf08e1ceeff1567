"""Who may ask: the page that this server sent, and nobody else.

A page of another site can make the browser send requests to 127.0.0.1, and by DNS rebinding even read what comes back.
So every request is held against four things, none of which such a page can set:

    Host             the address that we print, so that a name that leads here is refused
    the path         begins with the token, which is new each time, and is compared in constant time
    Origin           of a POST: our own, where the browser says it, and it always does
    Sec-Fetch-Site   where the browser says it: our own page, or a person who typed the address

A POST must be JSON by its Content-Type, which a form cannot send. GET is for the page alone and changes nothing. Every
answer, a refusal too, says that it is not to be kept, framed or guessed at. A refusal does not say what was wrong with
the token.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Refused: TypeAlias = tuple[int, str]

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
MOST_HEADER_BYTES = 16_384  # of all headers and the address together
PAGE_SITES, OWN_SITES = ("same-origin", "none"), ("same-origin",)  # of Sec-Fetch-Site
FRAMED = ("iframe", "frame", "embed", "object", "script", "style", "image")  # of Sec-Fetch-Dest


@dataclass(frozen=True)
class RequestGuard:
    """Refuses what nobody but our page may ask, in front of the application.

    application: what answers the others
    token: the first word of every path
    port: of this server
    """

    application: Application
    token: str
    port: int
    hosts: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hosts", frozenset({f"127.0.0.1:{self.port}", f"localhost:{self.port}"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        refused = self.refuse(scope)
        if refused is None:
            await self.application(scope, receive, _with_headers(send))
            return
        status, message = refused
        body = json.dumps({"error": message}).encode()
        head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        send = _with_headers(send)
        await send({"type": "http.response.start", "status": status, "headers": [*head, (b"connection", b"close")]})
        await send({"type": "http.response.body", "body": body})

    def refuse(self, scope: Scope) -> Refused | None:
        """Why a request is not answered, with the status of HTTP; None where it may be."""
        headers = RequestHeaders(scope["headers"])
        if headers.size() + len(scope.get("raw_path", b"")) + len(scope["query_string"]) > MOST_HEADER_BYTES:
            return 431, "expected shorter headers"
        host = headers.only("host")
        if host not in self.hosts:
            return 421, "this server answers to its own address only"
        words = str(scope["path"]).split("/")  # "/TOKEN/api/NAME"
        if len(words) < 3 or not hmac.compare_digest(words[1].encode(), self.token.encode()):
            return 404, "not found"
        return self._refuse_page(scope, headers) if words[2:] == [""] else self._refuse_question(scope, headers, words)

    def _refuse_page(self, scope: Scope, headers: RequestHeaders) -> Refused | None:
        if scope["method"] not in ("GET", "HEAD"):
            return 405, "expected GET"
        if headers.get("origin") not in (None, *self._origins(headers)):
            return 403, "asked by a page of somebody else"
        if headers.get("sec-fetch-site") not in (None, *PAGE_SITES):
            return 403, "asked by a page of somebody else"
        return (403, "a page is no part of another") if headers.get("sec-fetch-dest") in FRAMED else None

    def _refuse_question(self, scope: Scope, headers: RequestHeaders, words: list[str]) -> Refused | None:
        if len(words) != 4 or words[2] != "api":
            return 404, "not found"
        if scope["method"] != "POST":
            return 405, "expected POST"
        if headers.only("origin") not in self._origins(headers):
            return 403, "asked by a page of somebody else"
        if headers.get("sec-fetch-site") not in (None, *OWN_SITES):
            return 403, "asked by a page of somebody else"
        kind = (headers.only("content-type") or "").partition(";")[0].strip().lower()
        return None if kind == "application/json" else (415, "expected content of the type application/json")

    def _origins(self, headers: RequestHeaders) -> tuple[str, ...]:
        """The origin of our page at the address that was asked for."""
        return (f"http://{headers.only('host')}",)


@dataclass(frozen=True)
class RequestHeaders:
    """The headers of a request, as they came."""

    pairs: Sequence[tuple[bytes, bytes]]

    def all(self, name: str) -> list[str]:
        """Every value of that header."""
        return [value.decode("latin-1") for key, value in self.pairs if key.lower() == name.encode()]

    def size(self) -> int:
        """Bytes of all of them."""
        return sum(len(name) + len(value) for name, value in self.pairs)

    def get(self, name: str) -> str | None:
        """The value; "" where there are several, which nobody may rely on; None where there is none."""
        values = self.all(name)
        return None if not values else values[0] if len(values) == 1 else ""

    def only(self, name: str) -> str | None:
        """The value where there is exactly one."""
        return self.get(name) or None


def _with_headers(send: Send) -> Send:
    """Adds the headers of every answer, but those that it has itself."""

    async def send_with_headers(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            names = {name.lower() for name, _ in own}
            ours = [(name.encode(), text.encode()) for name, text in HEADERS.items() if name.encode() not in names]
            message = {**message, "headers": [*own, *ours]}
        await send(message)

    return send_with_headers
