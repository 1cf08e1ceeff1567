"""A board of Slitherlink: the numbers in its cells; and the lines that may be drawn on it.

    dots (0, 0) .. (rows, columns)      + - + - +     a line joins two dots side by side, or one above the other:
                                        | 3 |   |     ((0, 0), (0, 1)) is the line above the first cell,
                                        + - + - +     ((0, 0), (1, 0)) the line to the left of it

Lines are kept in two arrays: `across`, shape (rows + 1, columns), and `down`, shape (rows, columns + 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import describe_cell
from models.puzzles.contract import InputError
from models.puzzles.grid_text import GridText

BLANK = -1  # a cell without a number
MOST_CLUE = 4
WORDS = {".": BLANK, "-": BLANK, **{str(clue): clue for clue in range(MOST_CLUE + 1)}}  # `.` is written

Dot: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[Dot, Dot]
Answer: TypeAlias = tuple[Line, ...]
"""The lines of the loop, each from its upper or left dot to the other one, sorted."""
Lines: TypeAlias = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""Which lines there are: across, down."""


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


TEXT = GridText(_read_words, _write_words)


def lines_of_answer(p: Slitherlink, answer: Iterable[Line]) -> Lines:
    """Which lines an answer has; those that are not on the board are left out."""
    height, width = p.shape
    across, down = np.zeros((height + 1, width), np.bool_), np.zeros((height, width + 1), np.bool_)
    for (r, c), end in answer:
        if 0 <= r <= height and 0 <= c <= width:
            if end == (r, c + 1) and c < width:
                across[r, c] = True
            elif end == (r + 1, c) and r < height:
                down[r, c] = True
    return across, down


def answer_of_lines(across: NDArray[np.bool_], down: NDArray[np.bool_]) -> Answer:
    """The answer that has these lines."""
    lines = [((r, c), (r, c + 1)) for r, c in np.argwhere(across).tolist()]
    return tuple(sorted(lines + [((r, c), (r + 1, c)) for r, c in np.argwhere(down).tolist()]))


def around_cells(across: NDArray[Any], down: NDArray[Any]) -> NDArray[Any]:
    """What stands above, below, to the left and to the right of each cell, shape (rows, columns, 4)."""
    return np.stack([across[:-1], across[1:], down[:, :-1], down[:, 1:]], axis=-1)
