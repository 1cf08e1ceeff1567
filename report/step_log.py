"""What `-v` prints: each step of the work on a line of stderr, with the seconds since the start.

    [   0.42 s] cpsat: process 4711 is started to solve; limits 10 s, 8000 MB
    [   0.63 s]   solving

The steps are logged where they are taken, by the logger `rosetta` of Python's `logging`; here they get their form. A
program that uses the API may give that logger a handler of its own.
"""

from __future__ import annotations

import logging
import sys
import time

from report.words import LONGEST_MESSAGE, one_line

LOGGER = "rosetta"
ERASE_LINE = "\r\x1b[K"  # the progress line, which is drawn again when there is something to say


def print_steps(details: bool = False) -> None:
    """From now on each step is printed, also those of child processes, which inherit this. details: also what is found
    in a cache."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_StepFormatter(handler.stream.isatty()))
    logger = logging.getLogger(LOGGER)
    logger.handlers = [handler]
    logger.setLevel(logging.DEBUG if details else logging.INFO)
    logger.propagate = False


class _StepFormatter(logging.Formatter):
    """Seconds and words, on one line. terminal: there may be a progress line to erase."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self._before = ERASE_LINE if terminal else ""
        self._start = time.time()

    def format(self, record: logging.LogRecord) -> str:
        words = record.getMessage()
        indent = " " * (len(words) - len(words.lstrip()))  # a step within a step
        seconds = max(record.created - self._start, 0.0)
        return f"{self._before}[{seconds:7.2f} s] {indent}{one_line(words, LONGEST_MESSAGE)}"
