"""What a file of LEGUP says, and its codecs: cells that are listed with a value, clues on two sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from models.puzzles.codecs.body import Body, ContentCodec, Parts, declare_content
from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.rows import first_words
from models.puzzles.codecs.sheet import Sheet, Side, sides
from rosetta.foundation.errors import InputError

Cell: TypeAlias = tuple[int, int]
LocatedValue: TypeAlias = tuple[str, int]
"""A value as it was written, and the number of its line."""


@dataclass(slots=True)
class LegupBoard:
    """The content of a file. cells: by (row, column); axes: by side, index -> value."""

    height: int
    width: int
    cells: dict[Cell, LocatedValue] = field(default_factory=dict)
    axes: dict[str, dict[str, LocatedValue]] = field(default_factory=dict)


@dataclass(frozen=True)
class ListedCells:
    """The values of cells, shape (height, width), of truth values if `empty` is one. empty: the value of a cell that is
    not listed; also: words that are read and never written."""

    empty: int
    values: Mapping[str, int]
    also: Mapping[str, int]

    def decode(self, sheet: Sheet, board: LegupBoard) -> Any:
        """The array."""
        cells = np.full((sheet.height, sheet.width), self.empty)
        known = {**self.values, **self.also}
        for place, (word, line) in board.cells.items():
            if word not in known:
                span = f"{min(map(int, known))}..{max(map(int, known))}"
                raise InputError(f"{sheet.here}, line {line}: expected a value {span}, found {word[:40]!r}")
            cells[place] = known[word]
        return cells

    def encode(self, sheet: Sheet, part: Any, board: LegupBoard) -> None:
        """The cells that are not empty."""
        words = first_words(self.values)
        for r, c in np.argwhere(part != self.empty).tolist():
            board.cells[r, c] = words[part[r, c].item()], 0


@dataclass(frozen=True)
class AxisClues:
    """The clues of rows A, B, .., Z, AA, .. and of columns 1, 2, ..: (columns, rows), each given. none: the value of a
    clue that is not given, for which there is no word."""

    none: int

    def decode(self, sheet: Sheet, board: LegupBoard) -> tuple[list[int], list[int]]:
        """Both lists."""
        rows = self._decode_side(sheet, board, "east", "row", [_letters(i) for i in range(sheet.height)])
        return self._decode_side(sheet, board, "south", "column", _numbers(sheet.width)), rows

    def _decode_side(self, sheet: Sheet, board: LegupBoard, axis: str, line: str, names: list[str]) -> list[int]:
        clues, most = board.axes.get(axis, {}), sheet.width if line == "row" else sheet.height
        missing = [name for name in names if name not in clues]
        if missing or len(clues) != len(names):
            actual = f"no clue {missing[0]}" if missing else f"{len(clues)} clues"
            expected = f"a clue for each {line} (side {axis}) {names[0]}..{names[-1]}"
            raise InputError(f"{sheet.here}: expected {expected}, found {actual}")
        return [
            parse_integer(f"{sheet.here}, line {clues[name][1]}", f"the clue of {line} {name}", clues[name][0], 0, most)
            for name in names
        ]

    def encode(self, sheet: Sheet, part: tuple[Iterable[int], Iterable[int]], board: LegupBoard) -> None:
        """Both axes, rows first."""
        all_sides = list(sides(sheet))
        columns, rows = all_sides[: sheet.width], all_sides[sheet.width :]
        board.axes["east"] = self._encode_side(sheet, rows, [_letters(i) for i in range(sheet.height)], part[1])
        board.axes["south"] = self._encode_side(sheet, columns, _numbers(sheet.width), part[0])

    def _encode_side(
        self, sheet: Sheet, lines: list[Side], names: list[str], clues: Iterable[int]
    ) -> dict[str, tuple[str, int]]:
        numbers = list(map(int, clues))
        for side, clue in zip(lines, numbers, strict=True):
            side.require(sheet, clue, self.none)
        return {name: (str(clue), 0) for name, clue in zip(names, numbers, strict=True)}


def _letters(i: int) -> str:
    """A, B, .., Z, AA, AB, ..: the name of row i."""
    name, rest = "", i + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _numbers(lines: int) -> list[str]:
    """1, 2, ..: the names of the columns."""
    return [str(i + 1) for i in range(lines)]


def declare_cells(codecs: Sequence[ContentCodec[LegupBoard]], parts: Parts, **more: Any) -> Body:
    """A puzzle in files of LEGUP, by codecs; more: fields of `Body`."""
    return declare_content(LegupBoard, codecs, parts, **more)
