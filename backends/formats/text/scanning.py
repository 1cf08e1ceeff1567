"""Scanner of files of numbers (DIMACS and similar): every number and its offset as columns, in time and memory that
grow with the file itself, not with the sizes it declares.

    1 -2 0          values  1 -2 0 3 0
    c a comment     marked  none; with marks=b"x" the number after each `x` that begins a word
    3 0
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_VARIABLES, FileError, file_error
from backends.formats.text import scanning_loops
from rosetta.foundation.jit import is_compiled

Column: TypeAlias = NDArray[np.int64]
COMPILED_FROM = 4_000_000  # bytes, a second's work for Python; numba takes half a second to load
TOP = re.compile(rb"(?:[ \t\r]*+(?:c[^\n]*+)?\n)*+[ \t]*+")  # comments and blank lines before the first line


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers of a file from the offset `start` on. values: shape (numbers,); marked: for each mark (a byte that
    may stand before a number) the index of the number that follows it."""

    content: bytes
    start: int
    mark: int
    values: Column
    marked: Column

    def error(self, number: int, expected: str) -> FileError:
        """The error at the number of that index; past the last one, at the end of the file."""
        if number >= len(self.values):
            return error_at(self.content, len(self.content.rstrip()), expected)
        return self._error_where_full(number, len(self.marked), expected)

    def mark_error(self, mark: int, expected: str) -> FileError:
        """The error at the mark of that index."""
        return self._error_where_full(len(self.values), mark, expected)

    def _error_where_full(self, numbers: int, marks: int, expected: str) -> FileError:
        """Offsets are not kept: the file is scanned again, up to the place."""
        loops = choose_loops(len(self.content))
        columns = np.empty(numbers, np.int64), np.empty(marks, np.int64)
        _, place, _, _ = loops.scan_numbers(
            text_for(loops, self.content), self.start, len(self.content), self.mark, *columns
        )
        return error_at(self.content, int(place), expected)


def choose_loops(size: int) -> Any:
    """The module with the loops: compiled for long files, of that many bytes, else as they are."""
    if size >= COMPILED_FROM:
        from backends.formats.text import scanning_kernel

        if is_compiled(scanning_kernel.scan_numbers):
            return scanning_kernel
    return scanning_loops


def is_plain(loops: Any) -> bool:
    """Are they Python, and not compiled?"""
    return loops is scanning_loops


def text_for(loops: Any, content: bytes) -> Any:
    """The file as these loops take it: compiled ones an array of bytes."""
    return content if is_plain(loops) else np.frombuffer(content, np.uint8)


def error_at(content: bytes, offset: int, expected: str, end: int | None = None) -> FileError:
    """The error at a place in a file, with line, column and the word there. end: where what was found ends, if that is
    more than a word."""
    line, column = content.count(b"\n", 0, offset) + 1, offset - content.rfind(b"\n", 0, offset)
    word = re.compile(rb"[^\s]{1,40}").match(content, offset)
    found = content[offset:end] if end is not None else word[0] if word else b""
    return file_error(line, column, expected, found)


def header(content: bytes, pattern: re.Pattern[bytes], expected: str) -> re.Match[bytes]:
    """The first line that is not a comment, which must be a header. Raises FileError."""
    top = TOP.match(content)
    first = top.end() if top else 0
    match = pattern.match(content, first)
    if match is None:
        raise error_at(content, first, expected)
    return match


def header_number(content: bytes, head: re.Match[bytes], group: int, most: int, what: str) -> int:
    """A number of the header. Raises FileError if it is more than a file may claim."""
    if len(head[group]) > scanning_loops.DIGITS or int(head[group]) > most:
        raise error_at(content, head.start(group), f"at most {most:,} {what}")
    return int(head[group])


def header_variables(content: bytes, head: re.Match[bytes]) -> int:
    """The number of variables in the header, its first number. Raises FileError."""
    return header_number(content, head, 1, MOST_VARIABLES, "variables")


def read_numbers(
    content: bytes, start: int, marks: bytes = b"", others: Mapping[bytes, str] = MappingProxyType({})
) -> Numbers:
    """All numbers from that offset on; lines that begin with c are comments. Raises FileError for anything else.

    marks: a letter that may stand before a number or as a word of its own; others: what was expected, by a letter that
    stands before numbers in files of another kind.
    """
    loops = choose_loops(len(content))
    most, mark = (len(content) - start) // 2 + 1, marks[0] if marks else -1
    values, marked = (
        np.empty(most, np.int64),
        np.empty(most if marks else 0, np.int64),
    )  # only what is used costs memory
    end, place, count, seen = loops.scan_numbers(text_for(loops, content), start, len(content), mark, values, marked)
    if end == scanning_loops.STRANGE:
        expected = f"a number or `{marks.decode()}`" if marks else "a number"
        raise error_at(content, place, others.get(content[place : place + 1], expected))
    if end == scanning_loops.LONG:
        raise error_at(content, place, f"a number of at most {scanning_loops.DIGITS} characters")
    return Numbers(content, start, mark, values[:count], marked[:seen])


def clause_ends(numbers: Numbers) -> Column:
    """The indices of the zeros. Raises FileError if the last clause has none."""
    ends = np.flatnonzero(numbers.values == 0)
    if len(numbers.values) and (not len(ends) or ends[-1] != len(numbers.values) - 1):
        raise numbers.error(len(numbers.values), "a 0 at the end of the last clause")
    return ends
