"""The checker of Akari answers: the rules again, by scans of the board, sharing nothing with the model.

Every broken rule is one sentence about cells, counted from 1 (`R3C5`). The board is scanned once per direction, by
running maxima: the last wall and the last lamp up to each cell tell what it sees. So an answer of a million lamps is
checked as fast as it is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.puzzles.boards import describe_cell

Cell: TypeAlias = tuple[int, int]
Mask: TypeAlias = NDArray[np.bool_]


def broken_rules(board: ArrayLike, lamps: Iterable[Cell], white: int, bare: int) -> list[str]:
    """What is wrong with these lamps, which are on the board, each once; [] if nothing is. board: shape (height,
    width); a cell that is neither white nor bare is its clue."""
    cells = np.asarray(board)
    on = np.zeros(cells.shape, np.bool_)
    at = np.fromiter(chain.from_iterable(lamps), np.int64).reshape(-1, 2)
    on[at[:, 0], at[:, 1]] = True
    on_wall = on & (cells != white)
    on &= ~on_wall
    return [
        *(f"the lamp at {describe_cell(cell)} stands on a wall" for cell in np.argwhere(on_wall)),
        *_light_faults(cells != white, on),
        *_count_faults(cells, on, white, bare),
    ]


def _light_faults(walls: Mask, lamps: Mask) -> Iterable[str]:
    """Lamps that see each other, in rows, then in columns; and white cells that no lamp sees."""
    light = np.zeros(walls.shape, np.bool_)
    for turn in (False, True):
        lines = (walls.T.copy(), lamps.T.copy()) if turn else (walls, lamps)
        before = _last_lamp(*lines)
        after = _last_lamp(*(line[:, ::-1] for line in lines))[:, ::-1]
        lit = lines[1] | (before >= 0) | (after >= 0)
        light |= lit.T if turn else lit
        for line, cell in np.argwhere(lines[1] & (before >= 0)).tolist():
            pair = ((line, int(before[line, cell])), (line, cell))
            first, second = (describe_cell(lamp[::-1] if turn else lamp) for lamp in pair)
            yield f"the lamps at {first} and {second} see each other"
    for dark in np.argwhere(~(walls | light)):
        yield f"no lamp lights the cell at {describe_cell(dark)}"


def _last_lamp(walls: Mask, lamps: Mask) -> NDArray[np.int32]:
    """For each cell the place, in its line, of the last lamp before it that no wall hides; -1 if there is none."""
    place = np.arange(1, walls.shape[1] + 1, dtype=np.int32)
    lamp, wall = (np.maximum.accumulate(place * each, axis=1) for each in (lamps, walls))
    before = np.full(walls.shape, -1, np.int32)
    np.copyto(before[:, 1:], lamp[:, :-1] - 1, where=(lamp[:, :-1] > wall[:, 1:]))
    return before


def _count_faults(cells: NDArray[np.integer], lamps: Mask, white: int, bare: int) -> Iterable[str]:
    framed = np.pad(lamps, 1).astype(np.int8)
    count = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    for r, c in np.argwhere((cells != white) & (cells != bare) & (count != cells)).tolist():
        words = f"{count[r, c]} lamp{'' if count[r, c] == 1 else 's'}"
        yield f"the wall at {describe_cell((r, c))} touches {words}, its number says {cells[r, c]}"
