"""Drawings of the editor Penpa+, and their codecs: numbered walls, a symbol, clues in the margins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.body import Body, ContentCodec, Parts, declare_content
from models.puzzles.codecs.bounds import parse_integer
from models.puzzles.codecs.sheet import Sheet, Side, sides
from rosetta.foundation.errors import InputError

BLACK = 4
WALLS = (BLACK, 1, 3, 8)  # black, and the greys
UNKNOWN = "?"  # a number that is not given

Cell: TypeAlias = tuple[int, int]


@dataclass(slots=True)
class Drawing:
    """What a question shows, by (row, column); cells of margins are negative, or beyond the board.

    numbers: their text; symbols: (style, name), the style -1 where several are drawn at once; margins: top, bottom,
    left, right, as written; pieces: (style, name) of the symbols in the question and in the answer.
    """

    height: int
    width: int
    surface: dict[Cell, int] = field(default_factory=dict)
    numbers: dict[Cell, str] = field(default_factory=dict)
    symbols: dict[Cell, tuple[int, str]] = field(default_factory=dict)
    margins: tuple[int, int, int, int] = (0, 0, 0, 0)
    pieces: frozenset[tuple[int, str]] = frozenset()

    def inside(self, cell: Cell) -> bool:
        """Is this a cell of the board, not of a margin?"""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width


@dataclass(frozen=True)
class NumberedWalls:
    """A black (or grey) cell is a wall, and so is a number from 0 to `most`; an array of shape (height, width).

    empty, bare: the values of a cell that is no wall, and of a wall without a number. piece: the symbol of the answer,
    which may not be given.
    """

    empty: int
    bare: int
    most: int
    piece: tuple[int, str]

    def decode(self, sheet: Sheet, drawing: Drawing) -> NDArray[np.int8]:
        """The array."""
        cells = np.full((sheet.height, sheet.width), self.empty, np.int8)
        for cell, colour in drawing.surface.items():
            if colour not in WALLS or not drawing.inside(cell):
                expected = "a black or grey cell of the board"
                raise InputError(f"{sheet.here}: cell {cell}: expected {expected}, found colour {colour}")
            cells[cell] = self.bare
        for cell, text in drawing.numbers.items():
            if not drawing.inside(cell):
                found = f"{text[:20]!r} in the margin"
                raise InputError(f"{sheet.here}: cell {cell}: expected numbers on the board, found {found}")
            here = f"{sheet.here}: cell {cell}"
            cells[cell] = (
                self.bare if text == UNKNOWN else parse_integer(here, "the number of a wall", text, 0, self.most)
            )
        if drawing.symbols:  # a piece that is given would change the puzzle
            symbol = next((symbol for symbol in drawing.symbols.values() if symbol != self.piece), self.piece)
            expected = "walls and numbers in the question"
            raise InputError(f"{sheet.here}: expected {expected}, found the symbol {symbol[1][:40]!r}")
        return cells

    def encode(self, sheet: Sheet, part: NDArray[np.int8], drawing: Drawing) -> None:
        """Black cells, and numbers on them."""
        for r, c in np.argwhere(part != self.empty).tolist():
            drawing.surface[r, c] = BLACK
            if part[r, c] != self.bare:
                drawing.numbers[r, c] = str(part[r, c])


@dataclass(frozen=True)
class Symbols:
    """Where a symbol is: truth values, shape (height, width). symbol: its style and its name; noun: what it is."""

    symbol: tuple[int, str]
    noun: str

    def decode(self, sheet: Sheet, drawing: Drawing) -> NDArray[np.bool_]:
        """The array."""
        there = np.zeros((sheet.height, sheet.width), np.bool_)
        for cell, (style, name) in drawing.symbols.items():
            if (style, name) != self.symbol or not drawing.inside(cell):
                expected, found = f"{self.noun} on the board", f"the symbol {name[:40]!r} ({style})"
                raise InputError(f"{sheet.here}: cell {cell}: expected {expected}, found {found}")
            there[cell] = True
        return there

    def encode(self, sheet: Sheet, part: NDArray[np.bool_], drawing: Drawing) -> None:
        """The symbols."""
        drawing.symbols |= dict.fromkeys(((r, c) for r, c in np.argwhere(part).tolist()), self.symbol)


@dataclass(frozen=True)
class MarginClues:
    """The clue of a column stands above it (or below), that of a row to its left (or right): (columns, rows).

    none: the value of a clue that is not given: `?` or nothing.
    """

    none: int

    def decode(self, sheet: Sheet, drawing: Drawing) -> tuple[list[int], list[int]]:
        """Both lists."""
        clues, all_sides = [self.none] * (sheet.width + sheet.height), list(sides(sheet))
        for cell, text in drawing.numbers.items():
            i = self._side(sheet, cell)
            clue = self._clue(sheet, all_sides[i], cell, text)
            if self.none not in (clue, clues[i]) and clue != clues[i]:
                found = f"{clues[i]} and {clue}"
                raise InputError(f"{sheet.here}: expected one clue of {all_sides[i].name}, found {found}")
            clues[i] = clue if clues[i] == self.none else clues[i]
        return clues[: sheet.width], clues[sheet.width :]

    def _side(self, sheet: Sheet, cell: Cell) -> int:
        """The number of the column or row that a number beside the board is about, columns first."""
        r, c = cell
        if r in (-1, sheet.height) and 0 <= c < sheet.width:
            return c
        if c in (-1, sheet.width) and 0 <= r < sheet.height:
            return sheet.width + r
        where = f"row {r + 1}, column {c + 1}"
        raise InputError(f"{sheet.here}: expected numbers in the cells beside the board, found one at {where}")

    def _clue(self, sheet: Sheet, side: Side, cell: Cell, text: str) -> int:
        here, what = f"{sheet.here}: cell {cell}", f"the clue of {side.name}"
        return self.none if text == UNKNOWN else parse_integer(here, what, text, 0, side.most)

    def encode(self, sheet: Sheet, part: tuple[Iterable[int], Iterable[int]], drawing: Drawing) -> None:
        """Numbers above and to the left of the board."""
        drawing.margins = (1, 0, 1, 0)
        columns = {(-1, c): str(clue) for c, clue in enumerate(part[0]) if clue != self.none}
        drawing.numbers |= columns | {(r, -1): str(clue) for r, clue in enumerate(part[1]) if clue != self.none}


def declare_drawing(codecs: Sequence[ContentCodec[Drawing]], parts: Parts, **more: Any) -> Body:
    """A puzzle in drawings of Penpa+, by codecs; more: fields of `Body`."""
    return declare_content(Drawing, codecs, parts, **more)
