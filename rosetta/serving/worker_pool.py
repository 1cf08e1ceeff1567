"""Processes that do the work: so many at once, the others wait and are told at which place.

    run(request, hear) --> a place in the queue --> a process of its own (`backends.running.warm`) --> the reply

A process takes one request at a time, and the next one when it has replied. Where whoever asked goes away (the task is
cancelled), or the limit is reached, the process is killed with everything below it, and its place is free only then.
One process more than those at work is kept ready, since starting one takes a quarter of a second.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from backends.running.warm import WarmParent
from backends.running.warm_process import WarmReply

Event: TypeAlias = Mapping[str, Any]  # `kind` and what belongs to it, for JSON
Hear: TypeAlias = Callable[[Event], None]
WORK = "rosetta.serving.tasks:do_task"
MOST_REQUESTS = 100  # after which a process is replaced
MOST_MEGABYTES = 1000.0  # that an idle process may hold


class PoolError(Exception):
    """There is no reply. The message says why."""


class PoolBusy(PoolError):
    """So many wait already that no other may."""


class PoolTimeout(PoolError):
    """The limit of a request was reached."""


class PoolFault(PoolError):
    """A fault of ours, or the process has died."""


@dataclass(eq=False)
class _Worker:
    """A process of the pool, and how many requests it has answered."""

    parent: WarmParent
    answered: int = 0


@dataclass(eq=False)
class WorkerPool:
    """So many processes. size: at work at once; most_waiting: beside these; seconds: that a request may take; work: the
    function that they call, `module:function`: of a request, to its reply and whether that is a refusal."""

    size: int
    most_waiting: int
    seconds: float = math.inf
    work: str = WORK
    _running: int = field(default=0, init=False)
    _waiting: deque[tuple[asyncio.Future[None], Hear]] = field(default_factory=deque, init=False)
    _idle: list[_Worker] = field(default_factory=list, init=False)
    _busy: set[_Worker] = field(default_factory=set, init=False)
    _burials: set[asyncio.Task[None]] = field(default_factory=set, init=False)
    _expected: set[asyncio.Future[Any]] = field(default_factory=set, init=False)  # replies
    _closed: bool = field(default=False, init=False)

    def prepare(self) -> None:
        """Start a process that will be there for the next request."""
        if not self._idle and len(self._busy) < self.size and not self._closed:
            worker = _Worker(WarmParent(self.work))
            worker.parent.start()
            self._idle.append(worker)

    async def run(self, request: Mapping[str, Any], hear: Hear) -> tuple[str, bool]:
        """The reply of a process: JSON, and whether it is a refusal. hear: is told what happens meanwhile. Raises
        PoolError."""
        await self._wait_for_place(hear)
        worker = self._idle.pop() if self._idle else _Worker(WarmParent(self.work))
        self._busy.add(worker)
        reply: WarmReply | None = None
        try:
            self.prepare()
            hear({"kind": "started"})
            reply = await self._ask(worker, request, hear)
        except OSError as error:  # no memory, no descriptors
            raise PoolFault(f"no process can be started: {error}") from None
        finally:
            worker.answered += 1
            if reply is not None and reply.alive and self._may_go_on(worker):
                self._busy.discard(worker)
                self._idle.append(worker)
                self._free_place()
            else:
                self._bury(worker)
        if reply.fault:
            raise PoolFault(reply.fault)
        text, refused = reply.result
        return text, refused

    def close(self) -> None:
        """End all processes; whoever waits for one is told so."""
        self._closed = True
        for expected in (*self._expected, *(place for place, _ in self._waiting)):
            if not expected.done():
                expected.set_exception(PoolError("the server ends"))
        for worker in (*self._busy, *self._idle):
            worker.parent.kill()
        self._idle.clear()

    # ---- places --------------------------------------------------------------------------------------------------

    async def _wait_for_place(self, hear: Hear) -> None:
        """Wait until a process may work. Raises PoolBusy."""
        if self._closed:
            raise PoolError("the server ends")
        if self._running < self.size:
            self._running += 1
            return
        if len(self._waiting) >= self.most_waiting:
            raise PoolBusy(f"{self._running} are at work and {len(self._waiting)} wait already: try again later")
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((place, hear))
        hear({"kind": "queued", "place": len(self._waiting)})
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._free_place()  # it was given in the same moment
            else:
                self._waiting = deque(each for each in self._waiting if each[0] is not place)
                self._tell_places()
            raise

    def _free_place(self) -> None:
        """Give a place to who has waited longest; if nobody waits, it is nobody's."""
        while self._waiting:
            place, _ = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                self._tell_places()
                return
        self._running -= 1

    def _tell_places(self) -> None:
        for number, (_, hear) in enumerate(self._waiting, 1):
            hear({"kind": "queued", "place": number})

    # ---- processes -----------------------------------------------------------------------------------------------

    async def _ask(self, worker: _Worker, request: Mapping[str, Any], hear: Hear) -> WarmReply:
        """The reply of a process. Raises PoolTimeout."""
        parent = worker.parent
        parent.hear = hear
        async with _handed_in(parent, request):
            loop, found = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()

            def look() -> None:
                reply = parent.receive(0.0)
                if reply is not None:
                    loop.remove_reader(descriptor)
                    if not found.done():
                        found.set_result(reply)

            descriptor = parent.fileno()
            loop.add_reader(descriptor, look)
            self._expected.add(found)
            try:
                async with asyncio.timeout(None if self.seconds == math.inf else self.seconds):
                    reply: WarmReply = await found
                    return reply
            except TimeoutError:
                raise PoolTimeout(f"this takes longer than {self.seconds:.0f} seconds") from None
            finally:
                loop.remove_reader(descriptor)
                self._expected.discard(found)

    def _may_go_on(self, worker: _Worker) -> bool:
        """May it take another request?"""
        is_full = len(self._idle) > self.size or worker.answered >= MOST_REQUESTS
        return not (self._closed or is_full or worker.parent.resident_megabytes() > MOST_MEGABYTES)

    def _bury(self, worker: _Worker) -> None:
        """Kill a process, beside the loop; its place is free when it has gone."""
        task = asyncio.get_running_loop().create_task(self._end(worker))
        self._burials.add(task)
        task.add_done_callback(self._burials.discard)

    async def _end(self, worker: _Worker) -> None:
        try:
            await asyncio.to_thread(worker.parent.kill)
        finally:
            self._busy.discard(worker)
            self._free_place()
            self.prepare()


@asynccontextmanager
async def _handed_in(parent: WarmParent, request: Mapping[str, Any]) -> AsyncIterator[None]:
    """The request is handed in, beside the loop: the process may still be loading. Where that is cancelled, it is
    waited for, as two threads may not use a process at once."""
    task = asyncio.create_task(asyncio.to_thread(parent.submit, request))
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
    yield
