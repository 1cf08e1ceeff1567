"""Codecs of files of pzpr, beside those of `rows`: clues around the board, numbered regions, numbers with arrows.

. 1 . ?       an empty corner and the clues of the columns;         2         how many regions there are
1 . 1 .       the clue of each row before its cells                 0 0 1     and the number of each cell's, from 0

. 3,2 .       a direction and a number; `3,-` where it is not told        - 2w -      the same elsewhere
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.grids import Line
from models.puzzles.codecs.player_marks import NO_MARKS, PlayerMarks
from models.puzzles.codecs.rows import (
    LineCodec,
    NumberLine,
    WordRows,
    count_lines,
    decode_lines,
    encode_lines,
    first_words,
)
from models.puzzles.codecs.sheet import Sheet, Side, sides
from models.puzzles.codecs.steps import ARROWS
from models.puzzles.regions import Regions, borders_of_regions, regions_between
from rosetta.foundation.errors import InputError

MOST_TOLD = 9999  # of a number with an arrow
COMPASS = "nswe"  # up, down, left, right
TICKED = "c"  # before a clue that the player has ticked off


@dataclass(frozen=True)
class CluesAndRows:
    """Cells, with a clue above each column and to the left of each row: ((columns, rows), cells). none: the words of a
    clue that is not given, with its value; the first of them is written."""

    none: Mapping[str, int]
    rows: WordRows

    def count(self, sheet: Sheet) -> int:
        """One line more than there are rows."""
        return sheet.height + 1

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> tuple[tuple[list[int], list[int]], Any]:
        """Clues and cells. Raises InputError."""
        here, height, width = sheet.here, sheet.height, sheet.width
        if len(lines) <= height:
            raise InputError(f"{here}: expected {height + 1} lines (column clues, {height} rows), found {len(lines)}")
        number, line = lines[0]
        corner, *above = line.split() or [""]
        if corner != "." or len(above) != width:
            raise InputError(f"{here}, line {number}: expected `.` and {width} column clues, found {line[:40]!r}")
        split = [(i, row.lstrip().partition(" ")) for i, row in lines[1:]]
        words = [*((number, word) for word in above), *((i, clue) for i, (clue, _, _) in split)]
        clues = [self._clue(sheet, side, *word) for side, word in zip(sides(sheet), words, strict=True)]
        cells = self.rows.decode(sheet, [(i, rest) for i, (_, _, rest) in split])
        return (clues[:width], clues[width:]), cells

    def _clue(self, sheet: Sheet, side: Side, number: int, word: str) -> int:
        clue, first = word.removeprefix(TICKED), next(iter(self.none))
        if clue in self.none:
            return self.none[clue]
        what = f"the clue of {side.name} (`{first}` for none)"
        return parse_integer(f"{sheet.here}, line {number}", what, clue, 0, side.most)

    def encode(self, sheet: Sheet, part: Any) -> list[str]:
        """The clues of the columns, then the rows."""
        words = first_words(self.none)
        columns, rows = ([words.get(clue, str(clue)) for clue in map(int, side)] for side in part[0])
        lines = self.rows.encode(sheet, part[1])
        return [" ".join([".", *columns]) + sheet.behind, *map(" ".join, zip(rows, lines, strict=True))]


@dataclass(frozen=True)
class NumberedRegions:
    """How many regions there are, and the number of each cell's, from 0. pzpr itself takes regions for what lies
    between borders, so one whose cells are not connected is refused."""

    def count(self, sheet: Sheet) -> int:
        """One line more than there are rows."""
        return sheet.height + 1

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> Regions:
        """The number of each cell's region. Raises InputError."""
        most = sheet.height * sheet.width
        count = NumberLine("the number of regions", 1, most).decode(sheet, lines)
        rows = lines[1:]
        if len(rows) != sheet.height:
            raise InputError(f"{sheet.here}: expected {sheet.height} rows of cells, found {len(rows)}")
        regions = np.array([self._row(sheet, number, line.split(), count) for number, line in rows])
        found = len(np.unique(regions))
        if found != count:
            raise InputError(f"{sheet.here}, line {lines[0][0]}: expected {found} regions, found {count}")
        if len(np.unique(_connected_regions(regions))) != count:
            here = f"{sheet.here}, line {rows[0][0]}"
            raise InputError(f"{here}: expected connected regions, found one in several pieces")
        return regions

    def _row(self, sheet: Sheet, number: int, words: list[str], count: int) -> list[int]:
        here = f"{sheet.here}, line {number}"
        if len(words) != sheet.width:
            raise InputError(f"{here}: expected {sheet.width} cells, found {len(words)}")
        return [
            parse_integer(f"{here}, cell {i}", "the number of a region", word, 0, count - 1)
            for i, word in enumerate(words)
        ]

    def encode(self, sheet: Sheet, part: Regions) -> list[str]:
        """Their number, and the rows. Raises InputError for regions that are not connected, and cells of none."""
        if (part < 0).any() or not np.array_equal(_connected_regions(part), part):
            expected = "connected regions and no blocked cells; this format says only borders"
            raise InputError(f"{sheet.here}: expected {expected}")
        return [str(part.max() + 1), *(" ".join(map(str, row)) + sheet.behind for row in part.tolist())]


