"""A board of Nurikabe: the clues, and the words of its cells in plain text.

4 4
. . 3 .    a number: the size of the island; `?`: a size that is not told; `.`: no clue
1 . . .
. . . .
. 2 . ?
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.grid_text import GridText, read_numbers

NO_CLUE, ANY_SIZE = 0, -1
BLANK, UNKNOWN = ".", "?"


@dataclass(frozen=True, slots=True)
class Nurikabe:
    """A board. cells: the clues by row, as tuples, so that boards can be compared: the size of an island, ANY_SIZE for
    `?`, NO_CLUE."""

    cells: tuple[tuple[int, ...], ...]

    @property
    def clues(self) -> NDArray[np.int64]:
        """The clues as an array of shape (rows, columns)."""
        return np.array(self.cells)


def board(clues: NDArray[np.integer]) -> Nurikabe:
    """The board with these clues, shape (rows, columns)."""
    return Nurikabe(tuple(map(tuple, clues.tolist())))


def _write_words(p: Nurikabe) -> tuple[NDArray[Any]]:
    """The words of the cells."""
    clues = p.clues
    return (np.where(clues == NO_CLUE, BLANK, np.where(clues == ANY_SIZE, UNKNOWN, clues.astype(str))),)


TEXT = GridText(lambda words: board(read_numbers(words, {BLANK: NO_CLUE, UNKNOWN: ANY_SIZE})), _write_words)
