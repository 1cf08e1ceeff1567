"""Text of puzzle data sets (puzzlekit): words separated by spaces; the first line gives rows before columns.

    12 18            rows, columns
    4 1 3 ...        Tents: the clues of the columns
    6 2 2 ...        and those of the rows
    - - x 1 ...      `-` an empty cell, `x` a tree or a bare wall, a number a wall

What the lines below the size mean depends on the puzzle: see its file in this folder, with a record BODY. The text
does not name its puzzle; if none is expected, a text with clues of rows and columns is Tents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from instances.bounds import board_size
from instances.formats.contract import Format, bodies, determine_puzzle, puzzles_of
from instances.grids import Line, numbered_lines
from models.puzzles.contract import InputError

NAME = "puzzlekit text"
SIZE = re.compile(r"\s*(\d+)[ \t]+(\d+)[ \t]*")
ROW = re.compile(r"[ \t]*([-x]|\d+|\?)([ \t]+([-x]|\d+|\?))*[ \t]*")


@dataclass(frozen=True, slots=True)
class PuzzlekitBody:
    """The part for one puzzle. extra: how many lines stand between the size and the grid.

    read(lines, height, width) -> instance; write(instance) -> (height, width, lines).
    """

    extra: int
    read: Callable[[Sequence[Line], int, int], Any]
    write: Callable[[Any], tuple[int, int, list[str]]]


def recognises(text: str) -> bool:
    """A size of two numbers, and below it rows of so many words (a board of one column looks like plain text, too)."""
    lines = [line.rstrip("\r") for line in text.split("\n") if line.strip()]
    size = SIZE.fullmatch(lines[0]) if lines else None
    if size is None or max(map(len, size.groups())) > 9:
        return False
    extra = len(lines) - 1 - int(size[1])
    if extra not in {body.extra for body in bodies("puzzlekit").values()}:
        return False
    grid = lines[1 + extra :]
    return bool(grid) and all(map(ROW.fullmatch, lines[1:])) and len(grid[0].split()) == int(size[2])


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a text."""
    lines = [line for line in numbered_lines(text) if line[1].strip()]
    size = SIZE.fullmatch(lines[0][1]) if lines else None
    if size is None:
        first_line = lines[0][1][:40] if lines else ""
        raise InputError(f"{NAME}: expected a line `H W` (rows, columns), found {first_line!r}")
    height, width = board_size(f"{NAME}, line {lines[0][0]}", size[1], size[2])
    table = bodies("puzzlekit")
    extra = len(lines) - 1 - height
    fits = next((name for name, body in table.items() if body.extra == extra), None) if puzzle is None else None
    about = determine_puzzle(NAME, table, puzzle, fits)
    if extra != table[about].extra:
        expected = (
            f"{1 + table[about].extra + height} lines ({about}: the size and {table[about].extra + height} below)"
        )
        raise InputError(f"{NAME}: expected {expected}, found {len(lines)}")
    return about, table[about].read(lines[1:], height, width)


def write(puzzle: str, instance: Any) -> str:
    """The text of a board."""
    table = bodies("puzzlekit")
    height, width, lines = table[determine_puzzle(NAME, table, puzzle)].write(instance)
    return "\n".join([f"{height} {width}", *lines, ""])


FORMAT = Format(
    name="puzzlekit",
    title=NAME,
    example="2 3\\n- - 1\\nx - -",
    puzzles=puzzles_of("puzzlekit"),
    recognises=recognises,
    read=read,
    write=write,
)
