"""What is answered: the page, and each request by its name.

Some are answered in a moment (`RequestShape.at_once`). The others are streams, a line of JSON for each event:

    {"kind": "queued", "place": 3}      others are at work; this is asked for third
    {"kind": "started"}
    {"kind": "progress", "what": "cpsat", "done": 3.2, "of": 10.0, "note": ""}
    {"kind": "note", "text": "..."}     what a command line tells meanwhile
    {"kind": "result", "result": {..}}  the last one, or {"kind": "refused", "error": "..."}

A browser that closes such a stream, or goes away before it has its answer, ends the work.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rosetta.serving.json_bodies import PageRequestError, RequestShape, check_fields, read_body
from rosetta.serving.page_text import page_text, policy_of
from rosetta.serving.request_guard import Application, Receive, Scope, Send
from rosetta.serving.worker_pool import Event, Hear, PoolBusy, PoolError, PoolFault, PoolTimeout, WorkerPool

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

T = TypeVar("T")
CORES = os.cpu_count() or 1
MOST_WAITING = 250  # solves that wait
SECONDS = 30.0  # for what is answered in a moment
FAULT = "a fault of Rosetta: the terminal where it runs says more"
REPLACED = ("progress", "queued")  # events of which the last one is enough
REQUESTS = {
    "list": RequestShape({}, ()),
    "open": RequestShape({"board": dict}, ("board",)),
    "verify": RequestShape({"board": dict, "answer": dict}, ("board", "answer")),
    "help": RequestShape({"board": dict}, ("board",), at_once=False),
    "generate": RequestShape(
        {"puzzle": str, "size": str, "options": dict, "choices": dict}, ("puzzle", "size"), at_once=False
    ),
    "ask": RequestShape({"question": str, "board": dict, "options": dict}, ("question", "board"), at_once=False),
}


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, eq=False)
class PageService:
    """What answers the page.

    token: the first word of every path
    boards: those that the command line names
    quick: the processes for what is answered in a moment
    helping: those for hints, which are looked for while others solve
    asked: those for the other streams
    """

    token: str
    boards: Sequence[Mapping[str, Any]] = ()
    quick: WorkerPool = field(default_factory=lambda: WorkerPool(max(2, CORES), MOST_WAITING, SECONDS))
    helping: WorkerPool = field(default_factory=lambda: WorkerPool(1, MOST_WAITING))
    asked: WorkerPool = field(default_factory=lambda: WorkerPool(CORES, MOST_WAITING))

    @property
    def pools(self) -> tuple[WorkerPool, ...]:
        """All processes; the first are needed first."""
        return (self.quick, self.helping, self.asked)

    def prepare(self) -> None:
        """Start the processes that the first requests need."""
        for pool in self.pools:
            pool.prepare()

    def close(self) -> None:
        """End all processes."""
        for pool in self.pools:
            pool.close()

    def application(self) -> Application:
        """What a server runs."""
        from starlette.applications import Starlette
        from starlette.exceptions import HTTPException
        from starlette.routing import Route

        routes = [
            Route(f"/{self.token}/", self.show_page),
            Route(f"/{self.token}/api/{{name}}", self.answer, methods=["POST"]),
        ]
        handlers: Any = {HTTPException: _show_http_error, Exception: _show_fault}
        made: Any = Starlette(routes=routes, exception_handlers=handlers)
        made.router.redirect_slashes = False
        return cast("Application", made)

    async def show_page(self, request: Request) -> Response:
        """The page."""
        from starlette.responses import HTMLResponse

        html = page_text()
        return HTMLResponse(html, headers={"content-security-policy": policy_of(html)})

    async def answer(self, request: Request) -> Response | EventStream:
        """The answer to a request, or the stream of its events."""
        try:
            name = request.path_params["name"]
            if name not in REQUESTS:
                raise PageRequestError(404, "no such request")
            shape = REQUESTS[name]
            document = await read_body(request.stream(), request.headers.get("content-length"))
            check_fields(document, shape)
            task = {**document, "name": name, "named": list(self.boards) if name == "list" else []}
            if not shape.at_once:
                pool = self.helping if name == "help" else self.asked
                return EventStream(lambda hear: pool.run(task, hear))
            text, refused = await until_gone(request.receive, self.quick.run(task, _ignore_event))
            return _json_response(text, 400 if refused else 200)
        except ClientGone:
            return _error_response(499, "nobody waits for the answer")  # which nobody gets: no fault of ours
        except PageRequestError as refusal:
            return _error_response(refusal.status, str(refusal))
        except PoolError as error:
            return _error_response(_status_of(error), _describe_failure(error))


def _ignore_event(_: Event) -> None:
    """For what is answered in a moment."""


def _status_of(error: PoolError) -> int:
    return 503 if isinstance(error, PoolBusy | PoolTimeout) else 500


def _describe_failure(error: PoolError) -> str:
    """What the page hears. A fault of ours is told whole in the terminal."""
    if not isinstance(error, PoolFault):
        return str(error)
    print(f"rosetta: play: {error}", file=sys.stderr, flush=True)
    return f"{FAULT} ({str(error).splitlines()[0][:200]})"


def _json_response(text: str, status: int) -> Response:
    from starlette.responses import Response

    return Response(text, status, media_type="application/json")


def _error_response(status: int, message: str) -> Response:
    return _json_response(json.dumps({"error": message}), status)


async def _show_http_error(_: Request, error: Exception) -> Response:
    return _error_response(getattr(error, "status_code", 500), "not found")


async def _show_fault(_: Request, fault: Exception) -> Response:
    """A fault of ours is told in the terminal; the page hears that there was one."""
    print(f"rosetta: play: {type(fault).__name__}: {str(fault)[:300]}", file=sys.stderr, flush=True)
    return _error_response(500, FAULT)


async def until_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What comes of the work. It is cancelled where the client goes away before. Raises ClientGone."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_wait_until_gone(receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientGone
        return task.result()
    finally:
        for each in (task, gone):
            each.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@dataclass(frozen=True, eq=False)
class EventStream:
    """The events of some work, a line each, as they come. work: called with what hears the events; gives the reply, and
    whether it is a refusal."""

    work: Callable[[Hear], Coroutine[Any, Any, tuple[str, bool]]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = [(b"content-type", b"application/x-ndjson")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        with suppress(ClientGone):
            await until_gone(receive, self._send_events(send))
            await send({"type": "http.response.body", "body": b""})

    async def _send_events(self, send: Send) -> None:
        events = EventQueue()
        task = asyncio.ensure_future(self._finish(events))
        try:
            async for line in events.lines():
                await send({"type": "http.response.body", "body": line.encode() + b"\n", "more_body": True})
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _finish(self, events: EventQueue) -> None:
        try:
            text, refused = await self.work(events.hear)
            error = json.loads(text)["error"] if refused else ""
        except PoolError as failure:
            error = _describe_failure(failure)
        events.end(
            json.dumps({"kind": "refused", "error": error}) if error else f'{{"kind": "result", "result": {text}}}'
        )


@dataclass(eq=False)
class EventQueue:
    """Events that have not been sent yet. Of several of a kind that follow each other, the last one is enough: a slow
    reader misses progress, and no note."""

    _events: list[Event] = field(default_factory=list, init=False)
    _last: str | None = field(default=None, init=False)
    _news: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    def hear(self, event: Event) -> None:
        """Take an event."""
        if self._events and event["kind"] in REPLACED and self._events[-1]["kind"] == event["kind"]:
            self._events.pop()
        self._events.append(event)
        self._news.set()

    def end(self, line: str) -> None:
        """Take the last line."""
        self._last = line
        self._news.set()

    async def lines(self) -> AsyncIterator[str]:
        """The lines as they come, until the last one."""
        while True:
            await self._news.wait()
            self._news.clear()
            events, self._events[:] = list(self._events), []
            for event in events:
                yield json.dumps(event)
            if self._last is not None and not self._events:
                yield self._last
                return
