"""Random boards of a loop: the cells that it leaves out are shaded, or have clues with arrows that count shaded cells.

    # .-.-.    Shaded cells do not touch. Where all cells must be shaded, visited or clued, each loop and each choice of
      |   |    shaded cells is the answer of such a board, and the cells that are left are its clues.
    .-. # .

A second answer is excluded by a clue in place of a shaded cell that it does not shade, by an arrow that counts
something else in it, or by a loop that changes near a line that only one of the two has.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.puzzles.boards import Cells, Mask, cells_where, mask_of_cells, without_touching
from models.puzzles.parts.arrow_clues import NO_ARROW, NOWHERE, STEPS, ArrowArray, count_ahead
from models.puzzles.parts.broken_rules import find_line_ends
from models.puzzles.parts.lines import Lines
from models.puzzles.parts.loops import change_loop, draw_loop, loosen_loop
from models.puzzles.randomness import Stream

LEFT_OUT = 24  # percent of the cells
WAYS = len(STEPS) - 1  # of an arrow
ShadedAndLoop: TypeAlias = tuple[Cells, Lines]


def draw_arrow_board(size: tuple[int, int], share: int, stream: Stream) -> tuple[ArrowArray, ShadedAndLoop]:
    """The clues of a random board, and its answer. share: how many of the cells that the loop leaves out have clues, in
    percent; more have, where shaded cells would touch. Raises InputError for sizes that have no loop."""
    lines = loosen_loop(draw_loop(size, stream), size, LEFT_OUT, stream)
    ranks = stream.order(size[0] * size[1]).reshape(size)
    return _read_clues(lines, ranks * 100 >= share * ranks.size, 1 + ranks % WAYS)


def change_arrow_board(
    clues: ArrowArray, answer: ShadedAndLoop, second: ShadedAndLoop, stream: Stream
) -> tuple[ArrowArray, ShadedAndLoop]:
    """The clues of a board without the second answer, as far as one change does it, and its answer."""
    (shaded, lines), clued, chance = answer, clues[..., 1] != NO_ARROW, stream.number_below(8)
    mine, others = (mask_of_cells(cells, clued.shape) for cells in (shaded, second[0]))
    alone, wanted = np.argwhere(mine & ~others), ~clued
    directions = np.where(clued, clues[..., 0], 1 + stream.number_below(WAYS))
    turns = np.argwhere(_telling_ways(mine, others) & clued)
    if chance > 2 and len(alone):
        wanted[tuple(alone[stream.number_below(len(alone))])] = False
    elif chance and len(turns):
        way, r, c = turns[stream.number_below(len(turns))].tolist()
        directions[r, c] = way + 1
    else:
        lines = change_loop(lines, second[1], (clued.shape[0], clued.shape[1]), stream) or lines
    return _read_clues(lines, wanted, directions)


def _telling_ways(one: Mask, other: Mask) -> Mask:
    """Where an arrow would count different numbers of these cells, by its direction: shape (WAYS, rows, columns)."""
    every = [np.full(one.shape, way) for way in range(1, WAYS + 1)]
    return np.array([(count_ahead(one, way) != count_ahead(other, way)).any(axis=-1) for way in every])


def _read_clues(lines: Lines, wanted: Mask, directions: NDArray[np.int64]) -> tuple[ArrowArray, ShadedAndLoop]:
    """Of the cells beside a loop, those are shaded that are wanted and do not touch; the others have clues, with arrows
    in these directions."""
    visited = mask_of_cells(find_line_ends(lines), wanted.shape)
    shaded = without_touching(wanted & ~visited)
    clues = count_ahead(shaded, np.where(visited | shaded, NOWHERE, directions))
    return clues, (cells_where(shaded), lines)
