"""Codecs of boards with two sums in black cells, as in a Kakuro: an array of shape (rows, columns, 2), down and across,
0 for no sum, -1 twice for a white cell.

pzpr counts neither the first row nor the first column (`frame=1` of `Body`), which are black:

    A7lm0b..46      text: `.` a black cell, `k`..`z` 1..16 white cells, else two sums, down and across: `1`..`j` 1..19,
                    `A`..`Z` 20..45, `0` or `-` none; then the sums above columns, and before rows, that begin with a
                    white cell
    . 4 6           file: words of all cells, those of the frame with one number, those of others with two, across
    3 . .           first: `9,27`

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
from models.puzzles.codecs.steps import DIGITS
from rosetta.foundation.errors import InputError

WHITE, MOST_SUM = -1, 45
SUMS = {letter: sum_ for sum_, letter in enumerate(DIGITS[:20] + DIGITS[10:].upper())}  # 0..19, then 20..45
LETTERS = {sum_: letter for letter, sum_ in SUMS.items()}
SUMS |= {"-": 0, ".": 0}  # as pzpr reads it: any other letter is no sum, and newer ones write `-`
RUNS = DIGITS[20:]  # of white cells, from one on


@dataclass(frozen=True)
class TwoSumText:
    """A board with sums in a text without blanks."""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[NDArray[np.int64], int]:
        """The array, one row and one column larger than the sheet. Raises InputError."""
        height, width = sheet.height, sheet.width
        values: list[tuple[int, int]] = []
        while len(values) < height * width:
            letter = text[at : at + 1]
            if letter == "." or (letter and letter in RUNS):
                values += [(0, 0)] if letter == "." else [(WHITE, WHITE)] * (RUNS.index(letter) + 1)
                at += 1
            else:
                values.append((_take_sum(sheet, text, at), _take_sum(sheet, text, at + 1)))
                at += 2
        if len(values) > height * width:
            raise InputError(f"{sheet.here}, position {at - 1}: expected {height * width} cells, found more")
        sums = np.zeros((height + 1, width + 1, 2), np.int64)
        sums[1:, 1:] = np.array(values).reshape(height, width, 2)
        for (r, c), direction in _frame_places(sums):
            sums[r, c, direction] = _take_sum(sheet, text, at)
            at += 1
        return sums, at

    def encode(self, sheet: Sheet, part: NDArray[np.integer[Any]]) -> str:
        """The text. Raises InputError for a board without a frame, and for sums that have no letter."""
        _check_frame(sheet, part)
        out, white = "", 0
        for down, across in [*part[1:, 1:].reshape(-1, 2).tolist(), (0, 0)]:
            if down == WHITE:
                white += 1
                continue
            full, rest = divmod(white, len(RUNS))
            out += RUNS[-1] * full + (RUNS[rest - 1] if rest else "")
            out, white = out + (_say_sum(sheet, down) + _say_sum(sheet, across) if down or across else "."), 0
        frame = "".join(_say_sum(sheet, int(part[r, c, direction])) for (r, c), direction in _frame_places(part))
        return out[:-1] + frame  # without the cell behind the last one


def _frame_places(sums: NDArray[np.integer[Any]]) -> list[tuple[tuple[int, int], int]]:
    """The cells of the frame that a white cell follows, above columns, then before rows, each with a direction."""
    above = [((0, c), 0) for c in range(1, sums.shape[1]) if sums[1, c, 0] == WHITE]
    return above + [((r, 0), 1) for r in range(1, sums.shape[0]) if sums[r, 1, 0] == WHITE]


def _take_sum(sheet: Sheet, text: str, at: int) -> int:
    if text[at : at + 1] not in SUMS:
        found = repr(text[at]) if at < len(text) else "the end"
        raise InputError(f"{sheet.here}, position {at}: expected a sum `0`..`j`, `A`..`Z` or `-`, found {found}")
    return SUMS[text[at]]


def _say_sum(sheet: Sheet, number: int) -> str:
    if number > MOST_SUM:
        raise InputError(f"{sheet.here}: expected sums up to {MOST_SUM}, found {number}; write plain text instead")
    return LETTERS[number]


def _check_frame(sheet: Sheet, part: NDArray[np.integer[Any]]) -> None:
    """Raises InputError for a board whose first row and column the format cannot leave out."""
    is_framed = not (part[0, :, 0] == WHITE).any() and not (part[:, 0, 0] == WHITE).any()
    if min(part.shape[:2]) < 2 or not is_framed or part[0, :, 1].any() or part[:, 0, 0].any():
        raise InputError(f"{sheet.here}: expected a first row and column of black cells; write plain text instead")


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
        _check_frame(sheet, part)
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
