"""Tents in LEGUP files, where it is called TreeTent: 1 a tree; clues of rows A, B, .., Z, AA, .. and columns 1, 2, ..

Cells that are not listed are empty, and so are the player's: 0 (unknown), 2 (grass) and 3 (a tent). All clues must be
given.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from instances.bounds import parse_integer
from instances.formats.contract import Body
from instances.formats.legup.frame import NAME, LegupBoard
from models.puzzles.tents.instance import UNKNOWN, Tents
from rosetta.foundation.errors import InputError

HERE = f"{NAME} (tents)"


def read(board: LegupBoard) -> Tents:
    """The board of a file."""
    trees = np.zeros((board.height, board.width), np.bool_)
    for place, (value, line) in board.cells.items():
        trees[place] = parse_integer(f"{HERE}, line {line}", "the value of a cell", value, 0, 3) == 1
    rows = _clues(board, "east", "row", board.height, board.width, letters)
    return Tents(trees, rows, _clues(board, "south", "column", board.width, board.height, _number))


def _clues(
    board: LegupBoard, side: str, line_name: str, lines: int, most: int, index: Callable[[int], str]
) -> list[int]:
    clues = board.axes.get(side, {})
    names = [index(i) for i in range(lines)]
    missing = [name for name in names if name not in clues]
    if missing or len(clues) != lines:
        actual = f"no clue {missing[0]}" if missing else f"{len(clues)} clues"
        raise InputError(
            f"{HERE}: expected a clue for each {line_name} (side {side}) {names[0]}..{names[-1]}, found {actual}"
        )
    return [
        parse_integer(f"{HERE}, line {clues[name][1]}", f"the clue of {line_name} {name}", clues[name][0], 0, most)
        for name in names
    ]


def letters(i: int) -> str:
    """A, B, .., Z, AA, AB, ..: the name of row i."""
    name, rest = "", i + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _number(i: int) -> str:
    return str(i + 1)


def write(p: Tents) -> LegupBoard:
    """The file's content for a board. Raises InputError if a clue is not given."""
    board = LegupBoard(*p.trees.shape)
    board.cells = dict.fromkeys(((r, c) for r, c in np.argwhere(p.trees).tolist()), ("1", 0))
    board.axes = {"east": _axis_clues(p.rows, "row", letters), "south": _axis_clues(p.cols, "column", _number)}
    return board


def _axis_clues(clues: NDArray[np.int64], line_name: str, index: Callable[[int], str]) -> dict[str, tuple[str, int]]:
    for i in np.flatnonzero(clues == UNKNOWN)[:1]:
        raise InputError(
            f"{HERE}: expected all clues, found none for {line_name} {i + 1}; write puzz.link or plain text instead"
        )
    return {index(i): (str(clue), 0) for i, clue in enumerate(clues.tolist())}


BODY = Body(names=("TreeTent",), read=read, write=write)
