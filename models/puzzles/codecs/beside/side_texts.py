"""Clues on four sides, and lists of numbers, in texts without blanks: addresses and game IDs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import WalkStep, read_clues, say_all
from models.puzzles.codecs.walks import CellWalk
from rosetta.foundation.errors import InputError

Clues = tuple[Any, Any, Any, Any]
Lists = tuple[tuple[int, ...], ...]
NONE = (0,)  # the list of a line without any


@dataclass(frozen=True)
class AroundClues:
    """The clues above, below, left and right, said by steps; a run may go from side to side."""

    steps: tuple[WalkStep, ...]

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Clues, int]:
        """All four lists. Raises InputError."""
        values, at = read_clues(self.steps, sheet, text, at, 2 * (sheet.width + sheet.height))
        return _deal_sides(sheet, values), at

    def encode(self, sheet: Sheet, part: Clues) -> str:
        """All clues."""
        left, top, right, bottom = (list(map(int, side)) for side in part)
        return say_all(self.steps, sheet, [*top, *bottom, *left, *right])


def _deal_sides(sheet: Sheet, values: list[int]) -> Clues:
    """Clues above, below, left and right by their sides."""
    width, height = sheet.width, sheet.height
    top, bottom, rest = values[:width], values[width : 2 * width], values[2 * width :]
    return rest[:height], top, rest[height:], bottom


@dataclass(frozen=True)
class SlashClues:
    """The clues above, below, left and right, each in decimal or none at all, with slashes between. ends_at: the sign
    behind them, if anything follows."""

    ends_at: str = ","

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Clues, int]:
        """All four lists; 0 for none. Raises InputError."""
        said = text[at:].partition(self.ends_at)[0]
        words, count, most = said.split("/"), 2 * (sheet.width + sheet.height), max(sheet.width, sheet.height)
        if len(words) != count:
            raise InputError(
                f"{sheet.here}, position {at}: expected {count} clues with `/` between them, found {len(words)}"
            )
        here = f"{sheet.here}, clue"
        values = [parse_integer(f"{here} {i}", "a clue", word, 1, most) if word else 0 for i, word in enumerate(words)]
        return _deal_sides(sheet, values), at + len(said)

    def encode(self, sheet: Sheet, part: Clues) -> str:
        """All clues."""
        left, top, right, bottom = part
        return "/".join(str(clue) if clue else "" for clue in map(int, [*top, *bottom, *left, *right]))


def is_slash_clues(desc: str) -> bool:
    """Is a text such clues of a square, and perhaps cells?"""
    return re.fullmatch(r"[\d/]+(,[a-z\d_]+)?", desc) is not None and desc.count("/") % 4 == 3


def is_slash_lists(desc: str) -> bool:
    """Is a text such lists, and no clues of four sides?"""
    return re.fullmatch(r"[\d./]+", desc) is not None and "/" in desc and not is_slash_clues(desc)


@dataclass(frozen=True)
class SlashLists:
    """The lists of all columns, then of all rows, with slashes between them and full stops between their numbers."""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[tuple[Lists, Lists], int]:
        """The lists of the rows, and of the columns. Raises InputError."""
        said = text[at:]
        words, width = said.split("/"), sheet.width
        if "," in said:
            raise InputError(f"{sheet.here}, position {at}: expected lists alone, found cells that are given")
        if len(words) != width + sheet.height:
            expected = f"{width + sheet.height} lists with `/` between them"
            raise InputError(f"{sheet.here}, position {at}: expected {expected}, found {len(words)}")
        lists = tuple(
            read_list(f"{sheet.here}, list {i}", word.split("."), sheet.height if i < width else width)
            for i, word in enumerate(words)
        )
        return (lists[width:], lists[:width]), len(text)

    def encode(self, sheet: Sheet, part: tuple[Lists, Lists]) -> str:
        """All lists. Raises InputError for one that is not told."""
        left, top = part
        require_lists(sheet, part)
        return "/".join("" if numbers == NONE else ".".join(map(str, numbers)) for numbers in (*top, *left))


def read_list(here: str, words: list[str], most: int) -> tuple[int, ...]:
    """The numbers of a list; none for an empty one. Raises InputError."""
    if words in ([], [""], ["0"]):
        return NONE
    return tuple(parse_integer(here, "a length", word, 1, most) for word in words)


def require_lists(sheet: Sheet, lists: tuple[Lists, Lists]) -> None:
    """Raises InputError if a list is not told."""
    for line, side in (("row", lists[0]), ("column", lists[1])):
        for i in (i for i, numbers in enumerate(side) if not numbers):
            raise InputError(
                f"{sheet.here}: expected all lists, found none for {line} {i + 1}; write plain text instead"
            )


@dataclass(frozen=True)
class OutwardLists:
    """The lists of all columns, then of all rows, each from the board outwards in half as many places as its line has
    cells, said by steps; 0 where nothing stands."""

    steps: tuple[WalkStep, ...]

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[tuple[Lists, Lists], int]:
        """The lists of the rows, and of the columns. Raises InputError."""
        (tall, wide), width = list_depths(sheet), sheet.width
        values, at = read_clues(self.steps, sheet, text, at, width * tall + sheet.height * wide)
        top = [values[i * tall : (i + 1) * tall] for i in range(width)]
        left = [values[width * tall + i * wide : width * tall + (i + 1) * wide] for i in range(sheet.height)]
        return (tuple(map(_from_outside, left)), tuple(map(_from_outside, top))), at

    def encode(self, sheet: Sheet, part: tuple[Lists, Lists]) -> str:
        """All lists. Raises InputError for one that is not told."""
        require_lists(sheet, part)
        tall, wide = list_depths(sheet)
        values = [value for numbers in part[1] for value in pad_list(numbers, tall)[::-1]]
        values += [value for numbers in part[0] for value in pad_list(numbers, wide)[::-1]]
        return say_all(self.steps, sheet, values)


def list_depths(sheet: Sheet) -> tuple[int, int]:
    """How many numbers have room above a column, and beside a row."""
    return (sheet.height + 1) // 2, (sheet.width + 1) // 2


def _from_outside(values: list[int]) -> tuple[int, ...]:
    return tuple(value for value in reversed(values) if value) or NONE


def unpad_lists(numbers: Any) -> Lists:
    return tuple(tuple(each for each in row if each) or NONE for row in numbers.tolist())


def pad_list(numbers: tuple[int, ...], room: int) -> list[int]:
    numbers = () if numbers == NONE else numbers
    return [*[0] * (room - len(numbers)), *numbers]


@dataclass(frozen=True)
class PerhapsCells:
    """Cells that a text may leave out, where all are 0. sign: what stands before them."""

    walk: CellWalk
    sign: str = ""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Any, int]:
        """The array. Raises InputError."""
        if at == len(text):
            return np.zeros((sheet.height, sheet.width), np.int64), at
        if not text.startswith(self.sign, at):
            raise InputError(f"{sheet.here}, position {at}: expected {self.sign!r}, found {text[at]!r}")
        return self.walk.decode(sheet, text, at + len(self.sign))

    def encode(self, sheet: Sheet, part: Any) -> str:
        """The walk, "" where there is nothing."""
        return self.sign + self.walk.encode(sheet, part) if part.any() else ""
