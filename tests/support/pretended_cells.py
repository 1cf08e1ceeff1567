"""Cells that only pretend to run, for tests of what happens around them. What they do stands in their `what`:

    sleep 0.02     take so long, and have an answer
    wait FILE      until there is that file; after a minute it gives up, and leaves FILE.late
    kill worker    kill the process that runs it, as the system does where there is no memory left
    kill server    the process of its own that should have run it has died

Loaded by a Dask worker (`preload`), this module takes the place of what starts a real cell.
"""

from __future__ import annotations

import os
import signal
import time
from typing import Any

from rosetta.campaigns.executors import dask_worker
from rosetta.campaigns.planning.cells import Cell, CellInstance, cell_columns, cell_from_json


def pretended_cell(what: str, number: int, seconds: float = 10.0, threads: int = 1, log: str = "") -> Cell:
    """A cell that no other number has. log: a file that gets a line whenever it is started."""
    instance = CellInstance(f"{number:032x}", "tents", what, what, 0, (), log, 4, 4, 16)
    return Cell(instance, "none", "1.0", "default", seconds=seconds, threads=threads)


def pretend(spec: str, attempt: int) -> dict[str, Any]:
    """What `dask_worker.run_cell_here` returns."""
    cell = cell_from_json(spec)
    if cell.instance.family:
        with open(cell.instance.family, "a", encoding="ascii") as log:
            print(cell.id, file=log)
    verb, _, rest = cell.instance.what.partition(" ")
    if verb == "sleep":
        time.sleep(float(rest))
        return _answer(cell, attempt)
    if verb == "wait":
        until = time.monotonic() + 60
        while not os.path.exists(rest):
            if time.monotonic() > until:
                rest = f"{rest}.late"
                open(rest, "w", encoding="ascii").close()
            time.sleep(0.02)
        return _answer(cell, attempt)
    if rest == "worker":
        time.sleep(1)  # a nanny gives up on a worker that dies while it starts
        os.kill(os.getpid(), signal.SIGKILL)
    return {"died": "was killed by signal 9"}


def _answer(cell: Cell, attempt: int) -> dict[str, Any]:
    said = {"status": "satisfied", "ended": "answer", "total_s": 0.5, "details": "{}"}
    row = {"attempt": attempt, "host": "here", **said}
    return {"row": {**cell_columns(cell), **row}}


def dask_setup(worker: object) -> None:
    """Called by Dask in the worker's process."""
    dask_worker.run_cell_here = lambda campaign, slots, spec, attempt: pretend(spec, attempt)
