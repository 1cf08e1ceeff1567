"""The default plain text of a board: its size and further numbers in the first line, then one line per row.

5 5 1            rows, columns, and the numbers that the puzzle names (here: stars)
1 1 2 2 2        a word per cell, separated by blanks
1 3 3 2 2        blank lines and lines that begin with # are skipped
...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.puzzles.boards import check_board_size
from rosetta.foundation.errors import InputError

MOST_DIGITS = 7


def read_numbers(words: NDArray[np.str_], values: Mapping[str, int]) -> NDArray[np.int64]:
    """The words of cells as numbers: those in `values`, others as numbers from 1. Raises InputError."""
    names, places = np.unique(words, return_inverse=True)
    numbers = dict(values)
    for word in set(names.tolist()) - set(values):
        if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS and int(word) > 0):
            known = ", ".join(f"`{name}`" for name in values)
            raise InputError(f"expected {known} or a number from 1, found '{word[:40]}'")
        numbers[word] = int(word)
    return np.array([numbers[word] for word in names.tolist()], np.int64)[places].reshape(words.shape)


@dataclass(frozen=True, slots=True)
class GridText:
    """How a puzzle's boards are written. read(words, *numbers): the instance of the words of its cells, an array of
    texts of shape (rows, columns), and of the further numbers; write(instance): both again, (words, *numbers), the
    words as texts or integers; numbers: the names of these numbers."""

    read: Callable[..., Any]
    write: Callable[[Any], tuple[Any, ...]]
    numbers: tuple[str, ...] = ()

    def parse(self, text: str) -> Any:
        """The board. Raises InputError, with the line."""
        written = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1) if line.split()]
        lines = list(dropwhile(lambda line: line[1][0].startswith("#"), written))
        header = " ".join(("rows", "columns", *self.numbers))
        if not lines:
            raise InputError(f"expected a first line `{header}`, found no text")
        first, words = lines[0]
        if len(words) != 2 + len(self.numbers) or not all(map(_is_number, words)):
            raise InputError(f"line {first}: expected `{header}`, found {' '.join(words)[:40]!r}")
        height, width, *numbers = map(int, words)
        check_board_size(f"line {first}", height, width)
        if len(lines) != height + 1:
            raise InputError(f"expected {height} rows of cells after the first line, found {len(lines) - 1}")
        for at, row in lines[1:]:
            if len(row) != width:
                raise InputError(f"line {at}: expected {width} cells, found {len(row)}")
        return self.read(np.array([row for _, row in lines[1:]]), *numbers)

    def format(self, instance: Any) -> str:
        """The text that `parse` reads."""
        words, *numbers = self.write(instance)
        cells = np.asarray(words).astype(str)
        wide = max(map(len, cells.ravel()))
        rows = [" ".join(f"{word:>{wide}}" for word in row) for row in cells.tolist()]
        return "\n".join([" ".join(map(str, (*cells.shape, *numbers))), *rows]) + "\n"

    def words(self, instance: Any) -> np.ndarray[Any, Any]:
        """The words of the cells, an array of texts of shape (rows, columns)."""
        return np.asarray(self.write(instance)[0]).astype(str)

    def with_word(self, instance: Any, cell: tuple[int, int], word: str) -> Any:
        """The board with another word in one cell."""
        words: ArrayLike = self.words(instance).astype(object)
        words[cell] = word  # type: ignore[index]
        return self.read(np.asarray(words).astype(str), *self.write(instance)[1:])


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
