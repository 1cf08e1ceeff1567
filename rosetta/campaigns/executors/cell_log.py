"""The log of a cell: its steps, as `-v` prints them, kept for those who ask later how a run came about.

    [0.004 s] cpsat: process 4711 is started to solve; limits 10 s, 8000 MB
    [0.051 s]   solving

The child processes of a run inherit the handler, so steps are collected in a file that all of them append to: each line
is one write, and lines of different processes do not mix.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile

from report.step_log import LOGGER

LONGEST_LOG = 4000  # bytes; a run takes some five steps, but an engine that asks again and again tells each time
LONGEST_LINE = 400


@contextmanager
def record_steps() -> Iterator[Callable[[], str]]:
    """Record the steps that this process and its children take from now on; what it hands out reads them. Where nobody
    listens to steps, nobody else gets to hear of them."""
    logger = logging.getLogger(LOGGER)
    with TemporaryFile() as file:
        descriptor = file.fileno()
        handler = _StepRecorder(descriptor)
        before = logger.level, list(logger.handlers), logger.propagate
        if logger.isEnabledFor(logging.INFO):
            logger.addHandler(handler)
        else:
            logger.handlers, logger.propagate = [handler], False
            logger.setLevel(logging.INFO)
        try:
            yield lambda: os.pread(descriptor, LONGEST_LOG, 0).decode(errors="replace")
        finally:
            level, logger.handlers, logger.propagate = before
            logger.setLevel(level)


class _StepRecorder(logging.Handler):
    """Appends a line per step, until the log is full."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(logging.INFO)
        self._descriptor, self._start = descriptor, time.time()

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):  # a full disk must not spoil the run
            room = LONGEST_LOG - os.lseek(self._descriptor, 0, os.SEEK_END)
            words = record.getMessage().replace("\n", " ")[:LONGEST_LINE]
            line = f"[{max(record.created - self._start, 0.0):.3f} s] {words}\n".encode(errors="replace")
            os.write(self._descriptor, line[: max(room, 0)])
