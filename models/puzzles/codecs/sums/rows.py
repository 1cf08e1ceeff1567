"""Boards with sums as rows of words.

. 4 6           file of pzpr: words of all cells, those of the frame with one number, those of others with two,
3 . .           across first: `9,27`

- 27, ,16 0     puzzlekit: `-` a black cell, `0` a white one, sums down and across
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.grids import Line
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.sums.frames import MOST_SUM, WHITE, check_frame
from rosetta.foundation.errors import InputError


@dataclass(frozen=True)
class TwoSumFile:
    """A board with sums in a file of pzpr."""

    def count(self, sheet: Sheet) -> int:
        """A line more than there are rows."""
        return sheet.height + 1

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> NDArray[np.int64]:
        """The array, one row and one column larger than the sheet. Raises InputError."""
        return _read_rows(sheet, lines, (sheet.height + 1, sheet.width + 1), self._cell)

    def _cell(self, here: str, word: str, r: int, c: int) -> tuple[int, int]:
        if r == 0 or c == 0:
            number = 0 if word == "." else _parse_sum(here, word)
            return (number, 0) if r == 0 and c else (0, number) if c == 0 and r else (0, 0)
        if word == ".":
            return WHITE, WHITE
        across, comma, down = word.partition(",")
        if not comma:
            raise InputError(f"{here}: expected `.` or two sums such as `9,27`, found {word[:40]!r}")
        return _parse_sum(here, down), _parse_sum(here, across)

    def encode(self, sheet: Sheet, part: NDArray[np.integer[Any]]) -> list[str]:
        """The lines. Raises InputError for a board without a frame."""
        check_frame(sheet, part)
        words = [[self._word(r, c, *sums) for c, sums in enumerate(row)] for r, row in enumerate(part.tolist())]
        return [" ".join(row) + sheet.behind for row in words]

    def _word(self, r: int, c: int, down: int, across: int) -> str:
        if r == 0 or c == 0:
            return str(down if r == 0 else across)
        return "." if down == WHITE else f"{across},{down}"


@dataclass(frozen=True)
class TwoSumRows:
    """A board with sums as rows of words."""

    def count(self, sheet: Sheet) -> int:
        """A line for each row."""
        return sheet.height

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> NDArray[np.int64]:
        """The array. Raises InputError."""
        return _read_rows(sheet, lines, (sheet.height, sheet.width), self._cell)

    def _cell(self, here: str, word: str, r: int, c: int) -> tuple[int, int]:
        if word in ("-", "0"):
            return (0, 0) if word == "-" else (WHITE, WHITE)
        down, comma, across = word.partition(",")
        if not comma:
            raise InputError(f"{here}: expected `0`, `-` or sums such as `27,9`, found {word[:40]!r}")
        return _parse_sum(here, down), _parse_sum(here, across)

    def encode(self, sheet: Sheet, part: NDArray[np.integer[Any]]) -> list[str]:
        """The rows."""
        words = [[self._word(*sums) for sums in row] for row in part.tolist()]
        return [" ".join(row) + sheet.behind for row in words]

    def _word(self, down: int, across: int) -> str:
        if down == WHITE:
            return "0"
        return f"{down or ''},{across or ''}" if down or across else "-"


def _parse_sum(here: str, word: str) -> int:
    """A sum; 0 for none, and for what pzpr writes where none is known."""
    return 0 if word in ("", "?", "-1", "-2") else parse_integer(here, "a sum", word, 0, MOST_SUM)


def _read_rows(sheet: Sheet, lines: Sequence[Line], shape: tuple[int, int], read: Any) -> NDArray[np.int64]:
    """The cells of the lines, by read(where, word, row, column). Raises InputError."""
    if len(lines) != shape[0]:
        raise InputError(f"{sheet.here}: expected {shape[0]} rows of cells, found {len(lines)}")
    rows = []
    for r, (number, line) in enumerate(lines):
        words = line.split()
        if len(words) != shape[1]:
            raise InputError(f"{sheet.here}, line {number}: expected {shape[1]} cells, found {len(words)}")
        rows.append([read(f"{sheet.here}, line {number}, cell {c}", word, r, c) for c, word in enumerate(words)])
    return np.array(rows, np.int64).reshape(*shape, 2)
