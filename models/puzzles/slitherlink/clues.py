"""Boards of Slitherlink to be drawn, with more numbers where another answer is possible, or with fewer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.neutral.global_rules.graphs import least_connected
from models.puzzles.parts.lines import Lines, around_cells, line_masks, lines_where
from models.puzzles.parts.loops import border_lines
from models.puzzles.randomness import Stream
from models.puzzles.slitherlink.generate import planted_board
from models.puzzles.slitherlink.instance import BLANK, Slitherlink, board
from models.puzzles.slitherlink.rules import LOOP

USUAL_CLUES = 50
BY_DIFFICULTY = {"easy": {"clues": 85}, "tricky": {"clues": 75}}
"""With half of the numbers next to all boards are hard, with 85 % most are easy; of 75, 85 and 95 %, the first has the
largest share of tricky boards (5x5 to 16x16 cells)."""


def generate(size: tuple[int, int], seed: int = 0, clues: int | None = None) -> tuple[Slitherlink, Lines]:
    """A random board of that size (rows, columns), and the loop from which its numbers were read.

    clues: how many of the numbers it keeps, in percent of the cells; USUAL_CLUES
    where None."""
    numbers, inside = planted_board(size, seed, USUAL_CLUES if clues is None else clues)
    return board(numbers), lines_where(*border_lines(inside))


def exclude(p: Slitherlink, answer: Lines, second: Lines, stream: Stream) -> tuple[Slitherlink, Lines] | None:
    """A board without the second answer, and the first: with more numbers in cells where the two differ, one beside
    each part of the lines that only one of them has, so that large boards need few rounds."""
    lines, others = (line_masks(each, LOOP.points(p.shape)) for each in (answer, second))
    numbers, clues = around_cells(*lines).sum(axis=-1), p.numbers
    differs = (numbers != around_cells(*others).sum(axis=-1)) & (clues == BLANK)
    part = _parts_beside(p, [mine != other for mine, other in zip(lines, others, strict=True)])
    cells = stream.order(clues.size)
    cells = cells[differs.ravel()[cells]]
    chosen = cells[np.unique(part.ravel()[cells], return_index=True)[1]]  # the first cell of each part
    clues.ravel()[chosen] = numbers.ravel()[chosen]
    return (board(clues), answer) if len(chosen) else None


def _parts_beside(p: Slitherlink, lines: list[NDArray[np.bool_]]) -> NDArray[np.int64]:
    """For each cell the connected part of these lines that runs beside it, -1 for none; of several, one."""
    dots, chosen = LOOP.point_edges(p.shape), np.concatenate([each.ravel() for each in lines])
    least = least_connected((p.shape[0] + 1) * (p.shape[1] + 1), dots[chosen])
    across, down = np.split(np.where(chosen, least[dots[:, 0]], -1), [lines[0].size])
    beside = around_cells(across.reshape(lines[0].shape), down.reshape(lines[1].shape))
    parts: NDArray[np.int64] = beside.max(axis=-1)
    return parts
