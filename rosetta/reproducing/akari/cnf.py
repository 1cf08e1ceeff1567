"""The CNF encoding of the student report "[INF432] Project - Light Up" (2020), clause by clause, errata aside.

    variable x + y * width + 1      every cell has one, a wall too
    wall                            -X
    free cell                       one clause over the cells of its row and column segment together
    two cells of a segment          -X -Y
    wall with N of d free cells     N = 0: -X of each; N = 4: X of each; else a clause of d literals for each assignment
                                    with another number of lamps, which rules that assignment out

The model of `models.puzzles.akari.rules` is equivalent, with fewer variables and shorter clauses. Local search depends
on such things, so the report's tables are repeated on the report's clauses.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from models.puzzles.akari.instance import BARE, WHITE, Akari

Clause = tuple[int, ...]


def clauses(p: Akari) -> list[Clause]:
    """All clauses of a board; a number that its wall cannot reach gives the report's `-1` and `1`."""
    height, width = p.cells.shape
    white = {(r, c) for r, c in np.argwhere(p.white).tolist()}
    number = {(r, c): r * width + c + 1 for r in range(height) for c in range(width)}
    segments = [*_segments(white, number, (0, 1)), *_segments(white, number, (1, 0))]
    formula: list[Clause] = [(-number[cell],) for cell in number if cell not in white]
    of_cell: dict[int, list[int]] = {}
    for segment in segments:
        for x in segment:
            of_cell.setdefault(x, []).extend(segment)
    formula += [tuple(dict.fromkeys(visible)) for _, visible in sorted(of_cell.items())]
    formula += [(-x, -y) for segment in segments for x, y in combinations(segment, 2)]
    for (r, c), clue in np.ndenumerate(p.cells):
        if clue not in (WHITE, BARE):
            beside = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            formula += _clue_clauses(int(clue), [number[cell] for cell in beside if cell in white])
    return formula


def flatten_clauses(clauses: list[Clause]) -> NDArray[np.int32]:
    """All literals in one array, a 0 after each clause."""
    return np.array([x for clause in clauses for x in (*clause, 0)], np.int32)


def _segments(
    white: set[tuple[int, int]], number: dict[tuple[int, int], int], step: tuple[int, int]
) -> list[list[int]]:
    """Runs of white cells in one direction."""
    segments = []
    for r, c in sorted(white):
        if (r - step[0], c - step[1]) not in white:
            run = []
            while (r, c) in white:
                run.append(number[r, c])
                r, c = r + step[0], c + step[1]
            segments.append(run)
    return segments


def _clue_clauses(clue: int, beside: list[int]) -> list[Clause]:
    if clue > len(beside):
        return [(-1,), (1,)]
    if clue in (0, 4):
        return [(x if clue else -x,) for x in beside]
    wrong = (values for values in product((0, 1), repeat=len(beside)) if sum(values) != clue)
    return [tuple(-x if value else x for x, value in zip(beside, values, strict=True)) for values in wrong]
