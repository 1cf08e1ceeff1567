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

Column: TypeAlias = NDArray[np.int64]
Offsets: TypeAlias = NDArray[Any]  # 32 or 64 bits


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


def number_words(content: bytes, starts: Offsets, ends: Offsets) -> tuple[Column, Column]:
    """The number of each word, in the order in which different words first occur; and the index of each one's first."""
    loops = choose_loops(len(content))
    text = text_for(loops, content)
    numbers = np.empty(len(starts), np.int64)
    if is_plain(loops):
        known: dict[bytes, int] = {}
        words = zip(starts.tolist(), ends.tolist(), strict=True)
        numbers[:] = [known.setdefault(content[start:end], len(known)) for start, end in words]
        return numbers, np.unique(numbers, return_index=True)[1]
    seed = hash("names of a file")  # different in each process, so that no file is made of collisions
    return numbers, loops.number_words(text, starts, ends, seed, numbers)


def decode_names(content: bytes, starts: Offsets, ends: Offsets) -> tuple[str, ...]:
    """These words as text."""
    words = zip(starts.tolist(), ends.tolist(), strict=True)
    return tuple(content[start:end].decode("utf-8", "replace") for start, end in words)


class PackedNames(Sequence[str]):
    """Very many names, each of which becomes text when it is asked for."""

    def __init__(self, content: bytes, starts: Offsets, ends: Offsets) -> None:
        chosen = concatenated_ranges(starts.astype(np.int64), (ends - starts).astype(np.int64))
        self._text = np.frombuffer(content, np.uint8)[chosen].tobytes()
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
