"""What is said while loops are compiled, which takes up to a minute when they are first used.

On a terminal: the progress line, while it lasts. In a pipe: one line on stderr, once. What goes wrong is one line in
both, said once however many processes meet it.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TextIO

from report.progress import ProgressLine
from report.words import one_line

FIRST_USE = "compiling loops, once on this machine; it takes up to a minute"


def lasting_line(what: str, lasting: bool) -> str:
    """What is worth a line that stays, where there is no progress line; "" if nothing is."""
    return what if lasting or not what else FIRST_USE


class CompilationNotice:
    """The watch of `rosetta.foundation.jit` for a program that people run."""

    def __init__(self, stream: TextIO | None = None, line: ProgressLine | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._line = ProgressLine(self._stream, quiet=0.0) if line is None else line  # it is told once, and lasts
        self._visible = self._stream.isatty()
        self._said: set[str] = set()

    def __call__(self, what: str, lasting: bool = False, /) -> None:
        if lasting:
            self._line.clear()
            self._say_once(what)
        elif self._visible:
            self._line.show(what) if what else self._line.clear()
        elif what:
            self._say_once(lasting_line(what, lasting))

    def _say_once(self, what: str) -> None:
        if what not in self._said:
            self._said.add(what)
            with contextlib.suppress(OSError, ValueError):  # the stream was closed: no reason to lose the work
                print(f"rosetta: {one_line(what)}", file=self._stream, flush=True)
