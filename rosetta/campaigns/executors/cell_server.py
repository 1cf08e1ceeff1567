"""A process that runs cells for a worker of a cluster: an interpreter of its own, which the worker starts.

    worker of the cluster, with threads        cell server, without
      a cell, as a line of JSON  --------------> the executor of this machine, with one slot
      <-------------- its row, as a line of JSON
      closes the pipe, or dies   --------------> ends, with all that it started

A worker has threads and does not run as our program, so nothing is forked from it. A server is warm: it runs one cell
after the other, and ends by itself if none comes for a while, as when the coordinator was killed.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from types import FrameType
from typing import Any, TextIO

from rosetta.campaigns.executors.local import LocalExecutor
from rosetta.campaigns.executors.machine import machine_fingerprint
from rosetta.campaigns.planning.cells import cell_from_json

IDLE_SECONDS = 60.0
WATCH_SECONDS = 0.2  # between two looks at whether the worker is still there


def serve_cells(cores: list[int]) -> None:
    """Run cells on these cores until the worker closes the pipe, or dies."""
    signal.signal(signal.SIGTERM, _end)
    with os.fdopen(os.dup(1), "w", encoding="ascii") as rows:
        os.dup2(2, 1)  # what prints, prints into the log of the worker
        with LocalExecutor([tuple(cores)], machine_fingerprint()) as executor:
            while _readable(IDLE_SECONDS) and (line := sys.stdin.readline()):
                if not _run_line(executor, line, rows):
                    return


def _run_line(executor: LocalExecutor, line: str, rows: TextIO) -> bool:
    """Run the cell of the line and write its row; False if the worker went away meanwhile."""
    spec, attempt = json.loads(line)
    executor.submit(cell_from_json(spec), attempt)
    while executor.running():
        for row in executor.completed(WATCH_SECONDS):
            print(json.dumps(row), file=rows, flush=True)
        if executor.running() and _readable(0.0):  # one cell at a time: all that can come now is the end
            return False
    return True


def _readable(seconds: float) -> bool:
    return bool(select.select([sys.stdin], [], [], seconds)[0])


def _end(number: int, frame: FrameType | None) -> Any:
    raise SystemExit(128 + number)