@dataclass(frozen=True)
class ArrowRows:
    """A direction, 0 none, 1 to 4 up, down, left, right, and a number in each cell that has one, shape (height, width,
    2); `empty` is what other cells have. unknown: a number that is not told."""

    empty: tuple[int, int] = (0, -1)
    unknown: int = -2

    def count(self, sheet: Sheet) -> int:
        """A line for each row."""
        return sheet.height

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> NDArray[np.int64]:
        """The array. Raises InputError."""
        if len(lines) != sheet.height:
            raise InputError(f"{sheet.here}: expected {sheet.height} rows of cells, found {len(lines)}")
        return np.array([self._row(sheet, number, line.split()) for number, line in lines])

    def _row(self, sheet: Sheet, number: int, words: list[str]) -> list[tuple[int, int]]:
        here = f"{sheet.here}, line {number}"
        if len(words) != sheet.width:
            raise InputError(f"{here}: expected {sheet.width} cells, found {len(words)}")
        return [self._cell(f"{here}, cell {i}", word) for i, word in enumerate(words)]

    def _cell(self, here: str, word: str) -> tuple[int, int]:
        if word == ".":
            return self.empty
        direction, comma, number = word.partition(",")
        if not comma:
            raise InputError(f"{here}: expected `.` or DIRECTION,NUMBER, found {word[:40]!r}")
        told = self.unknown if number == "-" else parse_integer(here, "a number", number, 0, MOST_TOLD)
        return parse_integer(here, "a direction", direction, 0, ARROWS - 1), told

    def encode(self, sheet: Sheet, part: NDArray[np.integer]) -> list[str]:
        """The rows."""
        rows = ([self._word(*cell) for cell in row] for row in part.tolist())
        return [" ".join(row) + sheet.behind for row in rows]

    def _word(self, direction: int, number: int) -> str:
        if (direction, number) == self.empty:
            return "."
        return f"{direction},{'-' if number == self.unknown else number}"


@dataclass(frozen=True)
class CompassRows(ArrowRows):
    """The same as a number and n, s, w or e: `2e`; `-` for no clue, `x` for one without a number and a direction."""

    def _cell(self, here: str, word: str) -> tuple[int, int]:
        if word in ("-", "x"):
            return self.empty if word == "-" else (0, self.unknown)
        direction, number = COMPASS.find(word[-1]) + 1, word[:-1]
        if not direction:
            raise InputError(f"{here}: expected `-`, `x`, or a number and n, s, w or e, found {word[:40]!r}")
        return direction, self.unknown if number == "?" else parse_integer(here, "a number", number, 0, MOST_TOLD)

    def _word(self, direction: int, number: int) -> str:
        if not direction and number not in (self.empty[1], self.unknown):
            raise InputError(f"expected a direction for each number, found none for {number}; write plain text instead")
        told = "?" if number == self.unknown else str(number)
        return told + COMPASS[direction - 1] if direction else "-" if number == self.empty[1] else "x"


def _connected_regions(regions: Regions) -> Regions:
    """The pieces into which the borders between the regions divide the board."""
    return regions_between(*borders_of_regions(regions))


def declare_file(codecs: Sequence[LineCodec], parts: Parts, marks: PlayerMarks = NO_MARKS, **more: Any) -> Body:
    """A puzzle in files of pzpr, by codecs, one below the other, and the player's marks below the board. What is read
    are the board and the number of its lines. more: fields of `Body`."""

    def read(sheet: Sheet, lines: Sequence[Line]) -> tuple[Any, int]:
        end = count_lines(codecs, sheet)
        board = parts.make(*decode_lines(codecs, sheet, lines[:end]))
        return board, end + marks.count(sheet, lines[end:], board)

    def write(sheet: Sheet, board: Any) -> list[str]:
        return [*encode_lines(codecs, sheet, parts.of_board(sheet, board)), *marks.write(sheet)]

    return Body(read=read, write=write, **more)
