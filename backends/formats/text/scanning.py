"""Scanner of files of numbers (DIMACS and similar): every number and its offset as columns, in time and memory that
grow with the file itself, not with the sizes it declares.

    1 -2 0          values  1 -2 0 3 0
    c a comment     offsets 0 2 5 18 20
    3 0             marked  none; with marks=b"x" the places of `x` at the beginning of a word
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_VARIABLES, FileError, file_error

Column: TypeAlias = NDArray[np.int64]
BLANK = 32
MOST_DIGITS = 18  # numbers of that many digits fit into 64 bits
TOP = re.compile(rb"(?:[ \t\r]*+(?:c[^\n]*+)?\n)*+[ \t]*+")  # comments and blank lines before the first line
TRAILER = re.compile(rb"^[ \t]*+%[^\n]*+(?:\n[\s\d]*+)?+\Z", re.MULTILINE)  # as the SATLIB library ends its files


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers of a file after its header. values and offsets have shape (numbers,), marked (marks,): offsets."""

    content: bytes
    values: Column
    offsets: Column
    marked: Column

    def error(self, number: int, expected: str) -> FileError:
        """The error at the number of that index; past the last one, at the end of the file."""
        if number >= len(self.values):
            return error_at(self.content, len(self.content.rstrip()), expected)
        return error_at(self.content, int(self.offsets[number]), expected)


def error_at(content: bytes, offset: int, expected: str) -> FileError:
    """The error at a place in a file, with line, column and the word there."""
    line, column = content.count(b"\n", 0, offset) + 1, offset - content.rfind(b"\n", 0, offset)
    word = re.compile(rb"[^\s]{1,40}").match(content, offset)
    return file_error(line, column, expected, word[0] if word else b"")


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
    if len(head[group]) > MOST_DIGITS or int(head[group]) > most:
        raise error_at(content, head.start(group), f"at most {most:,} {what}")
    return int(head[group])


def header_variables(content: bytes, head: re.Match[bytes], group: int = 1) -> int:
    """The number of variables in the header. Raises FileError."""
    return header_number(content, head, group, MOST_VARIABLES, "variables")


def read_numbers(content: bytes, start: int, marks: bytes = b"") -> Numbers:
    """All numbers from that offset on; lines that begin with c are comments. Raises FileError for anything else.

    marks: letters that may stand before a number or as a word of their own.
    """
    end = len(content)
    for trailer in TRAILER.finditer(content, start):
        end = trailer.start()
    text = np.frombuffer(content, np.uint8, end - start, start).copy()
    text[_comments(text)] = BLANK
    blank = (text == BLANK) | (text == 9) | (text == 10) | (text == 13)
    before = np.concatenate([[True], blank[:-1]])
    marked = np.flatnonzero(np.isin(text, np.frombuffer(marks, np.uint8)) & before) if marks else _empty_column()
    text[marked] = BLANK
    blank[marked] = True
    before[1:] |= blank[:-1]
    digit = (text >= 48) & (text <= 57)
    minus = (text == 45) & before & np.append(digit[1:], False)[: len(text)]
    wrong = np.flatnonzero(~(blank | digit | minus))
    if len(wrong):
        raise error_at(
            content,
            start + _word_start(blank, int(wrong[0])),
            "a number" if not marks else f"a number or `{marks.decode()}`",
        )
    offsets = np.flatnonzero(before & ~blank)
    ends = np.flatnonzero(np.append(blank[1:], True)[: len(text)] & ~blank) + 1
    long = np.flatnonzero(ends - offsets > MOST_DIGITS)
    if len(long):
        raise error_at(content, start + int(offsets[long[0]]), f"a number of at most {MOST_DIGITS} characters")
    values = np.fromstring(text.tobytes().decode("ascii"), np.int64, sep=" ") if len(offsets) else _empty_column()
    return Numbers(content, values, offsets + start, marked + start)


def clause_ends(numbers: Numbers) -> Column:
    """The indices of the zeros. Raises FileError if the last clause has none."""
    ends = np.flatnonzero(numbers.values == 0)
    if len(numbers.values) and (not len(ends) or ends[-1] != len(numbers.values) - 1):
        raise numbers.error(len(numbers.values), "a 0 at the end of the last clause")
    return ends


def _comments(text: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which bytes belong to lines whose first letter is c."""
    ends = np.append(np.flatnonzero(text == 10), len(text))
    starts = np.concatenate([[0], ends[:-1] + 1])
    letters = np.flatnonzero((text != BLANK) & (text != 9))
    first = np.append(letters, len(text))[np.searchsorted(letters, starts)]  # of each line, or of a later one
    chosen = (first < ends) & (np.append(text, 0)[first] == ord("c"))
    steps = np.zeros(len(text) + 1, np.int8)
    steps[starts[chosen]] += 1
    steps[ends[chosen]] -= 1
    return np.cumsum(steps, dtype=np.int8)[:-1] > 0


def _word_start(blank: NDArray[np.bool_], place: int) -> int:
    """The offset at which the word around this place begins."""
    earlier = np.flatnonzero(blank[max(place - 40, 0) : place])
    return max(place - 40, 0) + int(earlier[-1]) + 1 if len(earlier) else max(place - 40, 0)


def _empty_column() -> Column:
    return np.zeros(0, np.int64)
