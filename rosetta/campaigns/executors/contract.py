"""The contract of an executor. It runs cells wherever it likes, and gives back a row for each, at least once.

    while cells are left or running:
        submit as many as `free()` says
        for row in completed(seconds): store it

A cell that kills what runs it, again and again, still gets a row: status `error`, `ended` = `crash`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rosetta.campaigns.planning.cells import Cell


class ExecutorLost(RuntimeError):
    """What runs the cells has gone, and will not come back. The store is whole; the same command resumes."""


class Executor(Protocol):
    """Used as a context manager: at its end nothing of it is left, neither process nor file."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *error: object) -> None: ...

    def slots(self) -> int:
        """How many cells it runs at the same time."""
        ...

    def free(self) -> int:
        """How many cells it takes now; 0 where it has enough to do."""
        ...

    def submit(self, cell: Cell, attempt: int) -> None:
        """Take a cell. It never raises for what the cell does."""
        ...

    def completed(self, seconds: float) -> Sequence[dict[str, Any]]:
        """The rows that are done, as `run_cell` returns them with `attempt`, `host` and `worker`; waits so long for the
        first one. Empty if none is done by then. Raises ExecutorLost."""
        ...

    def running(self) -> Sequence[Cell]:
        """The cells that were submitted and are not completed."""
        ...

    def queued(self) -> Sequence[Cell]:
        """Those of `running` that have not begun."""
        ...

    def withdraw(self) -> Sequence[Cell]:
        """Take back the submitted cells that have not begun, which are returned."""
        ...

    def kill(self) -> None:
        """End all running cells at once, without rows."""
        ...
