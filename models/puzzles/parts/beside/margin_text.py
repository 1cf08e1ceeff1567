"""The plain text of boards with clues beside them, as a person would type it.

    3 4                 size: rows, columns (or one number for a square)
      1 0 ? 1           clues of the columns; ? means: no clue
    1 . T . .           clue of the row, then its cells, a letter each
    1 . . T .
    0 T . . .

The layout of puzzle data sets is read as well: size, column clues, row clues, then the rows without their clues. Blank
lines and lines that begin with `#` are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Isometry, check_board_size
from rosetta.foundation.errors import InputError

UNKNOWN = -1  # of a clue that is not given
MOST_DIGITS = 7


@dataclass(frozen=True, slots=True)
class MarginText:
    """How such boards are written.

    name: of the puzzle, for messages.
    letters: what each letter of a cell means; of several with the same meaning the first one is written.
    expected: the letters, for messages: "empty (`.` or `-`) or a tree (`T` or `x`)".
    read(cells, rows, columns): the instance of the meanings of its cells, shape (rows, columns), and of its clues, -1
        for one that is not given.
    write(instance): the same again.
    """

    name: str
    letters: Mapping[str, Any]
    expected: str
    read: Callable[[NDArray[Any], list[int], list[int]], Any]
    write: Callable[[Any], tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]]

    def parse(self, text: str) -> Any:
        """The board. Raises InputError, with the line."""
        lines = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]
        if not lines:
            raise InputError(f"{self._here}: expected a line `H W` (rows, columns), found no text")
        height, width = self._size(*lines[0])
        if len(lines) not in (height + 2, height + 3):
            raise InputError(
                f"{self._here}: expected {height + 2} lines (size, column clues, {height} rows, each after its clue) "
                f"or {height + 3} (size, column clues, row clues, {height} rows), found {len(lines)}"
            )
        columns = self._clues(*lines[1], width, "column")
        if len(lines) == height + 3:
            rows, grid = self._clues(*lines[2], height, "row"), lines[3:]
        else:
            rows = [self._clues(i, tokens[:1], 1, "row")[0] for i, tokens in lines[2:]]
            grid = [(i, tokens[1:]) for i, tokens in lines[2:]]
        return self.read(np.array([self._cells(*row, width) for row in grid]), rows, columns)

    def format(self, instance: Any) -> str:
        """The board in the layout of the picture above."""
        cells, *sides = self.write(instance)
        rows, columns = (["?" if clue == UNKNOWN else str(clue) for clue in side] for side in sides)
        letter = {meaning: letter for letter, meaning in reversed(list(self.letters.items()))}
        board = [[letter[meaning] for meaning in row] for row in cells.tolist()]
        wide = max(map(len, rows + columns))
        lines = [f"{cells.shape[0]} {cells.shape[1]}"]
        for first, words in zip(["", *rows], [columns, *board], strict=True):
            lines.append(" ".join(f"{word:>{wide}}" for word in (first, *words)))
        return "\n".join(lines) + "\n"

    def shape(self, instance: Any) -> tuple[int, int]:
        """Rows and columns."""
        height, width = self.write(instance)[0].shape
        return height, width

    def turned(self, instance: Any, isometry: Isometry) -> Any:
        """The board turned and mirrored, with its clues."""
        cells, rows, columns = self.write(instance)
        beside, above = isometry.sides(rows, columns)
        return self.read(isometry.board(cells), beside.tolist(), above.tolist())

    @property
    def _here(self) -> str:
        return f"{self.name}, plain text"

    def _size(self, line: int, tokens: list[str]) -> tuple[int, int]:
        here = f"{self._here}, line {line}"
        if len(tokens) not in (1, 2) or not all(token.isascii() and token.isdigit() for token in tokens):
            raise InputError(f"{here}: expected `H W` (rows, columns), found {' '.join(tokens)[:40]!r}")
        height, width = int(tokens[0][:20]), int(tokens[-1][:20])
        check_board_size(here, height, width, f"{tokens[0][:20]}x{tokens[-1][:20]}")
        return height, width

    def _clues(self, line: int, tokens: list[str], expected: int, side: str) -> list[int]:
        here = f"{self._here}, line {line}"
        if len(tokens) != expected:
            raise InputError(f"{here}: expected {expected} {side} clues, found {len(tokens)}")
        for token in tokens:
            if token != "?" and not (token.isascii() and token.isdigit() and len(token) <= MOST_DIGITS):
                raise InputError(f"{here}: expected a {side} clue (a number or ?), found {token[:40]!r}")
        return [UNKNOWN if token == "?" else int(token) for token in tokens]

    def _cells(self, line: int, tokens: list[str], width: int) -> list[Any]:
        cells = "".join(tokens)
        for i, cell in enumerate(cells):
            if cell not in self.letters:
                raise InputError(f"{self._here}, line {line}, cell {i}: expected {self.expected}, found {cell!r}")
        if len(cells) != width:
            raise InputError(f"{self._here}, line {line}: expected {width} cells, found {len(cells)}")
        return [self.letters[cell] for cell in cells]
