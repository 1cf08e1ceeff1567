"""Regions by the borders between cells, as pzpr says them in many puzzles, in base 32.

3 x 2 cells    +---+---+---+    Five borders a character, the first in the highest bit, 1: between two regions.
               | .   . | . |    First those between neighbours in a row, row by row (01 01: "a"), then those between
               +---+---+   +    neighbours in a column (110: "o"). Each of the two parts is filled up with zeros.
               | .   . | . |
               +---+---+---+
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.steps import DIGITS, SpacesThen, WalkStep, say_all
from models.puzzles.codecs.walks import CellWalk
from models.puzzles.regions import Regions, borders_of_regions, number_regions, regions_between
from rosetta.foundation.errors import InputError

BITS = 5
LETTERS = DIGITS[: 2**BITS]
COUNTED = CellWalk((SpacesThen(True, False),), ends_at=",", closing=True, noun="borders")


@dataclass(frozen=True)
class Borders:
    """Where borders are: right of a cell, shape (height, width - 1), and below it, shape (height - 1, width)."""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[tuple[NDArray[np.bool_], NDArray[np.bool_]], int]:
        """Both arrays. Raises InputError."""
        height, width = sheet.height, sheet.width
        beside, below = height * (width - 1), (height - 1) * width
        first, second = -(-beside // BITS), -(-below // BITS)
        letters = text[at : at + first + second]
        if len(letters) < first + second:
            found = f"{len(letters)}: {letters[:40]!r}"
            raise InputError(f"{sheet.here}: expected {first + second} characters of borders, found {found}")
        for position, letter in enumerate(letters, at):
            if letter not in LETTERS:
                raise InputError(
                    f"{sheet.here}, position {position}: expected a digit or `a`..`{LETTERS[-1]}`, found {letter!r}"
                )
        values = np.array([LETTERS.index(letter) for letter in letters], np.int64)
        bits = (values[:, None] >> np.arange(BITS - 1, -1, -1) & 1).astype(np.bool_).ravel()
        if bits[beside : BITS * first].any() or bits[BITS * first + below :].any():
            expected = f"zeros behind {beside} and behind {below} borders"
            raise InputError(f"{sheet.here}: expected {expected}, found more: {letters[:40]!r}")
        right, under = bits[:beside], bits[BITS * first :][:below]
        return (right.reshape(height, width - 1), under.reshape(height - 1, width)), at + len(letters)

    def encode(self, sheet: Sheet, part: tuple[NDArray[np.bool_], NDArray[np.bool_]]) -> str:
        """The characters of both."""
        return "".join(map(_letters, part))


def _letters(borders: NDArray[Any]) -> str:
    bits = np.append(borders.ravel(), np.zeros(-borders.size % BITS, np.bool_)).reshape(-1, BITS)
    return "".join(LETTERS[value] for value in (bits @ (1 << np.arange(BITS - 1, -1, -1))).tolist())


@dataclass(frozen=True)
class BorderedRegions:
    """The regions between borders, numbered from 0 in the order of their first cells."""

    borders: Borders = Borders()

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Regions, int]:
        """The regions."""
        between, end = self.borders.decode(sheet, text, at)
        return regions_between(*between), end

    def encode(self, sheet: Sheet, part: Regions) -> str:
        """Their borders. Raises InputError for regions that are not connected."""
        between = borders_of_regions(part)
        if not np.array_equal(regions_between(*between), part):
            raise InputError(f"{sheet.here}: expected connected regions; this format says only where borders are")
        return self.borders.encode(sheet, between)


@dataclass(frozen=True)
class RegionNumbers:
    """The regions between borders, and a number for each that has one, in their order, said by steps: (regions, their
    numbers), the numbers as a list."""

    steps: tuple[WalkStep, ...]
    regions: BorderedRegions = BorderedRegions()

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[tuple[Regions, list[int]], int]:
        """Both."""
        regions, at = self.regions.decode(sheet, text, at)
        count = int(regions.max()) + 1
        walk = CellWalk(self.steps, noun="numbers of regions")
        numbers, at = walk.decode(replace(sheet, height=1, width=count), text, at)
        return (regions, numbers[0].tolist()), at

    def encode(self, sheet: Sheet, part: tuple[Regions, list[int]]) -> str:
        """Borders, then numbers."""
        return self.regions.encode(sheet, part[0]) + say_all(self.steps, sheet, part[1])


@dataclass(frozen=True)
class CountedBorders:
    """The regions between borders, as Tatham's programs say them: how many neighbours without a border lie before each
    border, first of those side by side, row by row, then of those one above the other, column by column."""

    def decode(self, sheet: Sheet, text: str, at: int) -> tuple[Regions, int]:
        """The regions."""
        beside, below = sheet.height * (sheet.width - 1), (sheet.height - 1) * sheet.width
        values, at = COUNTED.decode(replace(sheet, height=1, width=beside + below), text, at)
        right = values[0, :beside].reshape(sheet.height, sheet.width - 1)
        return regions_between(right, values[0, beside:].reshape(sheet.width, sheet.height - 1).T), at

    def encode(self, sheet: Sheet, part: Regions) -> str:
        """Their borders. Raises InputError for regions that are not connected."""
        right, under = borders_of_regions(part)
        if not np.array_equal(regions_between(right, under), number_regions(part)):
            raise InputError(f"{sheet.here}: expected connected regions; this format says only where borders are")
        return COUNTED.encode(sheet, np.concatenate([right.ravel(), under.T.ravel()])[None])
