"""A board of Slitherlink: the numbers in its cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import describe_cell
from models.puzzles.contract import InputError
from models.puzzles.grid_text import GridText

BLANK = -1  # a cell without a number
MOST_CLUE = 4
WORDS = {".": BLANK, "-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}}  # `.` is written


@dataclass(frozen=True, slots=True)
class Slitherlink:
    """A board. clues: by row the number of each cell, 0..4, or -1 for none; as tuples, so that boards can be
    compared."""

    clues: tuple[tuple[int, ...], ...]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The clues as an array of shape (rows, columns)."""
        return np.array(self.clues, np.int64)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.clues), len(self.clues[0])


def board(numbers: NDArray[np.integer]) -> Slitherlink:
    """The board with these clues, shape (rows, columns), -1 for none. Raises InputError."""
    for r, c in np.argwhere((numbers < BLANK) | (numbers > MOST_CLUE))[:1]:
        where = describe_cell((r, c))
        raise InputError(f"slitherlink: cell {where}: expected a number 0..{MOST_CLUE}, found {numbers[r, c]}")
    return Slitherlink(tuple(map(tuple, numbers.tolist())))


def _read_words(words: NDArray[np.str_]) -> Slitherlink:
    for r, c in np.argwhere(~np.isin(words, list(WORDS)))[:1]:
        expected = f"a number 0..{MOST_CLUE}, or `.` for none"
        raise InputError(f"cell {describe_cell((r, c))}: expected {expected}, found {str(words[r, c])[:40]!r}")
    return Slitherlink(tuple(tuple(WORDS[word] for word in row) for row in words.tolist()))


def _write_words(p: Slitherlink) -> tuple[NDArray[np.str_]]:
    return (np.array([*"01234", "."])[p.numbers],)


TEXT = GridText(_read_words, _write_words, blank=".")
