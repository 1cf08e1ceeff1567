"""The presses of row 1 as a system of equations, one for each lamp of the last row, and what elimination makes of it.

R3C1: R1C2 + R1C3 = 1           each press of row 1 is an unknown, 1 if it is pressed; it is in the equations of the
R3C2: R1C1 + R1C2 + R1C3 = 0    lamps that it leaves lit after chasing on a dark board; on the right is what is lit
"""

from __future__ import annotations

import numpy as np

from models.puzzles.boards import describe_cell
from models.puzzles.graphs.graph import Ints
from models.puzzles.lightsout.chasing.chase import Chase, chased_presses
from models.puzzles.lightsout.elimination.quiet import equation_line, rank_phrase, reduced_lines
from models.puzzles.lightsout.elimination.system import Elimination, eliminate

MOST_WRITTEN = 9  # columns of a board whose equations are written down


def eliminate_top_row(chase: Chase, remaining: int = 0) -> Elimination:
    """The elimination of the presses of row 1; remaining: what their patterns shall add up to, as bits."""
    matrix, right = _top_row_system(chase, remaining)
    return eliminate(matrix, right, 2)


def equation_lines(chase: Chase, remaining: int = 0) -> list[str]:
    """The equations; none of a wide board, whose equations nobody reads."""
    matrix, right = _top_row_system(chase, remaining)
    last, names = len(chase.start) - 1, press_names(chase)
    if chase.columns > MOST_WRITTEN:
        return []
    return [
        f"{describe_cell((last, c))}: {equation_line(row, int(odd), names)}"
        for c, (row, odd) in enumerate(zip(matrix, right, strict=True))
    ]


def solved_lines(chase: Chase, done: Elimination) -> list[str]:
    """What elimination makes of them."""
    names = press_names(chase)
    head = f"Eliminate: an equation says what one press is; put that into the others ({rank_phrase(done, names)})"
    return [head, *(reduced_lines(done, names) if chase.columns <= MOST_WRITTEN else ())]


def quiet_patterns(chase: Chase, done: Elimination) -> list[tuple[int, tuple[int, ...]]]:
    """For each free press of row 1, its column, and the quiet pattern that it gives: presses by row, as bits."""
    dark = (0,) * len(chase.start)
    tops = ((free, sum(1 << c for c in np.flatnonzero(done.quiet(free)).tolist())) for free in done.free)
    return [(free, chased_presses(dark, chase.columns, top)) for free, top in tops]


def press_names(chase: Chase) -> list[str]:
    """The presses of row 1."""
    return [describe_cell((0, c)) for c in range(chase.columns)]


def _top_row_system(chase: Chase, remaining: int) -> tuple[Ints, Ints]:
    lamps = range(chase.columns)
    matrix = np.array([[pattern >> lamp & 1 for pattern in chase.patterns] for lamp in lamps], np.int64)
    return matrix, np.array([remaining >> lamp & 1 for lamp in lamps], np.int64)
