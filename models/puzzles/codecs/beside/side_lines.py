"""Clues on four sides, and lists of numbers, in lines of words; whole puzzles that have no more than these."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from models.puzzles.codecs.beside.side_texts import (
    AroundClues,
    Lists,
    OutwardLists,
    PerhapsCells,
    list_depths,
    pad_list,
    read_list,
    require_lists,
    unpad_lists,
)
from models.puzzles.codecs.body import Body, Parts
from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.file_rows import declare_file
from models.puzzles.codecs.grids import Line
from models.puzzles.codecs.pzpr_cells import numbers16
from models.puzzles.codecs.rows import ClueLine, NumberRows, declare_lines
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import BaseNumbers, Letters, Spaces
from models.puzzles.codecs.walks import declare_text
from rosetta.foundation.errors import InputError


@dataclass(frozen=True)
class ListLines:
    """A line for each column, or each row, with the numbers of its list; `0` for none, `?` for one that is not told."""

    side: Literal["column", "row"]

    def count(self, sheet: Sheet) -> int:
        """As many as there are columns, or rows."""
        return sheet.width if self.side == "column" else sheet.height

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> Lists:
        """The lists. Raises InputError."""
        if len(lines) != self.count(sheet):
            raise InputError(f"{sheet.here}: expected {self.count(sheet)} lists of {self.side}s, found {len(lines)}")
        most = sheet.height if self.side == "column" else sheet.width
        return tuple(
            () if line.split() == ["?"] else read_list(f"{sheet.here}, line {number}", line.split(), most)
            for number, line in lines
        )

    def encode(self, sheet: Sheet, part: Lists) -> list[str]:
        """A line for each. Raises InputError for a list that is not told: texts are not recognised by a `?`."""
        for i, numbers in enumerate(part):
            if not numbers:
                raise InputError(f"{sheet.here}: expected the list of each {self.side}, found none for {i + 1}")
        return [" ".join(map(str, numbers)) for numbers in part]


@dataclass(frozen=True)
class FramedRows:
    """Rows of cells with the words of the sides around them, and `.` in the corners and for nothing: one word on each
    of four sides, or lists on the left and above, in half as many places as a line has cells.

    read_cell(word): the number that it means; None for a word that no cell has. write_cell(number): the word.
    are_lists: are the sides lists?
    """

    read_cell: Callable[[str], int | None]
    write_cell: Callable[[int], str]
    are_lists: bool = False

    def count(self, sheet: Sheet) -> int:
        """The rows, and the lines above and below."""
        above, _, after = self._depths(sheet)
        return above + sheet.height + after

    def _depths(self, sheet: Sheet) -> tuple[int, int, int]:
        """How many words stand above columns, before rows, and behind both."""
        return (*list_depths(sheet), 0) if self.are_lists else (1, 1, 1)

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> tuple[Any, Any]:
        """Clues or lists of the sides, and the numbers of the cells. Raises InputError."""
        above, before, after = self._depths(sheet)
        length, rows = before + sheet.width + after, list[list[int]]()
        if len(lines) != self.count(sheet):
            raise InputError(f"{sheet.here}: expected {self.count(sheet)} lines, found {len(lines)}")
        for y, (number, line) in enumerate(lines):
            here, words = f"{sheet.here}, line {number}", line.split()
            if len(words) != length:
                raise InputError(f"{here}: expected {length} words, found {len(words)}")
            inside = range(before, before + sheet.width) if above <= y < above + sheet.height else range(0)
            rows.append([self._read_word(f"{here}, word {x}", word, x in inside) for x, word in enumerate(words)])
        table, down, across = np.array(rows), slice(above, above + sheet.height), slice(before, before + sheet.width)
        left, top, cells = table[down, :before], table[:above, across].T, table[down, across]
        if self.are_lists:
            return (unpad_lists(left), unpad_lists(top)), cells
        return (left[:, 0], top[:, 0], table[down, -1], table[-1, across]), cells

    def _read_word(self, here: str, word: str, is_cell: bool) -> int:
        if not is_cell:
            return 0 if word == "." else parse_integer(here, "`.` or a clue", word.removeprefix("c"), 1, 9999)
        found = self.read_cell(word)
        if found is None:
            raise InputError(f"{here}: expected a cell, found {word[:40]!r}")
        return found

    def encode(self, sheet: Sheet, part: Any) -> list[str]:
        """All lines. Raises InputError for a list that is not told."""
        above, before, after = self._depths(sheet)
        numbers = np.zeros((above + sheet.height + after, before + sheet.width + after), np.int64)
        sides, cells = part
        down, across = slice(above, above + sheet.height), slice(before, before + sheet.width)
        if self.are_lists:
            require_lists(sheet, sides)
            numbers[down, :before] = [pad_list(each, before) for each in sides[0]]
            numbers[:above, across] = np.transpose([pad_list(each, above) for each in sides[1]])
        else:
            numbers[down, 0], numbers[0, across], numbers[down, -1], numbers[-1, across] = sides
        words = np.where(numbers > 0, numbers.astype(str), ".").astype(object)
        words[down, across] = [[self.write_cell(number) for number in row] for row in np.asarray(cells).tolist()]
        return [" ".join(row) + sheet.behind for row in words.tolist()]


@dataclass(frozen=True)
class SizeWords:
    """What stands behind the size: a number, and perhaps a word. what: the number; words: what the word means, "" for
    none."""

    what: str
    words: Mapping[str, int]

    def decode(self, sheet: Sheet, text: str) -> tuple[int, int]:
        """The number, and what the word means. Raises InputError."""
        number, _, word = " ".join(text.split()).partition(" ")
        most = max(sheet.width, sheet.height)
        if word not in self.words:
            known = " or ".join(f"`{each}`" for each in self.words if each)
            raise InputError(
                f"{sheet.here}: expected {self.what}, and perhaps {known}, behind the size, found {text!r:.40}"
            )
        return parse_integer(sheet.here, self.what, number, 1, most), self.words[word]

    def encode(self, sheet: Sheet, part: tuple[int, int]) -> str:
        """Both."""
        word = next(word for word, meaning in self.words.items() if meaning == part[1])
        return f"{part[0]} {word}".rstrip()


def declare_sides(
    parts: Parts, noun: str, names: tuple[str, ...], example: str, size_words: SizeWords, letters: str
) -> dict[str, Body]:
    """A puzzle with numbers from 1 on four sides and in cells, 0 for none, as pzpr and puzzlekit say it.

    parts: of the sides, in the order of `Clues`, of the cells, and of what puzzlekit says behind the size.
    noun: what is in a cell. names, example: of pzpr, which has usual boards only. size_words, letters: of puzzlekit.

    In files of pzpr, `q` stands before a given number; others, and small ones in brackets, are the player's.
    """
    steps = (BaseNumbers({"-": (2, 0)}, 255, "clues", 1), Spaces(0, "g", 20), Letters({}, also={".": 0}))
    cells, usual = PerhapsCells(numbers16(0, 0, noun, least=1)), usual_sides(parts)
    rows = FramedRows(_read_given, lambda number: f"q{number}" if number else ".")
    columns, lines = (ClueLine(line, {"-": 0}) for line in ("column", "row"))

    def make(top: Any, bottom: Any, left: Any, right: Any, numbers: Any, behind: Any) -> Any:
        return parts.make((left, top, right, bottom), numbers, behind)

    def split(board: Any) -> tuple[Any, ...]:
        (left, top, right, bottom), numbers, behind = parts.split(board)
        return top, bottom, left, right, numbers, behind

    return {
        "puzzlink": declare_text([AroundClues(steps), cells], usual, names=names, example=example),
        "pzprv3": declare_file(
            [rows], Parts(lambda part: usual.make(*part), lambda board: (usual.split(board),)), names=names
        ),
        "puzzlekit": declare_lines(
            [columns, columns, lines, lines, NumberRows({"-": 0})],
            Parts(make, split),
            size_words=size_words,
            letters=letters,
        ),
    }


def usual_sides(parts: Parts) -> Parts:
    """The parts of such boards without what stands behind the size: numbers up to the rows, and no further rules."""

    def make(sides: Any, numbers: Any) -> Any:
        return parts.make(sides, numbers, (len(numbers), 0))

    def split(board: Any) -> tuple[Any, ...]:
        sides, numbers, behind = parts.split(board)
        if behind != (len(numbers), 0):
            raise InputError(
                f"expected numbers up to {len(numbers)} and no further rules, found {behind[0]}, {behind[1]}"
            )
        return sides, numbers

    return Parts(make, split)


def _read_given(word: str) -> int | None:
    """The number in a cell of a file; None where it is none."""
    given = re.fullmatch(r"q(\d{1,4})", word)
    if given is not None:
        return int(given[1])
    return 0 if re.fullmatch(r"(\d{1,4}|\.)?(\[[\d,.]*\])?", word) else None


def declare_lists(parts: Parts, names: tuple[str, ...], example: str) -> dict[str, Body]:
    """A puzzle with lists of numbers on the left and above, and nothing in its cells, as pzpr and puzzlekit say it.
    parts: of the lists of rows, and of columns; names, example: of pzpr."""
    steps = BaseNumbers({"-": (2, 0)}, 255, "lengths", 1), Spaces(0, "g", 20)
    pair = Parts(lambda lists: parts.make(*lists), lambda board: (parts.split(board),))
    marks = {".": 0, "#": 0, "+": 0}  # what the player thinks
    rows = FramedRows(marks.get, lambda number: ".", are_lists=True)

    def split(board: Any) -> tuple[Any, ...]:
        lists = parts.split(board)
        return ((lists, np.zeros(tuple(map(len, lists)), np.int64)),)

    return {
        "puzzlink": declare_text([OutwardLists(steps)], pair, names=names, example=example),
        "pzprv3": declare_file([rows], Parts(lambda part: parts.make(*part[0]), split), names=names),
        "puzzlekit": declare_lines(
            [ListLines("column"), ListLines("row")],
            Parts(lambda top, left: parts.make(left, top), lambda board: parts.split(board)[::-1]),
        ),
    }
