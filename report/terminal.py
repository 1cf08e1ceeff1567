"""The last door before a terminal: how wide it is, and a stream that lets no control character of foreign text through.

    with clean_streams():
        print("\\x1b[2J")          \\u001b[2J

Names of files and of vertices, what a solver says, entry points, values of a command line: whatever a verb prints may
hold text from outside, and a forgotten `one_line` must not move the cursor. Line ends stay. On a terminal so do the
colours and the progress line, which are ours: `one_line` and `repr` keep others' out of what is put together with them.
An escape is what JSON writes for the character, so a document stays what it is.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

CONTROLS = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)  # C0, C1, bidirectional
OURS = re.compile(r"\x1b\[[0-9;]*m|\r?\x1b\[K|\r(?!\n)")  # colours; the progress line

PIPE_WIDTH = 100  # columns of a line where there is no terminal
NARROWEST = 60  # no table is made for less


def line_width() -> int:
    """Columns of a line: `COLUMNS` if it is set, else those of the terminal, else `PIPE_WIDTH`."""
    return max(shutil.get_terminal_size((PIPE_WIDTH, 24)).columns, NARROWEST)


@contextmanager
def clean_streams() -> Iterator[None]:
    """Standard output and standard error let nothing but text through, until the block ends."""
    with (
        redirect_stdout(cast("TextIO", _CleanStream(sys.stdout))),
        redirect_stderr(cast("TextIO", _CleanStream(sys.stderr))),
    ):
        yield


def escape_controls(text: str, terminal: bool = False) -> str:
    """The text with `\\u001b` for ESC and the like. terminal: our own colours and the progress line stay."""
    if not CONTROLS.search(text):
        return text
    if not terminal:
        return CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
    kept = OURS.findall(text)
    pieces = [escape_controls(piece) for piece in OURS.split(text)]
    return "".join(piece + code for piece, code in zip(pieces, [*kept, ""], strict=True))


class _CleanStream:
    """A stream of text; all but writing is that of the stream behind it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()

    def write(self, text: str) -> int:
        self._stream.write(escape_controls(text, self._terminal))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
