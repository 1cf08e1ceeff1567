"""The lines of an MPS file, their sections, and the first complaint about any of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from backends.formats.contract import MOST_NAMED, FileError, file_error
from backends.formats.text.decimals import REASONS, Decimals, read_decimals, write_out
from backends.formats.text.words import Numbers, PackedNames, WordNumbers, decode_names, split_words

Column: TypeAlias = NDArray[np.int64]
Truth: TypeAlias = NDArray[np.bool_]
SECTIONS = ("NAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA", "OBJSENSE")
NO_SECTION = -1
AT_END = -1  # a complaint about the end of a line
PIECE = 1 << 16  # lines read at a time: in the cache, and in memory that is used again


class Complaint(NamedTuple):
    """About a word of a line, or (column > 0) about bytes that are no text. Smaller ones are told first."""

    line: int
    turn: int
    word: int
    expected: str
    column: int = 0
    actual: bytes = b""


class MpsLines:
    """The lines that are neither empty nor comments, their sections, and the first complaint about any of them.

    first, count: of the words of each line; section: its section, NO_SECTION for titles; notes: how the file is
    understood where solvers differ."""

    def __init__(self, content: bytes) -> None:
        self.words = split_words(content, b"*")
        self.first, self.count = self.words.lines[:-1], np.diff(self.words.lines)
        self.complaints: list[Complaint] = []
        self.notes: list[str] = []
        self.titles: list[tuple[int, str]] = []
        self.section = np.full(len(self.first), NO_SECTION, np.int8)
        self._find_sections()

    def _find_sections(self) -> None:
        """Lines that begin with a title, up to ENDATA. Raises FileError for bytes that are no text."""
        for line in self._lines_at_left():
            title = self.words.text(int(self.first[line])).upper().decode("latin-1")
            if title in SECTIONS:
                self.titles.append((line, title))
                if title == "ENDATA":
                    break
        is_complete = bool(self.titles) and self.titles[-1][1] == "ENDATA"
        last = self.titles[-1][0] if is_complete else len(self.first)
        begins = [line for line, _ in self.titles]
        for (line, title), end in zip(self.titles, [*begins[1:], last], strict=False):
            self.section[line + 1 : end] = SECTIONS.index(title)
        if begins:
            self.section[begins] = NO_SECTION
        lawless = np.ones(last, np.bool_)
        lawless[begins[: len(begins) - is_complete]] = False
        for title in ("ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "OBJSENSE"):
            lawless &= self.section[:last] != SECTIONS.index(title)
        wrong = np.flatnonzero(lawless)[:1]
        self.require(wrong, np.zeros(len(wrong), np.bool_), 0, f"a section, as in {', '.join(SECTIONS[1:4])}", 0)
        self._check_text(last)
        if not is_complete:
            self.complaints.append(Complaint(len(self.first), 0, AT_END, "ENDATA at the end of the file"))

    def _lines_at_left(self) -> Iterator[int]:
        """The lines that begin with a word, and not with a blank."""
        text = np.frombuffer(self.words.content, np.uint8)
        for begin in range(0, len(self.first), PIECE):
            starts = self.words.starts[self.first[begin : begin + PIECE]]
            at_left = text[starts - 1] == ord("\n")
            at_left[0] |= starts[0] == 0
            yield from (begin + np.flatnonzero(at_left)).tolist()

    def _check_text(self, last: int) -> None:
        """Complain of the first line whose bytes are no text."""
        content, size = self.words.content, len(self.words.content)
        end = content.find(b"\n", int(self.words.starts[self.first[last]])) if last < len(self.first) else size
        end = end if end >= 0 else size
        if content.find(b"\0", 0, end) < 0 and (content.isascii() or content[:end].isascii()):
            return
        for line in range(min(last + 1, len(self.first))):
            raw = content[slice(*self._extent(line))]
            try:
                column, expected = raw.decode().find("\0") + 1, "text"
            except UnicodeDecodeError as error:
                column, expected = error.start + 1, "text in UTF-8"
            if column:
                actual = b"\0" if expected == "text" else raw[column - 1 :]
                self.complaints.append(Complaint(line, -1, 0, expected, column, actual))
                return

    def of(self, section: str) -> Column:
        """The lines of a section."""
        return np.flatnonzero(self.section == SECTIONS.index(section))

    def require(self, lines: Column, fine: Truth, word: int | Column, expected: str, turn: int) -> Truth:
        """Complain of the first of the lines that is not fine; returns fine. word: the place in the line, or AT_END;
        turn: in which complaints about one line are told."""
        if not fine.all():
            at = int(np.argmin(fine))
            place = int(word if isinstance(word, int) else word[at])
            self.complaints.append(Complaint(int(lines[at]), turn, place, expected))
        return fine

    def raise_first(self) -> None:
        """Raise FileError for the first complaint, if there is any."""
        if not self.complaints:
            return
        line, _, word, expected, column, actual = min(self.complaints)
        if line == len(self.first):
            raise file_error(self.words.content.count(b"\n") + 1, 1, expected, "")
        if column:
            raise file_error(self.line_number(line), column, expected, actual)
        raise self.error(line, word, expected)

    def error(self, line: int, word: int, expected: str) -> FileError:
        """The error at a word of a line, or at its end."""
        first, count = int(self.first[line]), int(self.count[line])
        start, _ = self._extent(line)
        is_inside = 0 <= word < count
        place = int(self.words.starts[first + word] if is_inside else self.words.ends[first + count - 1])
        column = len(self.words.content[start:place].decode("utf-8", "replace")) + 1
        return file_error(self._number(start), column, expected, self.words.text(first + word) if is_inside else "")

    def error_at_line(self, line: int, expected: str, actual: str) -> FileError:
        """The error at the beginning of a line."""
        return file_error(self.line_number(line), 1, expected, actual)

    def line_number(self, line: int) -> int:
        """The number of a line in the file, from 1."""
        return self._number(self._extent(line)[0])

    def _extent(self, line: int) -> tuple[int, int]:
        content, inside = self.words.content, int(self.words.starts[self.first[line]])
        end = content.find(b"\n", inside)
        return content.rfind(b"\n", 0, inside) + 1, end if end >= 0 else len(content)

    def _number(self, offset: int) -> int:
        return self.words.content.count(b"\n", 0, offset) + 1

    def initials(self, words: Column) -> NDArray[np.uint8]:
        """The first byte of each of these words."""
        starts = self.words.starts[words]
        return np.frombuffer(self.words.content, np.uint8)[starts] if len(starts) else np.zeros(0, np.uint8)

    def lengths(self, words: Column) -> Column:
        return self.words.ends[words] - self.words.starts[words]

    def number(self, table: WordNumbers, words: Column) -> Numbers:
        """The numbers of these words in a table of names."""
        return table.number(self.words.starts[words], self.words.ends[words])

    def names(self, words: Column, most: int = MOST_NAMED) -> Sequence[str]:
        """These words as text. most: so many become text at once."""
        return (decode_names if len(words) <= most else PackedNames)(
            self.words.content, self.words.starts[words], self.words.ends[words]
        )

    def decimals(self, words: Column) -> Decimals:
        """These words as numbers; those that are none are told by `require_numbers`."""
        return write_out(read_decimals(self.words.content, self.words.starts[words], self.words.ends[words]))

    def require_numbers(
        self, lines: Column, numbers: Decimals, word: int | Column, turn: int, infinite: bool = False
    ) -> None:
        """Complain of words that are no numbers below 2^53. infinite: may they be?"""
        is_infinite = numbers.infinite if infinite else np.zeros(len(lines), np.bool_)
        if numbers.kinds.any():
            for kind, expected in REASONS.items():
                self.require(lines, (numbers.kinds != kind) | is_infinite, word, expected, turn)
        self.require(lines, ~numbers.beyond | is_infinite, word, "a number below 2^53", turn)
