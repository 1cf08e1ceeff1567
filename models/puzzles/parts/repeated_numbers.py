"""Random numbers in all cells, no number twice among the unshaded ones of a row or column, and each shaded cell (#)
repeats a number that an unshaded one of its row or column shows.

    1 # 3 2         1 1 3 2     the unshaded cells have the numbers of a Latin square
    4 3 # 1   ->    4 3 3 1
    3 # 1 4         3 3 1 4
    2 1 4 #         2 1 4 4
"""

from __future__ import annotations

import numpy as np

from models.puzzles.boards import Cell, Cells, Mask, Numbers, cells_where, mask_of_cells
from models.puzzles.parts.planting import draw_latin_square
from models.puzzles.randomness import Stream


def draw_repeated_numbers(shaded: Mask, stream: Stream) -> Numbers:
    """Such numbers for these shaded cells; where a cell has no other that is unshaded in its row and column, it keeps
    its own."""
    numbers = draw_latin_square(max(shaded.shape), stream)[: shaded.shape[0], : shaded.shape[1]]
    for cell in cells_where(shaded):
        numbers[cell] = _draw_shown_number(numbers, ~shaded, cell, stream) or numbers[cell]
    return numbers


def change_repeated_number(numbers: Numbers, answer: Cells, second: Cells, stream: Stream) -> Numbers | None:
    """The numbers without a second answer: a cell that only the first one shades gets a number that the second shows in
    its row or column. None where that changes nothing; numbers: 0 for a cell without one."""
    cells, seen = sorted({*answer} - {*second}), ~mask_of_cells(second, numbers.shape)
    cell = cells[stream.number_below(len(cells))] if cells else None
    if cell is None or not (shown := _draw_shown_number(numbers, seen, cell, stream)):
        return None
    changed = numbers.copy()
    changed[cell] = shown
    return changed


def _draw_shown_number(numbers: Numbers, seen: Mask, cell: Cell, stream: Stream) -> int:
    """A random number of another cell that is seen in the row or column of this one; 0 where there is none."""
    (r, c), others = cell, seen & (numbers > 0)
    others[cell] = False
    shown = np.concatenate([numbers[r][others[r]], numbers[:, c][others[:, c]]])
    return int(shown[stream.number_below(len(shown))]) if len(shown) else 0
