"""The progress line: one line on the terminal that says what is going on and leaves no trace.

    with ProgressLine() as line:
        while not finished():
            line.show("cpsat: solving", 3.2, 10, "[2/5]")

    cpsat: solving 3.2 s of 10 s [2/5]

Nothing in a pipe, nothing in the first 0.3 s, no thread: whoever waits calls `show`. Print something else only
after `clear`.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from report.text_columns import display_width, paint
from report.words import one_line

QUIET = 0.3  # seconds of work that are not worth a line
PAUSE = 0.08  # seconds between two drawings of it
_START_OF_LINE, _ERASE = "\r", "\x1b[K"


class ProgressLine:
    """A context manager; the line is gone when it ends, however it ends."""

    def __init__(
        self,
        stream: TextIO | None = None,
        *,
        colour: bool | None = None,
        columns: int | None = None,
        quiet: float = QUIET,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._visible = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._colour = not os.environ.get("NO_COLOR") if colour is None else colour
        self._columns, self._quiet = columns, quiet
        self._clock = clock
        self._start = clock()
        self._drawn_at: float | None = None
        self._line = ""

    def __enter__(self) -> ProgressLine:
        self._start = self._clock()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, what: str, done: float = 0.0, of: float | None = None, note: str = "", /) -> None:
        """Say what is going on and what else there is to say; call it as often as you like. done, of: seconds, shown
        where there is a limit."""
        now = self._clock()
        if not self._visible or now - self._start < self._quiet:
            return
        if self._drawn_at is not None and now - self._drawn_at < PAUSE:
            return
        self._drawn_at = now
        self._draw(one_line(what), _amount(done, of, note))

    def clear(self) -> None:
        """Erase the line, if there is one, so that something else can be printed."""
        if self._line:
            self._line = ""
            self._write(_START_OF_LINE + _ERASE)

    def _draw(self, what: str, amount: str) -> None:
        # the last column stays free: writing there makes some terminals wrap
        columns = (self._columns or shutil.get_terminal_size().columns) - 1
        line = _shorten(what, columns - len(amount)) + amount
        if line != self._line:
            self._line = line
            self._write(_START_OF_LINE + paint(line, "dim", self._colour) + _ERASE)

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # the terminal went away: no reason to lose the work
            self._visible = False


def _amount(done: float, of: float | None, note: str) -> str:
    """` 3.2 s of 10 s [2/5]`, as far as it is known."""
    seconds = "" if of is None else f" {done:.1f} s of {of:g} s"
    return f"{seconds} {note}" if note else seconds


def _shorten(text: str, columns: int) -> str:
    """The beginning of the text, if all of it is too wide."""
    if display_width(text) <= columns:
        return text
    while text and display_width(text) > columns - 3:
        text = text[:-1]
    return text + "..." if columns > 3 else ""
