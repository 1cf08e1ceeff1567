"""The default plain text of a board: its size and further numbers in the first line, then one line per row; where a
cell has more than one word (its region, its clue), a grid below the other for each.

5 5 1            rows, columns, and the numbers that the puzzle names (here: stars)
1 1 2 2 2        a word per cell, separated by blanks
1 3 3 2 2        blank lines and lines that begin with # are skipped
...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Isometry, check_board_size
from rosetta.foundation.errors import InputError

MOST_DIGITS = 7


@dataclass(frozen=True, slots=True)
class GridText:
    """How a puzzle's boards are written.

    read(words, *numbers): the instance of the words of its cells, an array of texts of shape (rows, columns), and of
        the further numbers; with several grids, of the words of each, in order.
    write(instance): the same again, (words, *numbers), the words as texts or integers.
    numbers: the names of these numbers.
    grids: the names of the grids.
    blank: the word of a cell without a clue, in the last grid; "" where no words are clues.
    kinds: what the words of each grid mean, where that is known (`parts.grid_words`).
    """

    read: Callable[..., Any]
    write: Callable[[Any], tuple[Any, ...]]
    numbers: tuple[str, ...] = ()
    grids: tuple[str, ...] = ("cells",)
    blank: str = ""
    kinds: tuple[Any, ...] = ()

    def parse(self, text: str) -> Any:
        """The board. Raises InputError, with the line."""
        written = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1) if line.split()]
        lines = list(dropwhile(lambda line: line[1][0].startswith("#"), written))
        header = " ".join(("rows", "columns", *self.numbers))
        if not lines:
            raise InputError(f"expected a first line `{header}`, found no text")
        first, words = lines[0]
        if len(words) != 2 + len(self.numbers) or not all(map(is_number, words)):
            raise InputError(f"line {first}: expected `{header}`, found {' '.join(words)[:40]!r}")
        height, width, *numbers = map(int, words)
        check_board_size(f"line {first}", height, width)
        if len(lines) != len(self.grids) * height + 1:
            several = f"{height} rows of cells" if len(self.grids) == 1 else f"{height} rows each of {self._names}"
            raise InputError(f"expected {several} after the first line, found {len(lines) - 1}")
        for at, row in lines[1:]:
            if len(row) != width:
                raise InputError(f"line {at}: expected {width} cells, found {len(row)}")
        rows = np.array([row for _, row in lines[1:]]).reshape(len(self.grids), height, width)
        return self.read(*rows, *numbers)

    @property
    def _names(self) -> str:
        return " and ".join(self.grids)

    def format(self, instance: Any) -> str:
        """The text that `parse` reads."""
        grids, numbers = self._parts(instance)
        rows = []
        for cells in grids:
            wide = max(map(len, cells.ravel()))
            rows += [" ".join(f"{word:>{wide}}" for word in row) for row in cells.tolist()]
        return "\n".join([" ".join(map(str, (*grids[0].shape, *numbers))), *rows]) + "\n"

    def shape(self, instance: Any) -> tuple[int, int]:
        """Rows and columns."""
        height, width = self.words(instance).shape
        return height, width

    def words(self, instance: Any, grid: int = 0) -> np.ndarray[Any, Any]:
        """The words of the cells in one of the grids, an array of texts of shape (rows, columns)."""
        return self._parts(instance)[0][grid]

    def with_word(self, instance: Any, cell: tuple[int, int], word: str, grid: int = 0) -> Any:
        """The board with another word in one cell."""
        words = self.words(instance, grid).astype(object)
        words[cell] = word
        return self.with_words(instance, words.astype(str), grid)

    def with_words(self, instance: Any, words: NDArray[Any], grid: int) -> Any:
        """The board with other words in one of its grids."""
        grids, numbers = self._parts(instance)
        grids[grid] = words
        return self.read(*grids, *numbers)

    def turned(self, instance: Any, isometry: Isometry) -> Any:
        """The board of the words turned; right wherever no word has a direction."""
        grids, numbers = self._parts(instance)
        return self.read(*map(isometry.board, grids), *numbers)

    def clue_cells(self, instance: Any) -> list[tuple[int, int]]:
        """The cells with a clue, row by row."""
        found = np.argwhere(self.words(instance, -1) != self.blank) if self.blank else np.zeros((0, 2), np.int64)
        return [(r, c) for r, c in found.tolist()]

    def without_clue(self, instance: Any) -> Iterator[Any]:
        """The board without one of its clues, for each of them."""
        return (self.with_word(instance, cell, self.blank, -1) for cell in self.clue_cells(instance))

    def without_clues(self, instance: Any) -> Any:
        """The board without any clue; as it is where no words are clues."""
        words = self.words(instance, -1)
        return self.with_words(instance, np.full(words.shape, self.blank), -1) if self.blank else instance

    def _parts(self, instance: Any) -> tuple[list[NDArray[Any]], tuple[Any, ...]]:
        """The words of all grids, and the further numbers."""
        parts = self.write(instance)
        grids = [np.asarray(words).astype(str) for words in parts[: len(self.grids)]]
        return grids, parts[len(self.grids) :]


def is_number(word: str) -> bool:
    """Is a word a number that a board may say?"""
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS
