"""Words of a text file as columns, and names as numbers.

x cost 1      starts 4 6 11, 17 19    lines 0 3 5: the first word of each line, and the number of words
y r           ends   5 10 12, 18 20
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from backends.formats.text.scanning import choose_loops, is_plain, text_for
from models.neutral.rows import concatenated_ranges

Offsets: TypeAlias = NDArray[Any]  # 32 or 64 bits
Numbers: TypeAlias = NDArray[np.int32]
FEW_NAMES = 4  # so few that the table grows in any file, and its loop is compiled with the others
PIECE = 1 << 16  # names packed at a time


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """The words of the lines that have any. starts, ends: offsets, shape (words,); lines: the first word of each line,
    shape (lines + 1,)."""

    content: bytes
    starts: Offsets
    ends: Offsets
    lines: Offsets

    def text(self, word: int) -> bytes:
        return self.content[self.starts[word] : self.ends[word]]


def split_words(content: bytes, comment: bytes) -> WordTable:
    """The words between blanks. comment: a line that begins with this letter is left out."""
    loops = choose_loops(len(content))
    offset = np.int32 if len(content) < 2**31 else np.int64
    starts, ends = np.empty((2, len(content) // 2 + 1), offset)  # only what is used costs memory
    lines = np.empty(content.count(b"\n") + 2, offset)
    words, count = loops.scan_words(text_for(loops, content), comment[0], starts, ends, lines)
    return WordTable(content, starts[:words], ends[:words], lines[: count + 1])


class WordNumbers:
    """The number of each name, in the order in which different ones first occur, a block of words after the other.

    count: of names; starts, ends, firsts: where each of them first occurs, and as which of all words, shape (count,) or
    longer."""

    def __init__(self, content: bytes) -> None:
        self.count = 0
        self.starts, self.ends, self.firsts = np.empty((3, FEW_NAMES), np.int64)
        self._content, self._loops, self._words = content, choose_loops(len(content)), 0
        self._known: dict[bytes, int] = {}
        self._table = np.zeros((FEW_NAMES, 4), np.int64)
        self._seed = hash("names of a file")  # different in each process, so that no file is made of collisions

    def number(self, starts: Offsets, ends: Offsets) -> Numbers:
        """The numbers of these words."""
        numbers = np.empty(len(starts), np.int32)
        if is_plain(self._loops):
            self._number_plainly(starts.tolist(), ends.tolist(), numbers)
        else:
            text, done = text_for(self._loops, self._content), 0
            while True:
                words = self._loops.TextWords(text, starts, ends, self._words)
                names = self._loops.FoundNames(self.starts, self.ends, self.firsts, self._table, self._seed)
                done, self.count = self._loops.number_words(words, done, names, self.count, numbers)
                if done == len(starts):
                    break
                self._grow()
        self._words += len(starts)
        return numbers

    def _number_plainly(self, starts: list[int], ends: list[int], numbers: Numbers) -> None:
        known, content = self._known, self._content
        numbers[:] = [known.setdefault(content[start:end], len(known)) for start, end in zip(starts, ends, strict=True)]
        _, firsts = np.unique(numbers, return_index=True)
        fresh = firsts[numbers[firsts] >= self.count]
        while len(known) > len(self.starts):
            self._grow()
        here = slice(self.count, len(known))
        self.starts[here], self.ends[here] = np.array(starts)[fresh], np.array(ends)[fresh]
        self.firsts[here] = fresh + self._words
        self.count = len(known)

    def _grow(self) -> None:
        """Room for twice as many names."""
        more = np.empty((3, 2 * len(self.starts)), np.int64)
        for column, longer in zip((self.starts, self.ends, self.firsts), more, strict=True):
            longer[: self.count] = column[: self.count]
        self.starts, self.ends, self.firsts = more
        if not is_plain(self._loops):
            table = np.empty((2 * len(self._table), 4), np.int64)  # of huge pages, unlike np.zeros
            table.fill(0)
            self._loops.double_table(self._table, table, self._seed)
            self._table = table


def decode_names(content: bytes, starts: Offsets, ends: Offsets) -> tuple[str, ...]:
    """These words as text."""
    words = zip(starts.tolist(), ends.tolist(), strict=True)
    return tuple(content[start:end].decode("utf-8", "replace") for start, end in words)


class PackedNames(Sequence[str]):
    """Very many names, each of which becomes text when it is asked for."""

    def __init__(self, content: bytes, starts: Offsets, ends: Offsets) -> None:
        text, pieces = np.frombuffer(content, np.uint8), []
        for first in range(0, len(starts), PIECE):
            begins = starts[first : first + PIECE].astype(np.int64)
            chosen = concatenated_ranges(begins, ends[first : first + PIECE] - begins)
            pieces.append(text[chosen].tobytes())
        self._text = b"".join(pieces)
        self._ends = np.cumsum(ends - starts, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        start = self._ends[place - 1] if place else 0
        return self._text[start : self._ends[place]].decode("utf-8", "replace")
