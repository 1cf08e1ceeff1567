"""Slitherlink in Tatham's game IDs, where it is called Loopy: `10x10t0:` and a walk over the cells, row by row.

`0`..`4` a number, `a`..`z` 1..26 cells without one. The walk covers the board exactly. The letters after the size say
how the plane is tiled: `t0` is squares; the others (honeycombs, kites, ...) are no boards of cells. An ID without them
is one of Light Up, which has the same digits and letters.
"""

from __future__ import annotations

import re

import numpy as np

from instances.formats.contract import Body
from instances.formats.tatham.frame import NAME, run_letters
from models.puzzles.slitherlink.instance import BLANK, MOST_CLUE, Slitherlink, board
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (slitherlink)"
LETTERS = r"t\d+(?:d[a-z])?"  # the second part says how difficult the board is
SQUARES = "t0"
TILINGS = (  # loopy.c, in its order
    *("squares", "triangular", "honeycomb", "snub-square", "Cairo", "great-hexagonal", "octagonal", "kites", "floret"),
    *("dodecagonal", "great-dodecagonal", "Penrose (kite/dart)", "Penrose (rhombs)", "great-great-dodecagonal"),
    *("kagome", "compass-dodecagonal", "hats", "spectres"),
)


def read(desc: str, width: int, height: int, letters: str) -> Slitherlink:
    """The board of a description. letters: what stands after the size. Raises InputError."""
    tiling = re.match(r"t(\d{1,3})", letters)
    if tiling is None or int(tiling[1]):
        number = int(tiling[1]) if tiling else len(TILINGS)
        name = TILINGS[number] if number < len(TILINGS) else "one that is unknown here"
        found = f"{tiling[0]} ({name})" if tiling else repr(letters)
        raise InputError(f"{HERE}: expected {SQUARES} (squares) after the size, found {found}")
    numbers = np.full(width * height, BLANK, np.int64)
    cell = 0
    for position, step in enumerate(desc):
        is_number = "0" <= step <= str(MOST_CLUE)
        if not (is_number or "a" <= step <= "z"):
            raise InputError(f"{HERE}, position {position}: expected `a`..`z` or `0`..`{MOST_CLUE}`, found {step!r}")
        after = cell + (1 if is_number else ord(step) - ord("a") + 1)
        if after > numbers.size:
            excerpt = desc[position:][:20]
            raise InputError(f"{HERE}, position {position}: expected {numbers.size} cells, found more: {excerpt!r}")
        if is_number:
            numbers[cell] = int(step)
        cell = after
    if cell != numbers.size:
        raise InputError(f"{HERE}, position {len(desc)}: expected {numbers.size} cells, found {cell}")
    return board(numbers.reshape(height, width))


def write(p: Slitherlink) -> tuple[int, int, str, str]:
    """Width, height and description of a board, and the letters for squares."""
    height, width = p.shape
    cells = p.numbers.ravel()
    stops = np.append(np.flatnonzero(cells != BLANK), cells.size)
    blanks = (np.diff(stops, prepend=-1) - 1).tolist()
    numbers = [*map(str, cells[stops[:-1]].tolist()), ""]
    return width, height, "".join(run_letters(n) + number for n, number in zip(blanks, numbers, strict=True)), SQUARES


BODY = Body(names=("loopy",), title="Loopy", example="3x3t0:a1a2210b", read=read, write=write, letters=LETTERS)
