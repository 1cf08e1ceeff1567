"""Random loops: the border of a random inside.

    . . # #     The inside begins with one cell. A cell is added if exactly one of the cells beside it is inside, so
    # . # .     that the inside winds like a tree and the loop is long. Then some cells change sides, which makes it
    # # # .     thicker in places.

A cell may change sides if, on the way around it over its eight neighbours, the inside begins once and ends once, and
both arcs hold a cell beside it (not only at a corner). Then the inside stays connected, so does the outside (around
the board, too), and nowhere do cells of one side touch at a corner only: so the border is a single loop. This is the
"simple point" of digital topology (A. Rosenfeld, 1970).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.puzzles.contract import Advice
from models.puzzles.grid_text import GridText
from models.puzzles.parts.clues import Planting
from models.puzzles.parts.lines import GridLines, Lines, Mask, line_masks, lines_where
from models.puzzles.randomness import Stream
from rosetta.foundation.errors import InputError

BRANCHING = 4  # the next cell is drawn from all candidates once in so many times, else from the latest ones
LATEST = 4
LOOSENINGS = 40  # times that each cell may change sides to leave points out
WORST = 6  # of what is counted then, so many more are tolerated at first
CHANGING = 8  # one cell in so many may change sides at the end


def draw_loop(points: tuple[int, int], stream: Stream) -> Lines:
    """A random loop over a board with so many rows and columns of points. Raises InputError where there is none."""
    if min(points) < 2:
        raise InputError(f"expected 2 or more rows and columns for a loop, found {points[0]}x{points[1]}")
    return lines_where(*border_lines(draw_inside(points[0] - 1, points[1] - 1, stream)))


def draw_loop_over(field: str) -> Callable[[Any, Stream], Lines]:
    """A function that draws a random loop from cell to cell of a board. field: one of its arrays."""
    return lambda board, stream: draw_loop(getattr(board, field).shape, stream)


def advise_loop(board: Any) -> Advice:
    """How a single loop is best stated: by cuts, and for CP-SAT by its own constraint."""
    return Advice("lazy", solvers=("cnf",), by_solver=(("cpsat", "circuit"),))


def border_lines(inside: NDArray[np.bool_]) -> tuple[Mask, Mask]:
    """The lines between inside and outside: across, shape (rows + 1, columns), and down, shape (rows, columns + 1)."""
    framed = np.pad(inside, 1)
    return framed[1:, 1:-1] != framed[:-1, 1:-1], framed[1:-1, 1:] != framed[1:-1, :-1]


def inside_cells(across: Mask, down: Mask) -> Mask:
    """The cells inside: those with an odd number of lines down on their left; none where lines have loose ends."""
    inside: Mask = np.cumsum(down, axis=1)[:, :-1] % 2 == 1
    above, below = np.pad(inside, ((1, 0), (0, 0))), np.pad(inside, ((0, 1), (0, 0)))
    closed = np.array_equal(above != below, across) and not (down.sum(axis=1) % 2).any()
    return inside & closed


@dataclass(frozen=True, slots=True)
class LoopChanges:
    """`Extras.exclude` for boards whose clues are read off a loop: near a line that only one of two answers has, the
    loop takes in or leaves out a cell, and the clues are read anew. Whether it keeps the rules is checked by the
    setter."""

    text: GridText
    answer: GridLines
    planting: Planting

    def __call__(self, board: Any, answer: Lines, second: Lines, stream: Stream) -> tuple[Any, Lines] | None:
        """A board and its loop; None where no cell can change sides."""
        lines = change_loop(answer, second, self.answer.points(self.text.shape(board)), stream)
        if lines is None:
            return None
        return self.planting.read_clues(self.text.without_clues(board), lines), lines


def change_loop(loop: Lines, second: Lines, points: tuple[int, int], stream: Stream) -> Lines | None:
    """The loop after one cell has changed sides, drawn from those near a line that only one of the two has; None where
    no cell can. points: how many rows and columns."""
    inside = inside_cells(*line_masks(loop, points))
    if not inside.any():
        return None
    near = _cells_beside(*line_masks(set(loop) ^ set(second), points))
    cells = np.flatnonzero(near.ravel())
    wide = inside.shape[1] + 2
    framed = bytearray(np.pad(inside, 1).astype(np.uint8).tobytes())
    for cell in cells[stream.order(len(cells))].tolist():
        at = (cell // inside.shape[1] + 1) * wide + cell % inside.shape[1] + 1
        if _may_change(framed, at, _around(wide)):
            inside.flat[cell] ^= True
            return lines_where(*border_lines(inside))
    return None


def loosen_loop(loop: Lines, points: tuple[int, int], share: int, stream: Stream) -> Lines:
    """A loop that leaves out about so many of the points, in percent, of which as few as possible lie side by side:
    cells inside change sides at random, as long as it gets better by that, or not much worse. points: rows and
    columns."""
    inside, wanted = np.pad(inside_cells(*line_masks(loop, points)), 1), points[0] * points[1] * share // 100
    if not inside.any():
        return loop
    wide = inside.shape[1]
    framed, around = bytearray(inside.astype(np.uint8).tobytes()), _around(wide)
    left_out = np.zeros((points[0] + 2, wide + 1), np.bool_)  # a margin of one point around them
    left_out[1:-1, 1:-1] = True
    for point in (point for line in loop for point in line):
        left_out[point[0] + 1, point[1] + 1] = False
    out, across = bytearray(left_out.astype(np.uint8).tobytes()), wide + 1
    count, cells = sum(out), np.argwhere(np.ones((points[0] - 1, points[1] - 1)))
    for turn in range(LOOSENINGS):
        for r, c in cells[stream.order(len(cells))].tolist():
            at, first = (r + 1) * wide + c + 1, (r + 1) * across + c + 1
            if not _may_change(framed, at, around):
                continue
            corners = (first, first + 1, first + across, first + across + 1)
            near = {p: out[p] for p in corners}
            before = _touching(out, corners, across)
            framed[at] ^= 1
            for i, p in enumerate(corners):
                beside = at + (i // 2 - 1) * wide + i % 2 - 1  # the first of the four cells around that point
                around_it = (framed[beside], framed[beside + 1], framed[beside + wide], framed[beside + wide + 1])
                out[p] = len(set(around_it)) == 1
            gain = sum(out[p] for p in corners) - sum(near.values())
            worse = _touching(out, corners, across) - before + 2 * (abs(count + gain - wanted) - abs(count - wanted))
            if worse > max(0, stream.number_below(WORST) - WORST * turn // LOOSENINGS):
                framed[at] ^= 1
                for p, was in near.items():
                    out[p] = was
            else:
                count += gain
    loosened = np.frombuffer(framed, np.uint8).reshape(inside.shape)[1:-1, 1:-1] == 1
    return lines_where(*border_lines(loosened))


def _touching(out: bytearray, corners: tuple[int, ...], across: int) -> int:
    """How many of the points around these lie side by side with one of them."""
    return sum(out[p] * (out[p - 1] + out[p + 1] + out[p - across] + out[p + across]) for p in corners)


def _cells_beside(across: Mask, down: Mask) -> Mask:
    """The cells between points that have one of these lines at a side."""
    return across[:-1] | across[1:] | down[:, :-1] | down[:, 1:]


def _around(wide: int) -> tuple[int, ...]:
    """The steps to the eight neighbours of a cell, clockwise, first the one above. wide: cells of a row."""
    return (-wide, 1 - wide, 1, wide + 1, wide, wide - 1, -1, -wide - 1)


def draw_inside(height: int, width: int, stream: Stream) -> NDArray[np.bool_]:
    """A random inside, shape (height, width). Cells are numbered row by row, with a margin of one cell around them."""
    wide = width + 2
    inside, outer = bytearray((height + 2) * wide), np.ones((height + 2, wide), np.bool_)
    outer[1:-1, 1:-1] = False
    margin = outer.ravel().tolist()
    around = _around(wide)
    cells = np.flatnonzero(~outer).tolist()
    waiting = [cells[stream.number_below(len(cells))]]
    first = True
    while waiting:
        near = len(waiting) if stream.number_below(BRANCHING) == 0 else min(LATEST, len(waiting))
        cell = waiting.pop(len(waiting) - 1 - stream.number_below(near))
        if inside[cell] or not (first or _may_change(inside, cell, around, only_beside=1)):
            continue
        inside[cell], first = 1, False
        waiting += [cell + step for step in around[::2] if not margin[cell + step] and not inside[cell + step]]
    for cell in np.array(cells)[stream.order(len(cells))].tolist()[:: CHANGING // 2]:
        if _may_change(inside, cell, around):
            inside[cell] ^= 1
    board: NDArray[np.bool_] = np.frombuffer(inside, np.uint8).reshape(height + 2, wide)[1:-1, 1:-1] == 1
    return board


def _may_change(inside: bytearray, cell: int, around: tuple[int, ...], only_beside: int | None = None) -> bool:
    """May the cell change sides? only_beside: how many cells beside it have to be inside, None for any number."""
    ring = [inside[cell + step] for step in around]
    beside = ring[0] + ring[2] + ring[4] + ring[6]
    begins = sum(ring[i] > ring[i - 1] for i in range(8))
    return begins == 1 and 0 < beside < 4 and (only_beside is None or beside == only_beside)
