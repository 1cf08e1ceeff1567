"""Boards whose regions have a number each, or none, in all formats that are known for such boards.

    formats=lambda: declare_rooms(Heyawake, ("rooms", "numbers"), -1, names=("heyawake",), example="heyawake/...")

puzz.link       borders, then the number of each region, in the order of their first cells
pzprv3          the number of each cell's region, then a grid of numbers
janko           the same below the keys `areas` and `problem`; regions have any names
puzzlekit       the same, the grid of numbers first

A number may stand in any cell of its region. A question mark says nothing.

Boards of regions alone, without numbers, are in the same formats: `declare_regions(Norinori, "regions", names=...)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.codecs.body import Body, Parts, parts_of_record
from models.puzzles.codecs.borders import BorderedRegions, RegionNumbers
from models.puzzles.codecs.file_rows import NumberedRegions, declare_file
from models.puzzles.codecs.grids import Line
from models.puzzles.codecs.player_marks import CellMarks, PlayerMarks
from models.puzzles.codecs.pzpr_cells import numbers16
from models.puzzles.codecs.rows import NumberRows, declare_lines, declare_sections
from models.puzzles.codecs.sheet import Sheet
from models.puzzles.codecs.walks import declare_text
from models.puzzles.regions import (
    Regions,
    borders_of_regions,
    first_cells,
    in_first_cells,
    number_regions,
    numbers_of_regions,
    regions_between,
)
from rosetta.foundation.errors import InputError


@dataclass(frozen=True)
class NamedRegions:
    """The name of each cell's region, any word. are_connected: must the cells of a region be connected?"""

    are_connected: bool = True

    def count(self, sheet: Sheet) -> int:
        """A line for each row."""
        return sheet.height

    def decode(self, sheet: Sheet, lines: Sequence[Line]) -> Regions:
        """The regions, numbered from 0 in the order of their first cells. Raises InputError."""
        if len(lines) != sheet.height:
            raise InputError(f"{sheet.here}: expected {sheet.height} rows of names of regions, found {len(lines)}")
        for number, line in lines:
            if len(line.split()) != sheet.width:
                found = len(line.split())
                raise InputError(f"{sheet.here}, line {number}: expected {sheet.width} names of regions, found {found}")
        regions = number_regions(np.array([line.split() for _, line in lines]))
        if self.are_connected and regions_between(*borders_of_regions(regions)).max() != regions.max():
            here = f"{sheet.here}, line {lines[0][0]}"
            raise InputError(f"{here}: expected connected regions, found one in several pieces")
        return regions

    def encode(self, sheet: Sheet, part: Regions) -> list[str]:
        """Numbers from 1."""
        return [" ".join(map(str, row)) + sheet.behind for row in (part + 1).tolist()]


def declare_rooms(
    board: type[Any],
    fields: tuple[str, str],
    none: int,
    *,
    names: tuple[str, ...],
    example: str,
    marks: PlayerMarks | None = None,
    **more: Any,
) -> dict[str, Body]:
    """A puzzle on such boards in all these formats.

    board: the record.
    fields: its regions and its numbers, each in the first cell of its region.
    none: the number of a region without one.
    names, example, more: of the puzzle in puzz.link.
    marks: what players leave in files of pzpr; by default a mark in each cell.
    """

    def make(regions: Regions, numbers: NDArray[np.int64]) -> Any:
        return board(**dict(zip(fields, (regions, numbers), strict=True)))

    def make_placed(regions: Regions, numbers: NDArray[np.int64]) -> Any:
        ordered = number_regions(regions)
        return make(ordered, in_first_cells(numbers_of_regions(numbers, ordered, none), ordered, none))

    def split(p: Any) -> tuple[Regions, NDArray[np.int64]]:
        regions, numbers = (getattr(p, name) for name in fields)
        return regions, numbers

    def split_listed(p: Any) -> tuple[tuple[Regions, list[int]]]:
        regions, numbers = split(p)
        return ((regions, numbers[tuple(first_cells(regions).T)].tolist()),)

    listed = Parts(lambda part: make(part[0], in_first_cells(part[1], part[0], none)), split_listed)
    placed = Parts(make_placed, split)
    turned = Parts(lambda numbers, regions: make_placed(regions, numbers), lambda p: split(p)[::-1])
    codec = RegionNumbers(numbers16(empty=none, question=none, noun="number").steps)
    words, file_words = NumberRows({"-": none, "0": 0}, also={"?": none}), NumberRows({".": none, "0": 0}, {"-": none})
    marks = CellMarks() if marks is None else marks
    return {
        "puzzlink": declare_text([codec], listed, names=names, example=example, **more),
        "pzprv3": declare_file([NumberedRegions(), file_words], placed, marks=marks, names=names),
        "janko": declare_sections({"areas": NamedRegions(), "problem": words}, placed, names=names),
        "puzzlekit": declare_lines([words, NamedRegions()], turned),
    }


def declare_regions(
    board: type[Any], field: str, *, names: tuple[str, ...], example: str, **more: Any
) -> dict[str, Body]:
    """A puzzle on boards of regions alone in all these formats.

    board: the record.
    field: its regions.
    names, example, more: of the puzzle in puzz.link.
    """

    regions, names_of_cells = parts_of_record(board, field), NamedRegions()

    def read_lines(sheet: Sheet, lines: Sequence[Line]) -> Any:
        above = max(len(lines) - sheet.height, 0)
        if any(set(words.split()) != {"-"} for _, words in lines[:above]):
            raise InputError(f"{sheet.here}: expected only `-` above the names of regions, found {lines[0][1][:40]!r}")
        return regions.make(names_of_cells.decode(sheet, lines[above:]))

    def write_lines(sheet: Sheet, p: Any) -> list[str]:
        return names_of_cells.encode(sheet, *regions.of_board(sheet, p))

    return {
        "puzzlink": declare_text([BorderedRegions()], regions, names=names, example=example, **more),
        "pzprv3": declare_file([NumberedRegions()], regions, marks=CellMarks(), names=names),
        "janko": declare_sections({"areas": names_of_cells}, regions, names=names),
        "puzzlekit": Body(read=read_lines, write=write_lines, grids=2, spare_grid=True),  # one of `-`, or none, above
    }
