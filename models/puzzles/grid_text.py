"""The default plain text of a board: its size and further numbers in the first line, then one line per row; where a
cell has more than one word (its region, its clue), a grid below the other for each.

5 5 1            rows, columns, and the numbers that the puzzle names (here: stars)
1 1 2 2 2        a word per cell, separated by blanks
1 3 3 2 2        blank lines and lines that begin with # are skipped
...

What is usual may be left out, and is not written: the first grid, and the last numbers of the first line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    usual_grid(rows, columns): the words of the first grid where a text has none. Raises InputError where there are no
        usual ones. None: a text has all grids.
    usual_numbers: the last of the numbers, where a text leaves them out; () if it has to have all.
    """

    read: Callable[..., Any]
    write: Callable[[Any], tuple[Any, ...]]
    numbers: tuple[str, ...] = ()
    grids: tuple[str, ...] = ("cells",)
    blank: str = ""
    kinds: tuple[Any, ...] = ()
    usual_grid: Callable[[int, int], NDArray[Any]] | None = None
    usual_numbers: tuple[int, ...] = ()

    def parse(self, text: str) -> Any:
        """The board. Raises InputError, with the line."""
        written = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1) if line.split()]
        lines = list(dropwhile(lambda line: line[1][0].startswith("#"), written))
        needed = self._needed
        optional = (f"[{name}]" for name in self.numbers[needed:])
        header = " ".join(("rows", "columns", *self.numbers[:needed], *optional))
        if not lines:
            raise InputError(f"expected a first line `{header}`, found no text")
        first, words = lines[0]
        if not needed <= len(words) - 2 <= len(self.numbers) or not all(map(is_number, words)):
            raise InputError(f"line {first}: expected `{header}`, found {' '.join(words)[:40]!r}")
        height, width, *numbers = map(int, words)
        numbers += self.usual_numbers[len(numbers) - needed :]
        check_board_size(f"line {first}", height, width)
        is_usual = self.usual_grid is not None and len(lines) == (len(self.grids) - 1) * height + 1
        if len(lines) != (len(self.grids) - is_usual) * height + 1:
            several = f"{height} rows of cells" if len(self.grids) == 1 else f"{height} rows each of {self._names}"
            raise InputError(f"expected {several} after the first line, found {len(lines) - 1}")
        for at, row in lines[1:]:
            if len(row) != width:
                raise InputError(f"line {at}: expected {width} cells, found {len(row)}")
        rows = np.array([row for _, row in lines[1:]]).reshape(-1, height, width)
        usual = [self.usual_grid(height, width).astype(str)] if is_usual and self.usual_grid is not None else []
        return self.read(*usual, *rows, *numbers)

    @property
    def _names(self) -> str:
        return " and ".join(self.grids)

    def format(self, instance: Any) -> str:
        """The text that `parse` reads."""
        grids, numbers = self._parts(instance)
        while (
            numbers
            and len(numbers) > self._needed
            and numbers[-1] == self.usual_numbers[len(numbers) - 1 - self._needed]
        ):
            numbers = numbers[:-1]
        rows = []
        for cells in grids[self._is_usual(grids[0]) :]:
            wide = max(map(len, cells.ravel()))
            rows += [" ".join(f"{word:>{wide}}" for word in row) for row in cells.tolist()]
        return "\n".join([" ".join(map(str, (*grids[0].shape, *numbers))), *rows]) + "\n"

    @property
    def _needed(self) -> int:
        """How many numbers each text has."""
        return len(self.numbers) - len(self.usual_numbers)

    def _is_usual(self, words: NDArray[Any]) -> bool:
        """Are these the words of the first grid that a text leaves out?"""
        if self.usual_grid is None:
            return False
        try:
            return np.array_equal(self.usual_grid(words.shape[0], words.shape[1]).astype(str), words)
        except InputError:
            return False

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

    def count_clues(self, instance: Any) -> int:
        """How many clues there are."""
        return len(self.clue_cells(instance))

    def remove_clues(self, instance: Any, numbers: Sequence[int]) -> Any:
        """The board without the clues with these numbers, in the order of `clue_cells`."""
        words, cells = self.words(instance, -1).astype(object), np.array(self.clue_cells(instance)).reshape(-1, 2)
        words[tuple(cells[list(numbers)].T)] = self.blank
        return self.with_words(instance, words.astype(str), -1)

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
