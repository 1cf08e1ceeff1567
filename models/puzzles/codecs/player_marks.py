"""What players leave below a board in files of pzpr: it is read, all or none, and ignored.

count(sheet, lines, board): how many of the lines below the board are such marks. write(sheet): the lines without any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from models.puzzles.codecs.grids import Line, parse_cells
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NUMBERS = re.compile(r"[-\d\s]+")
WRITTEN = re.compile(r"([.+=%-]|\d+)?(\[[\d,-]*\])?")  # in a cell for a number
ANY = re.compile(r"-?\d+|[.#+]")  # of lines around cells, and of cells


class PlayerMarks(Protocol):
    """Marks below a board. Raises InputError where only some of them are there."""

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int: ...
    def write(self, sheet: Sheet) -> list[str]: ...


@dataclass(frozen=True)
class NoMarks:
    """Nothing below the board: marks stand in its cells."""

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """None."""
        return 0

    def write(self, sheet: Sheet) -> list[str]:
        """None."""
        return []


NO_MARKS = NoMarks()


@dataclass(frozen=True)
class Ticks(NoMarks):
    """As many rows again, of which the player has ticked off clues: `-`, and `.` in all other cells. They are there
    only if there is a tick. of(board): where the clues are."""

    of: Callable[[Any], Any]

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """All rows or none."""
        rows = [line.split() for _, line in lines[: sheet.height]]
        if [len(row) for row in rows] != [sheet.width] * sheet.height:
            return 0
        words = np.array(rows)
        ticked = words == "-"
        is_all = ticked.any() and (ticked | (words == ".")).all() and self.of(board)[ticked].all()
        return sheet.height if is_all else 0


@dataclass(frozen=True)
class CellMarks:
    """As many rows again, a mark in each cell: `.` none, `#` and `+` what the player thinks."""

    words: str = ".#+"

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """All rows; none where they are blank."""
        marks = lines[: sheet.height]
        if not any(line.strip() for _, line in marks):
            return 0
        known = dict.fromkeys(self.words, 0)
        parse_cells(f"{sheet.here}, marks", marks, sheet.height, sheet.width, known)
        return sheet.height

    def write(self, sheet: Sheet) -> list[str]:
        """Rows without marks."""
        return [". " * sheet.width] * sheet.height


@dataclass(frozen=True)
class NumberMarks:
    """As many rows again, what the player wrote into each cell: `.` nothing, a number, a sign such as `+`, several
    small numbers (`[1,,3]`)."""

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """All rows; none where they are blank."""
        marks = lines[: sheet.height]
        if not any(line.strip() for _, line in marks):
            return 0
        for number, line in marks:
            words = line.split()
            if len(words) != sheet.width or not all(map(WRITTEN.fullmatch, words)):
                expected = f"{sheet.width} marks, each `.`, a sign, or numbers"
                raise InputError(f"{sheet.here}, line {number}: expected {expected}, found {line.strip()[:40]!r}")
        if len(marks) != sheet.height:
            raise InputError(f"{sheet.here}: expected {sheet.height} rows of marks below the board, found {len(marks)}")
        return sheet.height

    def write(self, sheet: Sheet) -> list[str]:
        """Rows without marks."""
        return [". " * sheet.width] * sheet.height


@dataclass(frozen=True)
class MarksBetween:
    """A number between cells that lie side by side, row by row, then between those one above the other. known: the
    numbers that there are, where not any."""

    known: Collection[str] = ()

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """All lines or none."""
        expected = self._lengths(sheet)
        if not NUMBERS.fullmatch(next((line for _, line in lines if line.strip()), "x")):
            return 0
        for (number, line), length in zip(lines, expected, strict=False):
            if len(line.split()) != length or not all(map(self._is_mark, line.split())):
                kinds = f" ({', '.join(self.known)})" if self.known else ""
                found = f"found {line.strip()[:40]!r}"
                raise InputError(
                    f"{sheet.here}, line {number}: expected {length} marks{kinds} below the board, {found}"
                )
        if any(expected[len(lines) :]):  # blank lines at the end of a file are lost
            cells = f"{sheet.height} lines of {sheet.width - 1} marks and {sheet.height - 1} of {sheet.width}"
            raise InputError(f"{sheet.here}: expected {cells} below the board, or none; found {len(lines)} lines")
        return min(len(expected), len(lines))

    def _is_mark(self, word: str) -> bool:
        return word in self.known if self.known else NUMBERS.fullmatch(word) is not None

    def write(self, sheet: Sheet) -> list[str]:
        """Zeros."""
        return ["0 " * length for length in self._lengths(sheet)]

    def _lengths(self, sheet: Sheet) -> list[int]:
        """How many marks each line has."""
        return [sheet.width - 1] * sheet.height + [sheet.width] * (sheet.height - 1)


@dataclass(frozen=True)
class MarksAround:
    """A number for each line around cells: left and right of those of a row, row by row, then above and below each row:
    1 a line, -1 a cross. Before them there may be as many rows as the board has, a mark in each cell (`pzprv3.1`)."""

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """All lines of one kind or of both, or none."""
        marked = 0
        while marked < len(lines) and (words := lines[marked][1].split()) and all(map(ANY.fullmatch, words)):
            marked += 1
        wide, drawn = [len(line.split()) for _, line in lines[:marked]], self._lengths(sheet)
        if wide not in ([], drawn, [sheet.width] * sheet.height + drawn):
            rows = f"{sheet.height} rows of {sheet.width + 1} and {sheet.height + 1} rows of {sheet.width} marks"
            raise InputError(
                f"{sheet.here}, line {lines[0][0]}: expected {rows} below the board, or none; found others"
            )
        return marked

    def write(self, sheet: Sheet) -> list[str]:
        """Zeros."""
        return ["0 " * length for length in self._lengths(sheet)]

    def _lengths(self, sheet: Sheet) -> list[int]:
        """How many marks each line has."""
        return [sheet.width + 1] * sheet.height + [sheet.width] * (sheet.height + 1)


@dataclass(frozen=True)
class MarksInTurn:
    """Marks of several kinds, one kind below the other."""

    kinds: tuple[PlayerMarks, ...]

    def count(self, sheet: Sheet, lines: Sequence[Line], board: Any) -> int:
        """All lines of the first kind, then of the others."""
        counted = 0
        for kind in self.kinds:
            counted += kind.count(sheet, lines[counted:], board)
        return counted

    def write(self, sheet: Sheet) -> list[str]:
        """The lines of all kinds."""
        return [line for kind in self.kinds for line in kind.write(sheet)]
