"""The default executor: slots on this machine, each with cores of its own, one cell at a time each.

    slot 0 (core 1)   warm parents: ortools, numba, small ..     a cell goes to the one of its family
    slot 1 (core 2)   the same, on that core

Nothing else of ours runs on the cores of a slot, so cells of different slots share none. They still share memory and
its bandwidth, the last cache, and the clock that the processor can afford. So one slot is the default.

The limits of a solve hold inside the warm parent. From outside, each cell as a whole has an *outer limit*: for what has
no limit of its own, the building of the model and the checking of the answer. A warm parent that passes it, or eats too
much memory meanwhile, is killed. A cell whose warm parent dies by itself is a crash; the campaign tries it once more.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from backends.contract import PRESOLVES
from backends.running.preloading import family_of
from backends.running.supervisor import IMPORT_SECONDS
from backends.running.warm import WarmParent
from rosetta.campaigns.executors.attempt_row import row_without_result
from rosetta.campaigns.planning.cells import Cell
from rosetta.foundation.vocabulary import Ending
from rosetta.foundation.work_clock import work_seconds

WORK = "rosetta.campaigns.executors.attempt_row:answer_request"
CHECKING_SECONDS = 60.0  # for building and checking, beyond a time as long as the limit
WATCH_SECONDS = 0.25  # seconds between two looks at clocks and memory


def outer_seconds(cell: Cell) -> float:
    """The limit of a cell as a whole, with the start of its solver."""
    return IMPORT_SECONDS + 2 * cell.seconds + CHECKING_SECONDS


@dataclass(slots=True)
class CellRun:
    """A cell at work. begun: on the clock of `work_clock`; resident: MB of the warm parent when it was first looked
    at."""

    cell: Cell
    attempt: int
    parent: WarmParent
    begun: float
    resident: float = 0.0


@dataclass(slots=True)
class Slot:
    """Cores, the warm parents that keep to them, by family, and what one of them runs."""

    name: str
    cores: tuple[int, ...]
    parents: dict[str, WarmParent] = field(default_factory=dict)
    run: CellRun | None = None


class LocalExecutor:
    """slots: the cores of each (`backends.running.cores`); host: the fingerprint of this machine; work: what a warm
    parent calls, as "module:function"; outer_limit: seconds of a cell as a whole."""

    def __init__(
        self,
        slots: Sequence[tuple[int, ...]],
        host: str,
        *,
        work: str = WORK,
        outer_limit: Callable[[Cell], float] = outer_seconds,
    ) -> None:
        self._slots = [Slot(str(number), cores) for number, cores in enumerate(slots)]
        self._host, self._work, self._outer_limit = host, work, outer_limit
        self._cores: set[int] = set()
        self._watched = 0.0
        self._late: dict[tuple[str, str, str], int] = {}

    def __enter__(self) -> LocalExecutor:
        self._cores = _leave_cores({core for slot in self._slots for core in slot.cores})
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()
        _use_cores(self._cores)

    def slots(self) -> int:
        return len(self._slots)

    def free(self) -> int:
        return sum(slot.run is None for slot in self._slots)

    def submit(self, cell: Cell, attempt: int) -> None:
        slot = next(slot for slot in self._slots if slot.run is None)
        family = self._family_of(cell)
        if family not in slot.parents:
            slot.parents[family] = WarmParent(self._work, slot.cores, (cell.backend,), family)
        parent = slot.parents[family]
        slot.run = CellRun(cell, attempt, parent, work_seconds())
        parent.submit((cell, attempt, self._host, slot.name))

    def completed(self, seconds: float) -> list[dict[str, Any]]:
        deadline = time.monotonic() + seconds
        while True:
            rows = self._receive(min(max(deadline - time.monotonic(), 0.0), WATCH_SECONDS))
            if time.monotonic() - self._watched > WATCH_SECONDS:
                self._watched = time.monotonic()
                rows += self._abandon_beyond_limits()
            if rows or not self.running() or time.monotonic() >= deadline:
                return rows

    def running(self) -> list[Cell]:
        return [slot.run.cell for slot in self._slots if slot.run is not None]

    def queued(self) -> list[Cell]:
        return []

    def withdraw(self) -> list[Cell]:
        return []

    def kill(self) -> None:
        for slot in self._slots:
            slot.run = None
            while slot.parents:
                slot.parents.popitem()[1].kill()

    def _family_of(self, cell: Cell) -> str:
        """The family of its libraries, with what cells of its configuration had to load themselves on boards that were
        no larger."""
        name, kind, size = cell.configuration, cell.instance.puzzle, cell.instance.size
        late = {library for (*of, library), least in self._late.items() if of == [kind, name] and size >= least}
        return family_of(cell.backend, cell.formulation in PRESOLVES, late)

    def _note_late(self, cell: Cell, libraries: Sequence[str]) -> None:
        for library in libraries:
            key, size = (cell.instance.puzzle, cell.configuration, library), cell.instance.size
            self._late[key] = min(self._late.get(key, size), size)

    def _receive(self, seconds: float) -> list[dict[str, Any]]:
        """The rows that are there, waiting so long for the first."""
        poll, busy = select.poll(), {}
        for slot in self._slots:
            if slot.run is not None:
                busy[slot.run.parent.fileno()] = slot, slot.run
                poll.register(slot.run.parent, select.POLLIN)
        rows = []
        for descriptor, _ in poll.poll(seconds * 1000) if busy else ():
            slot, run = busy[descriptor]
            reply = run.parent.receive(0.0)
            if reply is not None:
                slot.run = None
                self._note_late(run.cell, reply.late)
                rows.append(reply.result or self._lost_row(slot, run, Ending.FAILED, reply.fault.splitlines()[0]))
        return rows

    def _abandon_beyond_limits(self) -> list[dict[str, Any]]:
        """The rows of cells that had to be killed from outside."""
        rows = []
        for slot in self._slots:
            reason = self._reason_to_kill(slot.run)
            if reason is not None and slot.run is not None:
                run, slot.run = slot.run, None
                run.parent.kill()
                rows.append(self._lost_row(slot, run, *reason))
        return rows

    def _reason_to_kill(self, run: CellRun | None) -> tuple[Ending, str] | None:
        """What then ends the cell, and a note; None while all is well."""
        if run is None:
            return None
        limit, resident = self._outer_limit(run.cell), run.parent.resident_megabytes()
        run.resident = run.resident or resident
        if work_seconds() - run.begun > limit:
            return Ending.TIME, f"killed after {limit:.4g} s, with building and checking"
        if resident - run.resident > run.cell.memory:
            return Ending.MEMORY, f"memory limit of {run.cell.memory} MB, in building or checking"
        return None

    def _lost_row(self, slot: Slot, run: CellRun, ended: Ending, note: str) -> dict[str, Any]:
        row = row_without_result(run.cell, ended, note, work_seconds() - run.begun)
        return {**row, "attempt": run.attempt, "host": self._host, "worker": slot.name}


def _leave_cores(taken: set[int]) -> set[int]:
    """Keep this process away from those cores, if others are left for it. Returns the cores that it had."""
    try:
        had = os.sched_getaffinity(0)
    except AttributeError:  # not on Linux
        return set()
    _use_cores(had - taken)
    return had


def _use_cores(cores: set[int]) -> None:
    if cores:
        with contextlib.suppress(OSError, AttributeError):
            os.sched_setaffinity(0, cores)
