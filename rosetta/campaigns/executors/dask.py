"""The executor for Dask clusters: cells go to workers on any number of machines, rows come back.

    coordinator                              worker                         cell server
      Placement: which worker gets which cell
      submit(run_cell_here, cell), to one worker --> a thread of its ------> runs it, in children of its own
      completed() <----------------------------------------------- its row

At most two cells for each slot are with the cluster at any time (`placement`); the coordinator alone writes the store,
where a row of an attempt counts once. So what is lost with a worker, or with the coordinator, simply runs again, and
nothing else does. Workers may come and go; a new one is asked for its environment first, and gets cells if that is the
coordinator's (`environments`). Where no worker is left, a task without a place tells an adaptive cluster to start one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import queue
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rosetta.campaigns.executors import dask_worker
from rosetta.campaigns.executors.attempt_row import row_without_result
from rosetta.campaigns.executors.contract import ExecutorLost
from rosetta.campaigns.executors.environments import Environment, differences
from rosetta.campaigns.executors.placement import MOST_DEATHS, PlacedCell, Placement
from rosetta.campaigns.planning.cells import Cell
from rosetta.foundation.errors import InputError
from rosetta.foundation.vocabulary import Ending

if TYPE_CHECKING:
    from distributed import Client, Future

LOOK_SECONDS = 0.5  # between two looks at which workers there are
CHECK_SECONDS = 600.0  # for a worker to tell its environment: it may have to compile
MOST_FAILURES = 5  # of cells in a row, on the same worker: then it is the worker
# What a task is: a built-in function and plain values. The scheduler unpacks tasks, and need not have `rosetta`.
CALL = "getattr(__import__(module, fromlist=[name]), name)(*arguments)"
LOST = (OSError, TimeoutError, RuntimeError, AttributeError)  # the last one: Dask has no scheduler any more to ask
NAME = "rosetta-cell"  # of our tasks, on the dashboard of the cluster


class DaskExecutor:
    """client: of the cluster; ours: the environment of the coordinator, with the engines of the campaign; width: cores
    of a slot; warn: gets one sentence for each thing that a user should know of; note_machine: gets the fingerprint and
    the record of each machine that has a worker."""

    def __init__(
        self,
        client: Client,
        ours: Environment,
        width: int,
        warn: Callable[[str], None],
        note_machine: Callable[[str, Mapping[str, Any]], None],
    ) -> None:
        self._client, self._ours, self._width = client, ours, width
        self._warn, self._note_machine = warn, note_machine
        self._campaign = uuid.uuid4().hex
        self._placement = Placement()
        self._futures: dict[PlacedCell, Future] = {}
        self._checks: dict[str, Future] = {}  # by the address of a worker that has not told its environment yet
        self._refused: set[str] = set()
        self._failures: Counter[str] = Counter()  # of a worker, since it had a row
        self._known = [ours.place]
        self._replies: queue.SimpleQueue[tuple[object, Future, Any]] = queue.SimpleQueue()
        self._numbers = itertools.count()
        self._looked = 0.0
        self._call: Future | None = None  # for a worker, where there is none

    def __enter__(self) -> DaskExecutor:
        """Raises InputError if a worker that is there already has other versions."""
        self._look()
        deadline = time.monotonic() + CHECK_SECONDS
        while self._checks and time.monotonic() < deadline:
            self._receive(LOOK_SECONDS, at_start=True)
            self._look()
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def slots(self) -> int:
        return sum(len(worker.slots) for worker in self._placement.workers.values())

    def free(self) -> int:
        return self._placement.room()

    def submit(self, cell: Cell, attempt: int) -> None:
        self._placement.waiting.append(PlacedCell(cell, attempt))
        self._send()

    def completed(self, seconds: float) -> Sequence[dict[str, Any]]:
        deadline = time.monotonic() + seconds
        while True:
            if time.monotonic() - self._looked > LOOK_SECONDS:
                rows = self._look()
            else:
                rows = self._receive(max(min(deadline - time.monotonic(), LOOK_SECONDS), 0.0))
            self._send()
            if rows or time.monotonic() >= deadline:
                return rows

    def running(self) -> Sequence[Cell]:
        return [placed.cell for placed in self._placement.cells()]

    def queued(self) -> Sequence[Cell]:
        return [placed.cell for placed in self._placement.unstarted_cells()]

    def withdraw(self) -> Sequence[Cell]:
        unstarted = self._placement.unstarted_cells()
        for placed in unstarted:
            self._take_back(placed)
        return [placed.cell for placed in unstarted]

    def kill(self) -> None:
        futures = [*self._futures.values(), *self._checks.values(), *([self._call] if self._call else [])]
        self._futures, self._checks, self._call = {}, {}, None
        self._placement.waiting.clear()
        for worker in self._placement.workers.values():
            worker.cells.clear()
        if self._client.status != "running":
            return  # the scheduler has gone, and with it all that it knew
        self._cancel(*futures)
        with contextlib.suppress(*LOST):
            self._client.run(dask_worker.stop_servers, self._campaign, on_error="ignore")

    # ---- to the cluster ------------------------------------------------------------------------------------------

    def _send(self) -> None:
        """Send the cells for which there is room, and where a worker idles, one that waits elsewhere."""
        behind = self._placement.idle_exchange()
        if behind is not None:
            self._take_back(behind)
            self._placement.waiting.append(behind)
        for placed in self._placement.next_cells():
            slots = self._placement.workers[placed.worker].slots
            arguments = (self._campaign, slots, placed.cell.to_json(), placed.attempt)
            self._futures[placed] = self._submit(placed, placed.worker, dask_worker.run_cell_here, *arguments)

    def _take_back(self, placed: PlacedCell) -> None:
        self._placement.remove_cell(placed)
        future = self._futures.pop(placed, None)
        if future is not None:
            self._cancel(future)

    def _cancel(self, *futures: Future) -> None:
        with contextlib.suppress(*LOST):
            self._client.cancel(futures, force=True)

    def _submit(self, about: object, worker: str, function: Callable[..., Any], *arguments: Any) -> Future:
        """A task on that worker, or on any; its result is put into the replies, with what it is about."""
        names = {"module": dask_worker.__name__, "name": function.__name__, "arguments": arguments}
        future = self._client.submit(
            eval, CALL, names, key=f"{NAME}-{self._campaign}-{next(self._numbers)}", pure=False,
            workers=[worker] if worker else None, allow_other_workers=False,
        )  # fmt: skip
        asyncio.run_coroutine_threadsafe(self._await_reply(about, future), self._client.loop.asyncio_loop)
        return future

    async def _await_reply(self, about: object, future: Future) -> None:
        try:
            self._replies.put((about, future, await self._client.gather(future, asynchronous=True)))
        except asyncio.CancelledError:
            return
        except Exception as error:
            if not future.cancelled():
                self._replies.put((about, future, error))

    # ---- from the cluster ----------------------------------------------------------------------------------------

    def _receive(self, seconds: float, at_start: bool = False) -> list[dict[str, Any]]:
        """The rows among the replies that are there; waits so long for the first reply. What comes of a task that was
        taken back counts for nothing."""
        rows: list[dict[str, Any]] = []
        with contextlib.suppress(queue.Empty):
            about, future, reply = self._replies.get(timeout=seconds)
            while True:
                if isinstance(about, PlacedCell) and self._futures.get(about) is future:
                    del self._futures[about]
                    rows += self._take_row(about, reply)
                elif isinstance(about, str) and self._checks.get(about) is future:
                    del self._checks[about]
                    self._take_environment(about, reply, at_start)
                about, future, reply = self._replies.get_nowait()
        return rows

    def _take_row(self, placed: PlacedCell, reply: Any) -> list[dict[str, Any]]:
        """The row of a cell, if it has one now."""
        address = placed.worker
        if isinstance(reply, dict) and "row" in reply:
            self._placement.remove_cell(placed)
            self._failures[address] = 0
            return [{**reply["row"], "worker": address}]
        why = reply["died"] if isinstance(reply, dict) else f"failed with {type(reply).__name__}: {reply}"
        blamed = self._placement.note_death(placed)
        self._failures[address] += 1
        if self._failures[address] >= MOST_FAILURES:
            self._refuse(address, f"{MOST_FAILURES} cells in a row failed there; the last one {why}")
            self._remove_worker(address, by_accident=False)
        return [_crash_row(each, f"the last one {why}") for each in blamed]

    def _look(self) -> list[dict[str, Any]]:
        """Look which workers have come and gone. The rows of the cells that have killed theirs again."""
        self._looked = time.monotonic()
        try:
            threads: dict[str, int] = self._client.nthreads()
        except LOST:
            raise ExecutorLost("the connection to the Dask scheduler is lost") from None
        for address in threads.keys() - self._placement.workers.keys() - self._checks.keys() - self._refused:
            names = list(self._ours.engines)
            self._checks[address] = self._submit(address, address, dask_worker.describe_worker, names, self._known)
        for address in self._checks.keys() - threads.keys():
            self._cancel(self._checks.pop(address))
        self._refused &= threads.keys()
        if threads and threads.keys() == self._refused:
            raise ExecutorLost("no worker of the cluster can run this campaign")
        self._threads = threads
        self._call_for_worker(not threads)
        gone = self._placement.workers.keys() - threads.keys()
        return [row for address in gone for row in self._lose_worker(address)]

    def _call_for_worker(self, is_needed: bool) -> None:
        if is_needed and self._call is None:
            self._warn("the cluster has no workers; cells will run as soon as one joins")
            self._call = self._submit(None, "", dask_worker.do_nothing)
        elif not is_needed and self._call is not None:
            self._call = None

    def _lose_worker(self, address: str) -> list[dict[str, Any]]:
        """Rows of cells that are to blame, as `_look`."""
        if self._placement.workers[address].cells:
            self._warn(f"worker {address} is gone; its cells will run again")
        blamed = self._remove_worker(address, by_accident=not self._was_sent_away(address))
        return [_crash_row(placed, f"the last was worker {address}") for placed in blamed]

    def _remove_worker(self, address: str, by_accident: bool) -> list[PlacedCell]:
        """As `Placement.remove_worker`."""
        for placed in self._placement.workers[address].cells:
            if placed in self._futures:
                self._cancel(self._futures.pop(placed))
        return self._placement.remove_worker(address, by_accident)

    def _refuse(self, address: str, why: str) -> None:
        self._refused.add(address)
        self._warn(f"worker {address} gets no cells: {why}")

    def _was_sent_away(self, address: str) -> bool:
        """Did the worker leave because the cluster shrinks, not because it died?"""
        with contextlib.suppress(*LOST):
            for _, event in reversed(self._client.get_events(address)):
                if event.get("action") == "remove-worker":
                    return bool(event.get("expected"))
        return False

    def _take_environment(self, address: str, reply: Any, at_start: bool) -> None:
        """A worker has told its environment. Raises InputError at the start, if it will not do."""
        if isinstance(reply, dict):
            theirs = Environment(**reply)
            same = replace(theirs, place=self._ours.place) if theirs.place in self._known else theirs
            other = differences(self._ours, same)
            if not other:
                self._known.append(theirs.place)
                self._note_machine(theirs.fingerprint, theirs.record)
                self._add_worker(address, theirs)
                return
            why = f"it has {'; '.join(other)}"
        else:
            why = f"asking for its environment failed with {type(reply).__name__}: {reply}"
        if at_start:
            raise InputError(f"worker {address} cannot run this campaign: {why}")
        self._refuse(address, why)

    def _add_worker(self, address: str, theirs: Environment) -> None:
        threads = self._threads.get(address, 0)
        if not threads:  # it has gone already
            return
        worker = self._placement.add_worker(address, theirs.machine, theirs.cores, threads, self._width)
        if len(worker.slots) < threads // self._width or not worker.slots:
            self._warn(
                f"worker {address} has {threads} threads, but can run only {len(worker.slots)} cells at a time: each "
                f"needs {self._width} threads and as many cores that no other worker on the same machine uses"
            )


def _crash_row(placed: PlacedCell, why: str) -> dict[str, Any]:
    row = row_without_result(placed.cell, Ending.FAILED, f"{MOST_DEATHS} processes died while running it; {why}")
    return {**row, "attempt": placed.attempt, "worker": placed.worker}
