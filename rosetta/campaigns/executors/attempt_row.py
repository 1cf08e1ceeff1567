"""The row of one attempt at a cell, whatever happens to it: what executors hand back."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from typing import Any

from backends.contract import Status
from rosetta.campaigns.executors.cell_log import record_steps
from rosetta.campaigns.executors.run_cell import run_cell
from rosetta.campaigns.planning.cells import Cell, cell_columns
from rosetta.campaigns.rows.columns import RESULT_COLUMNS
from rosetta.foundation.vocabulary import Ending


def answer_request(request: tuple[Cell, int, str, str]) -> dict[str, Any]:
    """`attempt_row`, for a warm parent."""
    return attempt_row(*request)


def attempt_row(cell: Cell, attempt: int, host: str, worker: str) -> dict[str, Any]:
    """Run the cell in this process. An error of ours, or of a puzzle, is a row with `ended` = crash."""
    with record_steps() as read_log:
        try:
            row = run_cell(cell)
        except MemoryError:
            row = row_without_result(
                cell, Ending.MEMORY, "out of memory while the model was built, or its answer checked"
            )
        except Exception as error:
            row = row_without_result(cell, Ending.FAILED, f"{type(error).__name__}: {error}")
        return {**row, "attempt": attempt, "host": host, "worker": worker, "log": read_log()}


def row_without_result(cell: Cell, ended: Ending, note: str, wall: float | None = None) -> dict[str, Any]:
    """The row of an attempt of which nothing came. ended: crash, timeout or memout; wall: seconds, where they are
    known. The number of the attempt, the host and the worker are missing."""
    status = Status.ERROR if ended == Ending.FAILED else Status.UNKNOWN
    return {
        **cell_columns(cell),
        **dict.fromkeys(RESULT_COLUMNS),
        "version": cell.version,
        "status": status,
        "ended": ended,
        "wall_s": wall,
        "contended": 0,
        "reliable": 1,
        "load": os.getloadavg()[0],
        "started": (datetime.now(UTC) - timedelta(seconds=wall or 0.0)).isoformat(timespec="milliseconds"),
        "note": note,
    }
