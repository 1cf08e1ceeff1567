"""Text of puzzle data sets (puzzlekit): words separated by spaces; the first line gives rows before columns.

    12 18            rows, columns
    4 1 3 ...        Tents: the clues of the columns
    6 2 2 ...        and those of the rows
    - - x 1 ...      `-` an empty cell, `x` a tree or a bare wall, a number a wall, `b` a pearl, `2e` an arrow

A puzzle may have words behind the size (`4 4 3 D`), or a line for each column and each row, a list of numbers.

What the lines below the size mean, a puzzle declares by `declare_lines` (`models/puzzles/codecs/rows.py`); a second
grid, with the region of each cell, may follow. The text does not name its puzzle; if none is expected, a text with
clues of rows and columns is Tents.
"""

from __future__ import annotations

import re
from typing import Any

from instances.formats.contract import shared_format
from instances.formats.declarations import choose_body, signatures
from models.puzzles.codecs.body import Body, Signature
from models.puzzles.codecs.bounds import board_size
from models.puzzles.codecs.grids import numbered_lines
from models.puzzles.codecs.sheet import Sheet
from rosetta.foundation.errors import InputError

NAME = "puzzlekit text"
SIZE = re.compile(r"\s*(\d+)[ \t]+(\d+)((?:[ \t]+\w+)*)[ \t]*")
WORD = r"(?:[-xbw]|\d+|(?:\d+|\?)[nesw]?|\d*,\d*)"
ROW = re.compile(rf"[ \t]*{WORD}([ \t]+{WORD})*[ \t]*")
NAMES = re.compile(r"[ \t]*\w+([ \t]+\w+)*[ \t]*")  # of regions, in a second grid


def recognises(text: str) -> bool:
    """A size of two numbers, and below it rows of so many words (a board of one column looks like plain text, too), or
    a list for each column and each row."""
    lines = [line.rstrip("\r") for line in text.split("\n") if line.strip()]
    size = SIZE.fullmatch(lines[0]) if lines else None
    if size is None or max(len(size[1]), len(size[2])) > 9:
        return False
    height, width, below = int(size[1]), int(size[2]), len(lines) - 1
    known = [(each, _count_grids(each, below, height, width, size[3])) for each in signatures("puzzlekit").values()]
    grids = {count for _, counts in known for count in counts}
    if 2 in grids and _has_regions(lines[1:-height], lines[-height:]):
        return len(lines[-height].split()) == width
    if any(each.lines_of_column and counts for each, counts in known) and _are_lists(lines[1:], height, width):
        return True
    is_grid = any(1 in counts and not each.lines_of_column for each, counts in known)
    return is_grid and all(map(ROW.fullmatch, lines[1:])) and len(lines[-height].split()) == width


def _has_regions(clues: list[str], names: list[str]) -> bool:
    """Is this a grid of clues, and one of regions? A plain text has the regions first, and no `-`."""
    is_blank = any("-" in line.split() for line in clues)
    return is_blank and all(map(ROW.fullmatch, clues)) and all(map(NAMES.fullmatch, names))


def _count_grids(signature: Signature, below: int, height: int, width: int, behind: str) -> list[int]:
    """How many grids a text of this puzzle has, if it has so many lines below its size and this behind it; none if it
    has others."""
    if not height or re.fullmatch(signature.letters, behind.strip()) is None:
        return []
    known = [signature.grids, signature.grids - 1] if signature.spare_grid else [signature.grids]
    above = signature.lines_above + signature.lines_of_column * width
    return [grids for grids in known if below == above + grids * height]


def _are_lists(lines: list[str], height: int, width: int) -> bool:
    """Are these the lengths of blocks that fit into each column, and each row?"""
    words = [line.split() for line in lines]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for row in words for word in row):
        return False
    needed = [sum(map(int, row)) + len(row) - 1 for row in words]
    return len(needed) == height + width and max(needed[:width]) <= height and max(needed[width:]) <= width


def read(text: str, puzzle: str | None = None) -> tuple[str, Any]:
    """The board of a text."""
    lines = [line for line in numbered_lines(text) if line[1].strip()]
    size = SIZE.fullmatch(lines[0][1]) if lines else None
    if size is None:
        first_line = lines[0][1][:40] if lines else ""
        raise InputError(f"{NAME}: expected a line `H W` (rows, columns), found {first_line!r}")
    height, width = board_size(f"{NAME}, line {lines[0][0]}", size[1], size[2])
    below, are_lists = len(lines) - 1, _are_lists([line for _, line in lines[1:]], height, width)
    known = signatures("puzzlekit").items()
    fitting = [n for n, each in known if each.grids == 1 and _count_grids(each, below, height, width, size[3])]
    fitting.sort(key=lambda name: bool(signatures("puzzlekit")[name].lines_of_column) != are_lists)
    about, body = choose_body("puzzlekit", NAME, puzzle, next(iter(fitting), None) if puzzle is None else None)
    if not _count_grids(body, below, height, width, size[3]):
        below = body.lines_above + body.lines_of_column * width + body.grids * height
        expected = f"{1 + below} lines ({about}: the size and {below} below)"
        behind = f", and `{size[3].strip()[:40]}` behind the size" if size[3].strip() else ""
        raise InputError(f"{NAME}: expected {expected}, found {len(lines)}{behind}")
    return about, body.read(Sheet(f"{NAME} ({about})", height, width, behind_size=size[3]), lines[1:])


def write(body: Body, sheet: Sheet, lines: list[str]) -> str:
    """The text of a board."""
    behind, rows = (f" {lines[0]}", lines[1:]) if body.letters else ("", lines)
    return "\n".join([f"{sheet.height} {sheet.width}{behind}", *rows, ""])


FORMAT = shared_format("puzzlekit", NAME, "2 3\\n- - 1\\nx - -", recognises, read, write)
